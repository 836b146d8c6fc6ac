// Stands in for system_fonts.cpp in a bundle: the library that knows the system's fonts is as large
// as the fonts that a bundle brings.
#include "ui/theme/system_fonts.h"

namespace livewarp::ui {

struct SystemFonts::Configuration {};

SystemFonts::SystemFonts() = default;
SystemFonts::~SystemFonts() = default;

FontFiles::File SystemFonts::find(const std::string&, FontWeight) { return {}; }

}  // namespace livewarp::ui
