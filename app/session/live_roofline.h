#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "app/explain/roofline.h"
#include "app/session/session.h"
#include "ui/model/model.h"

namespace livewarp {

/// The roofline of the window: what was measured of the running workload under the roofs, and the
/// trail of the settings that ran.
class LiveRoofline {
 public:
  /// Whether its tab was shown in the last frame: until then no point is made.
  void want(bool shown) { shown_ = shown; }
  /// Follows what runs, and what the lens counted, and writes both into what panels read: to be
  /// called when `model` has the run's times.
  void describe(const Session& session, ui::Model& model);

 private:
  void follow(const Session& session, const ui::Model& model);
  void note(const ui::LensView& seen);
  std::optional<ui::LensTraffic> counted_of(const Choice& choice) const;

  bool shown_ = false;
  std::vector<RoofTime> trail_;  ///< oldest first
  std::vector<std::pair<Choice, ui::LensTraffic>> counted_;
  ui::Roofline view_;
};

}  // namespace livewarp
