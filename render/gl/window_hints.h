#pragma once

namespace livewarp {

/// Hints of GLFW for the next window: what OpenGL all windows of the program have, nothing of the
/// window before. `debug` asks the driver to report errors in words.
void hint_opengl(bool visible, bool debug = false);

}  // namespace livewarp
