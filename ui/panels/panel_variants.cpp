#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <utility>

#include "kernels/core/measure/verification.h"
#include "ui/frame/actions.h"
#include "ui/frame/dock.h"
#include "ui/frame/frame.h"
#include "ui/model/comparison_text.h"
#include "ui/model/format.h"
#include "ui/model/ids.h"
#include "ui/model/other_text.h"
#include "ui/panels/variant_columns.h"
#include "ui/widgets/verdict.h"

namespace livewarp::ui {

namespace {

constexpr double column_gap = 0.3;  // em

Mark mark_of(const Frame& frame, const VariantEntry& variant) {
  Mark mark = mark_of(frame.look, variant.check, variant.check_progress);
  if (mark.moving) frame.result.animating = true;
  if (variant.check.verdict == Verdict::unchecked && variant.emulator_checked) {
    mark.color = frame.look.tokens.ok;
    mark.text = "emulated: checked, not timed";
  }
  return mark;
}

void put_time(const Frame& frame, const VariantEntry& variant, const RowBoxes& boxes,
              const VariantTimes& times) {
  const Look& look = frame.look;
  const Summary* bench = bench_of(variant);
  if (!bench) {
    put(look, Type::number, look.tokens.muted, boxes.median, missing, Align::right);
    return;
  }
  put(look, Type::number, look.tokens.text, boxes.median, cell(bench->median, times.unit),
      Align::right);
  Box foot = boxes.all;
  foot.x0 = boxes.title.x0;
  put_foot_bar(look, series_color(look, Slot::kernel), foot, bench->median / times.slowest);
}

/// A's bench over the variant's. What is not sure is muted.
void put_times_a(const Frame& frame, const VariantEntry& variant, const RowBoxes& boxes) {
  if (!frame.model.pinned) return;
  const Look& look = frame.look;
  if (variant.is_a || !variant.times_a || !bench_of(variant)) {
    put(look, variant.is_a ? Type::body : Type::number, look.tokens.muted, boxes.times,
        variant.is_a ? "A" : missing, Align::right);
    return;
  }
  const ComparisonText comparison = comparison_of(*variant.times_a);
  put(look, Type::number, comparison.sure ? look.tokens.text : look.tokens.muted, boxes.times,
      comparison.cell, Align::right);
}

/// The title, and beside it what there is to doubt about the time: a word, or where the title
/// leaves no room for one, its sign.
void put_title(const Frame& frame, const VariantEntry& variant, const RowBoxes& boxes) {
  const Look& look = frame.look;
  const bool possible = variant.reason.empty();
  const std::string_view doubt = possible ? doubt_about(variant) : "";
  Box title = boxes.title;
  if (!doubt.empty()) {
    const float space = look.length(column_gap), word = text_width(look, Type::caption, doubt);
    const bool fits =
        text_width(look, Type::body, variant.info->title) + space + word <= title.width();
    const Box place = title.right_part(fits ? word + look.px : look.length(1));
    title.x1 = place.x0 - space;
    if (fits)
      put(look, Type::caption, look.tokens.muted, place, doubt, Align::right);
    else
      put_icon(look, Icon::warn, look.tokens.muted, place, Align::left, 0.8);
  }
  put(look, Type::body, possible ? look.tokens.text : look.tokens.muted, title,
      variant.info->title);
}

/// Second half of a variant that cannot run: why, or what the emulator found of it, and a hatched
/// place for the time it has not. What is recorded of it stands there too, and the reason where
/// there is room beside it.
void put_reason(const Frame& frame, const VariantEntry& variant, const RowBoxes& boxes,
                float recorded) {
  const Look& look = frame.look;
  const float width = text_width(look, Type::body, variant.info->title);
  const float half = boxes.title.x0 + (boxes.badge.x0 - boxes.title.x0) / 2;
  const bool alone = recorded == boxes.times.x1;
  Box reason = boxes.badge;
  const bool at_half = alone && !variant.emulated;
  reason.x0 = std::max(boxes.title.x0 + width + look.length(0.6), at_half ? half : 0);
  reason.x1 = recorded - look.length(alone ? 0 : 0.6);
  // Where it does not fit, what comes before the driver's own words says most of it.
  const std::string in_short = variant.reason.substr(0, variant.reason.find(": "));
  const bool fits = text_width(look, Type::caption, variant.reason) <= reason.width();
  const bool no_room = boxes.other.width() > 0;  // for it beside every title
  const bool in_room =
      alone || (!no_room && text_width(look, Type::caption, in_short) <= reason.width());
  if (variant.emulated)
    put_emulated(look, *variant.emulated, reason);
  else if (in_room)
    put(look, Type::caption, look.tokens.muted, reason, fits ? variant.reason : in_short,
        alone ? Align::left : Align::right);
  put_hatch(look, faded(look.tokens.muted, 0.45),
            boxes.badge.inset(look.length(0.2), look.length(0.2)));
}

Help help_of(const Frame& frame, const VariantEntry& variant, const Mark& mark) {
  Help about{.name = variant.info->title,
             .key = variant.key > 0 ? std::to_string(variant.key) : "",
             .option = "--variant " + variant.info->name,
             .reason = variant.reason};
  if (!variant.reason.empty()) {
    about.text = "It is studied: lesson, axes, block and memory modes are shown, and the variant "
                 "that runs goes on.";
    if (variant.emulated) about.text += "\n" + emulated_words(*variant.emulated).text;
    if (const std::string others = others_text(frame.model, variant); !others.empty())
      about.text += "\n" + others;
    return about;
  }
  std::string& text = about.text;
  text = mark.text;
  if (variant.check.ok()) text += middle_dot + mark.detail;
  if (variant.check.verdict == Verdict::failed) text += middle_dot + failure_text(variant.check);
  if (const Summary* bench = bench_of(variant)) {
    text += middle_dot + ("bench " + time_text(bench->median)) + ", " +
            std::to_string(bench->count) + " samples, spread " + percent(bench->spread);
    if (const std::string_view doubt = doubt_about(variant); !doubt.empty())
      text += ", " + std::string(doubt);
    if (const std::string bandwidths = bandwidths_text(variant); !bandwidths.empty())
      text += middle_dot + bandwidths;
    if (!variant.disturbed.empty()) text += middle_dot + variant.disturbed;
    if (!variant.bench_state.empty()) text += middle_dot + variant.bench_state;
    if (variant.is_a)
      text += middle_dot + std::string("this is A");
    else if (variant.times_a)
      text += middle_dot + comparison_of(*variant.times_a).hover;
  }
  // Of the launch that runs: others are known once they do.
  if (variant.running && !frame.model.cost.note.empty()) text += middle_dot + frame.model.cost.note;
  if (const std::string others = others_text(frame.model, variant); !others.empty())
    text += "\n" + others;
  return about;
}

/// No further than needed for the row and one on either side: the group's name is one, and where
/// arrows lead.
void bring_into_view(const Look& look, const Box& row) {
  const float beside = look.length(metrics.table_row);
  ImGui::ScrollToRect(ImGui::GetCurrentWindow(),
                      {{row.x0, row.y0 - beside}, {row.x1, row.y1 + beside}},
                      ImGuiScrollFlags_KeepVisibleEdgeY | ImGuiScrollFlags_NoScrollParent);
}

void table_row(Frame& frame, const VariantEntry& variant, const VariantTimes& times) {
  const Look& look = frame.look;
  const Tokens& tokens = look.tokens;
  State& state = frame.state;
  const Press pressed = press(look, variant.info->name.c_str(), 0, metrics.table_row);
  RowBoxes boxes = boxes_of(look, pressed.box, times);
  const bool possible = variant.reason.empty();
  const bool cursor = state.cursor == variant.info->name;
  if (variant.running)
    put_ground(look, tokens.selected, boxes.all, 0);
  else if (pressed.hovered)
    put_ground(look, tokens.hover, boxes.all, 0);
  if (variant.running) {
    put_ground(look, tokens.accent, boxes.all.with_width(look.length(0.2)), 0);
    put_icon(look, Icon::play, tokens.accent, boxes.mark, Align::left, 0.75);
  }
  if (cursor && !variant.running) put_outline(look, tokens.accent, boxes.all, 0);
  if (variant.key > 0)
    put(look, Type::number, tokens.muted, boxes.key, std::to_string(variant.key));
  const float recorded = put_recorded(frame, variant, boxes);
  put_title(frame, variant, boxes);
  const Mark mark = mark_of(frame, variant);
  if (possible) {
    put_time(frame, variant, boxes, times);
    put_bandwidths(frame, variant, boxes);
    put_times_a(frame, variant, boxes);
    put_icon(look, mark.icon, mark.color, boxes.badge, Align::center, 0.9);
  } else {
    put_reason(frame, variant, boxes, recorded);
  }
  put_other(frame, variant, boxes);
  help(look, help_of(frame, variant, mark));
  if (pressed.clicked) choose_variant(frame, variant);
  if (pressed.right_clicked) {
    state.variant_menu = variant.info->name;
    state.variant_menu_asked = true;
  }
  // Asked for by a key it hangs from its row, not from wherever the mouse rests.
  if (cursor && std::exchange(state.variant_menu_by_key, false))
    state.variant_menu_at = {boxes.title.x0, boxes.all.y1};
  if (cursor && state.scroll_to_cursor) {
    bring_into_view(look, boxes.all);
    state.scroll_to_cursor = false;
  }
}

void sort_header(Frame& frame, const char* id, std::string_view text, const Box& box, SortBy column,
                 Align align) {
  const Look& look = frame.look;
  State& state = frame.state;
  ImGui::SetCursorScreenPos({box.x0, box.y0});
  const Press pressed =
      press(look, id, double(box.width() / look.em), double(box.height() / look.em));
  help(
      look,
      {.name = "Sort",
       .text = "Sorts the variants within each backend by this column; again: the other way round.",
       .only_here = true});
  const bool active = state.sort == column && column != SortBy::order;
  put(look, Type::caption, active || pressed.hovered ? look.tokens.text : look.tokens.muted, box,
      active ? std::string(text) + (state.sort_down ? " \u2191" : " \u2193") : std::string(text),
      align);
  if (!pressed.clicked) return;
  state.sort_down = state.sort != column || !state.sort_down;
  state.sort = column;
}

void header(Frame& frame, const VariantTimes& times) {
  const Look& look = frame.look;
  const Box line = take(look, 0, 1.3);
  const ImVec2 after = ImGui::GetCursorScreenPos();
  RowBoxes boxes = boxes_of(look, line, times);
  for (Box* box : {&boxes.title, &boxes.median, &boxes.compulsory, &boxes.requested, &boxes.times,
                   &boxes.other})
    box->y1 = line.y1;
  ImGui::PushID(ids::sort);
  sort_header(frame, ids::sort_order, "key", {line.x0, line.y0, boxes.key.x1, line.y1},
              SortBy::order, Align::center);
  sort_header(frame, ids::sort_title, "title", boxes.title, SortBy::title, Align::left);
  sort_header(frame, ids::sort_median, median_header(times), boxes.median, SortBy::median,
              Align::right);
  ImGui::PopID();
  bandwidth_headers(frame, boxes);
  other_header(frame, boxes);
  if (frame.model.pinned)
    put(look, Type::caption, look.tokens.muted, boxes.times, "\u00d7 A", Align::right);
  ImGui::SetCursorScreenPos(after);
  put_rule(look, line);
}

void title_line(Frame& frame) {
  const Look& look = frame.look;
  std::string word = "Measure all";
  if (frame.model.measure_all_seconds > 0)
    word += " (\u2248 " + duration(frame.model.measure_all_seconds) + ")";
  const ButtonSpec spec{.label = word, .key = "B", .quiet = false, .height = metrics.hit};
  Box box = take(look, 0, metrics.hit);
  const ImVec2 after = ImGui::GetCursorScreenPos();
  if (!has_tab()) put(look, Type::heading, look.tokens.text, box, "Variants");
  ImGui::SetCursorScreenPos({box.x1 - button_width(look, spec), box.y0});
  action_button(frame, ids::measure_all, spec);
  ImGui::SetCursorScreenPos(after);
}

void rows(Frame& frame, const VariantTimes& times) {
  ImGui::BeginChild("rows", {0, 0}, ImGuiChildFlags_None,
                    ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoSavedSettings);
  {
    const ids::Scope scope(ids::variants);
    ImGui::PushID(ids::row);
    const Backend* group = nullptr;
    for (const VariantEntry* variant : variants_in_order(frame)) {
      if (!group || *group != variant->info->backend) {
        group_line(frame, variant->info->backend, times);
        gap(frame.look, 0);
      }
      group = &variant->info->backend;
      table_row(frame, *variant, times);
      gap(frame.look, 0);
    }
    ImGui::PopID();
  }
  ImGui::EndChild();
}

}  // namespace

void variants_panel(Frame& frame) {
  if (ImGui::Begin(ids::variants, nullptr,
                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoNav |
                       ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoFocusOnAppearing)) {
    const ids::Scope scope(ids::variants);
    const VariantTimes times = times_of(frame);
    title_line(frame);
    header(frame, times);
    gap(frame.look, 0);
    rows(frame, times);
    if (std::exchange(frame.state.variant_menu_asked, false)) ImGui::OpenPopup(ids::variant_menu);
    if (const auto at = std::exchange(frame.state.variant_menu_at, std::nullopt)) {
      ImGui::SetNextWindowPos({(*at)[0], (*at)[1]});
      ImGui::SetNavCursorVisible(true);
    }
    variant_menu(frame);
  }
  highlight_window(frame.look, "variants");
  ImGui::End();
}

}  // namespace livewarp::ui
