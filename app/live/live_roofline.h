#pragma once

#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include "app/explain/roofline.h"
#include "app/explain/traffic.h"
#include "app/session/session.h"
#include "ui/model/model.h"

namespace livewarp {

/// The roofline of the window: what was measured of the running workload under the roofs, and the
/// trail of the settings that ran. And the traffic of a step, beside its time.
class LiveRoofline {
 public:
  /// Whether its tab was shown in the last frame: until then no point is made.
  void want(bool shown) { shown_ = shown; }
  /// The setting whose traffic was shown; empty: none, and none is told.
  void want_traffic(std::optional<Choice> choice) { traffic_choice_ = std::move(choice); }
  /// Follows what runs, and what the lens counted, and writes both into what panels read: to be
  /// called when `model` has the run's times.
  void describe(const Session& session, ui::Model& model);

 private:
  void follow(const Session& session, const ui::Model& model);
  void note(const ui::LensView& seen);
  void describe_roofline(const Session& session, ui::Model& model);
  void describe_traffic(const Session& session, ui::Model& model);
  const ui::LensView* seen_of(const Choice& choice) const;
  bool times_present(const ui::Model& model) const;
  void add_time(const Choice& choice, const ui::Model& model, TrafficFacts& facts);
  double held_median(const RoofTime& present);

  bool shown_ = false;
  std::vector<RoofTime> trail_;     ///< oldest first
  std::vector<ui::LensView> seen_;  ///< by the lens, without kernels
  ui::Roofline view_;
  std::optional<Choice> traffic_choice_;
  ui::TrafficView traffic_;
  RoofTime held_;  ///< the live time that stands there, so that it can be read
  std::chrono::steady_clock::time_point held_at_;
};

}  // namespace livewarp
