#include <algorithm>

#include <fmt/format.h>

#include "kernels/core/base/text.h"
#include "kernels/core/measure/ceilings.h"
#include "kernels/core/measure/verification.h"
#include "ui/frame/frame.h"
#include "ui/model/format.h"
#include "ui/model/other_text.h"
#include "ui/panels/variant_columns.h"
#include "ui/widgets/verdict.h"

namespace livewarp::ui {

namespace {

constexpr double line_height = 1.25;  // em
constexpr double badge_width = 11.8;
constexpr double slow_step_ms = 500;  // a step that is announced before it starts

void put_badge(const Frame& frame, const Mark& badge, const Box& box) {
  const Look& look = frame.look;
  const bool two = !badge.detail.empty();
  Box first = box;
  if (two) first.y1 = first.y0 + box.height() / 2;
  put_icon(look, badge.icon, badge.color, first, Align::left);
  first.x0 += look.length(1.4);
  put(look, Type::body, badge.color == look.tokens.muted ? look.tokens.muted : look.tokens.text,
      first, badge.text);
  if (two)
    put(look, Type::caption, look.tokens.muted,
        {first.x0, first.y1 - look.length(0.1), box.x1, box.y1}, badge.detail);
  hover_text(look, box, badge.hover.empty() ? badge.detail : badge.hover);
}

/// How steps were taken together, or apart.
std::string taking_text(const Model& model) {
  if (model.steps_together > 1)
    return fmt::format(" A sample is the mean of {} steps, timed together.",
                       grouped(model.steps_together));
  if (model.slices > 1)
    return fmt::format(" A step is cut into {} parts, between which pictures are drawn.",
                       grouped(model.slices));
  return "";
}

/// What was done about steps that ran while something was drawn.
std::string drawing_text(const Frame& frame) {
  const Model& model = frame.model;
  if (model.steps_unsorted > 0)
    return " This OpenGL tells too late when it draws: steps beside a drawing are among them.";
  if (model.steps_kept_beside > 0)
    return " Hardly a step has the GPU to itself: what is drawn meanwhile is in these times. A bench "
           "(B) is without it.";
  if (model.steps_beside_drawing == 0) return "";
  return fmt::format(
      " {} steps that shared the GPU with drawing are left out (clocks ± {:.0f} µs).",
      grouped(model.steps_beside_drawing), 1000 * model.clocks_uncertainty_ms);
}

/// The number in a field of four digits, its unit beside it; returns the field's end.
float put_number(const Frame& frame, const Box& box) {
  const Look& look = frame.look;
  const Summary& step = frame.numbers.step;
  const float field = text_width(look, Type::big, "0.00");
  Box number = box.with_width(field);
  const bool shown = step.count > 0;
  const Color color = shown && !few_samples(frame) && !frame.model.choice.paused
                          ? look.tokens.text
                          : look.tokens.muted;
  const TimeUnit unit = time_unit(step.median);
  put(look, Type::big, color, number, shown ? time_in(step.median, unit) : missing,
      shown ? Align::right : Align::left);
  Box beside = box;
  beside.x0 = number.x1 + look.length(0.35);
  if (shown) put_on_baseline(look, Type::unit, look.tokens.muted, beside, unit.name, Type::big);
  return beside.x0 + text_width(look, Type::unit, "ms");
}

void put_interval_bar(const Frame& frame, const Box& box) {
  const Look& look = frame.look;
  const Summary& step = frame.numbers.step;
  const Summary* baseline = baseline_of(frame);
  double& axis = frame.state.readout_axis;
  const double longest = std::max({step.p95, step.median, baseline ? baseline->p75 : 0});
  if (step.count > 0 || (baseline && longest > axis)) axis = sticky_maximum(axis, longest);
  const TimeUnit unit = time_unit(axis * 0.999);
  const std::string end =
      axis > 0 ? shortest(nice_ceiling(axis * unit.per_ms * 0.999)) + " " + unit.name : "";
  Box bar = box;
  bar.y1 = box.y0 + box.height() * 0.62f;
  interval_bar(look, bar, step, axis, few_samples(frame) || frame.model.choice.paused);
  // The ends of the axis stand on the number's baseline.
  put_on_baseline(look, Type::number_caption, look.tokens.muted, box, "0", Type::big);
  const Box last = box.right_part(text_width(look, Type::caption, end));
  put_on_baseline(look, Type::caption, look.tokens.muted, last, end, Type::big);
  if (baseline) put_baseline(frame, box, bar, last.x0);
  if (step.count > 0)
    hover_text(look, box,
               "min " + time_text(step.min) + ", quartiles " + time_text(step.p25) + " to " +
                   time_text(step.p75) + ", 95th percentile " + time_text(step.p95) +
                   ". Taken while pictures are drawn; B measures without." +
                   taking_text(frame.model) + drawing_text(frame));
}

std::string parts_text(const Frame& frame) {
  const TimeUnit unit = time_unit(frame.numbers.step.median);
  // What runs at a stretch is longer than a step where a pass makes several.
  const int steps = frame.model.time_steps;
  const std::string pass = steps > 1 ? middle_dot + std::string("pass of ") + grouped(steps) +
                                           " steps " + time_text(steps * frame.numbers.step.median)
                                     : "";
  return "kernel " + time_in(frame.numbers.kernel_ms, unit) + " + copies " +
         time_in(frame.numbers.copies_ms, unit) + pass;
}

/// What a bench of the running setting has found, all of it; null: none was made.
const Summary* bench_here(const Frame& frame) {
  const VariantEntry* running = frame.variant(frame.model.choice.variant);
  return running && running->running && !running->partial ? bench_of(*running) : nullptr;
}

std::string count_text(const Summary& step) {
  if (step.count == 1) return "one live sample";
  return "live median of " + std::to_string(step.count) + ", spread " + percent(step.spread);
}

std::string samples_text(const Frame& frame) {
  const Summary& step = frame.numbers.step;
  if (frame.model.choice.paused)
    return "paused" + std::string(middle_dot) + "last of " + std::to_string(step.count);
  const Summary* bench = bench_here(frame);
  if (!bench) return count_text(step);
  const TimeUnit unit = time_unit(step.median);  // of both, to be compared
  return "live " + time_in(step.median, unit) + " " + unit.name + middle_dot + "bench " +
         time_in(bench->median, unit) + " " + unit.name;
}

std::string slow_step_text(const Frame& frame) {
  const std::string length = duration(frame.model.predicted_ms / 1000);
  if (frame.model.step_fraction > 0)
    return "step " + percent(std::min(frame.model.step_fraction, 0.99), 1) + " of about " + length;
  return (frame.model.time_steps > 1 ? "a pass of " + grouped(frame.model.time_steps) + " steps"
                                     : "a step") +
         " takes about " + length;
}

bool slow_step(const Frame& frame) { return frame.model.predicted_ms > slow_step_ms; }

/// Why there is no number yet.
std::string no_sample_text(const Frame& frame) {
  if (frame.model.check.ok() && frame.model.choice.paused)
    return std::string(paused_text) + (slow_step(frame) ? middle_dot + slow_step_text(frame) : "");
  if (slow_step(frame)) return slow_step_text(frame);
  if (!frame.model.check.ok()) return "the time is shown once the result is verified";
  return frame.model.checking ? "a check or a readout uses the cores: times follow"
                              : "waiting for the first sample";
}

void second_line(Frame& frame, const Box& box) {
  const Look& look = frame.look;
  if (frame.numbers.step.count == 0) {
    const CheckResult& check = frame.model.check;
    if (check.verdict == Verdict::failed) {
      put(look, Type::body, look.tokens.text, box, failure_text(check));
      hover_text(look, box, check.failure);
      return;
    }
    put(look, Type::caption, look.tokens.muted, box, no_sample_text(frame));
    return;
  }
  const float end = put(look, Type::caption, look.tokens.text, box, parts_text(frame));
  Box rest = box;
  rest.x0 = end + look.length(1);
  const std::string samples = slow_step(frame) ? slow_step_text(frame) : samples_text(frame);
  const float width = text_width(look, Type::caption, samples) + look.length(1);
  // The samples stay where no A is pinned: the hint gives way to them.
  Box right = rest;
  if (!frame.model.pinned) right.x0 += width;
  const float said = put_verdict(frame, right);
  rest.x1 = said < box.x1 ? said - look.length(1) : box.x1;
  if (frame.model.pinned && rest.width() < width) {
    hover_text(look, {box.x0, box.y0, end, box.y1}, samples);
    return;
  }
  put(look, Type::caption, look.tokens.muted, rest, samples,
      frame.model.pinned ? Align::left : Align::right);
  if (const Summary* bench = bench_here(frame))
    hover_text(look, rest,
               count_text(frame.numbers.step) +
                   ", taken while pictures are drawn\nbench median of " +
                   std::to_string(bench->count) + ", taken without");
}

std::string setting(const Frame& frame) {
  const Model& model = frame.model;
  if (!model.variant || !model.workload) return {};
  std::string text = model.variant->title;
  for (const std::string& part : setting_parts(model, true)) text += middle_dot + part;
  return text;
}

/// em: in a readout of that width the rate is said in full, with the share of a ceiling, and before
/// the setting.
constexpr double wide = 46;

struct Rates {
  std::string text, hover;
  std::string share;  ///< "86 % of copy bandwidth", once that has been measured
};

Rates rates(const Frame& frame, bool in_full) {
  const Summary& step = frame.numbers.step;
  const CostModel& cost = frame.numbers.cost;
  if (step.count == 0 || step.median <= 0 || cost.items <= 0) return {};
  const double seconds = step.median / 1000;
  const Quantity items = rate(cost.items / seconds, frame.model.workload->info().item_rate);
  Rates all{items.number + " " + items.unit, ""};
  if (cost.flops > 0) {
    const Quantity flops = flop_rate(cost.flops / seconds);
    all.text += middle_dot + flops.number + " " + flops.unit +
                (in_full ? " (operation count)" : " (op. count)");
    all.hover = "FLOP/s by the algorithm's operation count, not by hardware counters";
  }
  if (!cost.note.empty()) all.hover += (all.hover.empty() ? "" : "\n") + cost.note;
  if (frame.model.variant) {
    if (const auto share =
            of_ceiling(cost, seconds, frame.model.ceilings, frame.model.variant->backend)) {
      all.share = percent(share->share) + " of " + share->ceiling;
      all.hover += (all.hover.empty() ? "" : "\n") + percent(share->share) + " of the " +
                   share->ceiling + " that was measured on this machine";
    }
  }
  return all;
}

void third_line(const Frame& frame, const Box& box) {
  const Look& look = frame.look;
  const bool in_full = box.width() >= look.length(wide);
  Rates all = rates(frame, in_full);
  const std::string text = setting(frame);
  // Controls show the setting in any case; in a narrow readout it stands here too.
  if (!all.share.empty() && in_full) all.text += middle_dot + all.share;
  Box left = box;
  if (!all.text.empty()) {
    const float width = text_width(look, Type::body, all.text);
    const Box right = box.right_part(std::min(width + look.px, box.width()));
    put(look, Type::body, look.tokens.text, right, all.text, Align::right);
    hover_text(look, right, all.hover);
    left.x1 = right.x0 - look.length(0.8);
  }
  put(look, Type::caption, look.tokens.muted, left, text);
  if (text_width(look, Type::caption, text) > left.width()) hover_text(look, left, text);
}

/// Numbers about the state: as many as fit, at most three.
void fourth_line(const Frame& frame, const Box& box) {
  const Look& look = frame.look;
  Box at = box;
  for (std::size_t i = 0; i < std::min<std::size_t>(frame.numbers.readouts.size(), 3); ++i) {
    const Readout& each = frame.numbers.readouts[i];
    const std::string name = lowered(each.label) + " ";
    std::string value = significant(each.value, each.digits);
    if (!each.unit.empty()) value += " " + each.unit;
    value += origin_tag(each.origin);
    const bool judged = each.good_min < each.good_max;
    const bool bad = judged && !(each.value >= each.good_min && each.value <= each.good_max);
    const float icon = bad ? look.length(1.1) : 0;
    const float width =
        text_width(look, Type::caption, name) + text_width(look, Type::caption, value) + icon;
    if (i > 0 && at.x0 + width > box.x1) return;
    const float start = at.x0;
    if (bad) put_icon(look, Icon::warn, look.tokens.warn, at, Align::left, 0.8);
    at.x0 += icon;
    at.x0 = put(look, Type::caption, look.tokens.muted, at, name);
    at.x0 = put(look, Type::caption, look.tokens.text, at, value);
    hover_text(look, {start, box.y0, at.x0, box.y1}, each.help);
    at.x0 += look.length(1.2);
  }
}

}  // namespace

void readout(Frame& frame, const Box& area) {
  const Look& look = frame.look;
  const Box box = area.inset(look.length(0.9), look.length(0.3));
  Box first = box;
  first.y1 = first.y0 + look.length(metrics.number);
  const float number_end = put_number(frame, first);
  if (const VariantEntry* running = frame.variant(frame.model.choice.variant))
    hover_text(look, {first.x0, first.y0, number_end, first.y1},
               others_text(frame.model, *running));
  const Box badge = first.right_part(std::min(look.length(badge_width), box.width() * 0.4f));
  put_badge(frame, readout_badge(frame), badge);
  const Box bar{number_end + look.length(1), first.y0, badge.x0 - look.length(1), first.y1};
  if (bar.width() > look.length(3)) put_interval_bar(frame, bar);

  Box line = box;
  line.y0 = first.y1;
  const auto next = [&] {
    const Box here{box.x0, line.y0, box.x1, line.y0 + look.length(line_height)};
    line.y0 = here.y1;
    return here;
  };
  second_line(frame, next());
  third_line(frame, next());
  // Its place is kept while there is nothing to say, or the picture below would jump.
  fourth_line(frame, next());
}

const char* origin_tag(Origin origin) {
  switch (origin) {
  case Origin::counted: return " counted";
  case Origin::model: return " model";
  case Origin::sampled: return " sampled";
  case Origin::measured: break;
  }
  return "";
}

void readout_bar(const Frame& frame, const Box& box) { put_interval_bar(frame, box); }
std::string readout_bench(const Frame& frame) {
  const Summary* bench = frame.numbers.step.count > 0 ? bench_here(frame) : nullptr;
  return bench ? "bench " + time_text(bench->median) : "";
}
std::string readout_rate(const Frame& frame) {
  const std::string text = rates(frame, false).text;
  return text.substr(0, text.find(middle_dot));
}

}  // namespace livewarp::ui
