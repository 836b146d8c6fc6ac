// The vendor's own transposition: what NPP is told, after docs.nvidia.com/cuda/npp, Transpose.
#pragma once

#include <string>
#include <vector>

#include "kernels/pictures/npp.h"
#include "kernels/transpose/transpose.h"

namespace livewarp {

/// Why NPP cannot compute the problem; empty if it can.
std::string npp_refusal(const Transpose::Problem& problem);

/// A call of NPP, with all that it needs.
struct NppTransposition {
  const std::uint8_t* source = nullptr;
  std::uint8_t* result = nullptr;
  PixelGrid from, to;

  explicit NppTransposition(const Transpose::Step& step);
};

/// The library that transposes.
class NppTranspose {
 public:
  explicit NppTranspose(const std::vector<std::string>& names) : library_(names) {}

  const std::string& missing() const { return library_.missing(); }
  const char* function(const NppTransposition& task) const { return of(task).name(); }
  /// Puts the work on a `cudaStream_t` of the current device. Throws `Error`.
  void transpose(const NppTransposition& task, void* stream) const;

 private:
  using Function = NppFunction<const std::uint8_t*, int, std::uint8_t*, int, NppSize>;
  const Function& of(const NppTransposition& task) const {
    return task.from.channels == 1 ? grey_ : rgba_;
  }

  NppLibrary library_;
  const Function grey_{library_, "nppiTranspose_8u_C1R_Ctx"};
  const Function rgba_{library_, "nppiTranspose_8u_C4R_Ctx"};
};

/// This machine's, looked for at the first call.
const NppTranspose& npp_transpose();

}  // namespace livewarp
