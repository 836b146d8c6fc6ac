#include <array>
#include <string_view>

#include "kernels/core/error.h"
#include "kernels/core/verification.h"

namespace livewarp {

namespace {

/// The one table of caps. An empty workload means any that has no line of its own. What is left
/// after rounding differs by workload: N-body sums thousands of terms, heat averages five. Scaling and
/// convolution count in levels of grey: half a level is the rounding to bytes. What only moves or counts
/// has nothing to round.
struct Cap {
  std::string_view workload, precision;
  double cuda_rms, cuda_worst, cpu_rms, cpu_worst;
};

constexpr std::array caps{
    Cap{"nbody", "fp32", 5e-6, 1e-4, 1e-6, 1e-4},
    Cap{"nbody", "fp64", 1e-12, 1e-10, 1e-12, 1e-10},
    Cap{"heat", "fp32", 1e-6, 1e-5, 1e-6, 1e-5},
    Cap{"heat", "fp64", 1e-14, 1e-12, 1e-14, 1e-12},
    Cap{"heat", "half", 1e-3, 1e-2, 1e-3, 1e-2},
    Cap{"scaling", "fp32", 0.51, 0.51, 0.51, 0.51},
    Cap{"convolution", "fp32", 0.51, 0.51, 0.51, 0.51},
    Cap{"transpose", "fp32", 0, 0, 0, 0},
    Cap{"histogram", "fp32", 0, 0, 0, 0},
    Cap{"", "fp32", 1e-6, 1e-5, 1e-6, 1e-5},
    Cap{"", "fp64", 1e-12, 1e-10, 1e-12, 1e-10},
    Cap{"", "half", 1e-3, 1e-2, 1e-3, 1e-2},
};

}  // namespace

Tolerance tolerance_cap(const std::string& workload, Backend backend,
                        const std::string& precision) {
  for (const Cap& cap : caps) {
    if (cap.precision != precision || !(cap.workload.empty() || cap.workload == workload)) continue;
    if (backend == Backend::cuda) return {cap.cuda_rms, cap.cuda_worst, {}};
    return {cap.cpu_rms, cap.cpu_worst, {}};
  }
  throw Error("precision " + precision + ": known are fp32, fp64, half");
}

}  // namespace livewarp
