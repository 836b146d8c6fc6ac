#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>

#include "kernels/core/measure/statistics.h"
#include "kernels/core/streams/intervals.h"
#include "kernels/core/streams/sample_plan.h"

/// What the priority of a stream does: a short kernel is issued while a long one fills the GPU
/// several times over.
namespace livewarp {

/// As the driver counts: less is more urgent.
struct PriorityRange {
  int least = 0, greatest = 0;
  bool empty() const { return least == greatest; }
};

enum class PriorityCase { idle, same, short_high, short_low };

struct PriorityCaseInfo {
  PriorityCase which;
  const char* id;     ///< "short-high"
  const char* label;  ///< "short kernel high, long kernel low"
  bool needs_range;   ///< two priorities that differ
};
std::span<const PriorityCaseInfo> priority_cases();
const PriorityCaseInfo& info_of(PriorityCase which);

struct PrioritySample {
  double latency_ms = 0;  ///< of the short kernel, from before its launch until the host knows
  GpuInterval long_kernel, short_kernel;  ///< the former is empty on an idle GPU
  std::string mismatch;
};

/// What runs them; a test has its own.
class PriorityRunner {
 public:
  PriorityRunner() = default;
  virtual ~PriorityRunner() = default;
  PriorityRunner(const PriorityRunner&) = delete;
  PriorityRunner& operator=(const PriorityRunner&) = delete;
  virtual PriorityRange range() const = 0;
  /// The short one is issued so long after the long one. Throws `Error`.
  virtual PrioritySample run(PriorityCase which, double after_ms) = 0;
};

struct PriorityResult {
  PriorityCase which = PriorityCase::idle;
  Summary latency_ms, long_ms;
  std::size_t ended_before = 0;           ///< samples whose short kernel ended before the long one
  GpuInterval long_kernel, short_kernel;  ///< of the last sample
  std::string why_not;                    ///< why it has no time; empty: it has
  bool wrong = false;

  bool timed() const { return why_not.empty() && latency_ms.count > 0; }
};

/// Samples are issued at different moments of the long kernel's blocks. Throws `Cancelled`.
PriorityResult measure_priority(PriorityRunner& runner, PriorityCase which, const SamplePlan& plan);

struct PriorityKernels {
  double long_ms = 20, block_ms = 0.5;  ///< all of the long kernel, and each of its blocks
  double short_ms = 0.02;
};
/// On the current GPU. Throws `Error`.
std::unique_ptr<PriorityRunner> make_priority_runner(const PriorityKernels& kernels);

}  // namespace livewarp
