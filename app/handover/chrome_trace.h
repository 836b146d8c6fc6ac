#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/run/span_log.h"

namespace livewarp {

/// What a trace says of itself.
struct TraceAbout {
  std::string host, gpu;  ///< names; of the GPU empty: there are none of its tracks
  std::vector<std::pair<std::string, std::string>> facts;  ///< machine, version, setting
};

/// Intervals as a Chrome trace (the Trace Event Format): complete events in microseconds, one
/// thread a track, on the host's steady clock, from the first one on. What only seems to overlap,
/// since two clocks told its ends, begins where the one before it ended.
std::string chrome_trace(const std::vector<NotedSpan>& spans, const TraceAbout& about);

}  // namespace livewarp
