#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "kernels/core/exec/executors.h"

namespace livewarp {

/// Machine code of kernels that stand in for the program's, for the present GPU.
struct ReplacingCode {
  std::vector<std::byte> cubin;
  std::map<std::string, std::string> symbols;  ///< of the program's kernels, by `KernelRef::name`
};

/// A CUDA executor that launches those in place of the program's of the same name. Every such
/// launch is counted in `replaced`. Throws `Error` where the code cannot be loaded.
std::unique_ptr<CudaExec> make_replacing_exec(const ReplacingCode& code,
                                              std::shared_ptr<std::size_t> replaced,
                                              std::stop_token stop = {});

}  // namespace livewarp
