#pragma once

#include <string>
#include <vector>

#include "app/measure/json_report.h"
#include "ui/views/traffic_view.h"

/// Traffic beside the time, as text and as JSON.
namespace livewarp {

/// Of each variant what it moves and takes in one line, and a sentence below; then, once each, why
/// something is missing.
std::string traffic_text(const std::vector<ui::TrafficView>& views);

/// variant, launch, problem, sentence and stages[]; what is not known is null.
Json to_json(const ui::TrafficView& view);

}  // namespace livewarp
