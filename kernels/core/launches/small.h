#pragma once

#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "kernels/core/measure/statistics.h"

/// Many problems, each far too small for a GPU, that have nothing to do with one another.
namespace livewarp {

/// plates: heat on 32 x 32 cells. bodies: 32 bodies under their gravity.
enum class SmallProblem { plates, bodies };
inline constexpr int small_steps = 100;  ///< of each problem, in one kernel
inline constexpr int most_small_count = 10'000;
inline constexpr int most_small_streams = 32;

/// What each of them begins with, one after another: cells 0 ... 1, or x and y of bodies within
/// -1 ... 1, which rest.
std::size_t small_floats(SmallProblem problem);  ///< of one
std::vector<float> small_start(SmallProblem problem, int count);
/// What they end with, in fp64 by plain loops.
std::vector<double> small_reference(SmallProblem problem, int count);
/// Of the root mean square of the differences, in each of them.
double small_tolerance(SmallProblem problem);
/// The first that is not what it must be, in words; empty if all are.
std::string small_mismatch(SmallProblem problem, std::span<const float> result,
                           std::span<const double> reference);

/// streams: a launch a problem, in so many streams. graph: likewise, in one CUDA graph without an
/// order. together: one launch, a block a problem.
struct SmallWay {
  enum class Kind { streams, graph, together };
  Kind kind = Kind::streams;
  int streams = 1;
  bool operator==(const SmallWay&) const = default;
};
std::string label_of(const SmallWay& way);
/// One stream, 2 ... 32, a graph, one launch.
std::vector<SmallWay> small_ways();

struct SmallResult {
  SmallWay way;
  Summary ms;           ///< of all problems; count 0: no time
  std::string why_not;  ///< why there is no time
  bool wrong = false;
  bool timed() const { return ms.count > 0; }
};

class SmallRunner {
 public:
  virtual ~SmallRunner() = default;
  /// Milliseconds of all problems from their start. Throws `Error`.
  virtual double run(const SmallWay& way) = 0;
  /// What the last run left.
  virtual std::vector<float> result() = 0;
};
/// On the current GPU. Throws `Error` where memory is short, and in builds without CUDA.
std::unique_ptr<SmallRunner> make_small_runner(SmallProblem problem, int count);

/// Every way is verified, problem by problem, before it is timed. What fails is told in its result.
/// Throws `Cancelled` between samples.
SmallResult measure_small(SmallRunner& runner, SmallProblem problem, const SmallWay& way,
                          std::span<const double> reference, double seconds,
                          const std::stop_token& stop);

}  // namespace livewarp
