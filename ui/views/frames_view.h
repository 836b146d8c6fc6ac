#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/core/model/timeline.h"

/// The last frames as the tab Timeline shows them.
namespace livewarp::ui {

/// What is wanted while that tab is shown.
struct FramesRequest {
  int frames = 3;     ///< that are shown
  bool held = false;  ///< what stands there stays
  bool operator==(const FramesRequest&) const = default;
};

/// How long a frame does something.
struct FrameShare {
  SpanKind kind = SpanKind::kernel;
  std::string what;          ///< "kernel"
  std::optional<double> ms;  ///< of a frame, mean; empty: no time is told
  double share = 0;          ///< of its length
  std::string about;         ///< what is counted, or why no time is told
};

struct FramesView {
  Timeline timeline;  ///< begins with the first of them, at 0
  int frames = 0;     ///< that it shows
  double frame_ms = 0;
  std::vector<FrameShare> shares;
  std::string gap;   ///< on the longest idle gap: a sentence
  std::string note;  ///< what is not shown, and why; empty mostly
};

}  // namespace livewarp::ui
