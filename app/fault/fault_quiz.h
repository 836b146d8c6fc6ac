#pragma once

#include <cstddef>
#include <vector>

namespace livewarp {

/// A question of the quiz: which fault is in this kernel?
struct QuizQuestion {
  std::size_t fault = 0;             ///< its place among the faults
  std::vector<std::size_t> choices;  ///< places of some, that one among them, in their order
};

inline constexpr std::size_t quiz_choices = 4;

/// As many questions as there are faults, each about one, in an order that is not that of the
/// faults and always the same; `number` counts from 0.
QuizQuestion quiz_question(std::size_t faults, std::size_t number);

}  // namespace livewarp
