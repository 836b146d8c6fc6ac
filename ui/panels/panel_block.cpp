// The block of threads: typed, or chosen from a chart of its shapes with their measured times.
#include <imgui.h>

#include <algorithm>
#include <utility>

#include "kernels/core/base/text.h"
#include "ui/frame/frame.h"
#include "ui/model/block_chart.h"
#include "ui/model/format.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

std::string size_text(const std::string& block) {
  const std::uint64_t threads = parse_dim(block).count(), warps = (threads + 31) / 32;
  return grouped(std::int64_t(threads)) + " threads" + middle_dot + grouped(std::int64_t(warps)) +
         (warps == 1 ? " warp" : " warps");
}

BlockLimit limit_of(const Model& model) {
  const GpuInfo* gpu = model.machine ? model.machine->gpu(model.device) : nullptr;
  return gpu ? BlockLimit{gpu->max_threads_per_block, "this GPU"} : BlockLimit{};
}

Help help_of(const Param& param) {
  return {.name = param.label,
          .key = "Shift + arrows",
          .text = param.help,
          .option = "--" + param.id,
          .reason = param.reason};
}

void choose(Frame& frame, const Param& param, int option) {
  set_value(frame.wanted, param, true, parse_value(param, param.options[std::size_t(option)].id));
  frame.state.block_trouble = {};
}

/// Says threads and warps; a click makes it a field for the shape.
void field(Frame& frame, const Param& param, const std::string& current) {
  State& state = frame.state;
  const bool typed = state.typing && state.typing->param == ids::typed_block;
  std::string text = typed ? state.typing->text : current;
  const std::string size = size_text(current);
  const bool typing = path_field(frame.look, ids::typed_block, text,
                                 {.enabled = param.reason.empty(),
                                  .wrong = !state.block_trouble.text.empty(),
                                  .at_rest = size},
                                 std::max(ImGui::GetContentRegionAvail().x, 1.0f));
  Help about = help_of(param);
  about.text = "The shape of the block, to be typed: 128, or 32x8.";
  about.option += " " + current;
  help(frame.look, about);
  if (typing) state.typing = State::Typing{ids::typed_block, text};
  if (!typed || typing) return;
  state.typing.reset();
  if (text == current) return;
  const TypedBlock entered = typed_block(param.options, text, limit_of(frame.model));
  if (entered.option)
    choose(frame, param, *entered.option);
  else
    state.block_trouble = {entered.trouble, frame.wanted.variant, current};
}

void trouble(const Frame& frame) {
  const Look& look = frame.look;
  if (frame.state.block_trouble.text.empty()) return;
  const float indent = look.length(1.3);
  const float width = std::max(ImGui::GetContentRegionAvail().x - indent, 1.0f);
  bool first = true;
  for (const std::string& line : wrapped(look, Type::body, frame.state.block_trouble.text, width)) {
    Box box = take(look, 0, 1.2);
    if (std::exchange(first, false))
      put_icon(look, Icon::warn, look.tokens.warn, box, Align::left, 0.9);
    box.x0 += indent;
    put(look, Type::body, look.tokens.text, box, line);
    gap(look, 0);
  }
}

std::vector<BlockCell> cells_of(const Frame& frame, const Param& param, const BlockChart& chart) {
  double slowest = 0;
  for (const auto& [shape, ms] : frame.model.block_times) slowest = std::max(slowest, ms);
  std::vector<BlockCell> cells;
  for (std::size_t i = 0; i < param.options.size(); ++i) {
    const Option& option = param.options[i];
    const BlockChart::Cell& place = chart.cells[i];
    BlockCell cell{.id = option.id,
                   .label = option.label,
                   .reason = param.reason.empty() ? option.reason : param.reason,
                   .shape = place.shape,
                   .column = place.column,
                   .row = place.row};
    const auto time = frame.model.block_times.find(option.id);
    if (time != frame.model.block_times.end() && slowest > 0) {
      cell.share = time->second / slowest;
      cell.time = "live " + time_text(time->second) + " per step";
    }
    cells.push_back(std::move(cell));
  }
  return cells;
}

}  // namespace

void block_control(Frame& frame, const Param& param) {
  const Look& look = frame.look;
  const Value& value = value_of(frame.wanted, param, true);
  const std::string current = to_text(value);
  const bool changed = value != param.default_value;
  Help about_label = help_of(param);
  about_label.option += " " + current;
  if (changed) about_label.text += " Right click restores the default.";
  if (label(look, param.id.c_str(),
            {.text = param.label, .changed = changed, .greyed = !param.reason.empty()},
            about_label) &&
      param.reason.empty())
    set_value(frame.wanted, param, true, param.default_value);
  State::BlockTrouble& said = frame.state.block_trouble;
  if (said.variant != frame.wanted.variant || said.block != current) said = {};
  field(frame, param, current);
  trouble(frame);
  const BlockChart chart = block_chart(param.options);
  const std::vector<BlockCell> cells = cells_of(frame, param, chart);
  const int index = option_index(param.options, current);
  const auto chosen = chart.plane()
                          ? block_plane(look, param.id.c_str(), cells, chart.widths, chart.heights,
                                        index, help_of(param))
                          : block_cells(look, param.id.c_str(), cells, index, help_of(param));
  if (chosen) choose(frame, param, *chosen);
}

void change_block(Frame& frame, int dx, int dy) {
  const Param* block = find_param(frame.model.axes, ids::block);
  if (!block || !block->reason.empty()) return;
  const std::string current = to_text(value_of(frame.wanted, *block, true));
  const auto next = block_beside(block->options, option_index(block->options, current), dx, dy);
  if (next) choose(frame, *block, *next);
}

}  // namespace livewarp::ui
