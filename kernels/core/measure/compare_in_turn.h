#pragma once

#include <functional>
#include <stop_token>
#include <vector>

#include "kernels/core/measure/measurement.h"
#include "kernels/core/measure/paired_comparison.h"

namespace livewarp {

/// One of two that are compared. Times count per time step, as in a `Measurement`.
struct Contender {
  TimedSteps timed;
  /// By what the time of a pass is divided: its time steps, or its items.
  double parts = 1;
  /// Give its states back, and make them anew, at what places the memory then has: both or neither.
  std::function<void()> release = {}, renew = {};
};

struct InTurnOptions {
  PairedTestOptions test;
  double seconds = 10;  ///< stop after this long, undecided
  bool cold = false;    ///< flush the last-level cache before each sample
  bool warm = false;    ///< the device has worked until now: warm up for a moment only
  /// After each pair, with the fraction of `seconds`.
  std::function<void(const PairedTest::Result&, double fraction)> progress;
};

struct InTurn {
  PairedTest::Result result;
  bool interrupted = false;        ///< a stop came first: the result of the pairs until then
  std::vector<double> a_ms, b_ms;  ///< of each pair
  GpuConditions gpu;               ///< in which state it was; a pair is a sample
};

/// Measures A and B in turn, pair by pair in random order, by samples like a bench's, until the
/// paired test has decided or the time is out. Both are warmed up first, and before each sample one
/// step is not timed, so that it finds caches as its own steps leave them, not the other's: but not
/// before cold samples, nor before steps so long that caches don't count. Where a single step takes
/// `seconds` there are no pairs. A stop leaves what is known: it holds at any time.
///
/// What differs is A's and B's objects, memory included: two states of one setting that lie
/// differently in pages and caches may differ by half on a host, and no test can tell that from
/// their settings. Where both can be renewed in about the time of a pair, each pair is therefore
/// measured twice, in exchanged places, and counts with its means.
///   Mytkowicz et al.: Producing wrong data without doing anything obviously wrong! ASPLOS 2009.
InTurn compare_in_turn(const Contender& a, const Contender& b, const InTurnOptions& options,
                       std::stop_token stop);

}  // namespace livewarp
