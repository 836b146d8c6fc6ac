#include <gtest/gtest.h>

#if !LIVEWARP_HAS_CUDA
TEST(GpuPublishTiming, IsTheKernelsAlone) { GTEST_SKIP() << "this build has no CUDA"; }
#else

  #include "kernels/core/measure/statistics.h"
  #include "render/passes/scene.h"
  #include "render/testing/gpu_display_test.h"

namespace livewarp {
namespace {

class GpuPublishTiming : public GpuDisplay {};

/// What a round trip leaves in the stream, and a frame in OpenGL's queue, before a picture is
/// published.
TEST_F(GpuPublishTiming, IsTheKernelsAlone) {
  const PictureSpec spec = image_of(641, 333);
  const Buffer source = on_device(pattern(spec, 1));
  Buffer trip(std::size_t{16} << 20, MemoryMode::pinned);
  for (const DisplayPath path : cuda_paths) {
    const auto display = make_display({.wanted = path, .cuda = true});
    Scene scene;
    Camera camera;
    View view;
    view.kind = spec.kind;
    std::vector<double> times;
    for (int frame = 0; frame < 40; ++frame) {
      exec_->copy_out(trip);
      const PicturePlace place = display->begin(spec, stream_);
      exec_->stage(Stage::publish);
      write_picture(*exec_, spec, place, source.data());
      exec_->set_queued(false);  // the publish ends here
      display->end(stream_);
      const GlPicture picture = display->latest();
      camera.follow(spec, view);
      for (int k = 0; k < 4; ++k)
        if (!picture.empty()) scene.draw(picture, view, camera, 1920, 1080);
      glFlush();
      for (const double ms : exec_->collect_publish()) times.push_back(ms);
    }
    display->finish();
    ASSERT_GE(times.size(), 20u);
    // 0.8 MB take 1 us on a large GPU, 10 us on a small one.
    EXPECT_LT(summarize(times).median, 0.1) << name_of(path);
  }
}

// The same between the copies of a round trip and the kernel after them.
TEST_F(GpuPublishTiming, AStepsKernelIsTimedAloneToo) {
  const PictureSpec spec = image_of(641, 333);
  const Buffer source = on_device(pattern(spec, 1));
  Buffer target(spec.bytes(), MemoryMode::device), trip(std::size_t{16} << 20, MemoryMode::pinned);
  const auto display = make_display({.cuda = true});
  const GlPicture picture = [&] {
    publish(*display, spec, source);
    return display->finish();
  }();
  Scene scene;
  Camera camera;
  View view;
  view.kind = spec.kind;
  camera.follow(spec, view);
  exec_->set_queued(true);
  std::vector<double> kernels, copies;
  for (int frame = 0; frame < 40; ++frame) {
    for (int k = 0; k < 4; ++k) scene.draw(picture, view, camera, 1920, 1080);
    glFlush();
    exec_->begin_step();
    exec_->stage(Stage::upload);
    exec_->copy_in(trip);
    exec_->stage(Stage::kernel);
    write_picture(*exec_, spec, target.data(), source.data());
    exec_->stage(Stage::download);
    exec_->copy_out(trip);
    exec_->end_step();
    exec_->pump(100);
    exec_->synchronize();
    for (const StepTime& step : exec_->collect()) {
      kernels.push_back(step.kernel);
      copies.push_back(step.upload + step.download);
    }
  }
  exec_->set_queued(false);
  ASSERT_EQ(kernels.size(), 40u);
  EXPECT_LT(summarize(kernels).median, 0.1);
  EXPECT_GT(summarize(copies).median, 0.1) << "32 MiB over the bus";
}

}  // namespace
}  // namespace livewarp
#endif
