// NVIDIA Performance Primitives (NPP), the vendor's own scaling: loaded at run time, and described
// here as far as it is used, after docs.nvidia.com/cuda/npp, Image Resize Square Pixel
// (`nppiResizeSqrPixel`).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/scaling/scaling.h"

namespace livewarp {

/// By what NPP finds a pixel's position in the source, texel k having its centre at k:
/// u = (x + 0.5 - x_shift) / x_factor - 0.5, and v alike.
struct NppPlace {
  double x_factor = 1, y_factor = 1, x_shift = 0, y_shift = 0;
};
/// Of a map that is straight.
NppPlace npp_place(const ScalingMap& map);

/// Why NPP cannot compute the problem, or not so that the reference proves it; empty if it can.
std::string npp_refusal(const Scaling::Problem& problem);

/// A call of NPP, with all that it needs.
struct NppResize {
  const std::uint8_t* source = nullptr;
  std::uint8_t* result = nullptr;
  PixelGrid from, to;
  NppPlace place;
  int interpolation = 0;  ///< NppiInterpolationMode

  explicit NppResize(const Scaling::Step& step);
  const char* function() const;  ///< its name in the library
};

/// What a status other than 0 says: "nppi...: status -24, ...".
std::string npp_status_text(const char* function, int status);

/// The library.
class Npp {
 public:
  /// Takes the first of these that is there.
  explicit Npp(const std::vector<std::string>& names);
  ~Npp();
  Npp(const Npp&) = delete;
  Npp& operator=(const Npp&) = delete;

  /// Why it cannot be called, and what to do; empty if it can.
  const std::string& missing() const { return missing_; }
  /// Puts the work on a `cudaStream_t` of the current device. Throws `Error`.
  void resize(const NppResize& task, void* stream) const;

 private:
  struct Size;
  struct Rect;
  struct StreamContext;
  using Resize = int (*)(const std::uint8_t*, Size, int, Rect, std::uint8_t*, int, Rect, double,
                         double, double, double, int, StreamContext);
  struct Closer {
    void operator()(void* library) const;
  };

  static StreamContext context_on(void* stream);
  void load(const std::vector<std::string>& names);
  Resize find(const char* name);

  std::unique_ptr<void, Closer> library_;
  Resize grey_ = nullptr, rgba_ = nullptr;
  std::string missing_;
};

/// This machine's, looked for at the first call.
const Npp& npp();

}  // namespace livewarp
