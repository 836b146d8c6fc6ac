#pragma once

#include <string_view>

namespace livewarp {

/// What a browser opens: one HTML file with all that it needs.
std::string_view viewer_page();

}  // namespace livewarp
