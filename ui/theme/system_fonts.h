#pragma once

#include <memory>
#include <string>

#include "ui/theme/fonts.h"

namespace livewarp::ui {

enum class FontWeight { regular, medium, semibold };

/// The system's fonts; its configuration is read only when first asked. A bundle, which brings its
/// own, asks for none.
class SystemFonts {
 public:
  SystemFonts();
  ~SystemFonts();
  /// The upright face of that family and weight; without a path where there is none of that family.
  FontFiles::File find(const std::string& family, FontWeight weight);

 private:
  struct Configuration;
  std::unique_ptr<Configuration> configuration_;
};

}  // namespace livewarp::ui
