// What displays do when CUDA and OpenGL cannot share, at once or later, and when a copy fails.
#include <gtest/gtest.h>

#include <string_view>

#if !LIVEWARP_HAS_CUDA
TEST(GpuDisplayFault, LeavesAPicture) { GTEST_SKIP() << "this build has no CUDA"; }
#else

  #include "kernels/core/base/fault.h"
  #include "render/testing/gpu_display_test.h"

namespace livewarp {
namespace {

/// What a driver says that cannot share.
constexpr int refused = cudaErrorOperatingSystem;

class GpuDisplayFault : public GpuDisplay {
 protected:
  std::string reason(const char* what) const {
    return std::string(what) + " failed (GL error 304, " + gl_->gl().renderer + ")";
  }
  /// The picture that was drawn stays until the next one has come by another way.
  void expect_next(Display& display, const PictureSpec& spec, DisplayPath path, const char* what) {
    const Bytes bytes = pattern(spec, 6);
    const Buffer source = on_device(bytes);
    publish(display, spec, source);
    EXPECT_FALSE(display.latest().empty()) << "the picture is gone meanwhile";
    EXPECT_TRUE(bytes_of(display.finish()) == bytes);
    EXPECT_EQ(display.status().path, path);
    EXPECT_EQ(display.status().reason, reason(what));
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  }
};

TEST_F(GpuDisplayFault, ARehearsedFailureTakesTheCopyPath) {
  for (const PictureSpec& spec : every_kind()) {
    const auto display = make_display({.cuda = true, .fail_interop = true});
    ASSERT_TRUE(shown(*display, spec, pattern(spec, 5)) == pattern(spec, 5));
    expect_next(*display, spec, DisplayPath::copy, "interop");
  }
}

TEST_F(GpuDisplayFault, WithoutARegistrationPicturesAreCopied) {
  const Fault fault("cudaGraphicsGLRegisterBuffer", 0, refused);
  const auto display = make_display({.cuda = true});
  EXPECT_EQ(display->status().path, DisplayPath::copy);
  for (const PictureSpec& spec : every_kind()) {
    ASSERT_TRUE(shown(*display, spec, pattern(spec, 5)) == pattern(spec, 5));
    expect_next(*display, spec, DisplayPath::copy, "interop");
  }
  EXPECT_EQ(fault.calls(), 1);
}

TEST_F(GpuDisplayFault, FailedInteropTakesTheCopyPathAndSaysWhy) {
  for (const char* call :
       {"cudaGraphicsMapResources", "cudaGraphicsResourceGetMappedPointer", "cudaStreamWaitEvent"})
    for (const PictureSpec& spec : every_kind())
      for (const int at : {0, 2}) {
        const bool by_surface = has_surface(spec) && call != std::string("cudaStreamWaitEvent");
        if (by_surface) continue;  // there a buffer is tried first
        const Bytes first = pattern(spec, 5);
        const auto display = make_display({.cuda = true});
        EXPECT_EQ(display->status().path, DisplayPath::interop) << display->status().reason;
        const Fault fault(call, at, refused);
        for (int k = 0; k < 2; ++k) ASSERT_TRUE(shown(*display, spec, first) == first);
        expect_next(*display, spec, DisplayPath::copy, "interop");
        EXPECT_EQ(fault.failures(), 1) << call;
      }
}

TEST_F(GpuDisplayFault, FailedSurfacesTakeBuffersAndSayWhy) {
  for (const char* call : {"cudaGraphicsGLRegisterImage", "cudaGraphicsMapResources",
                           "cudaGraphicsSubResourceGetMappedArray", "cudaCreateSurfaceObject"})
    for (const PictureSpec& spec : {field_of(300, 200), volume_of(20, 30, 40)})
      for (const int at : {0, 2}) {
        // Each of the two textures is registered once, before there is a third picture.
        if (at == 2 && call == std::string_view("cudaGraphicsGLRegisterImage")) continue;
        const Bytes first = pattern(spec, 5);
        const auto display = make_display({.cuda = true});
        EXPECT_EQ(display->status().path, DisplayPath::interop) << "no surface is needed yet";
        const Fault fault(call, at, refused);
        for (int k = 0; k < 2; ++k) ASSERT_TRUE(shown(*display, spec, first) == first);
        EXPECT_EQ(display->latest().texture != 0, at == 2) << call;
        expect_next(*display, spec, DisplayPath::buffer, "surface");
        EXPECT_EQ(fault.failures(), 1) << call;
      }
}

TEST_F(GpuDisplayFault, WhatNeedsNoSurfaceDoesNotMindThatTheyFail) {
  const Fault fault("cudaGraphicsGLRegisterImage", 0, refused);
  const auto display = make_display({.cuda = true});
  for (const PictureSpec& spec : {points_of(4099), image_of(30, 20)}) {
    const Bytes expected = pattern(spec, 1);
    EXPECT_TRUE(shown(*display, spec, expected) == expected);
  }
  EXPECT_EQ(display->status().path, DisplayPath::interop);
  EXPECT_EQ(display->status().reason, "");
  EXPECT_EQ(fault.calls(), 0);
}

// Surfaces fail at once, buffers at their second picture.
TEST_F(GpuDisplayFault, SurfacesAndBuffersMayFailOneAfterTheOther) {
  const PictureSpec spec = field_of(300, 200);
  const Fault surface("cudaGraphicsMapResources", 0, refused);
  const Fault buffer("cudaGraphicsMapResources", 2, refused);
  const auto display = make_display({.cuda = true});
  const DisplayPath expected[] = {DisplayPath::buffer, DisplayPath::copy, DisplayPath::copy};
  const char* const reasons[] = {"surface", "interop", "interop"};
  for (unsigned k = 0; k < 3; ++k) {
    const Bytes bytes = pattern(spec, k);
    const Buffer source = on_device(bytes);
    publish(*display, spec, source);
    EXPECT_EQ(display->status().path, expected[k]) << k;
    EXPECT_EQ(display->status().reason, reason(reasons[k]));
    EXPECT_TRUE(k == 0 || !display->latest().empty()) << "the picture is gone meanwhile";
    EXPECT_TRUE(bytes_of(display->finish()) == bytes) << k;
  }
}

// What the two ways have in common: without its events there is none of the one, and then the
// other.
TEST_F(GpuDisplayFault, WithoutAnEventTheNextWayIsTaken) {
  const Fault fault("cudaEventCreateWithFlags", 1);
  const auto display = make_display({.cuda = true});
  EXPECT_EQ(display->status().path, DisplayPath::copy);
  EXPECT_EQ(display->status().reason, "cannot make an event: unknown error (cudaErrorUnknown)");
  const PictureSpec spec = points_of(4099);
  EXPECT_TRUE(shown(*display, spec, pattern(spec, 1)) == pattern(spec, 1));
}

TEST_F(GpuDisplayFault, ACopyThatFailsIsToldAndTheNextPictureComes) {
  for (const char* call : {"cudaMemcpyAsync", "cudaEventRecord"})
    for (const PictureSpec& spec : every_kind()) {
      const Bytes first = pattern(spec, 1), second = pattern(spec, 2), third = pattern(spec, 3);
      const auto display = make_display({.wanted = DisplayPath::copy, .cuda = true});
      ASSERT_TRUE(shown(*display, spec, first) == first);
      const Buffer source = on_device(second);
      write_picture(*exec_, spec, display->begin(spec, stream_), source.data());
      {
        const Fault fault(call);
        EXPECT_THROW(display->end(stream_), Error) << call;
      }
      EXPECT_TRUE(bytes_of(display->finish()) == first) << "what was drawn is drawn on";
      EXPECT_TRUE(shown(*display, spec, third) == third);
    }
}

}  // namespace
}  // namespace livewarp
#endif
