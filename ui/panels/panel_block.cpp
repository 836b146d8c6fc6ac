// The block of threads: typed, chosen from a chart of presets with their measured times, or dragged
// side by side over all that the kernel can take.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "kernels/core/base/text.h"
#include "kernels/core/model/block_rule.h"
#include "ui/frame/block_chart.h"
#include "ui/frame/frame.h"
#include "ui/model/format.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

/// Threads and warps; of a shape with several sides that no cell names, the shape and its threads.
std::string size_text(const Param& param, const std::string& block) {
  const std::uint64_t threads = parse_dim(block).count(), warps = (threads + 31) / 32;
  if (param.block->dimensions() > 1 && option_index(param.options, block) < 0)
    return block + middle_dot + grouped(std::int64_t(threads)) + " threads";
  return grouped(std::int64_t(threads)) + " threads" + middle_dot + grouped(std::int64_t(warps)) +
         (warps == 1 ? " warp" : " warps");
}

Help help_of(const Param& param) {
  return {.name = param.label,
          .key = "Shift + arrows",
          .text = param.help,
          .option = "--" + param.id,
          .reason = param.reason};
}

/// Takes a shape, or says at the control why it cannot be had.
void choose(Frame& frame, const Param& param, const TypedBlock& block) {
  if (block.value) {
    set_value(frame.setting(), param, true, *block.value);
    frame.state.block_trouble = {};
    return;
  }
  const std::string current = to_text(value_of(frame.setting(), param, true));
  frame.state.block_trouble = {block.trouble, frame.setting().variant, current};
}

/// Says threads and warps; a click makes it a field for the shape.
void field(Frame& frame, const Param& param, const std::string& current) {
  State& state = frame.state;
  const bool typed = state.typing && state.typing->param == ids::typed_block;
  std::string text = typed ? state.typing->text : current;
  const std::string size = size_text(param, current);
  const bool typing = path_field(frame.look, ids::typed_block, text,
                                 {.enabled = param.reason.empty(),
                                  .wrong = !state.block_trouble.text.empty(),
                                  .at_rest = size},
                                 std::max(ImGui::GetContentRegionAvail().x, 1.0f));
  Help about = help_of(param);
  about.text = "The shape of the block, to be typed: 128, or 32x8. This kernel takes any of " +
               param.block->asks() + ".";
  about.option += " " + current;
  help(frame.look, about);
  if (typing) state.typing = State::Typing{ids::typed_block, text};
  if (!typed || typing) return;
  state.typing.reset();
  if (text == current) return;
  choose(frame, param, typed_block(param, text));
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
  static const std::map<std::string, double> none;  // of what does not run
  const std::map<std::string, double>& times = frame.studied ? none : frame.model.block_times;
  double slowest = 0;
  for (const auto& [shape, ms] : times) slowest = std::max(slowest, ms);
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
    const auto time = times.find(option.id);
    if (time != times.end() && slowest > 0) {
      cell.share = time->second / slowest;
      cell.time = "live " + time_text(time->second) + " per step";
    }
    cells.push_back(std::move(cell));
  }
  return cells;
}

// -- sides to drag --------------------------------------------------------------------------------

struct Side {
  const char *id, *name, *unit;
};
constexpr std::array<Side, 3> sides_of_a_block{{{ids::block_width, "Width", "wide"},
                                                {ids::block_height, "Height", "high"},
                                                {ids::block_depth, "Depth", "deep"}}};

/// The allowed side that lies nearest, in doublings.
unsigned nearest(const std::vector<unsigned>& sides, double value) {
  const auto distance = [&](unsigned side) {
    return std::abs(std::log2(double(side)) - std::log2(std::max(value, 1.0)));
  };
  return *std::ranges::min_element(sides, {}, distance);
}

Help side_help(const Param& param, const Dim3& shape, int direction) {
  Help about = help_of(param);
  about.name = std::string(sides_of_a_block[std::size_t(direction)].name) + " of the block";
  about.text = "Drag it over the sizes that this kernel takes with the other sides as they are.";
  about.option += " " + block_text(param, shape);
  if (allowed_sides(param, shape, direction).size() < 2)
    about.reason = block_beside(param, shape, direction, +1).trouble;
  return about;
}

/// A side under the mouse, or that no longer is: the block follows a few times a second, in steps
/// that the kernel allows, and at last when it is let go.
void drag_side(Frame& frame, const Param& param, const Dim3& shape, int direction,
               std::optional<double> held) {
  std::optional<State::Edit>& edit = frame.state.edit;
  const char* const id = sides_of_a_block[std::size_t(direction)].id;
  const bool dragged = edit && edit->param == id;
  if (!held && !dragged) return;
  if (held && !dragged) edit = State::Edit{id, *held, frame.now};
  if (held) edit->value = nearest(allowed_sides(param, shape, direction), *held);
  if (held && frame.now - edit->sent_at < State::live_seconds) return;
  const auto side = unsigned(edit->value);
  edit->sent_at = frame.now;
  if (!held) edit.reset();
  if (side != side_of(shape, direction))
    choose(frame, param, typed_block(param, with_side(shape, direction, side)));
}

/// One side as a field, to drag or to type.
void side_field(Frame& frame, const Param& param, const Dim3& shape, int direction, float width) {
  const Side& side = sides_of_a_block[std::size_t(direction)];
  const std::vector<unsigned> sides = allowed_sides(param, shape, direction);
  const std::optional<State::Edit>& edit = frame.state.edit;
  double value = edit && edit->param == side.id ? edit->value : side_of(shape, direction);
  const bool fixed = sides.size() < 2;
  const std::string shown = grouped(std::int64_t(std::llround(value)));
  const FieldChange change =
      number_field(frame.look, side.id, value,
                   {.min = double(sides.front()),
                    .max = fixed ? double(sides.front() + 1) : double(sides.back()),
                    .logarithmic = true,
                    .integer = true,
                    .enabled = param.reason.empty() && !fixed,
                    .shown = shown,
                    .unit = param.block->dimensions() > 1 ? side.unit : "threads"},
                   width);
  help(frame.look, side_help(param, shape, direction));
  const bool held = ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left) &&
                    !ImGui::GetIO().WantTextInput;
  if (change.edited && !held) {  // typed: as it is written
    const double written = std::clamp(std::round(value), 1.0, double(most_block_threads));
    choose(frame, param, typed_block(param, with_side(shape, direction, unsigned(written))));
  } else {
    drag_side(frame, param, shape, direction, held ? std::optional(value) : std::nullopt);
  }
}

/// Where no chart has axes: every side as a field.
void side_fields(Frame& frame, const Param& param, const std::string& current) {
  const Dim3 shape = parse_dim(current);
  const int count = param.block->dimensions();
  const float space = frame.look.length(0.25);
  const float all = std::max(ImGui::GetContentRegionAvail().x, 1.0f);
  const float width = (all - space * float(count - 1)) / float(count);
  for (int direction = 0; direction < count; ++direction) {
    if (direction > 0) ImGui::SameLine(0, space);
    side_field(frame, param, shape, direction, width);
  }
}

/// The chart of planes, whose axes are dragged. Returns the preset that was pressed.
std::optional<int> plane(Frame& frame, const Param& param, const BlockChart& chart,
                         const std::vector<BlockCell>& cells, int current) {
  const Dim3 shape = parse_dim(to_text(value_of(frame.setting(), param, true)));
  const PlanePress pressed = block_plane(frame.look, param.id.c_str(), cells,
                                         {.widths = chart.widths,
                                          .heights = chart.heights,
                                          .now = shape,
                                          .width_id = ids::block_width,
                                          .height_id = ids::block_height,
                                          .width_help = side_help(param, shape, 0),
                                          .height_help = side_help(param, shape, 1)},
                                         current, help_of(param));
  if (!param.reason.empty()) return std::nullopt;
  drag_side(frame, param, shape, 0, pressed.width);
  drag_side(frame, param, shape, 1, pressed.height);
  return pressed.cell;
}

}  // namespace

void block_control(Frame& frame, const Param& param) {
  const Look& look = frame.look;
  const Value& value = value_of(frame.setting(), param, true);
  const std::string current = to_text(value);
  const bool changed = value != param.default_value;
  Help about_label = help_of(param);
  about_label.option += " " + current;
  if (changed) about_label.text += " Right click restores the default.";
  if (label(look, param.id.c_str(),
            {.text = param.label, .changed = changed, .greyed = !param.reason.empty()},
            about_label) &&
      param.reason.empty())
    set_value(frame.setting(), param, true, param.default_value);
  State::BlockTrouble& said = frame.state.block_trouble;
  if (said.variant != frame.setting().variant || said.block != current) said = {};
  field(frame, param, current);
  const BlockChart chart = block_chart(param.options);
  const std::vector<BlockCell> cells = cells_of(frame, param, chart);
  const int index = option_index(param.options, current);
  std::optional<int> chosen;
  if (chart.plane()) {
    chosen = plane(frame, param, chart, cells, index);
  } else {
    chosen = block_cells(look, param.id.c_str(), cells, index, help_of(param));
    side_fields(frame, param, current);
  }
  if (chosen) choose(frame, param, typed_block(param, param.options[std::size_t(*chosen)].id));
  trouble(frame);
}

void change_block(Frame& frame, int dx, int dy) {
  const Param* block = find_param(frame.axes(), ids::block);
  if (!block || !block->reason.empty()) return;
  const Dim3 now = parse_dim(to_text(value_of(frame.setting(), *block, true)));
  const BlockStep step = block_beside(*block, now, dx != 0 ? 0 : 1, dx != 0 ? dx : dy);
  if (step.shape)
    choose(frame, *block, typed_block(*block, *step.shape));
  else
    show_toast(frame, step.trouble);
}

}  // namespace livewarp::ui
