#include "app/code/kernel_codes.h"

#include <algorithm>

#include "app/base/platform.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/exec/waves.h"

namespace livewarp {

namespace {

std::string architectures_text(const ProgramKernels& program) {
  std::vector<std::string> all;
  for (const int architecture : program.architectures()) all.push_back(compute_text(architecture));
  return joined(all);
}

}  // namespace

KernelCodes::KernelCodes()
    : KernelCodes(ProgramKernels(program_path().string()),
                  std::make_shared<const KernelCompiler>(cache_folder())) {}

std::string KernelCodes::hindrance(int compute) const {
  if (program_.code_for(compute) != 0) return {};
  const std::string compiler = compiler_ ? compiler_->hindrance(compute) : "nothing compiles here";
  if (compiler.empty()) return {};
  const std::string program = program_.reason().empty() ? "this program was compiled for " +
                                                              architectures_text(program_) +
                                                              ", not for " + compute_text(compute)
                                                        : program_.reason();
  return program + "; " + compiler;
}

int KernelCodes::usual_architecture() const {
  const std::vector<int> built = program_.architectures();
  const std::vector<SmLimits>& known = known_sm_limits();
  for (auto newest = built.rbegin(); newest != built.rend(); ++newest)
    if (std::ranges::find(known, *newest, &SmLimits::compute) != known.end()) return *newest;
  for (const SmLimits& limits : known)
    if (hindrance(limits.compute).empty()) return limits.compute;
  return known_sm_limits().front().compute;
}

KernelCodes::Found KernelCodes::find(const std::string& workload,
                                     const std::vector<std::string>& kernels, int compute) const {
  if (const std::string reason = hindrance(compute); !reason.empty()) throw Error(reason);
  Found found;
  const int code = program_.code_for(compute);
  if (code == 0) {
    found.code = compiler_->name(compute);
    found.resources = compiler_->compile(workload, kernels, compute);
    return found;
  }
  found.code = "this program's code for " + compute_text(code);
  for (const std::string& kernel : kernels) {
    const KernelResources* const known = program_.find(kernel, code);
    found.resources.push_back(known ? std::optional(*known) : std::nullopt);
  }
  return found;
}

}  // namespace livewarp
