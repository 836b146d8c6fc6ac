#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "kernels/core/base/text.h"
#include "ui/explain/block_tints.h"
#include "ui/explain/outline_lines.h"
#include "ui/frame/frame.h"
#include "ui/model/format.h"
#include "ui/model/ids.h"
#include "ui/panels/image_notes.h"
#include "ui/panels/panel_legend.h"
#include "ui/warp/panel_warp.h"
#include "ui/widgets/overlay_layout.h"

/// What lies on the picture: tools, chips, legend, value under the pointer, hints.
namespace livewarp::ui {

namespace {

constexpr double overlay_margin = 0.6, overlay_gap = 0.4;
constexpr double tool_list = 9, tool_padding = 0.7;  // beside the segments' own
constexpr double probe_height = 1.6, chip_height = 1.75;
constexpr double chip_padding = 0.6, chip_lead = 1.4;
constexpr double close_gap = 0.4;  // before the button that closes a hint
constexpr double probe_gap = 1.2;  // between place and value

// -- chips: a word on a scrim --------------------------------------------------------------------

struct Chip {
  Icon icon = Icon::none;
  Color color;
  std::string text;
};

Extent extent_of(const Look& look, const Chip& chip) {
  const double lead = chip.icon == Icon::none ? 0 : chip_lead;
  return {text_width(look, Type::body, chip.text) + look.length(lead) +
              2 * look.length(chip_padding),
          look.length(chip_height)};
}

void put_chip(const Look& look, const Box& box, const Chip& chip) {
  put_scrim(look, box);
  Box inner = box.inset(look.length(chip_padding), 0);
  put_icon(look, chip.icon, chip.color, inner, Align::left);
  if (chip.icon != Icon::none) inner.x0 += look.length(chip_lead);
  inner.x1 = box.x1;  // rounding must not elide what was measured to fit
  put(look, Type::body, look.tokens.text, inner, chip.text);
}

/// What is lit of the warp that is followed, or why nothing is; empty while none is.
std::string lit_words(const Frame& frame) {
  const auto& lit = frame.state.warp.lit;
  const WarpView* const view = warp_of(frame);
  if (!view || !warp_is_shown(frame)) return {};
  if (!view->not_shown.empty()) return "not lit: " + view->not_shown;
  if (!frame.model.warp_tint_reason.empty()) return "not lit: " + frame.model.warp_tint_reason;
  if (!lit) return {};
  return std::string(view->accesses[*lit].writes ? "lit: written" : "lit: read") + " at step " +
         grouped(std::int64_t(step_of(*view, *lit)) + 1);
}

/// What a hue over the picture means, or why there is none.
std::string tint_words(const Frame& frame) {
  if (std::string lit = lit_words(frame); !lit.empty()) return lit;
  const TintBy by = frame.state.blocks.tint;
  if (by == TintBy::off) return {};
  const Model& model = frame.model;
  if (!model.tint_reason.empty()) return "no tint: " + model.tint_reason;
  const auto choice = std::ranges::find(tint_choices(), by, &TintChoice::by);
  std::string label = choice->label;
  label.front() = char(std::tolower(label.front()));
  const BlocksView* const view = model.blocks;
  if (!view || view->counting) return "hue: " + label + ", comes in a moment";
  const bool timed = by == TintBy::multiprocessor || frame.state.blocks.at < 1;
  const std::string how = !timed ? "" : view->measured ? ", measured" : ", predicted";
  return "hue: " + label + how;
}

std::optional<Chip> state_chip(const Frame& frame) {
  const Model& model = frame.model;
  const Color accent = frame.look.tokens.accent;
  if (model.job && model.job->picture_paused)
    return Chip{Icon::measure, accent, "measuring, picture paused"};
  const std::string hues = tint_words(frame);
  if (model.choice.paused)
    return Chip{Icon::pause, accent, hues.empty() ? "paused" : "paused" + (middle_dot + hues)};
  if (!hues.empty()) return Chip{.color = accent, .text = hues};
  return std::nullopt;
}

/// The chip's text, shortened where the picture is narrow.
std::optional<Chip> fitted(const Look& look, std::optional<Chip> chip, float room) {
  if (!chip) return chip;
  const double lead = chip->icon == Icon::none ? 0 : chip_lead;
  const float text = room - look.length(lead) - 2 * look.length(chip_padding);
  chip->text = elided(look, Type::body, chip->text, std::max(text, look.em));
  return chip;
}

// -- tools ---------------------------------------------------------------------------------------

/// The parameter whose options are tools, if there is something to choose.
const Param* tool_of(const Frame& frame) {
  const std::string& id = frame.model.view.tool;
  const Param* param = id.empty() ? nullptr : find_param(frame.model.params, id);
  return param && param->options.size() > 1 ? param : nullptr;
}

/// A row of buttons; on a narrow picture a list that opens.
Extent extent_of(const Look& look, const Param& tool, float room) {
  const float row =
      segments_width(look, tool.options) + float(tool.options.size()) * look.length(tool_padding);
  return {row <= room ? row : look.length(tool_list), look.length(metrics.hit)};
}

void tools(Frame& frame, const Param& param, const Box& box) {
  const Look& look = frame.look;
  const int current = option_index(param.options, to_text(value_of(frame.wanted, param, false)));
  const Help about{
      .name = param.label, .text = param.help, .option = "--" + param.id, .reason = param.reason};
  ImGui::SetCursorScreenPos({box.x0, box.y0});
  const auto chosen =
      segments_fit(look, param.options, box.width())
          ? segmented(look, param.id.c_str(), param.options, current, box.width(), about)
          : dropdown(look, param.id.c_str(), param.options, current, box.width(), about);
  if (chosen)
    set_value(frame.wanted, param, false,
              parse_value(param, param.options[std::size_t(*chosen)].id));
}

// -- value under the pointer ---------------------------------------------------------------------

/// Decimals with which a thousandth of the legend's range is still seen.
int probe_decimals(const View& view) {
  const double range = std::abs(view.legend_max - view.legend_min);
  if (!(range > 0)) return 3;
  return std::clamp(3 - int(std::floor(std::log10(range) + 1e-9)), 0, 9);
}

std::string probe_value(const Model& model) {
  return model.probe ? fixed(*model.probe, probe_decimals(model.view)) : std::string();
}

/// As wide as the values between the legend's ends, so that it does not shiver under the pointer.
float probe_value_width(const Look& look, const Model& model) {
  const int decimals = probe_decimals(model.view);
  float widest = text_width(look, Type::number, probe_value(model));
  for (const double end : {model.view.legend_min, model.view.legend_max})
    widest = std::max(widest, text_width(look, Type::number, fixed(end, decimals)));
  return widest;
}

float probe_unit_width(const Look& look, const View& view) {
  if (view.legend_unit.empty()) return 0;
  return look.length(0.3) + text_width(look, Type::body, view.legend_unit);
}

/// Room for it is kept while the pointer is elsewhere: what lies above must not jump.
Extent probe_extent(const Look& look, const Model& model) {
  if (model.view.kind == PictureKind::image)
    return {std::max(text_width(look, Type::number, model.probe_text),
                     text_width(look, Type::number, "1,024, 1,024   255, 255, 255")) +
                2 * look.length(chip_padding),
            look.length(probe_height)};
  if (model.view.kind != PictureKind::field) return {};
  const float place = std::max(text_width(look, Type::number, model.probe_text),
                               text_width(look, Type::number, "1,024, 1,024"));
  return {place + look.length(probe_gap) + probe_value_width(look, model) +
              probe_unit_width(look, model.view) + 2 * look.length(chip_padding),
          look.length(probe_height)};
}

void put_probe(const Look& look, Box box, const Model& model) {
  if (model.probe_text.empty() && !model.probe) return;
  const float place = text_width(look, Type::number, model.probe_text);
  const float value = probe_value_width(look, model), unit = probe_unit_width(look, model.view);
  const float gap = place > 0 ? look.length(probe_gap) : 0;
  Box inner = box.inset(look.length(chip_padding), 0);
  if (model.probe) {
    box.x1 = inner.x0 + place + gap + value + unit + look.length(chip_padding);
  } else {
    box.x1 = inner.x0 + place + look.length(chip_padding);
  }
  put_scrim(look, box);
  put(look, Type::number, look.tokens.muted, {inner.x0, box.y0, box.x1, box.y1}, model.probe_text);
  if (!model.probe) return;
  inner.x0 += place + gap;
  const Box number{inner.x0, box.y0, inner.x0 + value + look.px, box.y1};
  put(look, Type::number, look.tokens.text, number, probe_value(model), Align::right);
  const float after = inner.x0 + value + look.length(0.3);
  put(look, Type::body, look.tokens.text, {after, box.y0, box.x1, box.y1}, model.view.legend_unit);
}

// -- hints ---------------------------------------------------------------------------------------

void forget_hint(State& state) {
  state.hint_gone = true;
  ImGui::MarkIniSettingsDirty();
}

/// A variant to switch to at first: the second, or else the first other one that can run.
const VariantEntry* variant_to_try(const Frame& frame) {
  const auto timed = std::ranges::count_if(
      frame.model.variants, [](const VariantEntry& variant) { return variant.bench.has_value(); });
  if (frame.state.hint_gone || frame.model.lecture || timed > 1) return nullptr;
  const VariantEntry* chosen = nullptr;
  for (const VariantEntry& variant : frame.model.variants) {
    if (variant.key == 0 || !variant.reason.empty() ||
        variant.info->name == frame.model.choice.variant)
      continue;
    if (!chosen || variant.key == 2) chosen = &variant;
  }
  return chosen;
}

struct Hint {
  std::string text;
  bool closes = false;  ///< has a button that closes it for good
};

Extent extent_of(const Look& look, const Hint& hint) {
  Extent extent = extent_of(look, Chip{.color = {}, .text = hint.text});
  if (hint.closes) extent.width += look.length(close_gap + metrics.hit);
  return extent;
}

/// What to do first. In a narrow picture it names the keys alone.
Hint first_hint(const Look& look, const VariantEntry& variant, float room) {
  const std::string key = "Press " + std::to_string(variant.key);
  Hint in_full{key + " for " + variant.info->title + ", then B to time all", true};
  if (extent_of(look, in_full).width <= room) return in_full;
  return {key + ", then B", true};
}

std::optional<Hint> hint_of(const Frame& frame, float room) {
  if (frame.state.presenting) return std::nullopt;
  if (const VariantEntry* variant = variant_to_try(frame))
    return first_hint(frame.look, *variant, room);
  if (frame.result.pointer.over && !frame.state.picture_touched && !frame.model.view.hint.empty())
    return Hint{frame.model.view.hint};
  return std::nullopt;
}

void put_hint(Frame& frame, Box box, const Hint& hint) {
  const Look& look = frame.look;
  if (hint.closes) {
    box.x1 -= look.length(close_gap + metrics.hit);
    const float x = box.x1 + look.length(close_gap);
    put_scrim(look, {x, box.y0, x + look.length(metrics.hit), box.y1});
    ImGui::SetCursorScreenPos({x, box.y0 + look.length(0.15)});
    if (button(look, ids::hint, {.icon = Icon::close, .width = metrics.hit}))
      forget_hint(frame.state);
    help(look, {.name = "Close", .text = "Takes this hint away for good.", .only_here = true});
  }
  put_chip(look, box, {.color = look.tokens.text, .text = hint.text});
}

}  // namespace

void overlays(Frame& frame, const Box& picture) {
  const Look& look = frame.look;
  const Model& model = frame.model;
  if (model.job && model.job->picture_paused)
    put_ground(look, faded(look.tokens.scene, 0.55), picture, 0);
  const Param* tool = frame.state.presenting ? nullptr : tool_of(frame);
  const float margin = look.length(overlay_margin), gap = look.length(overlay_gap);
  const std::optional<Chip> chip = fitted(look, state_chip(frame), picture.width() - 2 * margin);
  const std::optional<Hint> hint = hint_of(frame, picture.width() - 2 * margin);
  Overlays wanted;
  if (tool) wanted.tools = extent_of(look, *tool, picture.width() - 2 * margin);
  if (chip) wanted.chip = extent_of(look, *chip);
  if (chip && tool) wanted.chip.height = wanted.tools.height;  // one row
  wanted.legend = legend_extent(look, model.view);
  wanted.probe = probe_extent(look, model);
  if (hint) wanted.hint = extent_of(look, *hint);
  ImageNotes notes(look, model.view, frame.image, picture);
  PlacedOverlays placed = place_overlays(picture, wanted, margin, gap);
  placed = place_overlays(notes.room_above(picture, placed), wanted, margin, gap);
  image_divider(frame, picture);
  outline_lines(frame, picture);
  warp_marker(frame, picture);
  notes.put(placed);
  if (placed.tools.width() > 0) tools(frame, *tool, placed.tools);
  if (placed.chip.width() > 0) put_chip(look, placed.chip, *chip);
  if (placed.legend.width() > 0) put_legend(look, placed.legend, model.view);
  if (placed.probe.width() > 0 && frame.result.pointer.over && !pointer_is_away(frame))
    put_probe(look, placed.probe, model);
  if (placed.hint.width() > 0) put_hint(frame, placed.hint, *hint);
}

}  // namespace livewarp::ui
