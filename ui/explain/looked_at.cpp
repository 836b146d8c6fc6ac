#include "ui/explain/looked_at.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/core/base/text.h"
#include "kernels/core/workload/shared_reserve.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

bool runs(const Frame& frame, const VariantEntry& variant) {
  return variant.info->name == frame.model.choice.variant;
}

bool is_studied(const Frame& frame, const VariantEntry& variant) {
  return frame.studied && frame.studied->variant == variant.info->name;
}

/// Workloads have variants of equal names.
std::string name_of(const Frame& frame, const VariantEntry& variant) {
  return frame.model.choice.workload + "/" + variant.info->name;
}

}  // namespace

const VariantEntry* looked_at_variant(Frame& frame) {
  State::LookedAt& looked_at = frame.state.looked_at;
  const auto kernel_variant = [&](const std::string& name) {
    const VariantEntry* variant = frame.variant(name);
    return variant && variant->info->backend == Backend::cuda ? variant : nullptr;
  };
  const VariantEntry* variant = kernel_variant(frame.state.cursor);
  if (!variant) variant = kernel_variant(looked_at.variant);
  if (!variant && frame.model.workload)
    variant = kernel_variant(frame.model.workload->info().default_cuda);
  if (variant) looked_at.variant = variant->info->name;
  return variant;
}

Choice looked_at_choice(const Frame& frame, const VariantEntry& variant) {
  Choice choice;
  choice.workload = frame.model.choice.workload;
  choice.variant = variant.info->name;
  choice.problem = frame.wanted.problem;
  choice.launch = runs(frame, variant) ? frame.wanted.launch : variant.choice.launch;
  if (is_studied(frame, variant)) choice.launch = frame.studied->launch;
  if (runs(frame, variant) || !variant.reason.empty()) return choice;
  const auto& blocks = frame.state.looked_at.blocks;
  const auto chosen = blocks.find(name_of(frame, variant));
  if (chosen != blocks.end()) choice.launch[ids::block] = chosen->second;
  return choice;
}

/// Of a variant that cannot run it is the studied one's, from then on.
void look_at_block(Frame& frame, const VariantEntry& variant, const std::string& shape) {
  const Param* const block = find_param(variant.info->axes, ids::block);
  if (!block) return;
  Value value = parse_value(*block, shape);
  if (!variant.reason.empty()) choose_variant(frame, variant);
  if (is_studied(frame, variant))
    set_value(*frame.studied, *block, true, std::move(value));
  else if (runs(frame, variant))
    set_value(frame.wanted, *block, true, std::move(value));
  else
    frame.state.looked_at.blocks[name_of(frame, variant)] = std::move(value);
}

void looked_at_list(Frame& frame, const char* id, const VariantEntry& current,
                    const std::string& command, const std::string& text, float width) {
  std::vector<Option> options;
  std::vector<const VariantEntry*> variants;
  int at = 0;
  for (const VariantEntry& variant : frame.model.variants) {
    if (variant.info->backend != Backend::cuda) continue;
    if (&variant == &current) at = int(variants.size());
    variants.push_back(&variant);
    options.push_back({variant.info->name, variant.info->title, {}});
  }
  const auto chosen = dropdown(frame.look, id, options, at, width,
                               {.name = "Variant", .text = text, .option = command + " --variant"});
  if (chosen) choose_variant(frame, *variants[std::size_t(*chosen)]);
}

void looked_at_blocks(Frame& frame, const char* id, const VariantEntry& variant,
                      const std::string& command, float width) {
  const Param* const block = find_param(variant.info->axes, ids::block);
  const Choice looked_at = looked_at_choice(frame, variant);
  const auto current = looked_at.launch.find(ids::block);
  if (!block || block->options.empty() || current == looked_at.launch.end()) return;
  same_line(frame.look, 0.3);
  std::vector<Option> shapes = block->options;
  const std::string now = to_text(current->second);
  if (option_index(shapes, now) < 0) shapes.push_back({now, now, {}});  // no preset
  const auto chosen = dropdown(
      frame.look, id, shapes, option_index(shapes, now), width,
      {.name = "Block",
       .text = "Threads per block: of the running variant the block that runs, of a studied one "
               "the studied block.",
       .option = command + " --variant " + variant.info->name + " --block"});
  if (chosen) look_at_block(frame, variant, shapes[std::size_t(*chosen)].id);
}

void look_at_reserve(Frame& frame, const VariantEntry& variant, std::int64_t kib) {
  const Param* const axis = find_param(variant.info->axes, reserve_axis_id);
  if (!axis || !axis->reason.empty()) return;
  if (!variant.reason.empty()) choose_variant(frame, variant);
  if (is_studied(frame, variant))
    set_value(*frame.studied, *axis, true, kib);
  else if (runs(frame, variant))
    set_value(frame.wanted, *axis, true, kib);
}

void looked_at_reserve(Frame& frame, const char* id, const VariantEntry& variant, double most_kib,
                       const std::string& command, float width) {
  const Param* const axis = find_param(variant.info->axes, reserve_axis_id);
  const Choice looked_at = looked_at_choice(frame, variant);
  const auto now = looked_at.launch.find(reserve_axis_id);
  if (!axis || now == looked_at.launch.end()) return;
  same_line(frame.look, 0.3);
  State& state = frame.state;
  const bool dragged = state.edit && state.edit->param == reserve_axis_id;
  double value = dragged ? state.edit->value : double(std::get<std::int64_t>(now->second));
  const std::string shown = grouped(std::int64_t(value));
  const FieldChange change = number_field(frame.look, id, value,
                                          {.max = std::max(most_kib, 1.0),
                                           .integer = true,
                                           .enabled = axis->reason.empty(),
                                           .shown = shown,
                                           .unit = "KiB reserved"},
                                          width);
  help(frame.look, {.name = axis->label,
                    .text = axis->help,
                    .range = "0 \u2026 " + grouped(std::int64_t(most_kib)) + " KiB",
                    .option = command + " --variant " + variant.info->name + " --reserve-shared",
                    .reason = axis->reason});
  const auto whole = std::llround(std::clamp(value, 0.0, axis->max));
  const bool held = ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left) &&
                    !ImGui::GetIO().WantTextInput;
  if (change.edited && held) {
    if (!dragged) state.edit = State::Edit{reserve_axis_id, value, frame.now};
    state.edit->value = double(whole);
    if (frame.now - state.edit->sent_at < State::live_seconds) return;
    state.edit->sent_at = frame.now;
    look_at_reserve(frame, variant, whole);
  } else if (change.edited) {
    look_at_reserve(frame, variant, whole);
  }
  if (!dragged || held) return;
  look_at_reserve(frame, variant, std::llround(state.edit->value));
  state.edit.reset();
}

std::string looked_at_original(const Frame& frame, const VariantEntry& variant,
                               const std::string& done) {
  if (!frame.model.runs_edited || !runs(frame, variant)) return {};
  return "Livewarp's own kernel is " + done + " here, not the edited one that runs. ";
}

std::string looked_at_hindrance(const Frame& frame, const std::string& done) {
  const bool any = std::ranges::any_of(frame.model.variants, [](const VariantEntry& variant) {
    return variant.info->backend == Backend::cuda;
  });
  return any ? "" : "There is no CUDA variant here whose kernels could be " + done + ".";
}

}  // namespace livewarp::ui
