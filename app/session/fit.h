#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "kernels/core/base/machine.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

/// A size that moves well on this machine.
struct Fitted {
  Choice choice;
  std::string text;  ///< "N 12,288 fitted to this machine"; empty if nothing was changed
};

/// How far a size is fitted.
struct FitLimits {
  double target_ms = 0;     ///< that a step takes at most
  std::int64_t growth = 1;  ///< of the default size at most
  std::size_t room = 0;     ///< bytes that a run allocates at most; 0: any
};

/// Milliseconds that a step of a choice should take; 0 unknown.
using StepTimer = std::function<double(const Choice&)>;

/// Sets the workload's size parameter so that a step of `choice` is timed within the target, among
/// powers of two and one and a half times them, never above `growth` times the default and `growth`
/// squared times its work: a cube grows less than its edge may. A clock's word varies: the size
/// that was fitted `before` stays unless it is clearly too large or too small.
Fitted fit_size(const Workload& workload, const Choice& choice, const StepTimer& timer,
                const FitLimits& limits, std::optional<std::int64_t> before = {});

/// Sizes that earlier starts of the program have fitted, by what they depend on.
class FittedSizes {
 public:
  /// Reads them from a file, which may not be there; an empty path: none are kept.
  explicit FittedSizes(std::filesystem::path file = {});
  std::optional<std::int64_t> find(const std::string& key) const;
  /// Where the file cannot be written, it is known until the program ends.
  void keep(const std::string& key, std::int64_t size);

 private:
  std::filesystem::path file_;
  std::map<std::string, std::int64_t> sizes_;
};

/// What a window starts a workload with: a step takes at most 8 ms of a GPU or 12 ms of a CPU, and
/// the size grows by 8 or 2 at most, and takes no more than half of what a GPU has free. The same
/// machine gets the same size at every start.
Fitted fit_to_machine(const Workload& workload, const Choice& choice, const Machine& machine,
                      FittedSizes& sizes);
using Fitter = std::function<Fitted(const Workload&, const Choice&)>;

}  // namespace livewarp
