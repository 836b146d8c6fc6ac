#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/core/measure/paired_comparison.h"

/// A, the pinned setting, and B, the running one, measured in turn.
namespace livewarp::ui {

/// A setting that A and B have otherwise.
struct AbDifference {
  std::string label, a, b;
};

/// A comparison, finished or under way.
struct AbResult {
  std::string title_a, title_b;      ///< of their variants
  std::vector<AbDifference> differ;  ///< beside the variant
  std::string problem;               ///< of both: "bodies 2,048"
  PairedTest::Verdict verdict = PairedTest::Verdict::undecided;
  std::string verdict_text;      ///< "B is FASTER"
  std::string ratio_text;        ///< "B takes 0.7513 times A's time (99 % interval ...)"
  std::string rate_text;         ///< "B's rate is 1.331 times A's"; empty without pairs
  std::string undecided;         ///< why it ended so; empty: it has not, or was decided
  std::string disturbed;         ///< "throttled: power cap in 3 of 20 samples"; empty: it was not
  std::string share_a, share_b;  ///< "62 % of fp32 FMA rate"; empty: not known
  std::string trouble;           ///< why there is no time; then all of the above is empty
  Ratio ratio;                   ///< B's time over A's, and its interval; high may be infinite
  std::size_t pairs = 0;
  double seconds = 0;
  double equivalence = 0.01;  ///< ratios this close to 1 count as the same
  bool measuring = false;
  bool partial = false;     ///< it was stopped
  bool of_present = false;  ///< A and B are what they are now
};

/// What keeps them from being compared is mended by one action.
enum class AbRemedy { none, pin, measure_a_here };

struct AbView {
  std::string reason;  ///< why they cannot be compared now; empty: they can
  AbRemedy remedy = AbRemedy::none;
  double longest_seconds = 10;  ///< until it ends undecided
  std::optional<AbResult> result;
};

}  // namespace livewarp::ui
