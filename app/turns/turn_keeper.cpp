#include "app/turns/turn_keeper.h"

#include <algorithm>

#include "kernels/core/base/error.h"

namespace livewarp {

void TurnKeeper::release() {
  held_.clear();
  places_.clear();
}

Turn TurnKeeper::take(const TurnPlace& place) const {
  if (waits_)
    return turns_->take(place, stop_, [&](const TurnQueue& queue) {
      if (say_) say_(waiting_text(place, queue));
    });
  TurnQueue busy;
  std::optional<Turn> turn = turns_->try_take(place, busy);
  if (turn) return std::move(*turn);
  throw Error("somebody else measures on " + place.title +
                  (busy.holder ? ": " + taker_text(*busy.holder) : ""),
              "without --no-wait it waits for its turn");
}

void TurnKeeper::need(std::vector<TurnPlace> places) {
  if (!turns_) return;
  std::ranges::sort(places);
  const auto twice = std::ranges::unique(places);
  places.erase(twice.begin(), twice.end());
  if (std::ranges::includes(places_, places)) return;
  release();
  for (const TurnPlace& place : places) {
    held_.push_back(take(place));
    if (!held_.back().note().empty()) note_ = held_.back().note();
  }
  places_ = std::move(places);
}

}  // namespace livewarp
