#pragma once

#include <string>

#include "ui/frame/frame.h"

/// The tab Blocks: where and when the blocks of a launch run, and what of the picture they write.
namespace livewarp::ui {

void blocks_tab(Frame& frame, const Box& box);
/// Why there is nothing to look at; empty if there is.
std::string blocks_hindrance(const Frame& frame);
/// Id of the action that Enter performs; null: none.
const char* proposed_trace(const Frame& frame);

/// Asks for what the tab shows and the picture is tinted by, and goes on with the replay: once a
/// frame, whether the tab is shown or not.
void follow_blocks(Frame& frame);

}  // namespace livewarp::ui
