#include "ui/model/other_text.h"

#include <algorithm>
#include <optional>

#include "ui/model/format.h"

namespace livewarp::ui {

namespace {

std::string rate_cell(double per_second) {
  Quantity figure = rate(per_second, "/s");  // "G /s"
  std::erase(figure.unit, ' ');
  return figure.number + " " + figure.unit;
}

/// The bench of this machine beside the other's figure: "8.6x as fast as here".
std::string against_here(const OtherTime& time, const VariantEntry& variant) {
  if (!variant.bench || !variant.check.ok() || variant.bench->count == 0) return {};
  const double here_ms = variant.bench->median;
  double ratio = 0;
  std::string here;
  if (time.median_ms > 0) {
    ratio = here_ms / time.median_ms;
    here = time_text(here_ms);
  } else if (time.rate > 0 && time.items > 0 && here_ms > 0) {
    const double rate_here = time.items / here_ms * 1000;
    ratio = time.rate / rate_here;
    here = rate_cell(rate_here);
  }
  if (!(ratio > 0)) return {};
  return ", " + significant(ratio, ratio < 0.1 ? 2 : 3) + "\u00d7 the speed of this machine's " +
         here;
}

}  // namespace

std::string other_cell(const OtherTime& time) {
  if (time.median_ms > 0) return time_text(time.median_ms);
  return time.rate > 0 ? rate_cell(time.rate) : missing;
}

std::string others_text(const Model& model, const VariantEntry& variant) {
  std::string text;
  const auto line = [&](const std::string& each) { text += (text.empty() ? "" : "\n") + each; };
  for (std::size_t i = 0; i < std::min(model.others.size(), variant.others.size()); ++i) {
    const OtherTime& time = variant.others[i];
    line("Loaded, " + model.others[i].name + ": " + other_cell(time) + against_here(time, variant));
    line(time.about);
  }
  if (variant.recorded) {
    line("Recorded, not measured here: " + other_cell(*variant.recorded));
    line(variant.recorded->about);
  }
  return text;
}

std::string recorded_head(const Model& model) {
  std::optional<std::string> size;
  bool any = false, one_size = true;
  for (const VariantEntry& variant : model.variants) {
    if (!variant.recorded || (variant.recorded->median_ms <= 0 && variant.recorded->rate <= 0))
      continue;
    any = true;
    one_size = one_size && (!size || *size == variant.recorded->at);
    size = variant.recorded->at;
  }
  if (!any) return {};
  return "recorded: " + model.recorded_on + (one_size && !size->empty() ? ", " + *size : "");
}

}  // namespace livewarp::ui
