// A variant that cannot run here, looked at with its own setting while another one runs.
#include "ui/frame/frame.h"

namespace livewarp::ui {

namespace {

bool cannot_run(const VariantEntry* variant) {
  return variant && !variant->running && !variant->reason.empty();
}

}  // namespace

void follow_study(Frame& frame) {
  const VariantEntry* const at = frame.variant(frame.state.cursor);
  if (!cannot_run(at)) return frame.studied.reset();
  if (frame.studied && frame.studied->variant == at->info->name) return;
  frame.studied = at->choice;
  frame.studied->workload = frame.model.choice.workload;
  frame.studied->variant = at->info->name;
}

const VariantEntry* studied_variant(const Frame& frame) {
  return frame.studied ? frame.variant(frame.studied->variant) : nullptr;
}

const StudyView* study_of(const Frame& frame) {
  const auto& known = frame.model.studied;
  const bool is_it = known && frame.studied && known->choice.variant == frame.studied->variant &&
                     known->choice.workload == frame.studied->workload;
  return is_it ? &*known : nullptr;
}

void end_study(Frame& frame) {
  if (!frame.model.variant) return;
  frame.state.cursor = frame.model.choice.variant;
  frame.state.pending.clear();
  frame.state.scroll_to_cursor = true;
  follow_study(frame);
}

const std::vector<Param>& Frame::axes() const {
  const VariantEntry* const at = studied_variant(*this);
  if (!at) return model.axes;
  const StudyView* const study = study_of(*this);
  return study ? study->axes : at->info->axes;
}

const std::vector<Option>& Frame::memory_modes() const {
  static const std::vector<Option> not_known_yet;
  if (!studied) return model.memory_modes;
  const StudyView* const study = study_of(*this);
  return study ? study->memory_modes : not_known_yet;
}

}  // namespace livewarp::ui
