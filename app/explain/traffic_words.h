#pragma once

#include <string>
#include <utility>

#include "ui/views/traffic_view.h"

/// What is said of a step's traffic.
namespace livewarp {

/// "8.39" and "MB": three digits, and the prefix of a power of 1,000.
std::pair<std::string, std::string> amount_text(double amount, const std::string& unit);

/// "1.69 TB/s, 78 % of DRAM read": what the step makes of the stage that binds; of its compulsory
/// bytes where no limit was measured. Empty without a time.
std::string pace_text(const ui::TrafficView& view);

/// One sentence on the largest gap: between two counts of bytes, or between what binds and the
/// time; where arithmetic binds, that it does.
std::string gap_sentence(const ui::TrafficView& view);

/// All of it in one line: "model: compulsory 8.39 MB, requested 8.39 MB (×1.00) · counted 9.10 MB
/// (×1.08) · counters: DRAM 8.60 MB (×0.95) · 5.10 µs = 1.69 TB/s, 78 % of DRAM read".
std::string traffic_line(const ui::TrafficView& view);

/// "×4.50"
std::string times_text(double ratio);

}  // namespace livewarp
