#pragma once

#include "ui/frame/frame.h"

/// The tab Ladder of Analysis.
namespace livewarp::ui {

/// The benches of all variants as bars, beside what texts measured of them.
void ladder_tab(Frame& frame, const Box& box);
/// Id of the action that measures them; null while something is measured.
const char* proposed_ladder(const Frame& frame);

}  // namespace livewarp::ui
