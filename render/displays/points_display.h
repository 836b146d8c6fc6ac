#pragma once

#include <memory>

#include "render/displays/display.h"

namespace livewarp {

/// Carries points as finished pictures of the latest look (`Display::look_at_points`), everything
/// else as `carrier` does. Drawn by the current CUDA device, which writes them too.
std::unique_ptr<Display> make_cuda_points_display(std::unique_ptr<Display> carrier);
/// The same for executors on the host: drawn on its cores, by the thread of the OpenGL context.
std::unique_ptr<Display> make_host_points_display();

}  // namespace livewarp
