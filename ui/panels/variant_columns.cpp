#include "ui/panels/variant_columns.h"

#include <algorithm>

#include "ui/model/comparison_text.h"
#include "ui/widgets/verdict.h"

namespace livewarp::ui {

namespace {

constexpr double key_column = 1.6, mark_column = 1.2, badge_column = 1.6;       // em
constexpr double widest_median = 5.2, widest_times = 4.0, narrowest_times = 2;  // em
constexpr double column_gap = 0.4;
constexpr std::size_t median_characters = 10;  // that fit the widest column

/// As wide as the header, with the arrow where variants are sorted by it, and as every time.
float median_width(const Frame& frame, const VariantTimes& times) {
  const Look& look = frame.look;
  const char* arrow = frame.state.sort == SortBy::median ? " \u2191" : "";
  float width = text_width(look, Type::caption, median_header(times) + arrow);
  for (const VariantEntry& variant : frame.model.variants)
    if (const Summary* bench = bench_of(variant))
      width = std::max(width, text_width(look, Type::number, cell(bench->median, times.unit)));
  return std::min(width, look.length(widest_median)) + look.px;
}

float times_a_width(const Frame& frame) {
  const Look& look = frame.look;
  if (!frame.model.pinned) return 0;
  float width = look.length(narrowest_times);
  for (const VariantEntry& variant : frame.model.variants)
    if (variant.times_a)
      width = std::max(width, text_width(look, Type::number, comparison_of(*variant.times_a).cell));
  return std::min(width, look.length(widest_times)) + look.px + look.length(2 * column_gap);
}

}  // namespace

const Summary* bench_of(const VariantEntry& variant) {
  return variant.bench && variant.check.ok() && variant.bench->count > 0 ? &*variant.bench
                                                                         : nullptr;
}

const char* doubt_about(const VariantEntry& variant) {
  const Summary* bench = bench_of(variant);
  if (!bench) return "";
  if (variant.partial) return "partial";
  if (!variant.disturbed.empty()) return "disturbed";
  return bench->spread > noisy_from ? "noisy" : "";
}

std::string median_header(const VariantTimes& times) {
  return std::string("bench ") + times.unit.unit.name;
}

VariantTimes times_of(const Frame& frame) {
  VariantTimes times;
  for (const VariantEntry& variant : frame.model.variants)
    if (const Summary* bench = bench_of(variant))
      times.slowest = std::max(times.slowest, bench->median);
  times.unit = column_unit(times.slowest, median_characters);
  times.median = median_width(frame, times);
  times.times_a = times_a_width(frame);
  return times;
}

RowBoxes boxes_of(const Look& look, const Box& row, const VariantTimes& times) {
  // Text stands above the bar at the row's foot.
  const Box text{row.x0, row.y0, row.x1, row.y1 - look.length(metrics.foot_bar)};
  RowBoxes boxes{row, text, text, text, text, text, text};
  boxes.mark.x0 = row.x0 + look.length(0.4);
  boxes.mark.x1 = boxes.mark.x0 + look.length(mark_column);
  boxes.key.x0 = boxes.mark.x1;
  boxes.key.x1 = boxes.key.x0 + look.length(key_column);
  boxes.badge.x0 = row.x1 - look.length(badge_column);
  boxes.times.x1 = boxes.badge.x0 - look.length(column_gap);
  boxes.times.x0 = boxes.times.x1 - times.times_a;
  boxes.median.x1 = boxes.times.x0;
  boxes.median.x0 = boxes.median.x1 - times.median;
  boxes.title.x0 = boxes.key.x1;
  boxes.title.x1 = boxes.median.x0 - look.length(column_gap);
  return boxes;
}

}  // namespace livewarp::ui
