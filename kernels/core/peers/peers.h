#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "kernels/core/measure/statistics.h"
#include "kernels/core/streams/sample_plan.h"

/// Bytes from GPU to GPU: by copies and by kernels that reach into a peer's memory.
namespace livewarp {

/// Who moves them.
enum class PeerWay { copy, staged, read, write };
struct PeerWayInfo {
  PeerWay way;
  const char* id;     ///< "copy"
  const char* label;  ///< "cudaMemcpyPeerAsync"
  bool needs_access;  ///< one GPU reaches into the other's memory
  int in_a_row;       ///< how many that wait for one another are timed together as a latency
  const char* once;   ///< what one of these is: "a copy of 16 bytes"
};
std::span<const PeerWayInfo> peer_ways();
const PeerWayInfo& info_of(PeerWay way);

/// What is timed: bytes that go there, the same with as many that come back meanwhile, or how long
/// the fewest take.
enum class PeerFigure { one_way, both_ways, latency };
struct PeerFigureInfo {
  PeerFigure figure;
  const char* id;     ///< "both-ways"
  const char* label;  ///< "both ways at once"
};
std::span<const PeerFigureInfo> peer_figures();
const PeerFigureInfo& info_of(PeerFigure figure);

/// One thing to measure. `from` and `to` are places in the list of devices, which may name a device
/// twice; bytes go from the one to the other, whoever moves them.
struct PeerTask {
  std::size_t from = 0, to = 1;
  PeerWay way = PeerWay::copy;
  PeerFigure figure = PeerFigure::one_way;
  std::size_t bytes = 0;  ///< each way, a multiple of `peer_granule`; of a latency unused
  bool operator==(const PeerTask&) const = default;
};
inline constexpr std::size_t peer_granule = 16;

/// What runs them; a test has its own. All calls throw `Error`.
class PeerRunner {
 public:
  PeerRunner() = default;
  virtual ~PeerRunner() = default;
  PeerRunner(const PeerRunner&) = delete;
  PeerRunner& operator=(const PeerRunner&) = delete;

  /// Why neither of these places reaches into the other's memory; empty if both do.
  virtual std::string no_access(std::size_t from, std::size_t to) const = 0;
  virtual void clear(const PeerTask& task) = 0;  ///< what is to arrive
  virtual double run(const PeerTask& task) = 0;  ///< milliseconds of all of it
  /// Whether the last run began only once all of it was issued: else its time may hold what the
  /// host takes to do that.
  virtual bool held() const = 0;
  virtual std::string mismatch(const PeerTask& task) = 0;  ///< what did not arrive; empty: all did
};

struct PeerResult {
  PeerTask task;
  Summary ms;           ///< of all that is timed together
  std::string why_not;  ///< why it has no time; empty: it has
  bool wrong = false;
  bool held = true;  ///< see `PeerRunner::held`
  bool timed() const { return why_not.empty() && ms.count > 0; }
  /// Of both ways together where there are two; 0 for a latency.
  double gigabytes_per_second() const;
  double latency_us() const;  ///< of one in the row; 0 for a bandwidth
};

/// The first runs warm up; what the last one left is verified. What needs access that there is not
/// has that as its reason. Throws `Cancelled`.
PeerResult measure_peers(PeerRunner& runner, const PeerTask& task, const SamplePlan& plan);

/// Every figure of each of these ways from one place to another.
std::vector<PeerTask> peer_tasks(std::size_t from, std::size_t to, std::span<const PeerWay> ways,
                                 std::size_t bytes);
/// One way against the size: powers of four from 4 KiB on, below `bytes`.
std::vector<PeerTask> peer_curve(std::size_t from, std::size_t to, std::span<const PeerWay> ways,
                                 std::size_t bytes);

/// On these devices, as CUDA counts them; a device that is named twice has memory and streams for
/// each of its places. At most `bytes` are moved each way at a time. Throws `Error`, also where a
/// device has not so much memory free, or main memory (`host_bytes`; 0: not known).
std::unique_ptr<PeerRunner> make_peer_runner(const std::vector<int>& devices, std::size_t bytes,
                                             std::size_t host_bytes);

}  // namespace livewarp
