#pragma once

#include <string>

#include "ui/views/traffic_view.h"
#include "ui/widgets/widgets.h"

/// A step's bytes and time as they are drawn: a bar for each stage.
namespace livewarp::ui {

/// What is left to others.
struct TrafficRoom {
  Box limits;     ///< in place of the column that no limit is known for; without width: none
  float end = 0;  ///< of the last row
};

/// A row a stage: its bytes, the ratio to the next, and how long it takes at its measured limit,
/// below the time itself; what is missing says why. `limits`: where none was measured, they can be.
TrafficRoom put_traffic(const Look& look, const TrafficView& view, const Box& box, bool limits);

/// Lines: all that is known of a stage.
std::string about_stage(const TrafficView& view, const TrafficStage& stage);

}  // namespace livewarp::ui
