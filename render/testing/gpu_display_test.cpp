#include <gtest/gtest.h>

#if !LIVEWARP_HAS_CUDA
TEST(GpuDisplay, SharesMemoryWithOpenGl) { GTEST_SKIP() << "this build has no CUDA"; }
#else

  #include <chrono>
  #include <cstdlib>

  #include "render/passes/scene.h"
  #include "render/testing/gpu_display_test.h"

namespace livewarp {
namespace {

TEST_F(GpuDisplay, EveryPathBringsTheSameBytes) {
  for (const DisplayPath path : cuda_paths) {
    const auto display = make_display({.wanted = path, .cuda = true});
    ASSERT_EQ(display->status().path, path) << display->status().reason;
    EXPECT_EQ(display->status().reason, "");
    EXPECT_TRUE(display->latest().empty());
    for (const PictureSpec& spec :
         {points_of(4099), image_of(641, 33), points_of(1'000'003), points_of(1), field_of(641, 33),
          volume_of(33, 17, 9), field_of(1, 1), field_of(257, 255), volume_of(128, 128, 128),
          volume_of(1, 1, 1), field_of(2048, 1152), volume_of(7, 128, 2), points_of(5)}) {
      const Bytes expected = pattern(spec, static_cast<unsigned>(path));
      const Buffer source = on_device(expected);
      publish(*display, spec, source);
      const GlPicture picture = display->finish();
      EXPECT_EQ(picture.spec, spec);
      EXPECT_EQ(picture.texture != 0, path == DisplayPath::interop && has_surface(spec));
      EXPECT_EQ(picture.buffer != 0, picture.texture == 0);
      EXPECT_TRUE(bytes_of(picture) == expected) << name_of(path) << ": " << text_of(spec);
    }
    EXPECT_EQ(display->status().path, path) << display->status().reason;
  }
}

TEST_F(GpuDisplay, AHundredSizesLeaveNoError) {
  for (const DisplayPath path : cuda_paths) {
    const auto display = make_display({.wanted = path, .cuda = true});
    for (unsigned k = 0; k < 100; ++k)
      for (const PictureSpec& spec :
           {points_of(1 + std::int64_t{k} * k * 37 % 200'000),
            field_of(1 + int(k * k * 41 % 1500), 1 + int(k * k * 23 % 900)),
            volume_of(1 + int(k * 37 % 61), 1 + int(k * 11 % 47), 1 + int(k % 33))}) {
        const Bytes expected = pattern(spec, k);
        ASSERT_TRUE(shown(*display, spec, expected) == expected)
            << name_of(path) << ": " << text_of(spec);
      }
    EXPECT_EQ(display->status().path, path) << display->status().reason;
    EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR});
  }
}

/// Fills memory again and again: real work, since a host function would hold the driver's own
/// thread.
class LongStep {
 public:
  explicit LongStep(cudaStream_t stream) {
    EXPECT_EQ(cudaEventCreate(&end_), cudaSuccess);
    for (int k = 0; k < 300; ++k)
      EXPECT_EQ(cudaMemsetAsync(work_.data(), k, work_.bytes(), stream), cudaSuccess);
    EXPECT_EQ(cudaEventRecord(end_, stream), cudaSuccess);
  }
  ~LongStep() {
    cudaEventSynchronize(end_);
    cudaEventDestroy(end_);
  }
  LongStep(const LongStep&) = delete;
  LongStep& operator=(const LongStep&) = delete;
  bool under_way() const {
    const bool under_way = cudaEventQuery(end_) == cudaErrorNotReady;
    cudaGetLastError();  // "not ready" is no error
    return under_way;
  }

 private:
  Buffer work_{std::size_t{4} << 30, MemoryMode::device};
  cudaEvent_t end_ = nullptr;
};

TEST_F(GpuDisplay, ALongStepDoesNotHoldUpAFrame) {
  using namespace std::chrono_literals;
  for (const DisplayPath path : cuda_paths)
    for (const PictureSpec& spec : every_kind()) {
      const auto display = make_display({.wanted = path, .cuda = true});
      const Bytes first = pattern(spec, 1), second = pattern(spec, 2);
      // Every buffer or texture once: the driver waits for the device when it gets to know a new
      // one.
      for (int k = 0; k < 3; ++k) ASSERT_TRUE(shown(*display, spec, first) == first);
      const Buffer source = on_device(second);
      std::optional<LongStep> step(std::in_place, stream_);
      const auto start = std::chrono::steady_clock::now();
      publish(*display, spec, source);
      const GlPicture picture = display->latest();
      EXPECT_LT(std::chrono::steady_clock::now() - start, 100ms);
      EXPECT_TRUE(step->under_way())
          << "somebody waited on path " << name_of(path) << ": " << text_of(spec);
      EXPECT_TRUE(bytes_of(picture) == first);
      step.reset();
      EXPECT_TRUE(bytes_of(display->finish()) == second);
    }
}

TEST_F(GpuDisplay, APictureArrivesWhileALongStepRuns) {
  using namespace std::chrono_literals;
  for (const DisplayPath path : cuda_paths)
    for (const PictureSpec& spec : every_kind()) {
      const auto display = make_display({.wanted = path, .cuda = true});
      const Bytes first = pattern(spec, 1), second = pattern(spec, 2);
      for (int k = 0; k < 3; ++k) ASSERT_TRUE(shown(*display, spec, first) == first);
      const Buffer source = on_device(second);
      publish(*display, spec, source);
      ASSERT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
      const LongStep step(stream_);
      const auto start = std::chrono::steady_clock::now();
      const GlPicture picture = display->latest();
      EXPECT_LT(std::chrono::steady_clock::now() - start, 100ms);
      EXPECT_TRUE(step.under_way())
          << "somebody waited on path " << name_of(path) << ": " << text_of(spec);
      EXPECT_TRUE(bytes_of(picture) == second);
    }
}

TEST_F(GpuDisplay, ManyPicturesInARowEndWithTheLast) {
  for (const DisplayPath path : cuda_paths)
    for (const PictureSpec& spec : {points_of(50'021), field_of(700, 300), volume_of(50, 40, 30)}) {
      const auto display = make_display({.wanted = path, .cuda = true});
      std::vector<Buffer> all;
      for (unsigned k = 0; k < 20; ++k) all.push_back(on_device(pattern(spec, k)));
      for (const Buffer& source : all) publish(*display, spec, source);
      EXPECT_TRUE(bytes_of(display->finish()) == pattern(spec, 19)) << name_of(path);
    }
}

TEST_F(GpuDisplay, TheDrawnPictureStaysWhileOthersAreWritten) {
  for (const DisplayPath path : cuda_paths)
    for (const PictureSpec& spec : every_kind()) {
      const auto display = make_display({.wanted = path, .cuda = true});
      const Bytes first = pattern(spec, 1);
      ASSERT_TRUE(shown(*display, spec, first) == first);
      const GlPicture drawn = display->latest();
      const Buffer other = on_device(pattern(spec, 2));
      publish(*display, spec, other);
      ASSERT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
      EXPECT_TRUE(bytes_of(drawn) == first) << name_of(path) << ": " << text_of(spec);
    }
}

TEST_F(GpuDisplay, APictureThatNeverEndsIsForgotten) {
  for (const DisplayPath path : cuda_paths)
    for (const PictureSpec& spec : every_kind()) {
      const auto display = make_display({.wanted = path, .cuda = true});
      const Bytes expected = pattern(spec, 3), next = pattern(spec, 4);
      EXPECT_TRUE(shown(*display, spec, expected) == expected);
      display->begin(spec, stream_);
      EXPECT_TRUE(bytes_of(display->finish()) == expected);
      EXPECT_TRUE(shown(*display, spec, next) == next);
      display->begin(spec, stream_);  // and the display dies like that
    }
}

/// Of all channels, those that differ by more than rounding does.
double share_of_differences(const PixelImage& a, const PixelImage& b) {
  if (a.rgba.size() != b.rgba.size() || a.rgba.empty()) return 1;
  int differ = 0;
  for (std::size_t k = 0; k < a.rgba.size(); ++k) differ += std::abs(a.rgba[k] - b.rgba[k]) > 2;
  return double(differ) / double(a.rgba.size());
}

TEST_F(GpuDisplay, ScenesLookTheSameByEveryPath) {
  for (const PictureSpec& spec : {field_of(300, 200), volume_of(50, 40, 30)}) {
    View view;
    view.kind = spec.kind;
    view.contours = spec.kind == PictureKind::field ? 4 : 0;
    const Buffer source = on_device(pattern(spec, 1));
    std::vector<PixelImage> images;
    for (const DisplayPath path : cuda_paths) {
      const auto display = make_display({.wanted = path, .cuda = true});
      Scene scene;
      Camera camera;
      for (int k = 0; k < 4; ++k) {  // each buffer or texture at least once
        publish(*display, spec, source);
        const GlPicture picture = display->finish();
        camera.follow(picture.spec, view);
        scene.draw(picture, view, camera, 500, 400);
      }
      images.push_back(scene.read_pixels());
      EXPECT_LT(share_of_differences(images.back(), images.front()), 0.001)
          << name_of(path) << ": " << text_of(spec);
    }
  }
}

TEST_F(GpuDisplay, MapTimesAreMeasured) {
  for (const PictureSpec& spec :
       {points_of(131'072), field_of(2048, 1152), volume_of(128, 128, 128)}) {
    const auto display = make_display({.cuda = true});
    ASSERT_EQ(display->status().path, DisplayPath::interop) << display->status().reason;
    const Buffer source = on_device(pattern(spec, 7));
    for (int k = 0; k < 5; ++k) {
      publish(*display, spec, source);
      display->finish();
    }
    EXPECT_GT(display->times().map, 0);
    EXPECT_GT(display->times().unmap, 0);
    EXPECT_LT(display->times().map + display->times().unmap, 5) << text_of(spec);
  }
}

}  // namespace
}  // namespace livewarp
#endif
