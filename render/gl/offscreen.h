#pragma once

#include <memory>
#include <string>

#include "render/gl/gl_info.h"

namespace livewarp {

struct OffscreenOptions {
  /// Prefer the OpenGL of the GPU that runs this CUDA device; -1: no CUDA is used, Mesa comes
  /// first.
  int cuda_device = -1;
  bool debug = false;  ///< asks the driver to report errors in words
};

/// An OpenGL 4.5 core context without display and window, through EGL; current on the thread that
/// makes it. Drawing goes into textures. The libraries are opened at run time.
class Offscreen {
 public:
  /// Throws `Error` where no EGL device offers OpenGL 4.5, with what each of them said.
  explicit Offscreen(const OffscreenOptions& options = {});
  Offscreen(Offscreen&&) noexcept;
  Offscreen& operator=(Offscreen&&) noexcept;
  ~Offscreen();

  void make_current();
  const GlInfo& gl() const;
  /// How the context was found: "EGL device 0", "EGL surfaceless".
  const std::string& device() const;
  void poll_errors();  ///< to be called now and then, for the count
  int gl_errors() const;
  const std::string& first_gl_error() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace livewarp
