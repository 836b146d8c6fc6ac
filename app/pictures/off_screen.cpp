#include "app/pictures/off_screen.h"

#include <optional>
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

}  // namespace

Offscreen off_screen_for(const Context& context, const SelectedVariant& variant) {
  return Offscreen({.cuda_device = variant.executor == Executor::cuda ? context.device : -1});
}

struct OffscreenRun::State {
  const Context& context;
  const SelectedVariant& variant;
  PictureRequest request;
  std::unique_ptr<Exec> exec = context.make_exec(variant.executor);
  std::unique_ptr<Simulation> simulation =
      variant.workload->simulate(variant.choice, variant.executor);
  int frames = 0;
  std::unique_ptr<Display> display;
  std::optional<Scene> scene;
  Camera camera;

  void run_frame();
  void make_scene();
  PixelImage draw();
};

void OffscreenRun::State::run_frame() {
  if (context.stop.stop_requested()) throw Cancelled();
  if (!simulation->primed()) {
    simulation->prime(*exec);
    simulation->commit();
  }
  move(variant, *simulation, *exec, frames);
  const std::int64_t wanted = std::int64_t(frames + 1) * request.time_steps;
  for (int pass = 0; request.time_steps ? simulation->steps() < wanted : pass < request.steps;
       ++pass) {
    simulation->step(*exec);
    simulation->commit();
  }
  // A frame ends here, as it would with a screen: the queue of a GPU stays short.
  exec->synchronize();
  ++frames;
}

void OffscreenRun::State::make_scene() {
  display = make_drawing_display(
      {.wanted = variant.choice.display, .cuda = variant.executor == Executor::cuda});
  scene.emplace();
  camera.follow(simulation->picture(), simulation->view());
}

PixelImage OffscreenRun::State::draw() {
  if (!scene) make_scene();
  void* const stream = stream_of(*exec);
  simulation->publish(display->begin(simulation->picture(), stream), *exec);
  display->end(stream);
  const View view = simulation->view();
  display->look_at_points(points_look(view, camera.orbit(), request.width, request.height));
  const GlPicture picture = display->finish();
  scene->draw(picture, view, camera, request.width, request.height);
  return scene->read_pixels();
}

OffscreenRun::OffscreenRun(const Context& context, const SelectedVariant& variant,
                           const PictureRequest& request)
    : state_(new State{.context = context, .variant = variant, .request = request}) {}

OffscreenRun::~OffscreenRun() = default;

void OffscreenRun::advance() { state_->run_frame(); }

int OffscreenRun::frames() const { return state_->frames; }

PixelImage OffscreenRun::draw() { return state_->draw(); }

Image OffscreenRun::result() {
  state_->exec->synchronize();
  return state_->variant.workload->result_image(state_->variant.choice.problem,
                                                state_->simulation->snapshot());
}

namespace {

void run_all(OffscreenRun& run, Progress& progress, const SelectedVariant& variant,
             const PictureRequest& request) {
  progress.begin("running " + variant.workload->info().name + " " + variant.info->name);
  for (int frame = 0; frame < request.frames; ++frame) {
    progress.at(double(frame) / request.frames);
    run.advance();
  }
}

}  // namespace

PixelImage draw_off_screen(const Context& context, Progress& progress,
                           const SelectedVariant& variant, const PictureRequest& request) {
  OffscreenRun run(context, variant, request);
  run_all(run, progress, variant, request);
  progress.begin("drawing " + variant.workload->info().name);
  return run.draw();
}

Image computed_result(const Context& context, Progress& progress, const SelectedVariant& variant,
                      const PictureRequest& request) {
  OffscreenRun run(context, variant, request);
  run_all(run, progress, variant, request);
  return run.result();
}

void write_picture(const Image& image, OutputFile& file) { file.write(png_bytes(image)); }

void write_picture(const PixelImage& image, OutputFile& file) {
  file.write(png_bytes(image.width, image.height, image.rgba.data()));
}

}  // namespace livewarp
