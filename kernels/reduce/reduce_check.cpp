// How a result is checked, and what is told of it.
#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/core/measure/verification.h"
#include "kernels/core/model/block_rule.h"
#include "kernels/reduce/reduce.h"
#include "kernels/reduce/reduce_exact.h"

namespace livewarp {

namespace {

/// What kind of number that is: no kind may pass for another.
double kind_of(double value) {
  if (std::isnan(value)) return 1;
  return std::isfinite(value) ? 0 : value > 0 ? 2 : 3;
}

std::string name_of_result(const Reduce::Problem& problem) {
  switch (problem.operation) {
  case ReduceOperation::minimum: return "minimum";
  case ReduceOperation::dot: return "dot product";
  case ReduceOperation::sum: break;
  }
  return "sum";
}

Values problem_of(const Values& problem, std::int64_t n, const char* operation, const char* type,
                  const char* pattern) {
  return changed(problem, {{"n", n},
                           {"operation", std::string(operation)},
                           {"type", std::string(type)},
                           {"pattern", std::string(pattern)}});
}

template <class T>
void put(HostState& state, std::int64_t i, double value) {
  field_as<T>(state, 0)[i] = T(value);
}

void put(const Reduce::Problem& problem, HostState& state, std::int64_t i, double value) {
  switch (problem.type) {
  case ReduceType::fp32: return put<float>(state, i, value);
  case ReduceType::fp64: return put<double>(state, i, value);
  case ReduceType::int32: return put<int>(state, i, value);
  }
}

double element(const Reduce::Problem& problem, const HostState& state, std::int64_t i) {
  switch (problem.type) {
  case ReduceType::fp64: return field_as<double>(state, 0)[i];
  case ReduceType::int32: return field_as<int>(state, 0)[i];
  case ReduceType::fp32: break;
  }
  return double(field_as<float>(state, 0)[i]);
}

}  // namespace

// One element, less and more than a warp, several blocks, and more than a pass of the first rungs;
// every operation, type and pattern at sizes that are no multiple of anything.
std::vector<Values> Reduce::check_problems(const Values& problem, const Launch& launch) {
  std::vector<Values> problems;
  const auto add = [&](std::int64_t n, const char* operation, const char* type,
                       const char* pattern) {
    problems.push_back(problem_of(problem, n, operation, type, pattern));
  };
  for (const std::int64_t n : {1, 31, 33, 1000, 4099}) add(n, "sum", "fp32", "uniform");
  for (const char* pattern : {"waves", "alternating", "large", "nan", "infinity", "infinities"})
    add(4099, "sum", "fp32", pattern);
  for (const char* type : {"fp32", "fp64", "int32"})
    for (const char* operation : {"sum", "minimum", "dot"})
      for (const std::int64_t n : {31, 4099}) add(n, operation, type, "uniform");
  for (const char* operation : {"minimum", "dot"})
    for (const char* pattern : {"nan", "infinity", "infinities", "alternating"})
      add(1000, operation, "fp32", pattern);
  // The largest takes long: of blocks only for those that variants begin with.
  const bool blocks = launch.values().contains("block");
  const unsigned block = blocks ? launch.block().x : 256;
  if (blocks) add(beyond_blocks(2 * block, 4099), "sum", "fp32", "alternating");
  if (block == 256 || block == 512) add((std::int64_t{1} << 20) + 1, "sum", "fp32", "uniform");
  return problems;
}

// The one result, whatever the scope.
std::vector<Discrepancy> Reduce::compare(const Problem& problem, const HostState& in,
                                         const HostState& out, const CompareScope&,
                                         const Job& job) {
  const ReduceExact wanted(problem, in, job);
  const double result = reduce_result(problem, out);
  Discrepancy kind("kind of number", 1e-6);  // any other is far beyond every tolerance
  const double is = kind_of(result), should_be = kind_of(wanted.value);
  kind.add(0, &is, &should_be, 1);
  Discrepancy value(name_of_result(problem), 1);
  const double roundings = std::isfinite(wanted.value) ? wanted.roundings(problem, result) : 0,
               nothing = 0;
  value.add(0, &roundings, &nothing, 1);
  return {value, kind};
}

// Where the result is finite: the first, the middle or the last element wrong by a fiftieth of all
// of them together, or below the minimum. Where it is not: what makes it so is missing,
// or is something else.
std::vector<HostState> Reduce::mutants(const Problem& problem, const HostState& sound) {
  const ReduceExact wanted(problem, sound, Job{});
  if (!std::isfinite(wanted.value)) {
    const bool two = problem.pattern == ReducePattern::infinities;
    const std::int64_t place = two ? problem.second_special() : problem.special();
    std::vector<HostState> mutants(2, sound);
    put(problem, mutants[0], place, 0);
    put(problem, mutants[1], place,
        std::isnan(wanted.value) ? std::numeric_limits<double>::infinity()
                                 : std::numeric_limits<double>::quiet_NaN());
    return mutants;
  }
  std::vector<HostState> mutants;
  for (const std::int64_t i : {std::int64_t{0}, problem.n / 2, problem.n - 1}) {
    const double more = std::ceil(wanted.size / 50 + 1);
    const double before = element(problem, sound, i);
    mutants.push_back(sound);
    put(problem, mutants.back(), i,
        problem.is_minimum()    ? wanted.value - 1
        : std::isfinite(before) ? before + more
                                : 0);
  }
  return mutants;
}

std::vector<Readout> Reduce::diagnose(const Problem& problem, const HostState& state,
                                      const Job& job) const {
  constexpr std::int64_t most = std::int64_t{1} << 26;  // more would take too long
  job.at(0);
  if (state.steps == 0) return {};
  const double result = reduce_result(problem, state);
  std::string name = name_of_result(problem);
  name[0] = char(name[0] - 'a' + 'A');
  std::vector<Readout> readouts{{.id = "result",
                                 .label = name,
                                 .value = result,
                                 .digits = 8,
                                 .help = "A sum with a NaN, or with both infinities, is NaN; one "
                                         "with infinity is that. A minimum passes over NaN."}};
  if (problem.n > most) return readouts;
  const ReduceExact exact(problem, state, job);
  if (!std::isfinite(exact.value)) return readouts;
  readouts.push_back({.id = "error",
                      .label = "Relative error",
                      .value = std::abs(relative_error(result - exact.value, exact.value)),
                      .digits = 3,
                      .help =
                          "Against a compensated sum in fp64. It goes with the order of adding: "
                          "compare serial, pairwise and compensated."});
  readouts.push_back({.id = "roundings",
                      .label = "Error, roundings",
                      .value = std::abs(exact.roundings(problem, result)),
                      .digits = 3,
                      .help = "The error over the type's unit roundoff times the sum of absolute "
                              "values. An order in which no element takes part in more than d "
                              "additions stays below d."});
  if (!problem.is_minimum())
    readouts.push_back({.id = "condition",
                        .label = "Condition",
                        .value = std::abs(relative_error(exact.size, exact.value)),
                        .digits = 3,
                        .help = "The sum of absolute values over the absolute value of the sum: "
                                "where terms cancel it is large, and so is the relative error."});
  return readouts;
}

}  // namespace livewarp
