#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace livewarp {

/// What goes on in an interval of a timeline; it decides the colour.
enum class SpanKind { copy_in, kernel, copy_out, publish, draw, panels, host, wait };

/// One interval on a lane.
struct TimelineSpan {
  std::size_t lane = 0;  ///< a place in `Timeline::lanes`
  std::string name;      ///< "kernel 3"
  SpanKind kind = SpanKind::kernel;
  double begin_ms = 0, end_ms = 0;
  double uncertainty_ms = 0;  ///< of both ends, where another clock than the lane's told them
};

/// Who did what when: lanes from the top, time to the right. On one lane intervals follow one
/// another or contain one another.
struct Timeline {
  std::string title;  ///< "depth first, 8 chunks, 4 streams"
  std::vector<std::string> lanes;
  std::vector<TimelineSpan> spans;
  double begin_ms = 0, end_ms = 0;  ///< what is shown of it at first
  std::vector<double> marks_ms;     ///< moments that all lanes share: a swap, a refresh
  std::string mark;                 ///< what those are: "vsync"

  bool empty() const { return spans.empty(); }
  /// The place of a lane, which is added below the others where there is none of that name.
  std::size_t lane(const std::string& name) {
    const auto found = std::ranges::find(lanes, name);
    if (found != lanes.end()) return std::size_t(found - lanes.begin());
    lanes.push_back(name);
    return lanes.size() - 1;
  }
};

}  // namespace livewarp
