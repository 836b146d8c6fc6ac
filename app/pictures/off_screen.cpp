#include "app/pictures/off_screen.h"

#include <utility>

#include "app/base/output_file.h"
#include "kernels/core/base/error.h"
#include "kernels/core/exec/executors.h"
#include "render/displays/display.h"
#include "render/gl/png.h"
#include "render/passes/points_pass.h"
#include "render/passes/scene.h"

namespace livewarp {

namespace {

/// cudaStream_t of the executor, null for those on the host.
void* stream_of(Exec& exec) {
  const auto* cuda = dynamic_cast<CudaExec*>(&exec);
  return cuda ? cuda->stream() : nullptr;
}

/// What moves by itself does so before a frame's steps, as in a window with 60 frames a second.
void move(const SelectedVariant& variant, Simulation& simulation, Exec& exec, int frame) {
  constexpr double frames_a_second = 60;
  const Seconds span{frame / frames_a_second, (frame + 1) / frames_a_second};
  const Choice& choice = variant.choice;
  if (auto spots = variant.workload->moving(choice.problem, choice.view, span); !spots.empty())
    simulation.paint({.spots = std::move(spots)}, exec);
}

void advance(const Context& context, Progress& progress, const SelectedVariant& variant,
             Simulation& simulation, Exec& exec, const PictureRequest& request) {
  if (!simulation.primed()) {
    simulation.prime(exec);
    simulation.commit();
  }
  for (int frame = 0; frame < request.frames; ++frame) {
    if (context.stop.stop_requested()) throw Cancelled();
    progress.at(double(frame) / request.frames);
    move(variant, simulation, exec, frame);
    const std::int64_t wanted = std::int64_t(frame + 1) * request.time_steps;
    for (int pass = 0; request.time_steps ? simulation.steps() < wanted : pass < request.steps;
         ++pass) {
      simulation.step(exec);
      simulation.commit();
    }
    // A frame ends here, as it would with a screen: the queue of a GPU stays short.
    exec.synchronize();
  }
}

}  // namespace

Offscreen off_screen_for(const Context& context, const SelectedVariant& variant) {
  return Offscreen({.cuda_device = variant.executor == Executor::cuda ? context.device : -1});
}

PixelImage draw_off_screen(const Context& context, Progress& progress,
                           const SelectedVariant& variant, const PictureRequest& request) {
  progress.begin("running " + variant.workload->info().name + " " + variant.info->name);
  const auto exec = context.make_exec(variant.executor);
  const auto simulation = variant.workload->simulate(variant.choice, variant.executor);
  advance(context, progress, variant, *simulation, *exec, request);

  progress.begin("drawing " + variant.workload->info().name);
  const auto display = make_drawing_display(
      {.wanted = variant.choice.display, .cuda = variant.executor == Executor::cuda});
  void* const stream = stream_of(*exec);
  simulation->publish(display->begin(simulation->picture(), stream), *exec);
  display->end(stream);
  const View view = simulation->view();
  Camera camera;
  camera.follow(simulation->picture(), view);
  display->look_at_points(points_look(view, camera.orbit(), request.width, request.height));
  const GlPicture picture = display->finish();
  Scene scene;
  scene.draw(picture, view, camera, request.width, request.height);
  return scene.read_pixels();
}

Image computed_result(const Context& context, Progress& progress, const SelectedVariant& variant,
                      const PictureRequest& request) {
  progress.begin("running " + variant.workload->info().name + " " + variant.info->name);
  const auto exec = context.make_exec(variant.executor);
  const auto simulation = variant.workload->simulate(variant.choice, variant.executor);
  advance(context, progress, variant, *simulation, *exec, request);
  exec->synchronize();
  return variant.workload->result_image(variant.choice.problem, simulation->snapshot());
}

void write_picture(const Image& image, OutputFile& file) {
  write_png(file.temporary(), image);
  file.commit();
}

void write_picture(const PixelImage& image, OutputFile& file) {
  write_png(file.temporary(), image.width, image.height, image.rgba.data());
  file.commit();
}

}  // namespace livewarp
