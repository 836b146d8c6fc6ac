#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "app/run/span_log.h"
#include "ui/views/frames_view.h"

namespace livewarp {

/// The lanes of frames, from the top.
enum class FrameLane {
  host,
  copies_in,
  kernels,
  copies_out,
  publish,
  picture,  ///< drawn by CUDA or the host
  draw,     ///< by OpenGL, which else only shows it
  panels,
  cpu_steps,
  check,
  job
};
inline constexpr std::size_t frame_lanes = 11;
/// The lane of an interval; of a step of a GPU, whose stages have lanes of their own, that of
/// kernels.
FrameLane lane_of(const NotedSpan& noted);

/// Name of the interval that is a frame.
inline constexpr const char* whole_frame = "frame";
/// Not a step of a GPU whose stages are told by themselves.
bool is_told(const NotedSpan& noted);
/// The part of a span that lies in another; empty: none does.
inline TimeSpan within(const TimeSpan& span, const TimeSpan& window) {
  return {std::max(span.begin, window.begin), std::min(span.end, window.end)};
}

/// What is to be shown of noted intervals.
struct FramesShown {
  std::string title;
  TimeSpan span;        ///< of the frames, from the first one's beginning to the last one's end
  int frames = 1;       ///< in it
  bool on_gpu = false;  ///< the steps are a GPU's
  bool drawn_by_gpu = false;                ///< OpenGL is no software
  bool verified = true;                     ///< else no step is shown: it has no time
  std::array<bool, frame_lanes> kept = {};  ///< lanes that are shown though nothing is on them
};

/// Frames as lanes, with what a frame does how long and the longest idle gap of what computes.
/// `noted` holds all that was done meanwhile and a little before and after, in any order.
ui::FramesView frames_timeline(const std::vector<NotedSpan>& noted, const FramesShown& shown);

}  // namespace livewarp
