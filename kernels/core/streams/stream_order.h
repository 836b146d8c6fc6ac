#pragma once

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "kernels/core/measure/statistics.h"
#include "kernels/core/streams/intervals.h"
#include "kernels/core/streams/sample_plan.h"

/// Which streams wait for one another: three kernels, one issued after another, to a stream A, to
/// the default stream (or a third one), and to a stream B.
namespace livewarp {

enum class StreamCase { blocking_legacy, blocking_per_thread, non_blocking_legacy, non_blocking };

struct StreamCaseInfo {
  StreamCase which;
  const char* id;      ///< "blocking-legacy"
  const char* label;   ///< "blocking streams, legacy default"
  const char* middle;  ///< what stands between A and B: "legacy default"
  const char* rule;    ///< what the CUDA C++ Programming Guide says of it
  bool beside;         ///< whether by that rule they may run beside each other
};
std::span<const StreamCaseInfo> stream_cases();
const StreamCaseInfo& info_of(StreamCase which);

inline constexpr std::size_t order_kernels = 3;  ///< A, the one between, B: as they are issued
using OrderIntervals = std::array<GpuInterval, order_kernels>;

/// Pairs of them.
struct OrderPair {
  std::size_t first, second;
};
inline constexpr std::array<OrderPair, 3> order_pairs{{{0, 1}, {1, 2}, {0, 2}}};

struct OrderSample {
  OrderIntervals kernels;
  std::string mismatch;  ///< what a kernel did not leave as it must; empty: nothing
};

/// Runs the three kernels; a test has its own.
class StreamOrderRunner {
 public:
  StreamOrderRunner() = default;
  virtual ~StreamOrderRunner() = default;
  StreamOrderRunner(const StreamOrderRunner&) = delete;
  StreamOrderRunner& operator=(const StreamOrderRunner&) = delete;
  /// Throws `Error`.
  virtual OrderSample run(StreamCase which) = 0;
};

struct StreamOrderResult {
  StreamCase which = StreamCase::blocking_legacy;
  Summary total_ms;                  ///< from the first begin to the last end
  std::array<double, 3> overlaps{};  ///< of each of `order_pairs`, the median of the samples
  OrderIntervals kernels;            ///< of the last sample
  std::string why_not;               ///< why it has no time; empty: it has
  bool wrong = false;

  bool timed() const { return why_not.empty() && total_ms.count > 0; }
  /// More than what two clocks a microsecond apart would show.
  bool overlapped(std::size_t pair) const { return overlaps[pair] > 0.05; }
  bool any_overlapped() const;
  bool all_overlapped() const;
  /// Whether they did as the rule says.
  bool as_ruled() const;
};

/// The first run of a case warms up. Throws `Cancelled`.
StreamOrderResult measure_stream_order(StreamOrderRunner& runner, StreamCase which,
                                       const SamplePlan& plan);

/// On the current GPU, kernels of so many milliseconds. Throws `Error`.
std::unique_ptr<StreamOrderRunner> make_stream_order_runner(double kernel_ms);

}  // namespace livewarp
