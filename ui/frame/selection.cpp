#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>

#include "ui/frame/frame.h"

namespace livewarp::ui {

namespace {

constexpr double rest_seconds = 0.12;  // before arrows switch the variant

double sort_key(const VariantRow& row) {
  return row.bench && row.check.ok() ? row.bench->median : 1e300;
}

void make_pending(Frame& frame, const VariantRow& row) {
  frame.state.cursor = row.info->name;
  frame.state.pending = row.reason.empty() ? row.info->name : std::string();
  frame.state.pending_at = frame.now + rest_seconds;
  frame.state.scroll_to_cursor = true;
}

}  // namespace

const VariantRow* Frame::row(const std::string& name) const {
  for (const VariantRow& candidate : model.rows)
    if (candidate.info->name == name) return &candidate;
  return nullptr;
}

std::vector<const VariantRow*> rows_in_order(const Frame& frame) {
  std::vector<const VariantRow*> rows;
  for (const VariantRow& row : frame.model.rows) rows.push_back(&row);
  const State& state = frame.state;
  if (state.sort == SortBy::order && state.sort_down) return rows;
  const auto before = [&](const VariantRow* a, const VariantRow* b) {
    const bool down = state.sort_down;
    if (state.sort == SortBy::title)
      return down ? a->info->title < b->info->title : b->info->title < a->info->title;
    if (state.sort == SortBy::median)
      return down ? sort_key(*a) < sort_key(*b) : sort_key(*b) < sort_key(*a);
    return a > b;  // the given order turned round
  };
  // Groups stay: rows are only sorted within their backend, the active one first.
  for (auto first = rows.begin(); first != rows.end();) {
    const Backend backend = (*first)->info->backend;
    const auto last = std::find_if(
        first, rows.end(), [&](const VariantRow* row) { return row->info->backend != backend; });
    std::stable_sort(first, last, before);
    first = last;
  }
  return rows;
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
    // While arrows are still moving, the row they stand on counts, not the one that arrived.
    if (state.pending.empty() || first) {
      state.cursor = choice.variant;
      state.pending.clear();
      state.scroll_to_cursor = true;
    }
  }
  if (!frame.cursor_row()) state.cursor = choice.variant;
  if (!state.pending.empty() && frame.now >= state.pending_at) {
    const VariantRow* row = frame.row(state.pending);
    state.pending.clear();
    if (row) choose_row(frame, *row);
  }
  if (!state.pending.empty()) frame.result.animating = true;
}

void move_cursor(Frame& frame, int offset) {
  const std::vector<const VariantRow*> rows = rows_in_order(frame);
  if (const VariantRow* row = row_beside(rows, frame.state.cursor, offset))
    make_pending(frame, *row);
}

void choose_row(Frame& frame, const VariantRow& row) {
  State& state = frame.state;
  state.cursor = row.info->name;
  state.pending.clear();
  state.scroll_to_cursor = true;
  if (!row.reason.empty() || !frame.model.variant || row.info->name == frame.model.choice.variant)
    return;
  frame.wanted =
      state.remembered.with_variant(frame.wanted, frame.model.variant->backend, *row.info);
}

void choose_backend(Frame& frame, Backend backend) {
  const WorkloadInfo& info = frame.model.workload->info();
  const std::string& usual = backend == Backend::cuda ? info.default_cuda : info.default_cpu;
  const VariantRow* chosen = frame.row(usual);
  for (const VariantRow& row : frame.model.rows) {
    if (row.info->backend != backend) continue;
    if (!chosen || (!chosen->reason.empty() && row.reason.empty())) chosen = &row;
  }
  if (chosen) choose_row(frame, *chosen);
}

}  // namespace livewarp::ui
