#pragma once

#include <functional>
#include <string>

#include "render/gl/picture.h"

namespace livewarp {

/// What the context of Dear ImGui that is current draws off-screen, by `frame`, which makes one
/// frame of it. Needs a current OpenGL context, which is left as it was. Throws `Error` where the
/// user interface cannot start on it, saying that `what` ("the graph") cannot be drawn.
PixelImage drawn_off_screen(int width, int height, const std::string& what,
                            const std::function<void()>& frame);

}  // namespace livewarp
