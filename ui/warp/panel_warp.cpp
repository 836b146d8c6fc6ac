// The tab Warp: which warp, at which of its steps, source and memory.
#include "ui/warp/panel_warp.h"

#include <imgui.h>

#include <algorithm>
#include <string>

#include "kernels/core/base/text.h"
#include "ui/explain/looked_at.h"
#include "ui/frame/analysis_tabs.h"
#include "ui/model/ids.h"
#include "ui/warp/warp_words.h"

namespace livewarp::ui {

namespace {

constexpr double steps_a_second = 4;
constexpr double figure_share = 0.42;  // of the width
constexpr double widest_lanes = 40;    // em
constexpr double least_source = 30;    // em of width: below it words and figure stand alone
// Em of height: in a lower panel the controls say enough of which warp it is.
constexpr double least_with_facts = 13;

WarpRequest request_of(const Frame& frame, const VariantEntry& variant) {
  return {looked_at_choice(frame, variant), frame.state.warp.block, frame.state.warp.warp};
}

/// `original`: see `looked_at_original`.
void warp_facts(const Look& look, const WarpView& view, const std::string& original,
                const Box& line) {
  std::string text = warp_name(view) + middle_dot + "grid " + to_text(view.grid) + ", block " +
                     to_text(view.block) + (view.problem.empty() ? "" : " at " + view.problem);
  if (view.cut)
    text = "cut after step " + grouped(std::int64_t(view.steps.size())) + ", the warp goes on" +
           middle_dot + text;
  text = original + text;
  const bool warns = view.cut || !original.empty();
  put(look, Type::caption, warns ? look.tokens.warn : look.tokens.muted, line,
      elided(look, Type::caption, text, line.width()));
  hover_text(look, line,
             text + "\nThe emulator executes the warp's block from the kernel's own source, in "
                    "the first step of the problem. Lines without a branch, an access of memory "
                    "or a barrier are no steps of their own.");
}

void warp_body(Frame& frame, const WarpView& view, const Box& box) {
  const Look& look = frame.look;
  if (box.width() < look.length(least_source)) return warp_figure(frame, view, box);
  const float lanes = std::min(float(figure_share) * box.width(), look.length(widest_lanes));
  Box left = box, right = box;
  right.x0 = box.x1 - lanes;
  left.x1 = right.x0 - look.length(0.8);
  warp_source(frame, view, left);
  warp_figure(frame, view, right);
}

}  // namespace

std::string warp_hindrance(const Frame& frame) { return looked_at_hindrance(frame, "followed"); }

bool warp_is_shown(const Frame& frame) {
  return analysis_is_shown(frame) && chosen_tab(frame.state).id == std::string_view(ids::warp_tab);
}

const WarpView* warp_of(const Frame& frame) {
  const WarpView* const view = frame.model.warp;
  return view && view->request == frame.state.warp.about ? view : nullptr;
}

void go_to(Frame& frame, const WarpView& view, const WarpPlace& place) {
  State::Warp& state = frame.state.warp;
  state.scroll |= view.steps[place.step].line != view.steps[state.place.step].line;
  state.place = place;
  state.lit = shown_until(view, place);
}

void choose_warp(Frame& frame, const std::optional<Dim3>& block, unsigned warp) {
  frame.state.warp.block = block;
  frame.state.warp.warp = warp;
}

void follow_warp(Frame& frame) {
  State::Warp& state = frame.state.warp;
  if (!warp_is_shown(frame)) return;
  const VariantEntry* const variant = looked_at_variant(frame);
  if (!variant) return;
  const std::string whose = frame.model.choice.workload + "/" + variant->info->name;
  if (state.whose != whose) choose_warp(frame, {}, 0);
  state.whose = whose;
  frame.result.warp = request_of(frame, *variant);
  const WarpView* const view = frame.model.warp;
  if (!view || view->request != *frame.result.warp) return;
  if (state.about != view->request) {
    state.about = view->request;
    state.place = {};
    state.playing = false;
    state.scroll = true;
    state.lit.reset();
    if (view->refusal.empty()) go_to(frame, *view, {});
  }
  if (!view->refusal.empty()) return;
  if (state.playing && frame.now >= state.next_at) {
    state.next_at = frame.now + 1 / steps_a_second;
    go_to(frame, *view, step_from(*view, state.place, 1));
    state.playing = state.place.step + 1 < view->steps.size();
  }
  if (state.playing) frame.result.animating = true;
  if (state.lit)
    frame.result.warp_tint = WarpTint{*state.lit, series_color(frame.look, Slot::kernel),
                                      series_color(frame.look, Slot::draw)};
}

void warp_tab(Frame& frame, const Box& box) {
  const Look& look = frame.look;
  const VariantEntry* const variant = looked_at_variant(frame);
  if (!variant) return;
  const WarpRequest request = request_of(frame, *variant);
  const WarpView* const seen = frame.model.warp;
  const bool known = seen && seen->request == request && frame.state.warp.about == request;
  // While another warp is being followed the controls stay as they are.
  const bool same_step = seen && seen->request.choice == request.choice;
  Box rest = box;
  rest.y0 =
      warp_controls(frame, *variant, known || same_step ? seen : nullptr, box) + look.length(0.2);
  if (!known)
    return void(put_middle(look, look.tokens.muted, rest,
                           frame.model.job ? "Nothing is followed while times are measured."
                                           : "Executing the warp's block on the host\u2026"));
  if (!seen->refusal.empty()) return void(put_middle(look, look.tokens.muted, rest, seen->refusal));
  const std::string original = looked_at_original(frame, *variant, "followed");
  if (seen->cut || !original.empty() || rest.height() >= look.length(least_with_facts)) {
    Box line = rest;
    line.y1 = line.y0 + look.length(1.3);
    warp_facts(look, *seen, original, line);
    rest.y0 = line.y1 + look.length(0.1);
  }
  if (rest.height() > look.length(2)) warp_body(frame, *seen, rest);
}

}  // namespace livewarp::ui
