// Which items are expensive, and how much.
#include <algorithm>
#include <cmath>

#include "kernels/core/base/cell_random.h"
#include "kernels/divergence/divergence.h"

namespace livewarp {

namespace {

/// Random numbers of an item that have nothing to do with one another.
enum Stream { of_value, of_side, of_count };

class Items {
 public:
  explicit Items(const Divergence::Problem& problem)
      : problem_(problem), expensive_of_32_(problem.expensive_of_32()),
        first_at_end_(problem.n - std::llround(problem.fraction * double(problem.n))),
        random_{CellRandom(problem.seed), CellRandom(problem.seed + 1),
                CellRandom(problem.seed + 2)} {}

  std::uint32_t value(std::int64_t i) const {
    return std::uint32_t(double(random_[of_value].at(i)) * 0x1p32);
  }
  std::int32_t rounds(std::int64_t i) const {
    if (!is_expensive(i)) return std::int32_t(problem_.cheap);
    if (!problem_.varied) return std::int32_t(problem_.expensive);
    const double range = double(problem_.expensive - problem_.cheap);
    return std::int32_t(problem_.cheap + 1 + std::int64_t(range * double(random_[of_count].at(i))));
  }

 private:
  bool is_expensive(std::int64_t i) const {
    switch (problem_.arrangement) {
    case DivergenceArrangement::lanes: return i % 32 < expensive_of_32_;
    case DivergenceArrangement::warps: return i / 32 % 32 < expensive_of_32_;
    case DivergenceArrangement::random: return double(random_[of_side].at(i)) < problem_.fraction;
    case DivergenceArrangement::sorted: break;
    }
    return i >= first_at_end_;
  }

  const Divergence::Problem& problem_;
  int expensive_of_32_;
  std::int64_t first_at_end_;
  CellRandom random_[3];
};

}  // namespace

HostState Divergence::initial(const Problem& problem) {
  HostState state = blank_state(fields(problem));
  const Items items(problem);
  auto* const value = field_as<std::uint32_t>(state, 0);
  auto* const rounds = field_as<std::int32_t>(state, 1);
  for (std::int64_t i = 0; i < problem.n; ++i) {
    value[i] = items.value(i);
    rounds[i] = items.rounds(i);
  }
  return state;
}

}  // namespace livewarp
