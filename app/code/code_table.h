#pragma once

#include <string>

#include "app/measure/json_report.h"
#include "ui/views/lens_view.h"

/// PTX and SASS as text and as JSON.
namespace livewarp {

/// Each kernel: what it needs, how many instructions each line of its source became, and all of
/// them with their lines.
std::string code_text(const ui::CodeView& view);

/// variant, launch, code, arch, and kernels[] with instructions[].
Json to_json(const ui::CodeView& view);

}  // namespace livewarp
