// The vendor's own blur: what NPP is told, after docs.nvidia.com/cuda/npp,
// FilterGaussAdvancedBorder.
#pragma once

#include <string>
#include <vector>

#include "kernels/convolution/convolution.h"
#include "kernels/pictures/npp.h"

namespace livewarp {

/// A call of NPP, with all that it needs.
struct NppBlurring {
  const std::uint8_t* source = nullptr;
  std::uint8_t* result = nullptr;
  PixelGrid grid;
  int taps = 3;                ///< of one direction; NPP takes three or more
  float* weights = nullptr;    ///< as many, in memory that the GPU reaches
  std::vector<float> written;  ///< what is to be written there before; empty if it is there

  explicit NppBlurring(const Convolution::Step& step);
};

/// The library that blurs.
class NppBlur {
 public:
  explicit NppBlur(const std::vector<std::string>& names) : library_(names) {}

  const std::string& missing() const { return library_.missing(); }
  const char* function(const NppBlurring& task) const { return of(task).name(); }
  /// Puts the work on a `cudaStream_t` of the current device. Throws `Error`.
  void blur(const NppBlurring& task, void* stream) const;

 private:
  using Function = NppFunction<const std::uint8_t*, int, NppSize, NppPoint, std::uint8_t*, int,
                               NppSize, int, const float*, int>;
  const Function& of(const NppBlurring& task) const {
    return task.grid.channels == 1 ? grey_ : rgba_;
  }

  NppLibrary library_;
  const Function grey_{library_, "nppiFilterGaussAdvancedBorder_8u_C1R_Ctx"};
  const Function rgba_{library_, "nppiFilterGaussAdvancedBorder_8u_C4R_Ctx"};
};

/// This machine's, looked for at the first call.
const NppBlur& npp_blur();

}  // namespace livewarp
