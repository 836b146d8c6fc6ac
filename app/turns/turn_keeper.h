#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "app/turns/turns.h"

namespace livewarp {

/// The turns of one piece of work that measures now here, now there. It lets go of what it has
/// before it waits for anything else, and waits for several in one order: no two processes wait for
/// each other.
class TurnKeeper {
 public:
  /// Told, again and again, what is waited for.
  using Say = std::function<void(const std::string&)>;

  /// `turns` outlives it; null: none are taken.
  TurnKeeper(const Turns* turns, std::stop_token stop, Say say)
      : turns_(turns), stop_(std::move(stop)), say_(std::move(say)) {}
  /// From now on a place that is taken is refused, with an `Error` that says who has it.
  void refuse_to_wait() { waits_ = false; }

  /// Has the turn in these places when it returns; what it had beside them it keeps only where it
  /// had them all. Throws `Cancelled` on stop.
  void need(std::vector<TurnPlace> places);
  void release();
  /// Why no turns can be taken; empty if they can.
  const std::string& note() const { return note_; }

 private:
  Turn take(const TurnPlace& place) const;

  const Turns* turns_;
  std::stop_token stop_;
  Say say_;
  bool waits_ = true;
  std::vector<TurnPlace> places_;
  std::vector<Turn> held_;
  std::string note_;
};

}  // namespace livewarp
