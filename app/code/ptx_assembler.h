#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "kernels/core/exec/occupancy.h"

namespace livewarp {

/// The other compiler for architectures that this program was not built for: ptxas, a program found
/// at run time, makes machine code of the PTX that this program's file holds. Threads may share
/// one.
class PtxAssembler {
 public:
  /// None.
  PtxAssembler() = default;
  /// `program`: the file with the PTX; of `tools` the first that is there is called.
  PtxAssembler(std::filesystem::path program, const std::vector<std::string>& tools);
  /// What LIVEWARP_PTXAS names, or else where tools of CUDA are.
  static std::vector<std::string> usual_tools();

  /// Why it cannot compile for that architecture; empty if it can.
  std::string hindrance(int compute) const;
  /// "ptxas 13.0 for 8.6, from PTX for 7.5"
  std::string name(int compute) const;
  /// "13.0.88", and the architecture of the PTX: what was compiled by another is another.
  std::string version(int compute) const;

  /// What kernels need, by their plain names; those whose PTX is not there lack. Throws `Error`
  /// with ptxas's complaint.
  std::map<std::string, KernelResources> compile(const std::vector<std::string>& kernels,
                                                 int compute) const;

 private:
  /// Read when first asked for.
  struct Known {
    std::vector<int> architectures;  ///< of the PTX, ascending
    std::string version, reason;     ///< of ptxas; why there is nothing to assemble
  };
  const Known& known() const;
  int source_for(int compute) const;  ///< 0: none

  std::filesystem::path program_;
  std::string tool_;
  mutable std::mutex asked_;
  mutable std::optional<Known> known_;
};

}  // namespace livewarp
