#include <gtest/gtest.h>

#if !LIVEWARP_HAS_CUDA
TEST(GpuProbeTiming, WaitsForNothing) { GTEST_SKIP() << "this build has no CUDA"; }
#else

  #include <chrono>

  #include "kernels/core/base/milliseconds.h"
  #include "kernels/core/measure/statistics.h"
  #include "render/passes/probe.h"
  #include "render/passes/scene.h"
  #include "render/testing/gpu_display_test.h"

namespace livewarp {
namespace {

class GpuProbeTiming : public GpuDisplay {};

double milliseconds(const auto& action) {
  const auto begin = std::chrono::steady_clock::now();
  action();
  return ms_since(begin);
}

/// A frame whose drawing takes a while: the pixel under the pointer is asked for meanwhile.
TEST_F(GpuProbeTiming, WaitsForNothing) {
  const PictureSpec spec = field_of(641, 333);
  const Bytes values = pattern(spec, 1);
  const Buffer source = on_device(values);
  for (const DisplayPath path : cuda_paths) {
    const auto display = make_display({.wanted = path, .cuda = true});
    publish(*display, spec, source);
    const GlPicture picture = display->finish();
    Scene scene;
    Camera camera;
    View view;
    view.kind = spec.kind;
    camera.follow(spec, view);
    Prober prober;
    std::vector<double> asked, waited;
    std::optional<Probe> found;
    for (int frame = 0; frame < 20; ++frame) {
      // No two the same: what is drawn already is not drawn again.
      for (int k = 0; k < 40; ++k) scene.draw(picture, view, camera, 1900 + k, 1080);
      asked.push_back(milliseconds([&] {
        prober.ask(picture, ImagePoint{320.5, 100.5});
        found = prober.answer();
      }));
      waited.push_back(milliseconds([] { glFinish(); }));
    }
    found = prober.answer();
    ASSERT_TRUE(found) << name_of(path);
    float value = 0;
    std::memcpy(&value, values.data() + 8 * (100 * 641 + 320), sizeof value);
    EXPECT_EQ(found->value, double(value)) << name_of(path);
    ASSERT_GT(summarize(waited).median, 0.4) << "the drawing is too short to tell";
    EXPECT_LT(summarize(asked).median, summarize(waited).median / 4) << name_of(path);
    std::printf("%s: asked for in %.3f ms, while OpenGL took %.3f ms\n",
                std::string(name_of(path)).c_str(), summarize(asked).median,
                summarize(waited).median);
  }
}

}  // namespace
}  // namespace livewarp
#endif
