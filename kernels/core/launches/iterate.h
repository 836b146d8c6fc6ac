#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/core/measure/statistics.h"

/// An iteration whose steps are short: how the next one begins, and what that costs.
namespace livewarp {

/// relaunch: a kernel a step. graph: the same in one CUDA graph. grid_sync: one cooperative kernel.
/// children: a kernel that launches all steps. tail: each step launches the next.
enum class IterateWay { relaunch, graph, grid_sync, children, tail };
struct IterateWayInfo {
  IterateWay way;
  const char* id;
  const char* label;
  const char* cost;  ///< what is paid for each step: "a launch by the host"
};
std::span<const IterateWayInfo> iterate_ways();
const IterateWayInfo& info_of(IterateWay way);

inline constexpr int least_iterate_size = 16, most_iterate_size = 8192;
/// Steps of a sample: fewer where a step takes longer; even, so that the result is where the start
/// was.
int iterate_steps(int size);
/// What the plate begins with, 0 ... 1, size x size cells.
std::vector<float> iterate_start(int size);
/// After so many steps, in fp64 by plain loops.
std::vector<double> iterate_reference(int size, int steps);
/// Of the root mean square of the differences; the plate has 0 ... 1.
inline constexpr double iterate_tolerance = 1e-6;
double rms_difference(std::span<const float> result, std::span<const double> reference);

struct IteratePoint {
  IterateWay way = IterateWay::relaunch;
  int size = 0, steps = 0;
  Summary ms;           ///< of a step; count 0: no time
  double rms = 0;       ///< from the reference
  std::string why_not;  ///< why there is no time
  bool wrong = false;
  bool timed() const { return ms.count > 0; }
};
/// A step that does nothing.
struct LaunchCost {
  IterateWay way = IterateWay::relaunch;
  Summary us;
  std::string why_not;
  bool timed() const { return us.count > 0; }
};
/// The same numbers sorted by kernels that launch kernels, and by std::sort.
struct NestedSort {
  int count = 0;
  Summary gpu_ms, host_ms;
  std::string why_not;
  bool wrong = false;
  bool timed() const { return gpu_ms.count > 0; }
};

/// A plate on a GPU.
class IterateRunner {
 public:
  virtual ~IterateRunner() = default;
  /// Before the first run of a size. Throws `Error` where memory is short.
  virtual void resize(int size) = 0;
  /// Milliseconds of so many steps from the start. Throws `Error`.
  virtual double run(IterateWay way, int steps) = 0;
  /// What the last run left.
  virtual std::vector<float> result() = 0;
  /// Milliseconds of so many steps that do nothing.
  virtual double run_nothing(IterateWay way, int steps) = 0;
  /// Milliseconds; `numbers` are sorted then.
  virtual double sort(std::vector<unsigned>& numbers) = 0;
};
/// On the current GPU. Throws `Error` in builds without CUDA.
std::unique_ptr<IterateRunner> make_iterate_runner();

struct IterateWatch {
  std::stop_token stop;
  std::function<void(const std::string& what)> begins = [](const std::string&) {};
};
/// Every way at this size, verified before it is timed. What fails is told in its point. Throws
/// `Cancelled` between samples, and `Error` where there is no room for the size.
std::vector<IteratePoint> measure_iteration(IterateRunner& runner, int size, double seconds,
                                            const IterateWatch& watch);
LaunchCost measure_launch(IterateRunner& runner, IterateWay way, double seconds,
                          const IterateWatch& watch);
NestedSort measure_nested_sort(IterateRunner& runner, int count, double seconds,
                               const IterateWatch& watch);

}  // namespace livewarp
