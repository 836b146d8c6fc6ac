#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/code/kernel_compiler.h"
#include "kernels/core/exec/program_kernels.h"

namespace livewarp {

/// What kernels need on a GPU: of architectures that this program was compiled for from its own
/// file, of others by compiling them.
class KernelCodes {
 public:
  /// This program's, and a compiler that keeps what it made in the user's folder for caches.
  KernelCodes();
  /// `compiler` may be null.
  KernelCodes(ProgramKernels program, std::shared_ptr<const KernelCompiler> compiler)
      : program_(std::move(program)), compiler_(std::move(compiler)) {}

  /// Of kernels of one workload, in their order; empty where nobody knows.
  struct Found {
    std::vector<std::optional<KernelResources>> resources;
    std::string code;  ///< whose they are: "this program's code for 9.0"
  };
  /// Throws `Error` with what stands against it.
  Found find(const std::string& workload, const std::vector<std::string>& kernels,
             int compute) const;
  /// Why nobody knows any kernel's needs on that architecture; empty if somebody does.
  std::string hindrance(int compute) const;
  /// The one that is looked at where none is asked for; its limits are known.
  int usual_architecture() const;
  const ProgramKernels& program() const { return program_; }

 private:
  ProgramKernels program_;
  std::shared_ptr<const KernelCompiler> compiler_;
};

}  // namespace livewarp
