#pragma once

#include <vector>

#include "app/reports/saved_report.h"

namespace livewarp {

/// The verified times of CUDA variants that ship with the program: those of docs/measured, taken in
/// when it was built. Read anew by each call.
std::vector<SavedReport> recorded_reports();

}  // namespace livewarp
