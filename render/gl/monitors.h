#pragma once

#include <optional>
#include <vector>

#include "render/gl/window_place.h"

struct GLFWmonitor;
struct GLFWwindow;

namespace livewarp {

/// A monitor as the window system tells of it.
struct Monitor {
  GLFWmonitor* handle = nullptr;
  ScreenRectangle shows;  ///< of the desktop
};

/// All of them, the desktop's main one first.
std::vector<Monitor> monitors();
/// What they show, in the same order.
std::vector<ScreenRectangle> shown_by(const std::vector<Monitor>& monitors);
/// What panels and bars of the desktop leave of it. Asks the window system: not for every frame.
ScreenRectangle room_on(const Monitor& monitor);

/// Where a window is; empty where the window system does not tell.
std::optional<ScreenRectangle> place_of(GLFWwindow* window);
/// The monitor that holds most of the window; null without any.
GLFWmonitor* monitor_of(GLFWwindow* window);

}  // namespace livewarp
