#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/core/exec/occupancy.h"

namespace livewarp {

/// What the compiler made of the kernels in a program's own file: registers, shared bytes and local
/// memory of each, for every architecture for which it holds machine code. Read from the file, so
/// that a machine without a GPU and without a toolkit knows them.
///
/// PTX is passed over; compressed machine code needs libzstd (see fat_binary.h).
class ProgramKernels {
 public:
  ProgramKernels() = default;
  /// Never throws: what cannot be read becomes a reason.
  explicit ProgramKernels(const std::string& file);

  /// Compute capabilities that there is machine code for, ascending: 90 = 9.0.
  std::vector<int> architectures() const;
  /// The one whose code a GPU of that compute capability runs: its own, or an older one of the same
  /// generation; 0: none.
  int code_for(int compute) const;
  /// Of a kernel in the code for exactly that architecture, by `KernelRef::name`; null if there is
  /// none.
  const KernelResources* find(std::string_view kernel, int code) const;
  /// Why there are none; empty if there are.
  const std::string& reason() const { return reason_; }

 private:
  void read(const std::string& file);

  std::map<int, std::map<std::string, KernelResources, std::less<>>> kernels_;
  std::string reason_ = "no program was read";
};

}  // namespace livewarp
