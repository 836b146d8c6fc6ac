#include "kernels/core/exec/program_kernels.h"

#include <algorithm>
#include <exception>
#include <span>

#include "kernels/core/exec/cubin.h"
#include "kernels/core/exec/fat_binary.h"

namespace livewarp {

ProgramKernels::ProgramKernels(const std::string& file) {
  try {
    read(file);
  } catch (const std::exception& error) {
    kernels_.clear();  // all or none: a part of them would be told as the whole
    reason_ = error.what();
  }
}

void ProgramKernels::read(const std::string& file) {
  const std::vector<std::byte> fat = fat_binary_of(file);
  for_fat_entries(fat, [&](const FatEntry& entry) {
    if (entry.ptx) return;
    const std::string code = code_of(entry);
    for (CubinKernel& kernel : cubin_kernels(std::as_bytes(std::span(code)), entry.architecture))
      kernels_[entry.architecture].emplace(plain_kernel_name(kernel.symbol), kernel.resources);
  });
  // An architecture that a group of kernels alone is compiled for is none of the program's.
  std::size_t most = 0;
  for (const auto& [architecture, kernels] : kernels_) most = std::max(most, kernels.size());
  std::erase_if(kernels_, [&](const auto& entry) { return entry.second.size() < most / 2; });
  reason_ = kernels_.empty() ? "this program holds no machine code, only PTX" : "";
}

std::vector<int> ProgramKernels::architectures() const {
  std::vector<int> all;
  for (const auto& [architecture, kernels] : kernels_) all.push_back(architecture);
  return all;
}

int ProgramKernels::code_for(int compute) const {
  int best = 0;
  for (const auto& [architecture, kernels] : kernels_)
    if (architecture / 10 == compute / 10 && architecture <= compute) best = architecture;
  return best;
}

const KernelResources* ProgramKernels::find(std::string_view kernel, int code) const {
  const auto of_code = kernels_.find(code);
  if (of_code == kernels_.end()) return nullptr;
  const auto found = of_code->second.find(plain_kernel_name(kernel));
  return found == of_code->second.end() ? nullptr : &found->second;
}

}  // namespace livewarp
