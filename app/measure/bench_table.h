#pragma once

#include <string>
#include <vector>

#include "app/measure/variant_run.h"

namespace livewarp {

/// The results of a bench as a table: one unit a column; variants without a verified result show no
/// time.
std::string bench_table(const std::vector<VariantResult>& results);

/// The three lines that the classic N-body sample taught people to read, for the fastest variant of
/// any workload that counts operations: size and time of ten steps, billion items a second, GFLOP/s
/// at so many operations an item. Empty if there is no such variant.
std::string classic_lines(const std::vector<VariantResult>& results);

/// "Ceilings of 2 CPU threads: copy bandwidth 26.1 GB/s, ...", a line for each owner; empty without
/// any.
std::string ceilings_text(const Ceilings& ceilings);

}  // namespace livewarp
