#include "ui/panels/variant_columns.h"

#include <imgui.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "ui/model/comparison_text.h"
#include "ui/model/ids.h"
#include "ui/model/other_text.h"
#include "ui/widgets/verdict.h"

namespace livewarp::ui {

namespace {

constexpr double key_column = 1.6, mark_column = 1.2, badge_column = 1.6;       // em
constexpr double widest_median = 5.2, widest_times = 4.0, narrowest_times = 2;  // em
constexpr double widest_other = 5.4, narrowest_other = 3.4;                     // em
constexpr double widest_title = 14;                                             // em
constexpr const char *compulsory_head = "comp. GB/s", *requested_head = "req. GB/s";
constexpr double column_gap = 0.4, group_height = 1.15;
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

/// GB/s of so many bytes a step; empty without a time.
std::string bandwidth_cell(const VariantEntry& variant, double bytes) {
  const Summary* bench = bench_of(variant);
  return bench && bench->median > 0 && bytes > 0 ? trimmed(bytes / bench->median / 1e6, 3) : "";
}

/// Both columns or none: a title is worth more.
float bandwidth_width(const Frame& frame, const VariantTimes& times) {
  const Look& look = frame.look;
  float width = 0, title = 0;
  for (const VariantEntry& variant : frame.model.variants) {
    title = std::max(title, text_width(look, Type::body, variant.info->title));
    for (const double bytes : {variant.cost.compulsory_bytes, variant.cost.requested_bytes})
      width =
          std::max(width, text_width(look, Type::number_caption, bandwidth_cell(variant, bytes)));
  }
  if (width <= 0) return 0;
  for (const char* head : {compulsory_head, requested_head})
    width = std::max(width, text_width(look, Type::caption, head));
  width += look.px + look.length(2 * column_gap);
  const float others = look.length(0.4 + mark_column + key_column + badge_column + 3 * column_gap) +
                       times.median + times.times_a + times.other;
  const bool fits = ImGui::GetContentRegionAvail().x >=
                    others + 2 * width + std::min(title, look.length(widest_title));
  return fits ? width : 0;
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

/// Which of the machines that are loaded is shown; nothing without any.
std::optional<std::size_t> shown_other(const Frame& frame) {
  const std::size_t count = frame.model.others.size();
  if (count == 0) return {};
  return frame.state.other_machine % count;
}

const OtherTime* other_of(const Frame& frame, const VariantEntry& variant) {
  const auto shown = shown_other(frame);
  return shown && *shown < variant.others.size() ? &variant.others[*shown] : nullptr;
}

/// "H200", with a sign that leads on where there are several.
std::string other_name(const Frame& frame, std::size_t shown) {
  const auto& others = frame.model.others;
  return others[shown].name + (others.size() > 1 ? " \u203a" : "");
}

float other_width(const Frame& frame) {
  const Look& look = frame.look;
  const auto shown = shown_other(frame);
  if (!shown) return 0;
  float width = std::max(look.length(narrowest_other),
                         text_width(look, Type::caption, other_name(frame, *shown)));
  for (const VariantEntry& variant : frame.model.variants)
    if (const OtherTime* time = other_of(frame, variant))
      width = std::max(width, text_width(look, Type::number_caption, other_cell(*time)));
  return std::min(width, look.length(widest_other)) + look.px + look.length(2 * column_gap);
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

void put_emulated(const Look& look, const CheckResult& found, const Box& box) {
  const EmulatedWords words = emulated_words(found);
  put_icon(look, words.right ? Icon::tick_hollow : Icon::cross,
           words.right ? look.tokens.ok : look.tokens.error, box, Align::left, 0.8);
  Box rest = box;
  rest.x0 += look.length(1.1);
  if (text_width(look, Type::caption, words.word) <= rest.width())
    put(look, Type::caption, look.tokens.muted, rest, words.word);
}

std::string median_header(const VariantTimes& times) {
  return std::string("bench ") + times.unit.unit.name;
}

void put_other(const Frame& frame, const VariantEntry& variant, const RowBoxes& boxes) {
  const OtherTime* time = other_of(frame, variant);
  if (!time) return;
  const Look& look = frame.look;
  put(look, Type::number_caption, time->median_ms > 0 ? look.tokens.text : look.tokens.muted,
      boxes.other, other_cell(*time), Align::right);
}

std::string bandwidths_text(const VariantEntry& variant) {
  const std::string compulsory = bandwidth_cell(variant, variant.cost.compulsory_bytes);
  if (compulsory.empty()) return {};
  return "compulsory " + compulsory + " GB/s, requested " +
         bandwidth_cell(variant, variant.cost.requested_bytes) + " GB/s";
}

void put_bandwidths(const Frame& frame, const VariantEntry& variant, const RowBoxes& boxes) {
  if (boxes.compulsory.width() <= 0) return;
  const Look& look = frame.look;
  for (const auto& [box, bytes] : {std::pair{boxes.compulsory, variant.cost.compulsory_bytes},
                                   std::pair{boxes.requested, variant.cost.requested_bytes}})
    put(look, Type::number_caption, look.tokens.text, box, bandwidth_cell(variant, bytes),
        Align::right);
}

void bandwidth_headers(const Frame& frame, const RowBoxes& boxes) {
  if (boxes.compulsory.width() <= 0) return;
  const Look& look = frame.look;
  put(look, Type::caption, look.tokens.muted, boxes.compulsory, compulsory_head, Align::right);
  put(look, Type::caption, look.tokens.muted, boxes.requested, requested_head, Align::right);
  hover_text(look, boxes.compulsory,
             "Compulsory bytes a second: each input read once, each output written once.");
  hover_text(look, boxes.requested,
             "Requested bytes a second: what threads ask for, before any cache.");
}

void other_header(Frame& frame, const RowBoxes& boxes) {
  const auto shown = shown_other(frame);
  if (!shown) return;
  const Look& look = frame.look;
  const Box& box = boxes.other;
  ImGui::SetCursorScreenPos({box.x0, box.y0});
  const Press pressed = press(look, ids::other_machine, double(box.width() / look.em),
                              double(box.height() / look.em));
  const bool several = frame.model.others.size() > 1;
  help(look,
       {.name = "Loaded results",
        .text = frame.model.others[*shown].about +
                "\nBench times of the same setting, or items a second of another size. None of "
                "it was measured here." +
                (several ? "\nA click shows the next machine." : ""),
        .option = "--results FILE"});
  put(look, Type::caption, several && pressed.hovered ? look.tokens.text : look.tokens.muted, box,
      other_name(frame, *shown), Align::right);
  if (pressed.clicked && several)
    frame.state.other_machine = (*shown + 1) % frame.model.others.size();
}

float put_recorded(const Frame& frame, const VariantEntry& variant, RowBoxes& boxes) {
  const float end = boxes.times.x1;
  if (!variant.recorded || (variant.recorded->median_ms <= 0 && variant.recorded->rate <= 0))
    return end;
  const Look& look = frame.look;
  const std::string cell = other_cell(*variant.recorded);
  Box box = boxes.times;
  box.x0 = end - text_width(look, Type::number_caption, cell) - look.px;
  put(look, Type::number_caption, look.tokens.muted, box, cell, Align::right);
  boxes.title.x1 = box.x0 - look.length(column_gap);
  return box.x0;
}

void group_line(const Frame& frame, Backend backend, const VariantTimes& times) {
  const Look& look = frame.look;
  Box box = take(look, 0, group_height);
  const RowBoxes boxes = boxes_of(look, box, times);
  box.x0 = boxes.mark.x0;
  box.x0 =
      put(look, Type::caption, look.tokens.muted, box, backend == Backend::cuda ? "CUDA" : "CPU") +
      look.length(1);
  const std::string recorded = backend == Backend::cuda ? recorded_head(frame.model) : "";
  if (recorded.empty()) return;
  // Over its figures, or from the left as far as it must reach.
  box.x1 = boxes.times.x1;
  const bool fits = text_width(look, Type::caption, recorded) <= box.width();
  if (!fits) box.x1 = boxes.other.x1;
  put(look, Type::caption, look.tokens.muted, box, recorded, fits ? Align::right : Align::left);
  hover_text(look, box,
             recorded +
                 "\nVerified times that ship with the program, of another machine. They are in no "
                 "export and no comparison.");
}

VariantTimes times_of(const Frame& frame) {
  VariantTimes times;
  for (const VariantEntry& variant : frame.model.variants)
    if (const Summary* bench = bench_of(variant))
      times.slowest = std::max(times.slowest, bench->median);
  times.unit = column_unit(times.slowest, median_characters);
  times.median = median_width(frame, times);
  times.times_a = times_a_width(frame);
  times.other = other_width(frame);
  times.bandwidth = bandwidth_width(frame, times);
  return times;
}

RowBoxes boxes_of(const Look& look, const Box& row, const VariantTimes& times) {
  // Text stands above the bar at the row's foot.
  const Box text{row.x0, row.y0, row.x1, row.y1 - look.length(metrics.foot_bar)};
  RowBoxes boxes{row, text, text, text, text, text, text, text, text, text};
  boxes.mark.x0 = row.x0 + look.length(0.4);
  boxes.mark.x1 = boxes.mark.x0 + look.length(mark_column);
  boxes.key.x0 = boxes.mark.x1;
  boxes.key.x1 = boxes.key.x0 + look.length(key_column);
  boxes.badge.x0 = row.x1 - look.length(badge_column);
  boxes.other.x1 = boxes.badge.x0 - look.length(column_gap);
  boxes.other.x0 = boxes.other.x1 - times.other;
  boxes.times.x1 = boxes.other.x0;
  boxes.times.x0 = boxes.times.x1 - times.times_a;
  boxes.requested.x1 = boxes.times.x0;
  boxes.requested.x0 = boxes.compulsory.x1 = boxes.requested.x1 - times.bandwidth;
  boxes.compulsory.x0 = boxes.compulsory.x1 - times.bandwidth;
  boxes.median.x1 = boxes.compulsory.x0;
  boxes.median.x0 = boxes.median.x1 - times.median;
  boxes.title.x0 = boxes.key.x1;
  boxes.title.x1 = boxes.median.x0 - look.length(column_gap);
  return boxes;
}

}  // namespace livewarp::ui
