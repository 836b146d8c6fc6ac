// The vendor's own scaling: what NPP is told, after docs.nvidia.com/cuda/npp, Image Resize Square
// Pixel (`nppiResizeSqrPixel`).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/pictures/npp.h"
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
};

/// The library that scales.
class NppScaling {
 public:
  explicit NppScaling(const std::vector<std::string>& names);

  const std::string& missing() const { return library_.missing(); }
  const char* function(const NppResize& task) const { return of(task).name(); }
  /// Puts the work on a `cudaStream_t` of the current device. Throws `Error`.
  void resize(const NppResize& task, void* stream) const;

 private:
  using Resize = NppFunction<const std::uint8_t*, NppSize, int, NppRect, std::uint8_t*, int,
                             NppRect, double, double, double, double, int>;
  const Resize& of(const NppResize& task) const { return task.from.channels == 1 ? grey_ : rgba_; }

  NppLibrary library_;
  const Resize grey_{library_, "nppiResizeSqrPixel_8u_C1R_Ctx"};
  const Resize rgba_{library_, "nppiResizeSqrPixel_8u_C4R_Ctx"};
};

/// This machine's, looked for at the first call.
const NppScaling& npp_scaling();

}  // namespace livewarp
