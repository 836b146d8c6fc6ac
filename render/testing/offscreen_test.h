#pragma once

#include <optional>

#include <gtest/gtest.h>

#include "kernels/core/base/error.h"
#include "render/gl/offscreen.h"

namespace livewarp::test {

/// A test with an OpenGL context of its own, of any renderer, in which no error may be left behind.
/// Where there is none it is skipped.
class OffscreenTest : public testing::Test {
 protected:
  void SetUp() override {
    try {
      gl_.emplace(OffscreenOptions{.cuda_device = -1, .debug = true});
    } catch (const Error& error) {
      GTEST_SKIP() << error.what();
    }
  }
  void TearDown() override {
    if (!gl_) return;
    gl_->make_current();
    gl_->poll_errors();
    EXPECT_EQ(gl_->gl_errors(), 0) << gl_->first_gl_error();
  }

  std::optional<Offscreen> gl_;
};

}  // namespace livewarp::test
