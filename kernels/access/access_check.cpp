// How a result is checked, and what is told of it.
#include <algorithm>

#include "kernels/access/access.h"
#include "kernels/core/measure/verification.h"

namespace livewarp {

// One element, less and more than a warp, several blocks, and sizes that are no multiple of
// anything. Strides refuse arrays that are no longer than they are.
std::vector<Values> Access::check_problems(const Values& problem, const Launch&) {
  std::vector<Values> problems;
  for (const char* task : {"copy", "gather", "reverse", "stencil", "table"})
    for (const std::int64_t n : {1, 31, 33, 1000, 4099})
      problems.push_back(changed(problem, {{"n", n}, {"task", std::string(task)}}));
  problems.push_back(
      changed(problem, {{"n", std::int64_t{40'003}}, {"task", std::string("copy")}}));
  problems.push_back(changed(problem, {{"n", std::int64_t{4099}},
                                       {"task", std::string("gather")},
                                       {"order", std::string("sorted")}}));
  for (const char* order : {"sorted", "random"})  // a node alone has no edge
    for (const std::int64_t n : {2, 33, 1000, 4099})
      problems.push_back(changed(
          problem, {{"n", n}, {"task", std::string("mesh")}, {"order", std::string(order)}}));
  for (const std::int64_t radius : {1, 2, 7, 8})
    problems.push_back(
        changed(problem,
                {{"n", std::int64_t{1029}}, {"task", std::string("stencil")}, {"radius", radius}}));
  return problems;
}

std::vector<Discrepancy> Access::compare(const Problem& problem, const HostState& in,
                                         const HostState& out, const CompareScope& scope,
                                         const Job& job) {
  const float *x = field_as<float>(in, 0), *result = field_as<float>(out, 1);
  const std::int64_t last = problem.n - 1;
  double table = 0;
  if (problem.task == AccessTask::table)
    for (int j = 0; j < table_size; ++j) table += double(field_as<float>(in, 2)[j]);
  const auto wanted = [&](std::int64_t i) -> double {
    switch (problem.task) {
    case AccessTask::copy: break;
    case AccessTask::gather: return x[field_as<int>(in, 2)[i]];
    case AccessTask::reverse: return x[last - i];
    case AccessTask::stencil: {
      double sum = 0;
      for (std::int64_t k = -problem.radius; k <= problem.radius; ++k)
        sum += double(x[std::clamp<std::int64_t>(i + k, 0, last)]);
      return sum;
    }
    case AccessTask::table: return double(x[i]) + table;
    case AccessTask::mesh: {
      const int *const neighbours = field_as<int>(in, 4), *const starts = field_as<int>(in, 5);
      double sum = 0;
      for (int k = starts[i]; k < starts[i + 1]; ++k)
        sum += double(x[neighbours[k]]) - double(x[i]);
      return sum;
    }
    }
    return x[i];
  };
  return {compare_elements(
      "result", problem.n, scope, job, [&](std::int64_t i) { return double(result[i]); }, wanted)};
}

double Access::reference_seconds(const Problem& problem) const {
  const double read = problem.task == AccessTask::stencil ? double(2 * problem.radius + 1)
                      : problem.task == AccessTask::mesh  ? 6
                                                          : 1;
  return 4e-9 * read * double(problem.n);
}

// One element of three is another number: the first that a gather reads, the middle one, the last.
std::vector<HostState> Access::mutants(const Problem& problem, const HostState& sound) {
  std::vector<HostState> mutants;
  std::int64_t places[]{0, problem.n / 2, problem.n - 1};
  for (std::int64_t& place : places) {
    if (problem.task == AccessTask::gather) place = field_as<int>(sound, 2)[place];
    mutants.push_back(sound);
    field_as<float>(mutants.back(), 0)[place] += 1;
  }
  if (problem.task == AccessTask::table) {
    mutants.push_back(sound);
    field_as<float>(mutants.back(), 2)[table_size - 1] = 0;
  }
  return mutants;
}

std::vector<Readout> Access::diagnose(const Problem& problem, const HostState& state,
                                      const Job& job) const {
  constexpr std::int64_t most = std::int64_t{1} << 26;  // more would take too long
  job.at(0);
  if (state.steps == 0) return {};
  const std::int64_t n = std::min(problem.n, most);
  double sum = 0;
  for (std::int64_t i = 0; i < n; ++i) sum += double(field_as<float>(state, 1)[i]);
  return {{.id = "mean",
           .label = "Mean",
           .value = sum / double(n),
           .digits = 6,
           .help = "Of the result. A copy and its reversal have the mean of the elements."}};
}

}  // namespace livewarp
