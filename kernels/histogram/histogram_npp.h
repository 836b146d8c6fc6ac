// The vendor's own histogram: what NPP is told, after docs.nvidia.com/cuda/npp, HistogramEven.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "kernels/histogram/histogram.h"
#include "kernels/pictures/npp.h"

namespace livewarp {

/// A call of NPP, with all that it needs.
struct NppCounting {
  const std::uint8_t* source = nullptr;
  std::uint32_t* counts = nullptr;
  void* scratch = nullptr;  ///< of `scratch_bytes`
  PixelGrid grid;

  explicit NppCounting(const Histogram::Step& step);
};

/// The library that counts.
class NppHistogram {
 public:
  explicit NppHistogram(const std::vector<std::string>& names) : library_(names) {}

  const std::string& missing() const { return library_.missing(); }
  const char* function(const NppCounting& task) const {
    return task.grid.channels == 1 ? grey_.name() : rgba_.name();
  }
  /// What it wants beside source and counts on the current device; 0 where it cannot be asked.
  std::size_t scratch_bytes(const PixelGrid& grid) const;
  /// Puts the work on a `cudaStream_t` of the current device. Throws `Error`.
  void count(const NppCounting& task, void* stream) const;

 private:
  NppLibrary library_;
  const NppFunction<NppSize, int, std::size_t*> grey_scratch_{
      library_, "nppiHistogramEvenGetBufferSize_8u_C1R_Ctx"};
  const NppFunction<NppSize, const int*, std::size_t*> rgba_scratch_{
      library_, "nppiHistogramEvenGetBufferSize_8u_C4R_Ctx"};
  const NppFunction<const std::uint8_t*, int, NppSize, std::uint32_t*, int, int, int, void*> grey_{
      library_, "nppiHistogramEven_8u_C1R_Ctx"};
  const NppFunction<const std::uint8_t*, int, NppSize, std::uint32_t* const*, const int*,
                    const int*, const int*, void*>
      rgba_{library_, "nppiHistogramEven_8u_C4R_Ctx"};
};

/// This machine's, looked for at the first call.
const NppHistogram& npp_histogram();

}  // namespace livewarp
