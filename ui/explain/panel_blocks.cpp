// The tab Blocks: one launch over time, and how the picture is tinted by it.
#include "ui/explain/panel_blocks.h"

#include <imgui.h>

#include <algorithm>
#include <vector>

#include "ui/charts/blocks_chart.h"
#include "ui/explain/block_tints.h"
#include "ui/explain/control_flow.h"
#include "ui/explain/looked_at.h"
#include "ui/frame/actions.h"
#include "ui/frame/analysis_tabs.h"
#include "ui/model/blocks_words.h"
#include "ui/model/format.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

constexpr double replay_seconds = 8;
constexpr double blocks_list = 10, shapes_list = 6, time_width = 12;  // em
constexpr double blocks_line = 1.3, least_blocks_chart = 5;
constexpr std::size_t most_cells = 6000;  // drawn in well under a millisecond

std::string blocks_command(const Frame& frame) {
  return "livewarp blocks " + frame.model.choice.workload;
}

/// What is known of the step that is looked at; null: nothing yet.
const BlocksView* blocks_of(const Frame& frame, const Choice& choice) {
  const BlocksView* const view = frame.model.blocks;
  return view && view->request.choice == choice ? view : nullptr;
}

bool blocks_tab_is_shown(const Frame& frame) {
  return analysis_is_shown(frame) &&
         chosen_tab(frame.state).id == std::string_view(ids::blocks_tab);
}

/// The time of the replay; empty: all of it has been.
std::optional<double> replayed(const State::Blocks& state, const BlocksView& view) {
  if (!view.trace() || state.at >= 1) return {};
  return state.at * view.rows.end;
}

// -- controls -------------------------------------------------------------------------------------

std::string tint_hindrance(const BlocksView* view, TintBy by) {
  if (by == TintBy::off || !view || view->counting) return {};
  if (!view->regions) return view->refusal.empty() ? view->regions_reason : view->refusal;
  return tint_refusal(*view->regions, by, view->trace());
}

void tint_switch(Frame& frame, const BlocksView* view, ControlFlow& flow) {
  const Look& look = frame.look;
  std::vector<Option> options;
  int now = 0;
  for (const TintChoice& tint : tint_choices()) {
    if (tint.by == frame.state.blocks.tint) now = int(options.size());
    options.push_back({tint.id, tint.label, tint_hindrance(view, tint.by)});
  }
  const float width = segments_width(look, options) + look.length(0.7 * double(options.size()));
  flow.place(width);
  const auto chosen =
      segmented(look, ids::block_tint, options, now, width,
                {.name = "Tint",
                 .text = "What the hues over the picture stand for: the block, the warp or the "
                         "multiprocessor that writes an element.",
                 .only_here = true});
  if (chosen) frame.state.blocks.tint = tint_choices()[std::size_t(*chosen)].by;
}

void replay_controls(Frame& frame, const BlocksView& view, ControlFlow& flow) {
  const Look& look = frame.look;
  State::Blocks& state = frame.state.blocks;
  const ButtonSpec play{.icon = state.playing ? Icon::pause : Icon::play,
                        .label = state.playing ? "Pause" : "Replay",
                        .active = state.playing,
                        .quiet = false};
  flow.place(button_width(look, play));
  action_button(frame, ids::replay_blocks, play);
  flow.place(look.length(time_width));
  double time = state.at * view.rows.end;
  const Quantity shown = trace_time_of(*view.trace(), time, view.rows.end);
  const FieldChange change = number_field(
      look, ids::blocks_time, time,
      {.max = std::max(view.rows.end, 1e-9), .shown = shown.number, .unit = shown.unit},
      look.length(time_width));
  help(look, {.name = "Time of the replay",
              .text = "How far the launch has been replayed. At its end all blocks are tinted.",
              .range = "0 \u2026 " + trace_time(*view.trace(), view.rows.end),
              .only_here = true});
  if (!change.edited) return;
  state.playing = false;
  state.at = std::clamp(time / view.rows.end, 0.0, 1.0);
}

void trace_button(Frame& frame, const BlocksView& view, ControlFlow& flow) {
  if (!frame.model.machine->has_gpu() || view.measured || view.counting) return;
  const ButtonSpec trace{
      .icon = Icon::measure, .label = "Time blocks", .key = enter_key(frame), .quiet = false};
  flow.place(button_width(frame.look, trace));
  action_button(frame, ids::trace_blocks, trace);
}

/// Returns where they end.
float blocks_controls(Frame& frame, const VariantEntry& variant, const BlocksView* view,
                      const Box& box) {
  const Look& look = frame.look;
  ControlFlow flow(look, box);
  flow.place(look.length(blocks_list + 0.3 + shapes_list));
  looked_at_list(frame, ids::blocks_variant, variant, blocks_command(frame),
                 "Whose launch is looked at: a CUDA variant, whether it runs or not.",
                 look.length(blocks_list));
  looked_at_blocks(frame, ids::blocks_block, variant, blocks_command(frame),
                   look.length(shapes_list));
  tint_switch(frame, view, flow);
  if (view && view->trace()) replay_controls(frame, *view, flow);
  if (view && view->refusal.empty()) trace_button(frame, *view, flow);
  return flow.end();
}

// -- in words -------------------------------------------------------------------------------------

struct BlocksLine {
  Type type = Type::caption;
  std::string text, hover;
};

std::vector<BlocksLine> blocks_lines(const BlocksView& view) {
  std::vector<BlocksLine> lines;
  if (view.figures) {
    const std::string span = span_words(*view.trace(), *view.figures);
    const char* const how = view.measured ? "measured: " : "predicted: ";
    lines.push_back(
        {Type::body,
         how + fixed(view.figures->waves, 2) + " waves" + middle_dot + balance_words(*view.figures),
         "Waves: blocks over the places that multiprocessors have for them at a time. "
         "Tail: the share of the time in which a multiprocessor has nothing more to do. "
         "Imbalance: busy time of the busiest multiprocessor over the mean of all." +
             (span.empty() ? "" : "\n" + span)});
  }
  std::string source = source_words(view);
  if (!view.measured && !view.measured_reason.empty())
    source += middle_dot + std::string("not measured: ") + view.measured_reason;
  lines.push_back({Type::caption, source, {}});
  lines.push_back({Type::caption, launch_words(view), {}});
  lines.push_back({Type::caption, region_words(view), counted_words(view)});
  if (view.figures) lines.push_back({Type::caption, waves_words(*view.figures), {}});
  return lines;
}

/// As many as leave room for the chart; what is not said in full is said by the mouse. Returns
/// where they end.
float put_blocks_words(const Look& look, const BlocksView& view, const Box& box) {
  const std::vector<BlocksLine> lines = blocks_lines(view);
  const float height = look.length(blocks_line);
  const float room = box.height() - (view.trace() ? look.length(least_blocks_chart) : 0);
  const auto count =
      std::clamp<std::size_t>(std::size_t(std::max(room / height, 1.0f)), 1, lines.size());
  Box line = box;
  for (std::size_t i = 0; i < count; ++i) {
    line.y1 = line.y0 + height;
    std::string hover = lines[i].text + (lines[i].hover.empty() ? "" : "\n" + lines[i].hover);
    for (std::size_t k = count; i + 1 == count && k < lines.size(); ++k)
      hover += "\n" + lines[k].text;
    put(look, lines[i].type, lines[i].type == Type::body ? look.tokens.text : look.tokens.muted,
        line, elided(look, lines[i].type, lines[i].text, line.width()));
    hover_text(look, line, hover);
    line.y0 = line.y1;
  }
  return line.y0;
}

// -- the chart ------------------------------------------------------------------------------------

void blocks_timeline(Frame& frame, const BlocksView& view, const Box& box) {
  const Look& look = frame.look;
  State::Blocks& state = frame.state.blocks;
  const BlocksPlane plane = blocks_plane(look, view, box);
  const State::Blocks::Drawn drawn{&view, view.request, view.rows.end, plane.box.width(),
                                   plane.row};
  if (drawn != state.drawn) {
    state.cells = wave_cells(view.rows, double(plane.row), double(plane.box.width()), most_cells);
    state.drawn = drawn;
  }
  const auto held = put_blocks(look, ids::blocks_timeline,
                               {view, state.cells, state.tint, replayed(state, view)}, box);
  if (!held) return;
  state.playing = false;
  state.at = *held / view.rows.end;
}

void go_on_replaying(Frame& frame, const BlocksView& view) {
  State::Blocks& state = frame.state.blocks;
  if (!state.playing || !view.trace()) return;
  state.at += double(ImGui::GetIO().DeltaTime) / replay_seconds;
  if (state.at >= 1) state.playing = false;
  state.at = std::min(state.at, 1.0);
  frame.result.animating = true;
}

}  // namespace

std::string blocks_hindrance(const Frame& frame) { return looked_at_hindrance(frame, "looked at"); }

const char* proposed_trace(const Frame& frame) {
  const BlocksView* const view = frame.model.blocks;
  const bool can = frame.model.machine->has_gpu() && !frame.model.job && view &&
                   view->refusal.empty() && !view->counting && !view->measured;
  return can ? ids::trace_blocks : nullptr;
}

void follow_blocks(Frame& frame) {
  State::Blocks& state = frame.state.blocks;
  if (state.tint == TintBy::off && !blocks_tab_is_shown(frame)) return;
  const VariantEntry* const variant = looked_at_variant(frame);
  if (!variant) return;
  frame.result.blocks = BlocksRequest{.choice = looked_at_choice(frame, *variant)};
  const BlocksView* const view = blocks_of(frame, frame.result.blocks->choice);
  if (view && view->request != state.about) {
    state.at = 1;
    state.playing = false;
    state.about = view->request;
  }
  if (view) go_on_replaying(frame, *view);
  if (state.tint == TintBy::off) return;
  frame.result.tint =
      TintRequest{state.tint, view ? replayed(state, *view) : std::nullopt, frame.look.tokens.hues};
}

void blocks_tab(Frame& frame, const Box& box) {
  const Look& look = frame.look;
  const VariantEntry* const variant = looked_at_variant(frame);
  if (!variant) return;
  const BlocksView* const view = blocks_of(frame, looked_at_choice(frame, *variant));
  Box rest = box;
  rest.y0 = blocks_controls(frame, *variant, view, box) + look.length(0.2);
  if (!view)
    return void(put_middle(look, look.tokens.muted, rest,
                           frame.model.job ? "Nothing is looked at while times are measured."
                                           : "Looking up what the step launches\u2026"));
  if (!view->refusal.empty()) return void(put_middle(look, look.tokens.muted, rest, view->refusal));
  rest.y0 = put_blocks_words(look, *view, rest) + look.length(0.2);
  if (view->trace() && rest.height() > look.length(3)) blocks_timeline(frame, *view, rest);
}

}  // namespace livewarp::ui
