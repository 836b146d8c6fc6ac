#include "render/gl/window_hints.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace livewarp {

void hint_opengl(bool visible, bool debug) {
  glfwDefaultWindowHints();
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, debug ? GLFW_TRUE : GLFW_FALSE);
  glfwWindowHint(GLFW_VISIBLE, visible ? GLFW_TRUE : GLFW_FALSE);
  // On the whole of the hall's screen it stays there while somebody uses another window.
  glfwWindowHint(GLFW_AUTO_ICONIFY, GLFW_FALSE);
  glfwWindowHint(GLFW_DEPTH_BITS, 0);
  glfwWindowHint(GLFW_STENCIL_BITS, 0);
  glfwWindowHint(GLFW_SRGB_CAPABLE, GLFW_FALSE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_FALSE);
  // By this name a desktop finds the icon of packaging/livewarp.desktop.
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "livewarp");
  glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "livewarp");
}

}  // namespace livewarp
