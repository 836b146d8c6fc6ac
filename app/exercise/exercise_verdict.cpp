#include "app/exercise/exercise_verdict.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "app/base/table.h"

namespace livewarp {

namespace {

using Of = ExerciseCheck::Of;
using Count = ExerciseCheck::Count;
using State = ExercisePoint::State;

/// What the lens's report says of a line that the check is about.
bool concerns(const ExerciseCheck& check, const Json& line) {
  const std::string space = line.at("space"), access = line.at("access");
  switch (check.of) {
  case Of::loads: return space == "global" && access == "load";
  case Of::stores: return space == "global" && access == "store";
  case Of::atomics: return space == "global" && access == "atomic";
  case Of::shared_loads: return space == "shared" && access == "load";
  case Of::shared_stores: return space == "shared" && access == "store";
  case Of::shared_atomics: return space == "shared" && access == "atomic";
  case Of::warps: break;
  }
  return false;
}

double number(const Json& line, const char* key) {
  const auto found = line.find(key);
  return found != line.end() && found->is_number() ? found->get<double>() : 0;
}

double cost(const ExerciseCheck& check, const Json& line) {
  switch (check.count) {
  case Count::sectors: return number(line, "sectors");
  case Count::wavefronts: return number(line, "wavefronts");
  case Count::requests: return number(line, "requests");
  case Count::lanes: break;
  }
  return 0;
}

/// What was counted, and the line that it is most of.
struct Counted {
  double value = 0;
  const Json* line = nullptr;
};

/// Of sectors and wavefronts the mean over the requests, of requests those of a warp.
Counted count_lines(const ExerciseCheck& check, const Json& kernel) {
  Counted counted;
  double total = 0, requests = 0, worst = 0;
  for (const Json& line : kernel.at("lines")) {
    if (!concerns(check, line)) continue;
    const double own = cost(check, line), asked = number(line, "requests");
    const double each = check.count == Count::requests ? own : own / std::max(asked, 1.0);
    total += own;
    requests += asked;
    if (counted.line && each <= worst) continue;
    worst = each;
    counted.line = &line;
  }
  const double by = check.count == Count::requests ? number(kernel, "warps") : requests;
  counted.value = by > 0 ? total / by : 0;
  return counted;
}

/// The launch with most blocks: a step may launch the kernel again on what is left.
const Json* main_launch(const Exercise& exercise, const Json& counted) {
  const Json* found = nullptr;
  if (!counted.is_object()) return found;
  for (const Json& kernel : counted.at("kernels")) {
    const std::string name = kernel.at("kernel");
    if (name.substr(0, name.find('<')) != exercise.kernel || number(kernel, "warps") == 0) continue;
    if (!found) found = &kernel;
  }
  return found;
}

std::string what_of(const ExerciseCheck& check) {
  const std::string limit =
      (check.at_least ? "at least " : "at most ") + plain_number(check.limit, 3);
  if (check.count == Count::lanes) return limit + " of 32 lanes are active";
  std::string of(name_of(check.of));
  std::ranges::replace(of, '-', ' ');
  return of + (check.count == Count::requests ? " are " : " take ") + limit + " " +
         std::string(name_of(check.count)) +
         (check.count == Count::requests ? " a warp" : " a request");
}

/// What the lens says of the line, where it has something against it.
std::string words_of(const Json* line) {
  if (!line) return {};
  for (const Json& finding : line->at("findings"))
    if (!finding.at("good").get<bool>()) return ": " + finding.at("words").get<std::string>();
  return {};
}

ExercisePoint judged(const Exercise& exercise, const ExerciseCheck& check, const Json& counted) {
  ExercisePoint point{what_of(check), State::missed, {}, check.why};
  const Json* const kernel = main_launch(exercise, counted);
  if (!kernel) {
    point.text = "nothing was counted of the kernel";
    return point;
  }
  Counted found;
  if (check.count == Count::lanes)
    found.value = number(*kernel, "active_lanes");
  else
    found = count_lines(check, *kernel);
  if (check.at_least ? found.value >= check.limit : found.value <= check.limit) {
    point.state = State::met;
    point.advice.clear();
    return point;
  }
  const std::string where =
      found.line ? fmt::format(", most at {}:{}", found.line->at("file").get<std::string>(),
                               found.line->at("line").get<int>())
                 : "";
  point.text = "counted: " + plain_number(found.value, 3) + where + words_of(found.line);
  return point;
}

/// How far a kernel came, as how many of the first points are met.
int points_met(KernelOutcome outcome) {
  switch (outcome) {
  case KernelOutcome::not_compiled:
  case KernelOutcome::refused: return 0;
  case KernelOutcome::stopped:
  case KernelOutcome::misused: return 1;
  case KernelOutcome::wrong: return 2;
  case KernelOutcome::right: break;
  }
  return 3;
}

}  // namespace

bool ExerciseVerdict::solved() const {
  return !points.empty() && std::ranges::all_of(points, [](const ExercisePoint& point) {
    return point.state == State::met;
  });
}

ExerciseVerdict untried(const Exercise& exercise) {
  ExerciseVerdict verdict = verdict_on(exercise, {});
  for (ExercisePoint& point : verdict.points) point = {point.what, State::open, {}, {}};
  return verdict;
}

ExerciseVerdict verdict_on(const Exercise& exercise, const KernelVerdict& kernel) {
  ExerciseVerdict verdict{{}, kernel.messages, kernel.said};
  const int met = points_met(kernel.outcome);
  int number = 0;
  for (const char* const what :
       {"it compiles", "every access in range, no race, all barriers met, and it ends",
        "its result is the reference's"}) {
    const bool missed = number == met;
    verdict.points.push_back({what,
                              number < met ? State::met
                              : missed     ? State::missed
                                           : State::open,
                              missed ? kernel.text : std::string(),
                              missed ? kernel.advice : std::string()});
    ++number;
  }
  for (const ExerciseCheck& check : exercise.checks)
    verdict.points.push_back(kernel.right() ? judged(exercise, check, kernel.counted)
                                            : ExercisePoint{what_of(check), State::open, {}, {}});
  return verdict;
}

}  // namespace livewarp
