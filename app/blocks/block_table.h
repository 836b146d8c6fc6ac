#pragma once

#include <string>

#include "app/measure/json_report.h"
#include "ui/views/blocks_view.h"

/// Blocks of a launch as text and as JSON.
namespace livewarp {

std::string blocks_text(const ui::BlocksView& view);

/// kernel, grid, block, writes, measured and predicted with figures, reasons where they are absent;
/// records[] of what was measured.
Json to_json(const ui::BlocksView& view);

}  // namespace livewarp
