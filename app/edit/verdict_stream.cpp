#include "app/edit/verdict_stream.h"

#include <unistd.h>

#include <algorithm>

#include "app/edit/check_protocol.h"
#include "kernels/core/base/error.h"

namespace livewarp {

VerdictStream::VerdictStream() : descriptor_(dup(STDOUT_FILENO)) {
  dup2(STDERR_FILENO, STDOUT_FILENO);
}
VerdictStream::~VerdictStream() { close(descriptor_); }

void VerdictStream::write(const KernelVerdict& verdict) const {
  const std::string text = to_text(verdict);
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = ::write(descriptor_, text.data() + done, text.size() - done);
    if (count <= 0) return;  // nobody listens any more
    done += std::size_t(count);
  }
}

KernelVerdict verdict_on(const CheckResult& result) {
  KernelVerdict verdict;
  verdict.outcome = result.ok() ? KernelOutcome::right : KernelOutcome::wrong;
  verdict.text = result.failure;
  verdict.scope = result.scope;
  verdict.error = result.error;
  verdict.worst = result.worst;
  verdict.tolerance = result.tolerance;
  return verdict;
}

KernelVerdict failed(KernelOutcome outcome, const std::string& text, const std::string& advice) {
  KernelVerdict verdict;
  verdict.outcome = outcome;
  verdict.text = text;
  verdict.advice = advice;
  return verdict;
}

const Workload& workload_named(const std::vector<const Workload*>& workloads,
                               const std::string& name) {
  const auto found = std::ranges::find(
      workloads, name, [](const Workload* workload) { return workload->info().name; });
  if (found == workloads.end()) throw Error("there is no workload " + name);
  return **found;
}

}  // namespace livewarp
