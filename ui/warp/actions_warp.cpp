// Actions along the steps of the warp that the tab Warp follows, and to another warp.
#include <imgui.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "ui/frame/actions.h"
#include "ui/model/ids.h"
#include "ui/warp/panel_warp.h"

namespace livewarp::ui {

namespace {

/// The steps, if there are some; null otherwise.
const WarpView* steps_of(const Frame& frame) {
  const WarpView* const view = warp_is_shown(frame) ? warp_of(frame) : nullptr;
  return view && view->refusal.empty() ? view : nullptr;
}

std::string no_steps(const Frame& frame) {
  if (!warp_is_shown(frame)) return "The tab Warp is not open: K, then Shift 2.";
  const WarpView* const view = warp_of(frame);
  if (!view) return "The warp's block is being executed on the host: a moment.";
  return view->refusal.empty() ? "" : "There are no steps: " + view->refusal;
}

void go(Frame& frame, const std::optional<WarpPlace>& place, const char* none) {
  frame.state.warp.playing = false;
  if (place)
    go_to(frame, *steps_of(frame), *place);
  else
    show_toast(frame, none);
}

void step(Frame& frame, std::ptrdiff_t steps) {
  const WarpView& view = *steps_of(frame);
  const WarpPlace place = step_from(view, frame.state.warp.place, steps);
  const bool moves = place.step != frame.state.warp.place.step;
  go(frame, moves ? std::optional(place) : std::nullopt,
     steps > 0 ? "This is the last step." : "This is the first step.");
}

void access(Frame& frame, int direction) {
  go(frame, access_from(*steps_of(frame), frame.state.warp.place, direction),
     direction > 0 ? "No access of memory comes after this one."
                   : "No access of memory comes before this one.");
}

void barrier(Frame& frame, int direction) {
  go(frame, barrier_from(*steps_of(frame), frame.state.warp.place, direction),
     direction > 0 ? "No barrier comes after this step." : "No barrier comes before this step.");
}

/// From the first step to the last, and again.
void play(Frame& frame, int) {
  State::Warp& warp = frame.state.warp;
  const WarpView& view = *steps_of(frame);
  warp.playing = !warp.playing;
  warp.next_at = frame.now;
  if (warp.playing && warp.place.step + 1 == view.steps.size()) go_to(frame, view, {});
}

/// The launch whose blocks and warps can be chosen, though the chosen one may not be there.
const WarpView* launch_of(const Frame& frame) {
  const WarpView* const view = warp_is_shown(frame) ? warp_of(frame) : nullptr;
  return view && !view->kernel.empty() ? view : nullptr;
}

std::string no_launch(const Frame& frame) { return launch_of(frame) ? "" : no_steps(frame); }

/// The next warp of the block, the first behind the last.
void other_warp(Frame& frame, int direction) {
  const auto warps = std::int64_t(launch_of(frame)->warps());
  const auto warp = std::int64_t(frame.state.warp.warp) + direction;
  choose_warp(frame, frame.state.warp.block, unsigned((warp + warps) % warps));
}

/// The next block, x first, the first behind the last.
void other_block(Frame& frame, int direction) {
  const WarpView& view = *launch_of(frame);
  const Dim3& grid = view.grid;
  const auto count = std::int64_t(grid.count());
  const Dim3 at = frame.state.warp.block.value_or(view.at);
  const std::int64_t now = (std::int64_t{at.z} * grid.y + at.y) * grid.x + at.x;
  const std::int64_t next = (now + direction + count) % count;
  choose_warp(frame,
              Dim3{unsigned(next % grid.x), unsigned(next / grid.x % grid.y),
                   unsigned(next / grid.x / grid.y)},
              frame.state.warp.warp);
}

std::string trace_option(const Frame& frame) {
  return "livewarp lens " + frame.model.choice.workload + " --variant NAME --trace";
}

Action along(const char* id, const char* label, int key, const char* help,
             void (*run)(Frame&, int)) {
  return {.id = id,
          .label = label,
          .chords = {{key}},
          .help = help,
          .option = trace_option,
          .reason = no_steps,
          .run = run,
          .repeats = true};
}

HelpLine in_help(const char* text, const char* keys) { return {HelpGroup::running, text, keys}; }

}  // namespace

// clang-format off
std::vector<Action> warp_actions() {
  std::vector<Action> all{
    along(ids::warp_next_step, "Warp: next step", ImGuiKey_D,
      "The next line that the warp goes through.", [](Frame& frame, int) { step(frame, 1); }),
    along(ids::warp_previous_step, "Warp: step before", ImGuiKey_A,
      "The line that the warp went through before.", [](Frame& frame, int) { step(frame, -1); }),
    along(ids::warp_next_access, "Warp: next access", ImGuiKey_D | ImGuiMod_Shift,
      "The next time that lanes of the warp ask for memory.",
      [](Frame& frame, int) { access(frame, 1); }),
    along(ids::warp_previous_access, "Warp: access before", ImGuiKey_A | ImGuiMod_Shift,
      "The last time before that lanes of the warp asked for memory.",
      [](Frame& frame, int) { access(frame, -1); }),
    along("warp-next-barrier", "Warp: next barrier", ImGuiKey_S,
      "The next barrier at which the warp waits for the others of its block.",
      [](Frame& frame, int) { barrier(frame, 1); }),
    along("warp-previous-barrier", "Warp: barrier before", ImGuiKey_S | ImGuiMod_Shift,
      "The last barrier before this step.", [](Frame& frame, int) { barrier(frame, -1); }),
    along("warp-first-step", "Warp: first step", ImGuiKey_F,
      "Where the warp begins.",
      [](Frame& frame, int) { go(frame, WarpPlace{}, ""); }),
    along("warp-last-step", "Warp: last step", ImGuiKey_F | ImGuiMod_Shift,
      "Where the warp ends, or the last of its steps that are kept.",
      [](Frame& frame, int) { go(frame, step_from(*steps_of(frame), {}, PTRDIFF_MAX / 2), ""); }),
    along(ids::warp_play, "Warp: play", ImGuiKey_J,
      "Goes on by itself, four steps a second.", play),
  };
  all[0].line = in_help("Warp: next step, step before", "D  A");
  all[2].line = in_help("Warp: the same to an access", "Shift D  A");
  all[4].line = in_help("Warp: next barrier, with Shift the one before", "S");
  all[6].line = in_help("Warp: first step, with Shift the last", "F");
  all.back().line = in_help("Warp: play", "J");
  all.back().repeats = false;
  all.back().chosen = [](const Frame& frame) { return frame.state.warp.playing; };
  all.push_back({.id = "warp-other", .label = "Warp: next warp of the block",
    .chords = {{ImGuiKey_I, +1}, {ImGuiKey_I | ImGuiMod_Shift, -1}},
    .line = in_help("Warp: next warp of the block, with Shift the one before", "I"),
    .help = "Follows the next warp of the same block, the first behind the last.",
    .reason = no_launch, .run = other_warp, .repeats = true});
  all.push_back({.id = "warp-other-block", .label = "Warp: next block",
    .chords = {{ImGuiKey_O, +1}, {ImGuiKey_O | ImGuiMod_Shift, -1}},
    .line = in_help("Warp: next block of the grid, with Shift the one before", "O"),
    .help = "Follows the same warp of the next block, x first.",
    .reason = no_launch, .run = other_block, .repeats = true});
  return all;
}
// clang-format on

}  // namespace livewarp::ui
