#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "kernels/core/exec/nvrtc.h"
#include "kernels/core/exec/occupancy.h"

namespace livewarp {

/// Compiles kernels for architectures that this program was not built for, and keeps what they need
/// in a folder, so that it is asked for once.
class KernelCompiler {
 public:
  /// `cache` is made when there is something to keep; empty: nothing is kept.
  explicit KernelCompiler(std::filesystem::path cache) : cache_(std::move(cache)) {}
  KernelCompiler(std::filesystem::path cache, const std::vector<std::string>& libraries)
      : cache_(std::move(cache)), nvrtc_(libraries) {}

  /// Why it cannot compile for that architecture; empty if it can.
  std::string hindrance(int compute) const;
  /// "NVRTC 13.0 for 8.6"
  std::string name(int compute) const;

  /// What kernels of a workload need, in their order; empty of one that is not among what was
  /// compiled. Throws `Error` with the compiler's complaint. Takes seconds where nothing is kept.
  std::vector<std::optional<KernelResources>>
  compile(const std::string& workload, const std::vector<std::string>& kernels, int compute) const;

  /// PTX and machine code of kernels of a workload, with the lines of their sources; nothing is
  /// kept. Throws `Error` likewise.
  using Code = Nvrtc::Code;
  Code code(const std::string& workload, const std::vector<std::string>& kernels,
            int compute) const;

 private:
  using Kept = std::map<std::string, KernelResources>;  ///< by plain name
  Kept make(const std::string& workload, const std::vector<std::string>& kernels,
            int compute) const;
  std::filesystem::path file_of(const std::string& workload, int compute) const;

  std::filesystem::path cache_;
  Nvrtc nvrtc_;
};

}  // namespace livewarp
