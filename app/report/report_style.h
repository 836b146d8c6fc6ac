#pragma once

#include <string>

namespace livewarp {

/// The style sheet of a report: in the colours of the window, dark or light as the reader's system
/// is, on screens of any width and on paper.
std::string report_style();

}  // namespace livewarp
