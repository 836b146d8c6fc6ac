#include "render/gl/offscreen.h"

#include <cstdlib>
#include <optional>

#include <glad/gl.h>
#include <gtest/gtest.h>

#include "kernels/core/base/error.h"

namespace livewarp {
namespace {

std::optional<Offscreen> context(bool debug) {
  try {
    return Offscreen({.cuda_device = -1, .debug = debug});
  } catch (const Error&) {
    return std::nullopt;
  }
}

TEST(OffscreenTest, OffersOpenGl45) {
  const auto gl = context(false);
  if (!gl) GTEST_SKIP() << "no EGL device with OpenGL 4.5";
  EXPECT_GE(10 * gl->gl().major + gl->gl().minor, 45);
  EXPECT_FALSE(gl->gl().renderer.empty());
  EXPECT_FALSE(gl->device().empty());
  EXPECT_EQ(gl->gl_errors(), 0);
}

TEST(OffscreenTest, CountsErrorsInBothKindsOfContext) {
  for (const bool debug : {false, true}) {
    auto gl = context(debug);
    if (!gl) GTEST_SKIP() << "no EGL device with OpenGL 4.5";
    glEnable(0xFFFF);
    gl->poll_errors();
    EXPECT_EQ(gl->gl_errors(), 1) << "debug " << debug;
    EXPECT_FALSE(gl->first_gl_error().empty());
    gl->poll_errors();
    EXPECT_EQ(gl->gl_errors(), 1) << "counted twice, debug " << debug;
  }
}

TEST(OffscreenTest, ComesAndGoesManyTimes) {
  for (int k = 0; k < 5; ++k) {
    auto gl = context(false);
    if (!gl) GTEST_SKIP() << "no EGL device with OpenGL 4.5";
    Offscreen moved = std::move(*gl);
    moved.make_current();
    EXPECT_NE(glGetString(GL_VERSION), nullptr);
  }
}

TEST(OffscreenTest, TwoAtATimeDoNotDisturbEachOther) {
  auto one = context(true), other = context(true);
  if (!one || !other) GTEST_SKIP() << "no EGL device with OpenGL 4.5";
  one->make_current();
  glEnable(0xFFFF);
  one->poll_errors();
  other.reset();
  EXPECT_NE(glGetString(GL_VERSION), nullptr);
  one->poll_errors();
  EXPECT_EQ(one->gl_errors(), 1);
}

TEST(OffscreenTest, NamesWhatEachDeviceLacks) {
  // Mesa lets itself be made older, if it is the first that a process asks of it; other drivers do
  // not.
  setenv("MESA_GL_VERSION_OVERRIDE", "3.3", 1);
  std::string words;
  try {
    Offscreen gl;
  } catch (const Error& error) {
    words = error.what();
    EXPECT_FALSE(error.advice().empty());
  }
  unsetenv("MESA_GL_VERSION_OVERRIDE");
  if (words.empty()) GTEST_SKIP() << "OpenGL cannot be made older here";
  EXPECT_NE(words.find("no off-screen OpenGL"), std::string::npos) << words;
  EXPECT_TRUE(words.find("EGL surfaceless: ") != std::string::npos ||
              words.find("libEGL") != std::string::npos)
      << words;
}

}  // namespace
}  // namespace livewarp
