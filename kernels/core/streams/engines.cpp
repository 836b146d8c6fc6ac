#include "kernels/core/streams/engines.h"

#include <algorithm>
#include <bit>

#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

constexpr std::array<EngineSet, 7> all_engine_sets{EngineSet{1}, EngineSet{2}, EngineSet{4},
                                                   EngineSet{3}, EngineSet{5}, EngineSet{6},
                                                   EngineSet{7}};

constexpr std::array all_host_accesses{
    HostAccessInfo{HostAccess::read, "read", "kernel reads", true, 1, HostAccess::memcpy_in},
    HostAccessInfo{HostAccess::write, "write", "kernel writes", true, 1, HostAccess::memcpy_out},
    HostAccessInfo{HostAccess::copy, "copy", "kernel reads and writes", true, 2,
                   HostAccess::memcpy_both},
    HostAccessInfo{HostAccess::memcpy_in, "memcpy-in", "cudaMemcpyAsync in", false, 1,
                   HostAccess::memcpy_in},
    HostAccessInfo{HostAccess::memcpy_out, "memcpy-out", "cudaMemcpyAsync out", false, 1,
                   HostAccess::memcpy_out},
    HostAccessInfo{HostAccess::memcpy_both, "memcpy-both", "cudaMemcpyAsync in and out", false, 2,
                   HostAccess::memcpy_both},
};

/// Clears, warms up, calls `sample` as often as is asked for, and says what the last one left
/// wrong.
template <class Run, class Result, class What>
std::vector<Run> verified_runs(EngineRunner& runner, What what, const SamplePlan& plan,
                               Result& result) {
  std::vector<Run> runs;
  try {
    runner.clear();
    runner.run(what);
    take_samples(plan, [&](std::size_t) { runs.push_back(runner.run(what)); });
    result.why_not = runner.mismatch(what);
    result.wrong = !result.why_not.empty();
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception& error) {
    result.why_not = error.what();
  }
  if (!result.why_not.empty()) runs.clear();
  return runs;
}

}  // namespace

const char* label_of(EngineTask task) {
  switch (task) {
  case EngineTask::kernel: return "kernel";
  case EngineTask::copy_in: return "copy in";
  case EngineTask::copy_out: break;
  }
  return "copy out";
}

std::size_t EngineSet::size() const { return std::size_t(std::popcount(bits)); }
std::string EngineSet::label() const {
  std::string text;
  for (const EngineTask task : all_engine_tasks)
    if (has(task)) text += (text.empty() ? "" : " + ") + std::string(label_of(task));
  return text;
}

std::span<const EngineSet> engine_sets() { return all_engine_sets; }
std::span<const HostAccessInfo> host_accesses() { return all_host_accesses; }
const HostAccessInfo& info_of(HostAccess access) {
  return *std::ranges::find(all_host_accesses, access, &HostAccessInfo::access);
}

EngineResult measure_engines(EngineRunner& runner, EngineSet set, const SamplePlan& plan) {
  EngineResult result;
  result.set = set;
  const auto runs = verified_runs<EngineSample>(runner, set, plan, result);
  std::vector<double> times;
  const auto summary = [&](auto&& ms_of) {
    times.clear();
    for (const EngineSample& run : runs) times.push_back(ms_of(run));
    return summarize(times);
  };
  for (const EngineTask task : all_engine_tasks)
    if (set.has(task))
      result.ms[std::size_t(task)] =
          summary([&](const EngineSample& run) { return run.ms[std::size_t(task)]; });
  result.total_ms = summary([](const EngineSample& run) { return run.total_ms; });
  return result;
}

HostAccessResult measure_host_access(EngineRunner& runner, HostAccess access,
                                     const SamplePlan& plan) {
  HostAccessResult result;
  result.access = access;
  result.bytes = runner.bytes() * std::size_t(info_of(access).ways);
  result.ms = summarize(verified_runs<double>(runner, access, plan, result));
  return result;
}

#if !LIVEWARP_HAS_CUDA
std::unique_ptr<EngineRunner> make_engine_runner(std::size_t, std::size_t) {
  throw Error("engines: this build has no CUDA",
              "build with a CUDA toolkit and -DLIVEWARP_CUDA=ON");
}
#endif

}  // namespace livewarp
