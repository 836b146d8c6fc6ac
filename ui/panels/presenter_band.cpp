#include "ui/panels/presenter_band.h"

#include <imgui.h>

#include <algorithm>

#include "kernels/core/base/text.h"
#include "ui/model/choices.h"
#include "ui/model/format.h"
#include "ui/model/ids.h"
#include "ui/model/kernel_text.h"
#include "ui/panels/job_strip.h"
#include "ui/panels/variant_columns.h"
#include "ui/widgets/verdict.h"

namespace livewarp::ui {

namespace {

constexpr double side = 0.9, strip_height = 2.1, strip_gap = 0.4;
constexpr double left_share = 0.36, right_column = 21, column_gap = 1.2;
constexpr double title_height = 2.1, line_height = 1.55;
constexpr int most_keys = 9;

Box line_of(const Look& look, Box& rest, double height) {
  Box line = rest;
  line.y1 = line.y0 + look.length(height);
  rest.y0 = line.y1;
  return line;
}

/// "block 128 · N 131,072 · 72 registers · no spills".
std::string setting(const Frame& frame) {
  std::vector<std::string> parts = setting_parts(frame.model, false);
  if (frame.model.kernel_use)
    for (const std::string& part : kernel_parts(*frame.model.kernel_use)) parts.push_back(part);
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : middle_dot) + part;
  return text;
}

/// "Scaling · Bilinear": the workload, and which of its computations.
std::string workload_text(const Model& model) {
  const WorkloadInfo& info = model.workload->info();
  const Param* method = info.method.empty() ? nullptr : find_param(model.params, info.method);
  if (!method) return info.title;
  const std::string value = value_text(*method, value_of(model.choice, *method, false));
  if (value == info.title) return value;  // a transposition by transposition
  return info.title + middle_dot +
         (method->options.empty() ? lowered(method->label) + " " + value : value);
}

/// What runs, how it is set, and for a moment what has just become of it; or how far a measurement
/// is.
void put_setting(Frame& frame, Box box) {
  const Look& look = frame.look;
  if (!frame.model.variant) return;
  Box title = line_of(look, box, title_height);
  title.x0 = put(look, Type::title, look.tokens.text, title, frame.model.variant->title) +
             look.length(0.8);
  std::string text = setting(frame);
  if (const std::string workload = workload_text(frame.model);
      text_width(look, Type::name, workload) < title.width())
    put_on_baseline(look, Type::name, look.tokens.muted, title, workload, Type::title);
  else
    text = workload + (text.empty() ? "" : middle_dot) + text;
  const PresenterMemory& memory = frame.state.presenter;
  const bool changed = frame.now < memory.change_until && !frame.model.job;
  std::vector<std::string> lines = wrapped(look, Type::name, text, box.width(), 200);
  for (std::string& line : lines)  // what divides parts is not needed where a line begins
    if (const std::string_view dot = middle_dot; line.starts_with(dot.substr(1)))
      line.erase(0, dot.size() - 1);
  const std::size_t room = changed || frame.model.job ? 1 : 2;
  for (std::size_t i = 0; i < std::min(room, lines.size()); ++i) {
    const bool last = i + 1 == room && i + 1 < lines.size();
    put(look, Type::name, look.tokens.muted, line_of(look, box, line_height),
        last ? lines[i] + " " + lines[i + 1] : lines[i]);
  }
  if (frame.model.job) put_job(frame, line_of(look, box, line_height), *frame.model.job);
  if (!changed) return;
  frame.result.animating = true;
  put(look, Type::name, look.tokens.accent, line_of(look, box, line_height), memory.change);
}

float number_width(const Look& look) {
  return text_width(look, Type::huge, "0.00") + look.length(0.6) +
         text_width(look, Type::title, "ms");
}

void put_number(const Frame& frame, const Box& box) {
  const Look& look = frame.look;
  const Summary& step = frame.numbers.step;
  const bool shown = step.count > 0;
  const bool settled =
      shown && step.count >= std::size_t(frame.model.wanted_samples) && !frame.model.choice.paused;
  const TimeUnit unit = time_unit(step.median);
  Box number = box.with_width(text_width(look, Type::huge, "0.00") + look.px);
  put(look, Type::huge, settled ? look.tokens.text : look.tokens.muted, number,
      shown ? time_in(step.median, unit) : missing, Align::right);
  if (!shown) return;
  Box beside = box;
  beside.x0 = number.x1 + look.length(0.5);
  put_on_baseline(look, Type::title, look.tokens.muted, beside, unit.name, Type::huge);
  // Taken while pictures are drawn: the bars of the keys below are the benches.
  beside.y1 = beside.y0 + look.length(title_height);
  put(look, Type::name, look.tokens.muted, beside, "live");
}

/// Badge, bar, rate and how it compares with A; where there is no room for both, the comparison.
void put_proof(const Frame& frame, Box box) {
  const Look& look = frame.look;
  Mark badge = readout_badge(frame);
  Box first = line_of(look, box, title_height);
  put_icon(look, badge.icon, badge.color, first, Align::left, 1.3);
  first.x0 += look.length(1.8);
  const float both = text_width(look, Type::name, badge.text) + look.length(0.8) +
                     text_width(look, Type::body, badge.detail);
  // That it is right matters more than by how much its times scatter.
  if (badge.icon == Icon::warn && both > first.width()) {
    badge.text = "verified, but noisy";
    badge.detail = cores_are_shared(frame.model) ? "cores shared" : error_words(frame.model.check);
  }
  first.x0 = put(look, Type::name, look.tokens.text, first, badge.text) + look.length(0.8);
  if (text_width(look, Type::body, badge.detail) <= first.width())
    put(look, Type::body, look.tokens.muted, first, badge.detail);
  Box bar = line_of(look, box, 2);
  bar.y0 += look.length(0.35);  // for the mark of A, which stands on the bar
  readout_bar(frame, bar);
  Box last = line_of(look, box, line_height);
  const float verdict = put_large_verdict(frame, last);
  if (verdict < last.x1) last.x1 = verdict - look.length(0.8);
  const std::string rate = readout_rate(frame), bench = readout_bench(frame);
  if (text_width(look, Type::name, rate) > last.width()) return;
  last.x0 = put(look, Type::name, look.tokens.text, last, rate) + look.length(0.8);
  if (text_width(look, Type::name, bench) < last.width())
    put(look, Type::name, look.tokens.muted, last, bench);
}

void key_cell(Frame& frame, const VariantEntry& variant, const Box& box, double slowest) {
  const Look& look = frame.look;
  const Tokens& tokens = look.tokens;
  ImGui::SetCursorScreenPos({box.x0, box.y0});
  const Press pressed = press(look, variant.info->name.c_str(), double(box.width() / look.em),
                              double(box.height() / look.em));
  help(look, {.name = variant.info->title,
              .key = std::to_string(variant.key),
              .text = "Runs this variant.",
              .option = "--variant " + variant.info->name,
              .reason = variant.reason});
  const bool possible = variant.reason.empty();
  if (variant.running) {
    put_ground(look, tokens.selected, box);
    put_outline(look, tokens.accent, box);
  } else {
    put_ground(look, pressed.hovered && possible ? tokens.hover : tokens.field, box);
  }
  if (!possible) put_hatch(look, faded(tokens.muted, 0.35), box);
  Box text = box.inset(look.length(0.4), 0);
  text.y1 -= look.length(metrics.foot_bar);
  put(look, Type::number, tokens.muted, text, std::to_string(variant.key));
  text.x0 += look.length(1);
  put(look, Type::body, possible ? tokens.text : tokens.muted, text, variant.info->title);
  if (const Summary* bench = bench_of(variant); bench && slowest > 0)
    put_foot_bar(look, series_color(look, Slot::kernel), box, bench->median / slowest);
  if (pressed.clicked) choose_variant(frame, variant);
}

/// The variants that keys reach, each with its bar.
void key_strip(Frame& frame, const Box& strip) {
  std::vector<const VariantEntry*> variants;
  double slowest = 0;
  for (const VariantEntry& variant : frame.model.variants) {
    if (variant.key < 1 || variant.key > most_keys) continue;
    variants.push_back(&variant);
    if (const Summary* bench = bench_of(variant)) slowest = std::max(slowest, bench->median);
  }
  if (variants.empty()) return;
  const float space = frame.look.length(0.25);
  const float count = float(std::max<std::size_t>(variants.size(), 4));
  const float width = (strip.width() - (count - 1) * space) / count;
  ImGui::PushID(ids::variant);
  float x = strip.x0;
  for (const VariantEntry* variant : variants) {
    key_cell(frame, *variant, {float(int(x)), strip.y0, float(int(x + width)), strip.y1}, slowest);
    x += width + space;
  }
  ImGui::PopID();
}

}  // namespace

void presenter_band(Frame& frame, const Box& band) {
  const Look& look = frame.look;
  put_ground(look, look.tokens.app, band, 0);
  put_ground(look, look.tokens.divider, {band.x0, band.y0, band.x1, band.y0 + look.px}, 0);
  const Box inner = band.inset(look.length(side), look.length(0.5));
  Box strip = inner;
  strip.y0 = strip.y1 - look.length(strip_height);
  Box upper = inner;
  upper.y1 = strip.y0 - look.length(strip_gap);
  const float gap = look.length(column_gap), number = number_width(look);
  const float right = std::min(look.length(right_column), inner.width() * float(left_share));
  Box proof = upper.right_part(right);
  Box figure = upper;
  figure.x1 = proof.x0 - gap;
  figure.x0 = std::max(upper.x0, figure.x1 - number);
  Box left = upper;
  left.x1 = figure.x0 - gap;
  if (left.width() > look.length(6)) put_setting(frame, left);
  put_number(frame, figure);
  put_proof(frame, proof);
  key_strip(frame, strip);
}

}  // namespace livewarp::ui
