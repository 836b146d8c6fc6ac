#include "kernels/core/streams/priorities.h"

#include <algorithm>
#include <vector>

#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

constexpr std::array all_priority_cases{
    PriorityCaseInfo{PriorityCase::idle, "idle", "idle GPU", false},
    PriorityCaseInfo{PriorityCase::same, "same", "same priority", false},
    PriorityCaseInfo{PriorityCase::short_high, "short-high", "short kernel high, long kernel low",
                     true},
    PriorityCaseInfo{PriorityCase::short_low, "short-low", "short kernel low, long kernel high",
                     true},
};

/// A millisecond later, when the long kernel runs, and then at different moments of its blocks.
double issue_after_ms(std::size_t sample) { return 1 + 0.07 * double(sample % 16); }

}  // namespace

std::span<const PriorityCaseInfo> priority_cases() { return all_priority_cases; }
const PriorityCaseInfo& info_of(PriorityCase which) {
  return *std::ranges::find(all_priority_cases, which, &PriorityCaseInfo::which);
}

PriorityResult measure_priority(PriorityRunner& runner, PriorityCase which,
                                const SamplePlan& plan) {
  PriorityResult result;
  result.which = which;
  if (info_of(which).needs_range && runner.range().empty()) {
    result.why_not = "this GPU's streams have one priority only";
    return result;
  }
  try {
    std::vector<double> latencies, lengths;
    const auto wrong = [&](const PrioritySample& sample) {
      result.why_not = sample.mismatch;
      result.wrong = !sample.mismatch.empty();
      return result.wrong;
    };
    if (wrong(runner.run(which, issue_after_ms(0)))) return result;  // warms up
    take_samples(plan, [&](std::size_t i) {
      if (result.wrong) return;
      const PrioritySample sample = runner.run(which, issue_after_ms(i));
      if (wrong(sample)) return;
      latencies.push_back(sample.latency_ms);
      lengths.push_back(sample.long_kernel.ms());
      result.ended_before += sample.short_kernel.end_ms < sample.long_kernel.end_ms;
      result.long_kernel = sample.long_kernel;
      result.short_kernel = sample.short_kernel;
    });
    if (result.wrong) return result;
    result.latency_ms = summarize(latencies);
    if (which != PriorityCase::idle) result.long_ms = summarize(lengths);
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception& error) {
    result.why_not = error.what();
  }
  return result;
}

#if !LIVEWARP_HAS_CUDA
std::unique_ptr<PriorityRunner> make_priority_runner(const PriorityKernels&) {
  throw Error("priorities: this build has no CUDA",
              "build with a CUDA toolkit and -DLIVEWARP_CUDA=ON");
}
#endif

}  // namespace livewarp
