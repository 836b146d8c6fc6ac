#pragma once

#include <string>
#include <vector>

#include "app/edit/kernel_verdict.h"
#include "kernels/core/measure/verification.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

/// The way out of a process that runs a kernel of a user's: its standard output, where the kernel's
/// own prints do not go. What is printed from now on goes to the error stream.
class VerdictStream {
 public:
  VerdictStream();
  ~VerdictStream();
  VerdictStream(const VerdictStream&) = delete;
  VerdictStream& operator=(const VerdictStream&) = delete;

  void write(const KernelVerdict& verdict) const;

 private:
  int descriptor_;
};

/// What is known of a kernel whose result was compared.
KernelVerdict verdict_on(const CheckResult& result);
KernelVerdict failed(KernelOutcome outcome, const std::string& text, const std::string& advice);

/// Throws `Error`.
const Workload& workload_named(const std::vector<const Workload*>& workloads,
                               const std::string& name);

}  // namespace livewarp
