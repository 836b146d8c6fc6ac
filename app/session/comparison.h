#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/session/session.h"
#include "ui/model/model.h"

namespace livewarp {

/// A, the pinned setting, with its live samples, and what they say about the present setting. Live
/// samples are compared with live ones, bench with bench, at equal problem and precision only.
class Comparison {
 public:
  /// Holds the present setting as A. One without samples enough collects them as long as it runs.
  void pin(Session& session);
  void unpin();
  const std::optional<Choice>& pinned() const { return a_; }

  /// The choice on the other side: A's setting, or the one that was left for it. Empty without A.
  std::optional<Choice> flipped(const Session& session);

  /// Runs A at the present problem and precision until it has samples, holds that as A, and
  /// returns.
  void measure_here(Session& session);
  bool visiting() const { return visit_.has_value(); }
  /// Ends that without a result: back to where it began, or, if the user goes elsewhere, not.
  void cancel(Session& session);
  void abandon() { visit_.reset(); }

  /// Once a frame, after the session's `collect`.
  void tick(Session& session);
  /// Writes A, its ratios and the progress of its measurement into what panels read.
  void describe(const Session& session, ui::Model& model);

 private:
  struct Visit {
    Choice back, there;
  };
  /// A ratio is found anew when its medians are others: the bootstrap takes a while.
  struct Known {
    double a = 0, other = 0;
    Ratio ratio;
  };

  void describe_live(const Session& session, ui::Pinned& pinned);
  void describe_variants(const Session& session, ui::Model& model);
  void go_back(Session& session);

  std::optional<Choice> a_, other_;
  std::vector<double> live_;  ///< ms a step
  std::optional<Visit> visit_;
  std::map<std::string, Known> of_variants_;
  std::optional<Ratio> live_ratio_;
  Choice live_ratio_of_;
  std::chrono::steady_clock::time_point live_ratio_at_{};
};

/// What differs between two settings so that their times cannot be compared: "A had bodies 65,536".
/// Empty if they can.
std::string not_comparable(const Registry& registry, const Choice& a, const Choice& now);

/// A's times over another's. Without an interval (low and high 0) where there are too few samples
/// for one.
Ratio ratio_of(const std::vector<double>& a, const std::vector<double>& other);

}  // namespace livewarp
