// Actions on the blocks of a launch: how they tint the picture, their replay, their times.
#include <array>
#include <string>
#include <utility>

#include "ui/explain/block_tints.h"
#include "ui/frame/actions.h"
#include "ui/frame/analysis_tabs.h"
#include "ui/frame/frame.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

// clang-format off
constexpr std::array tint_table{
  TintChoice{TintBy::off, "off", "tint-off", "Off", "The picture keeps its own colours alone."},
  TintChoice{TintBy::block, "block", "tint-by-block", "Block",
   "Elements that one block writes have one hue; twelve hues repeat, and neighbours differ."},
  TintChoice{TintBy::warp, "warp", "tint-by-warp", "Warp",
   "Elements that one warp writes have one hue; twelve hues repeat, and neighbours differ."},
  TintChoice{TintBy::multiprocessor, "multiprocessor", "tint-by-multiprocessor", "Multiprocessor",
   "Elements whose block runs on one multiprocessor have one hue, measured or else predicted; "
   "twelve hues repeat."},
};
constexpr std::array tint_labels{"Tint off", "Tint by block", "Tint by warp",
                                 "Tint by multiprocessor"};
static_assert(tint_table.size() == tint_labels.size());
// clang-format on

template <std::size_t i>
Action tint_action() {
  return {.id = tint_table[i].action,
          .label = tint_labels[i],
          .help = tint_table[i].help,
          .chosen = [](const Frame& frame) { return frame.state.blocks.tint == tint_table[i].by; },
          .run = [](Frame& frame, int) { frame.state.blocks.tint = tint_table[i].by; }};
}

bool has_trace(const Frame& frame) { return frame.model.blocks && frame.model.blocks->trace(); }

std::string not_traced(const Frame& frame) {
  if (!frame.model.machine->has_gpu()) return frame.model.machine->gpu_reason;
  if (!frame.model.blocks) return "No blocks have been looked at: the tab Blocks does.";
  if (frame.model.blocks->counting) return "Its blocks are being executed on the host: a moment.";
  if (!frame.model.blocks->refusal.empty()) return frame.model.blocks->refusal;
  return busy_text(frame.model);
}

/// From the beginning once it has ended.
void replay(Frame& frame, int) {
  State::Blocks& blocks = frame.state.blocks;
  blocks.playing = !blocks.playing;
  if (!blocks.playing) return;
  if (blocks.at >= 1) blocks.at = 0;
  if (blocks.tint == TintBy::off) blocks.tint = TintBy::block;
}

}  // namespace

std::span<const TintChoice> tint_choices() { return tint_table; }

std::vector<Action> blocks_actions() {
  std::vector<Action> all;
  [&]<std::size_t... i>(std::index_sequence<i...>) { (all.push_back(tint_action<i>()), ...); }
  (std::make_index_sequence<tint_table.size()>());
  all.push_back(
      {.id = ids::replay_blocks,
       .label = "Replay the blocks of a launch",
       .help = "One launch in slow motion, block by block: on the picture those that have ended "
               "are tinted, those that run are bright, and the rest is dark.",
       .reason =
           [](const Frame& frame) {
             return unless(has_trace(frame), "No blocks have been looked at: the tab Blocks does.");
           },
       .chosen = [](const Frame& frame) { return frame.state.blocks.playing; },
       .run = replay});
  all.push_back(
      {.id = ids::trace_blocks,
       .label = "Time the blocks",
       .menus = {{Menu::measuring}},
       .help = "Lets one launch note when each of its blocks begins and ends, and on which "
               "multiprocessor, while simulation and picture rest.",
       .option =
           [](const Frame& frame) { return "livewarp blocks " + frame.model.choice.workload; },
       .reason = not_traced,
       .run = [](Frame& frame, int) { show_tab(frame, ids::blocks_tab); },
       .command = AppCommand::trace_blocks,
       .changes_run = true});
  return all;
}

}  // namespace livewarp::ui
