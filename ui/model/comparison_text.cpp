#include "ui/model/comparison_text.h"

#include <cmath>

#include "ui/model/format.h"

namespace livewarp::ui {

namespace {

/// Below a tenth two digits say enough, and no column is wide enough for three.
std::string times(double ratio) { return significant(ratio, ratio < 0.1 ? 2 : 3) + "\u00d7"; }

std::string signed_percent(double fraction) {
  const std::string sign = fraction < 0 ? "\u2212" : "+";
  return sign + percent(std::abs(fraction));
}

}  // namespace

ComparisonText comparison_of(const Ratio& ratio) {
  ComparisonText text;
  if (!std::isfinite(ratio.value) || ratio.value <= 0) return {missing, missing, "", false};
  const bool interval = ratio.low > 0 && ratio.high > 0;
  text.hover = "time " + signed_percent(1 / ratio.value - 1) + " against A" + middle_dot;
  text.hover += interval
                    ? "95 % interval of the ratio " + times(ratio.low) + " to " + times(ratio.high)
                    : "too few samples for an interval";
  if (interval && ratio.noise()) {
    text.verdict = "within noise";
    text.cell = "noise";
    return text;
  }
  text.sure = interval;
  text.cell = times(ratio.value);
  text.verdict = ratio.value >= 1 ? times(ratio.value) + " faster than A"
                                  : times(1 / ratio.value) + " slower than A";
  return text;
}

}  // namespace livewarp::ui
