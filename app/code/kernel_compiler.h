#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/code/ptx_assembler.h"
#include "kernels/core/exec/nvrtc.h"
#include "kernels/core/exec/occupancy.h"

namespace livewarp {

/// How registers are dealt out to a kernel around another.
struct TracedBounds {
  int threads = 0;           ///< of a block at most; 0: as the compiler does where none is given
  int blocks = 0;            ///< that shall fit a multiprocessor
  bool in_register = false;  ///< one is left for when a block began: it is faster than memory
};

/// Compiles kernels for architectures that this program was not built for, and keeps what they need
/// in a folder, so that it is asked for once: by NVRTC, or, where there is none, by ptxas from the
/// PTX that this program holds.
class KernelCompiler {
 public:
  /// `cache` is made when there is something to keep; empty: nothing is kept.
  explicit KernelCompiler(std::filesystem::path cache);
  /// `libraries`: where NVRTC may be; without `program`, the file with PTX, and `assemblers` it is
  /// the one compiler.
  KernelCompiler(std::filesystem::path cache, const std::vector<std::string>& libraries,
                 std::filesystem::path program = {},
                 const std::vector<std::string>& assemblers = {})
      : cache_(std::move(cache)), nvrtc_(libraries), ptxas_(std::move(program), assemblers) {}

  /// Why it cannot tell what kernels need on that architecture; empty if it can.
  std::string hindrance(int compute) const;
  /// Why it cannot make code of their sources, which NVRTC alone does.
  std::string code_hindrance(int compute) const;
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

  /// Machine code of kernels of a text that a user is writing, which includes what it needs of the
  /// kernels' files; nothing is kept. Throws `Error` where the compiler itself cannot.
  using Attempt = Nvrtc::Attempt;
  Attempt attempt(const std::string& text, const std::vector<std::string>& kernels, int compute,
                  const std::vector<std::string>& options = {}) const;
  /// Compute capabilities that code can be made for; none without NVRTC.
  std::vector<int> architectures() const { return nvrtc_.architectures(); }

  /// Machine code of kernels around kernels of a workload, whose blocks note where and when they
  /// ran (kernels/core/device/traced_block.cuh), in no order; nothing is kept. Throws `Error`
  /// likewise.
  std::vector<std::byte> traced(const std::string& workload,
                                const std::vector<std::string>& kernels, TracedBounds bounds,
                                int compute) const;

 private:
  using Kept = std::map<std::string, KernelResources>;  ///< by plain name
  Kept make(const std::string& workload, const std::vector<std::string>& kernels,
            int compute) const;
  std::filesystem::path file_of(const std::string& workload, int compute) const;

  std::filesystem::path cache_;
  Nvrtc nvrtc_;
  PtxAssembler ptxas_;
};

}  // namespace livewarp
