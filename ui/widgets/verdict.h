#pragma once

#include <string>

#include "kernels/core/measure/verification.h"
#include "ui/widgets/widgets.h"

namespace livewarp::ui {

/// Spread above which samples are called noisy.
inline constexpr double noisy_from = 0.05;

/// How a verdict looks and what it says: always shape, word and colour together.
struct Mark {
  Icon icon = Icon::none;
  Color color;
  std::string text, detail;
  std::string hover;  ///< what was compared with what
  bool moving = false;
};

Mark mark_of(const Look& look, const CheckResult& check, double progress);

/// "error 3e-7". Of some variants only what goes beyond declared rounding counts, so none is not
/// said of the bits.
std::string error_words(const CheckResult& check);

/// "acceleration of body 1,234, error 0.31 > 5e-6": what is wrong, without saying again that it is.
std::string failure_text(const CheckResult& check);

}  // namespace livewarp::ui
