#include "app/session/history.h"

#include <utility>

namespace livewarp {

Setting setting_of(Choice choice, bool interop_fails) {
  choice.paused = false;
  return {std::move(choice), interop_fails};
}

void History::changed(const Setting& now, std::uint64_t gesture) {
  if (now == present_) return;
  const bool same_step = gesture != 0 && gesture == gesture_;
  gesture_ = gesture;
  future_.clear();
  if (!same_step) past_.push_back(std::move(present_));
  if (past_.size() > most_steps) past_.erase(past_.begin());
  present_ = now;
  // Dragged back to where the hand began: nothing is left to undo.
  if (same_step && !past_.empty() && past_.back() == present_) {
    past_.pop_back();
    gesture_ = 0;
  }
}

void History::replaced(const Setting& now) {
  if (now == present_) return;
  // Going back was cancelled while its run was being prepared: that way is there as before.
  if (next() && *next() == now) return went_forward();
  if (!past_.empty() && past_.back() == now) past_.pop_back();
  present_ = now;
  gesture_ = 0;
}

void History::went_back() {
  if (past_.empty()) return;
  future_.push_back(std::exchange(present_, std::move(past_.back())));
  past_.pop_back();
  gesture_ = 0;
}

void History::went_forward() {
  if (future_.empty()) return;
  past_.push_back(std::exchange(present_, std::move(future_.back())));
  future_.pop_back();
  gesture_ = 0;
}

}  // namespace livewarp
