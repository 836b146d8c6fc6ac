#include "render/gl/monitors.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace livewarp {

std::vector<Monitor> monitors() {
  int count = 0;
  GLFWmonitor** all = glfwGetMonitors(&count);
  std::vector<Monitor> found;
  for (int k = 0; k < count; ++k) {
    const GLFWvidmode* mode = glfwGetVideoMode(all[k]);
    if (!mode) continue;
    Monitor monitor{all[k], {0, 0, mode->width, mode->height}};
    glfwGetMonitorPos(all[k], &monitor.shows.x, &monitor.shows.y);
    found.push_back(monitor);
  }
  return found;
}

std::vector<ScreenRectangle> shown_by(const std::vector<Monitor>& monitors) {
  std::vector<ScreenRectangle> shown;
  for (const Monitor& monitor : monitors) shown.push_back(monitor.shows);
  return shown;
}

ScreenRectangle room_on(const Monitor& monitor) {
  ScreenRectangle room;
  glfwGetMonitorWorkarea(monitor.handle, &room.x, &room.y, &room.width, &room.height);
  return room.width > 0 && room.height > 0 ? room : monitor.shows;
}

std::optional<ScreenRectangle> place_of(GLFWwindow* window) {
  if (GLFWmonitor* full = glfwGetWindowMonitor(window))
    for (const Monitor& monitor : monitors())
      if (monitor.handle == full) return monitor.shows;
  ScreenRectangle place;
  glfwGetError(nullptr);
  glfwGetWindowPos(window, &place.x, &place.y);
  if (glfwGetError(nullptr) != GLFW_NO_ERROR) return {};  // Wayland keeps that to itself
  glfwGetWindowSize(window, &place.width, &place.height);
  return place;
}

GLFWmonitor* monitor_of(GLFWwindow* window) {
  if (GLFWmonitor* full = glfwGetWindowMonitor(window)) return full;
  const std::vector<Monitor> all = monitors();
  const auto found = monitor_of(shown_by(all), place_of(window).value_or(ScreenRectangle{}));
  return found ? all[*found].handle : nullptr;
}

}  // namespace livewarp
