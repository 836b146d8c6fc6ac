#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>

#include "ui/frame/frame.h"

namespace livewarp::ui {

namespace {

constexpr double rest_seconds = 0.12;  // before arrows switch the variant

double sort_key(const VariantEntry& variant) {
  return variant.bench && variant.check.ok() ? variant.bench->median : 1e300;
}

void make_pending(Frame& frame, const VariantEntry& variant) {
  frame.state.cursor = variant.info->name;
  frame.state.pending = variant.reason.empty() ? variant.info->name : std::string();
  frame.state.pending_at = frame.now + rest_seconds;
  frame.state.scroll_to_cursor = true;
  follow_study(frame);
}

}  // namespace

const VariantEntry* Frame::variant(const std::string& name) const {
  for (const VariantEntry& candidate : model.variants)
    if (candidate.info->name == name) return &candidate;
  return nullptr;
}

std::vector<const VariantEntry*> variants_in_order(const Frame& frame) {
  std::vector<const VariantEntry*> variants;
  for (const VariantEntry& variant : frame.model.variants) variants.push_back(&variant);
  const State& state = frame.state;
  if (state.sort == SortBy::order && state.sort_down) return variants;
  const auto before = [&](const VariantEntry* a, const VariantEntry* b) {
    const bool down = state.sort_down;
    if (state.sort == SortBy::title)
      return down ? a->info->title < b->info->title : b->info->title < a->info->title;
    if (state.sort == SortBy::median)
      return down ? sort_key(*a) < sort_key(*b) : sort_key(*b) < sort_key(*a);
    return a > b;  // the given order turned round
  };
  // Groups stay: variants are only sorted within their backend, the active one first.
  for (auto first = variants.begin(); first != variants.end();) {
    const Backend backend = (*first)->info->backend;
    const auto last = std::find_if(first, variants.end(), [&](const VariantEntry* variant) {
      return variant->info->backend != backend;
    });
    std::stable_sort(first, last, before);
    first = last;
  }
  return variants;
}

void update_cursor(Frame& frame) {
  State& state = frame.state;
  const Choice& choice = frame.model.choice;
  if (frame.model.variant) state.remembered.note(choice, frame.model.variant->backend);
  if (state.workload != choice.workload || state.running != choice.variant) {
    const bool first = state.running.empty() || state.workload != choice.workload;
    state.workload = choice.workload;
    state.running = choice.variant;
    if (!first && !state.hint_gone) {
      state.hint_gone = true;
      ImGui::MarkIniSettingsDirty();
    }
    // While arrows are still moving, the variant they stand on counts, not the one that arrived.
    if (state.pending.empty() || first) {
      state.cursor = choice.variant;
      state.pending.clear();
      state.scroll_to_cursor = true;
    }
  }
  if (!frame.cursor_variant()) state.cursor = choice.variant;
  if (!state.pending.empty() && frame.now >= state.pending_at) {
    const VariantEntry* variant = frame.variant(state.pending);
    state.pending.clear();
    if (variant) choose_variant(frame, *variant);
  }
  if (!state.pending.empty()) frame.result.animating = true;
  follow_study(frame);
}

void move_cursor(Frame& frame, int offset) {
  const std::vector<const VariantEntry*> variants = variants_in_order(frame);
  if (const VariantEntry* variant = variant_beside(variants, frame.state.cursor, offset))
    make_pending(frame, *variant);
}

void choose_variant(Frame& frame, const VariantEntry& variant) {
  State& state = frame.state;
  state.cursor = variant.info->name;
  state.pending.clear();
  state.scroll_to_cursor = true;
  follow_study(frame);
  const Choice& now = frame.model.choice;
  Choice& wanted = frame.wanted;
  if (!variant.reason.empty() || !frame.model.variant || wanted.workload != now.workload ||
      variant.info->name == wanted.variant)
    return;
  if (variant.info->name != now.variant) {
    wanted = state.remembered.with_variant(wanted, frame.model.variant->backend, *variant.info);
    return;
  }
  // Another one was chosen in this frame before: what went with it is taken back.
  wanted.variant = now.variant;
  wanted.launch = now.launch;
  wanted.memory = now.memory;
  wanted.display = now.display;
}

void choose_backend(Frame& frame, Backend backend) {
  const WorkloadInfo& info = frame.model.workload->info();
  const std::string& usual = backend == Backend::cuda ? info.default_cuda : info.default_cpu;
  const VariantEntry* chosen = frame.variant(usual);
  for (const VariantEntry& variant : frame.model.variants) {
    if (variant.info->backend != backend) continue;
    if (!chosen || (!chosen->reason.empty() && variant.reason.empty())) chosen = &variant;
  }
  if (chosen) choose_variant(frame, *chosen);
}

}  // namespace livewarp::ui
