#pragma once

#include <vector>

#include "app/report/report_content.h"
#include "app/session/session.h"

namespace livewarp {

/// What a window knows of the workload that it shows: all of its variants that were measured, the
/// last comparison in turn, the graphs of a sweep. Lenses and pictures are not among it.
ReportContent session_report(const Session& session, int device, std::vector<Graph> graphs);

}  // namespace livewarp
