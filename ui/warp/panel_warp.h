#pragma once

#include <optional>
#include <string>

#include "ui/frame/frame.h"
#include "ui/warp/warp_steps.h"

/// The tab Warp: one warp of the step that is looked at, line by line.
namespace livewarp::ui {

void warp_tab(Frame& frame, const Box& box);
/// Why there is nothing to look at; empty if there is.
std::string warp_hindrance(const Frame& frame);

/// Asks for the warp while its tab is shown, lights what it touches on the picture, and plays its
/// steps: once a frame.
void follow_warp(Frame& frame);
bool warp_is_shown(const Frame& frame);
/// The steps that are shown; null: none yet, or they are another warp's.
const WarpView* warp_of(const Frame& frame);
/// To another step; what is lit goes with it.
void go_to(Frame& frame, const WarpView& view, const WarpPlace& place);
/// Another warp of the block, or another block: the middle one is asked for by none.
void choose_warp(Frame& frame, const std::optional<Dim3>& block, unsigned warp);

/// Which warp it is, and at which step; returns where the controls end (panel_warp_controls.cpp).
/// `view`: null while nothing is known of the step.
float warp_controls(Frame& frame, const VariantEntry& variant, const WarpView* view,
                    const Box& box);
/// A ring around the lit elements on the picture, where they are too few to be seen
/// (warp_marker.cpp).
void warp_marker(Frame& frame, const Box& picture);

/// The source, with the line of the step marked; a click goes to the next step there
/// (panel_warp_source.cpp).
void warp_source(Frame& frame, const WarpView& view, const Box& box);
/// What the step asks of memory (panel_warp_figure.cpp).
void warp_figure(Frame& frame, const WarpView& view, const Box& box);

}  // namespace livewarp::ui
