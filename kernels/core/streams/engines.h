#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "kernels/core/measure/statistics.h"
#include "kernels/core/streams/sample_plan.h"

/// What a GPU does at once: a kernel that only computes, a copy in and a copy out, each on a stream
/// of its own; and kernels that reach into memory of the host in place of copies.
namespace livewarp {

enum class EngineTask { kernel, copy_in, copy_out };
inline constexpr std::size_t engine_tasks = 3;
inline constexpr std::array<EngineTask, engine_tasks> all_engine_tasks{
    EngineTask::kernel, EngineTask::copy_in, EngineTask::copy_out};
const char* label_of(EngineTask task);

/// Some of them.
struct EngineSet {
  unsigned bits = 0;
  bool has(EngineTask task) const { return (bits >> unsigned(task) & 1) != 0; }
  EngineSet with(EngineTask task) const { return {bits | 1u << unsigned(task)}; }
  std::size_t size() const;
  std::string label() const;  ///< "kernel + copy in"
  bool operator==(const EngineSet&) const = default;
};
/// Each alone, all pairs, all three.
std::span<const EngineSet> engine_sets();

/// Who moves bytes between host and GPU.
enum class HostAccess { read, write, copy, memcpy_in, memcpy_out, memcpy_both };
struct HostAccessInfo {
  HostAccess access;
  const char* id;     ///< "read"
  const char* label;  ///< "kernel reads"
  bool by_kernel;
  int ways;            ///< how often the bytes cross the bus: 2 where they go in and out
  HostAccess instead;  ///< the copy that does as much
};
std::span<const HostAccessInfo> host_accesses();
const HostAccessInfo& info_of(HostAccess access);

struct EngineSample {
  std::array<double, engine_tasks> ms{};  ///< by task; 0 for what is not in the set
  double total_ms = 0;
};

/// What runs them; a test has its own. All calls throw `Error`.
class EngineRunner {
 public:
  EngineRunner() = default;
  virtual ~EngineRunner() = default;
  EngineRunner(const EngineRunner&) = delete;
  EngineRunner& operator=(const EngineRunner&) = delete;
  virtual int copy_engines() const = 0;  ///< that copy while kernels run, as the driver counts
  virtual std::size_t bytes() const = 0;
  virtual void clear() = 0;  ///< of what was left
  virtual EngineSample run(EngineSet set) = 0;
  virtual std::string mismatch(EngineSet set) = 0;
  virtual double run(HostAccess access) = 0;  ///< milliseconds
  virtual std::string mismatch(HostAccess access) = 0;
};

struct EngineResult {
  EngineSet set;
  std::array<Summary, engine_tasks> ms;  ///< by task
  Summary total_ms;
  std::string why_not;  ///< why it has no time; empty: it has
  bool wrong = false;
  bool timed() const { return why_not.empty() && total_ms.count > 0; }
};
struct HostAccessResult {
  HostAccess access = HostAccess::read;
  std::size_t bytes = 0;  ///< that crossed the bus, all ways together
  Summary ms;
  std::string why_not;
  bool wrong = false;
  bool timed() const { return why_not.empty() && ms.count > 0; }
  double gigabytes_per_second() const { return timed() ? double(bytes) / (ms.median * 1e6) : 0; }
};

/// The first run warms up; what the last one left is verified. Throws `Cancelled`.
EngineResult measure_engines(EngineRunner& runner, EngineSet set, const SamplePlan& plan);
HostAccessResult measure_host_access(EngineRunner& runner, HostAccess access,
                                     const SamplePlan& plan);

/// On the current GPU; each copy is of so many bytes, and the kernel as long as the copy in. Throws
/// `Error`, also where main memory has not so much free (`host_bytes`; 0: not known).
std::unique_ptr<EngineRunner> make_engine_runner(std::size_t bytes, std::size_t host_bytes);

}  // namespace livewarp
