#pragma once

#include <string>

#include "ui/model/traffic_view.h"
#include "ui/widgets/widgets.h"

/// A step's bytes and time as they are drawn: a bar for each stage.
namespace livewarp::ui {

/// A row a stage: its bytes, the ratio to the next, and how long it takes at its measured limit,
/// below the time itself; what is missing says why. Where no limit was measured, its column is left
/// to others: the box of it, else an empty one.
Box put_traffic(const Look& look, const TrafficView& view, const Box& box);

/// Lines: all that is known of a stage.
std::string about_stage(const TrafficView& view, const TrafficStage& stage);

}  // namespace livewarp::ui
