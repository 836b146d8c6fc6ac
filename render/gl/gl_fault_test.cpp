// What the owners of OpenGL's and EGL's objects do when a call of theirs fails.
#include <cstring>
#include <functional>
#include <optional>
#include <string>

#include <glad/gl.h>
#include <gtest/gtest.h>

#include "kernels/core/base/error.h"
#include "kernels/core/base/fault.h"
#include "render/displays/display.h"
#include "render/gl/gl_objects.h"
#include "render/gl/offscreen.h"
#include "render/passes/probe.h"
#include "render/testing/offscreen_test.h"

namespace livewarp {
namespace {

/// What is told of a failure, with the advice in brackets; empty if there is none.
template <class F>
std::string error_of(F&& use) {
  try {
    use();
  } catch (const Error& error) {
    return std::string(error.what()) + " [" + error.advice() + "]";
  }
  return {};
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

class GlFault : public test::OffscreenTest {
 protected:
  /// Of the names that a test comes to.
  static int objects() {
    int count = 0;
    for (GLuint name = 1; name < 1000; ++name)
      count += glIsBuffer(name) + glIsTexture(name) + glIsFramebuffer(name) + glIsQuery(name) +
               glIsVertexArray(name) + glIsShader(name) + glIsProgram(name);
    return count;
  }
};

struct Made {
  const char* call;
  std::function<GlObject()> make;
  const char* told;
};

TEST_F(GlFault, WhatIsNotMadeIsTold) {
  const auto texture = [] { return make_texture(GL_RGBA8, 31, 17, false); };
  const auto volume = [] { return make_volume_texture(GL_R16, 5, 6, 7); };
  const auto program = [] { return make_program("fullscreen.vert", "image.frag"); };
  const auto filled = [] {
    GlObject buffer = make_buffer();
    fill_buffer(buffer.name(), 4096, nullptr);
    return buffer;
  };
  for (const Made& one :
       {Made{"glCreateBuffers", make_buffer, "makes no buffer"},
        {"glCreateVertexArrays", make_vertex_array, "makes no vertex array"},
        {"glCreateQueries", make_timestamp_query, "makes no query"},
        {"glCreateFramebuffers", make_framebuffer, "makes no framebuffer"},
        {"glCreateTextures", make_buffer_texture, "makes no texture"},
        {"glCreateTextures", texture, "makes no texture"},
        {"glTextureStorage2D", texture, "no room for a picture of 31 x 17 pixels on "},
        {"glCreateTextures", volume, "makes no texture"},
        {"glTextureStorage3D", volume, "no room for a volume of 5 x 6 x 7 cells on "},
        {"glNamedBufferData", filled, "no room for a picture of 4 KiB on "},
        {"glCreateShader", program, "makes no shader"},
        {"glCompileShader", program, "shader fullscreen.vert does not compile on "},
        {"glCreateProgram", program, "makes no program"},
        {"glLinkProgram", program, "shaders fullscreen.vert and image.frag do not link on "}}) {
    const int before = objects();
    {
      const Fault fault(one.call);
      const std::string told = error_of(one.make);
      EXPECT_TRUE(has(told, one.told)) << one.call << ": " << told;
      EXPECT_TRUE(has(told, gl_->gl().renderer)) << told;
      EXPECT_FALSE(has(told, "[]")) << one.call << " has no advice";
      EXPECT_EQ(fault.failures(), 1) << one.call;
    }
    EXPECT_EQ(objects(), before) << one.call;
    const GlObject next = one.make();
    EXPECT_NE(next.name(), 0u) << one.call;
    EXPECT_EQ(objects(), before + 1) << one.call;
  }
}

TEST_F(GlFault, ACanvasStaysAsItWas) {
  Canvas canvas;
  canvas.resize(GL_RGBA8, 8, 8, false);
  const unsigned texture = canvas.texture(), framebuffer = canvas.framebuffer();
  const int before = objects();
  for (const char* call : {"glCreateTextures", "glTextureStorage2D", "glCreateFramebuffers",
                           "glCheckNamedFramebufferStatus"}) {
    const Fault fault(call);
    EXPECT_NE(error_of([&] { canvas.resize(GL_RGBA8, 16, 16, false); }), "") << call;
    EXPECT_EQ(canvas.width(), 8) << call;
    EXPECT_EQ(canvas.made(), 1) << call;
    EXPECT_EQ(canvas.texture(), texture) << call;
    EXPECT_EQ(canvas.framebuffer(), framebuffer) << call;
    EXPECT_EQ(objects(), before) << call;
  }
  canvas.resize(GL_RGBA8, 16, 16, false);
  EXPECT_EQ(canvas.width(), 16);
  EXPECT_EQ(canvas.made(), 2);
  EXPECT_EQ(objects(), before);
}

TEST_F(GlFault, WithoutAFenceOneWaits) {
  const Fault fault("glFenceSync");
  EXPECT_TRUE(GlFence().reached());
  EXPECT_TRUE(GlFence().reached(std::chrono::seconds(10)));
  EXPECT_EQ(fault.calls(), 2);
}

TEST_F(GlFault, AProberNeedsItsMemory) {
  const int before = objects();
  const Fault fault("glMapNamedBufferRange");
  EXPECT_TRUE(has(error_of([] { Prober prober; }), "OpenGL gives no memory to read pixels into"));
  EXPECT_EQ(objects(), before);
  EXPECT_EQ(error_of([] { Prober prober; }), "");
}

TEST_F(GlFault, AnUploadThatFailsLeavesTheDrawnPicture) {
  const auto display = make_display({});
  const auto write = [&](std::int64_t count, int byte) {
    const PictureSpec spec{PictureKind::points, count, 0, 0};
    std::memset(display->begin(spec, nullptr).memory, byte, spec.bytes());
    display->end(nullptr);
  };
  write(10, 1);
  const GlPicture drawn = display->latest();
  write(20, 2);
  {
    const Fault fault("glNamedBufferData");
    EXPECT_TRUE(has(error_of([&] { display->latest(); }), "no room for a picture of "));
  }
  EXPECT_EQ(display->latest().generation, drawn.generation);
  write(30, 3);
  EXPECT_EQ(display->latest().spec.count, 30);
}

TEST_F(GlFault, AContextTellsWhatEachWayLacks) {
  struct Case {
    const char *call, *told;
  };
  for (const Case& one : {Case{"eglGetPlatformDisplayEXT", "EGL surfaceless: not offered"},
                          {"eglInitialize", "EGL surfaceless: EGL error 0x"},
                          {"eglBindAPI", "EGL surfaceless: no desktop OpenGL"},
                          {"eglChooseConfig", "EGL surfaceless: no pixel format for OpenGL"},
                          {"eglCreateContext", "EGL surfaceless: no OpenGL 4.5 (EGL error 0x"},
                          {"eglMakeCurrent", "EGL surfaceless: EGL error 0x"},
                          {"gladLoadGL", "EGL surfaceless: the functions of OpenGL 4.5"}}) {
    const Fault fault(one.call, 0, Fault::unknown, 100);
    const Fault display("eglGetDisplay", 0, Fault::unknown, 100);  // the last way
    const std::string told = error_of([] { Offscreen context; });
    EXPECT_TRUE(has(told, "no off-screen OpenGL 4.5 (")) << one.call << ": " << told;
    EXPECT_TRUE(has(told, one.told)) << one.call << ": " << told;
    EXPECT_TRUE(has(told, "EGL default display: not offered")) << told;
    EXPECT_TRUE(has(told, "[Install a GPU driver")) << told;
    EXPECT_GT(fault.failures(), 0) << one.call;
  }
  gl_->make_current();  // others are not harmed
  EXPECT_NE(glGetString(GL_VERSION), nullptr);
  const Offscreen next;
  EXPECT_FALSE(next.gl().renderer.empty());
}

TEST_F(GlFault, AContextTakesTheNextWay) {
  const Fault fault("eglCreateContext");
  try {
    const Offscreen next({.cuda_device = -1});
    EXPECT_NE(next.device(), gl_->device());
    EXPECT_EQ(fault.failures(), 1);
    EXPECT_NE(glGetString(GL_VERSION), nullptr);
  } catch (const Error&) {
    GTEST_SKIP() << "there is one way alone to OpenGL here";
  }
}

TEST_F(GlFault, WithoutItsLibraryThereIsNoContext) {
  const Fault fault("gladLoaderLoadEGL");
  EXPECT_TRUE(has(error_of([] { Offscreen context; }), "the library libEGL.so.1 is not there"));
  EXPECT_EQ(error_of([] { Offscreen context; }), "");
}

}  // namespace
}  // namespace livewarp
