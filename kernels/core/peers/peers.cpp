#include "kernels/core/peers/peers.h"

#include <algorithm>
#include <array>

#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

constexpr int warm_up_runs = 3;

constexpr std::array all_peer_ways{
    PeerWayInfo{PeerWay::copy, "copy", "cudaMemcpyPeerAsync", true, 64, "a copy of 16 bytes"},
    PeerWayInfo{PeerWay::staged, "staged", "copies through the host", false, 32,
                "a copy of 16 bytes to the host and one from it"},
    PeerWayInfo{PeerWay::read, "read", "kernel reads", true, 2048,
                "a load that waits for the one before"},
    PeerWayInfo{PeerWay::write, "write", "kernel writes", true, 1024,
                "a store and a fence of the system"}};

constexpr std::array all_peer_figures{
    PeerFigureInfo{PeerFigure::one_way, "one-way", "one way"},
    PeerFigureInfo{PeerFigure::both_ways, "both-ways", "both ways at once"},
    PeerFigureInfo{PeerFigure::latency, "latency", "latency"}};

std::vector<double> verified_times(PeerRunner& runner, const PeerTask& task, const SamplePlan& plan,
                                   PeerResult& result) {
  std::vector<double> times;
  runner.clear(task);
  for (int i = 0; i < warm_up_runs; ++i) runner.run(task);
  take_samples(plan, [&](std::size_t) {
    times.push_back(runner.run(task));
    result.held &= runner.held();
  });
  result.why_not = runner.mismatch(task);
  result.wrong = !result.why_not.empty();
  return times;
}

}  // namespace

std::span<const PeerWayInfo> peer_ways() { return all_peer_ways; }
const PeerWayInfo& info_of(PeerWay way) {
  return *std::ranges::find(all_peer_ways, way, &PeerWayInfo::way);
}
std::span<const PeerFigureInfo> peer_figures() { return all_peer_figures; }
const PeerFigureInfo& info_of(PeerFigure figure) {
  return *std::ranges::find(all_peer_figures, figure, &PeerFigureInfo::figure);
}

double PeerResult::gigabytes_per_second() const {
  if (!timed() || task.figure == PeerFigure::latency) return 0;
  const double ways = task.figure == PeerFigure::both_ways ? 2 : 1;
  return ways * double(task.bytes) / (ms.median * 1e6);
}

double PeerResult::latency_us() const {
  if (!timed() || task.figure != PeerFigure::latency) return 0;
  return 1000 * ms.median / info_of(task.way).in_a_row;
}

PeerResult measure_peers(PeerRunner& runner, const PeerTask& task, const SamplePlan& plan) {
  PeerResult result;
  result.task = task;
  try {
    if (info_of(task.way).needs_access) result.why_not = runner.no_access(task.from, task.to);
    if (!result.why_not.empty()) return result;
    const std::vector<double> times = verified_times(runner, task, plan, result);
    if (!result.wrong) result.ms = summarize(times);
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception& error) {
    result.why_not = error.what();
  }
  return result;
}

std::vector<PeerTask> peer_tasks(std::size_t from, std::size_t to, std::span<const PeerWay> ways,
                                 std::size_t bytes) {
  std::vector<PeerTask> tasks;
  for (const PeerWay way : ways)
    for (const PeerFigureInfo& figure : all_peer_figures)
      tasks.push_back({from, to, way, figure.figure, bytes});
  return tasks;
}

std::vector<PeerTask> peer_curve(std::size_t from, std::size_t to, std::span<const PeerWay> ways,
                                 std::size_t bytes) {
  constexpr std::size_t least = 4096, factor = 4;
  std::vector<PeerTask> tasks;
  for (const PeerWay way : ways)
    for (std::size_t size = least; size < bytes; size *= factor)
      tasks.push_back({from, to, way, PeerFigure::one_way, size});
  return tasks;
}

#if !LIVEWARP_HAS_CUDA
std::unique_ptr<PeerRunner> make_peer_runner(const std::vector<int>&, std::size_t, std::size_t) {
  throw Error("peers: this build has no CUDA", "build with a CUDA toolkit and -DLIVEWARP_CUDA=ON");
}
#endif

}  // namespace livewarp
