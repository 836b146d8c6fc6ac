#include "app/fault/fault_quiz.h"

#include <algorithm>
#include <numeric>
#include <random>

namespace livewarp {

namespace {

/// 0 … n − 1 in an order that goes with the seed. Library distributions differ between libraries.
std::vector<std::size_t> shuffled(std::size_t n, unsigned seed) {
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::mt19937 random(seed);
  for (std::size_t i = n; i > 1; --i) std::swap(order[i - 1], order[random() % i]);
  return order;
}

}  // namespace

QuizQuestion quiz_question(std::size_t faults, std::size_t number) {
  QuizQuestion question;
  if (faults == 0) return question;
  number %= faults;
  question.fault = shuffled(faults, 1)[number];
  question.choices = shuffled(faults, unsigned(number) + 2);
  std::erase(question.choices, question.fault);
  question.choices.insert(question.choices.begin(), question.fault);
  question.choices.resize(std::min(quiz_choices, faults));
  std::ranges::sort(question.choices);
  return question;
}

}  // namespace livewarp
