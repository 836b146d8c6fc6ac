#include "ui/model/numbers.h"

#include <algorithm>

namespace livewarp::ui {

namespace {

bool belongs_to_step(Slot slot) { return slot == Slot::kernel || slot == Slot::copy; }

Numbers numbers_of(const Model& model) {
  Numbers numbers{.step = model.step,
                  .kernel_ms = model.kernel_ms,
                  .copies_ms = model.copies_ms,
                  .cost = model.cost,
                  .intervals = model.intervals,
                  .frame_parts = model.frame_parts,
                  .frame_ms = model.frame_ms,
                  .steps_per_second = model.steps_per_second,
                  .frames_per_second = model.frames_per_second,
                  .readouts = model.readouts,
                  .steps = model.steps,
                  .time = model.time,
                  .gpu_state = model.gpu_state,
                  .pinned = model.pinned};
  if (model.check.ok()) return numbers;
  // No time without a verified result, wherever it might be read from.
  numbers.step = {};
  numbers.kernel_ms = numbers.copies_ms = numbers.steps_per_second = 0;
  for (IntervalRow& row : numbers.intervals)
    if (belongs_to_step(row.slot)) {
      row.times = {};
      row.reason = "shown once the result is verified";
    }
  std::erase_if(numbers.frame_parts,
                [](const FramePart& part) { return belongs_to_step(part.slot); });
  return numbers;
}

/// Whether both tell of the same A, and as much.
bool same_comparison(const std::optional<Pinned>& held, const std::optional<Pinned>& now) {
  if (!held || !now) return !held && !now;
  return held->choice == now->choice && held->elsewhere == now->elsewhere &&
         held->same_workload == now->same_workload && held->runs == now->runs &&
         held->ratio.has_value() == now->ratio.has_value();
}

}  // namespace

bool HeldNumbers::outdated(const Model& model, double now) const {
  return !taken_ || now - taken_at_ >= hold_seconds || model.check.verdict != verdict_ ||
         (model.step.count > 0) != had_samples_ || model.choice != choice_ ||
         !same_comparison(numbers_.pinned, model.pinned);
}

const Numbers& HeldNumbers::update(const Model& model, double now) {
  if (!outdated(model, now)) return numbers_;
  numbers_ = numbers_of(model);
  choice_ = model.choice;
  verdict_ = model.check.verdict;
  had_samples_ = model.step.count > 0;
  taken_ = true;
  taken_at_ = now;
  return numbers_;
}

}  // namespace livewarp::ui
