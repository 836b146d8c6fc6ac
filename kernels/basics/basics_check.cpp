#include <algorithm>

#include "kernels/basics/basics.h"

namespace livewarp {

namespace {

const float* field(const HostState& state, std::size_t index) {
  return reinterpret_cast<const float*>(state.fields.at(index).data());
}

/// The nearest fp32 value. Volatile, because g++ 12 leaves out a rounding to fp32 and back when it
/// vectorises.
double nearest_fp32(double value) {
  volatile float nearest = float(value);
  return nearest;
}

}  // namespace

std::vector<Values> Basics::check_problems(const Values& problem, const Launch&) {
  std::vector<Values> problems;
  for (const std::int64_t n : {1, 31, 33, 1000, 4099}) {
    Values sized = problem;
    sized["n"] = n;
    problems.push_back(std::move(sized));
  }
  return problems;
}

double Basics::reference_seconds(const Problem& problem) { return 1e-8 * double(problem.n); }

// Compares what a step adds, not the sum: beside a sum that has grown for long, a missing addend
// would be too small to be seen.
std::vector<Discrepancy> Basics::compare(const Problem& problem, const HostState& in,
                                         const HostState& out, const CompareScope& scope,
                                         const Job& job) {
  Discrepancy increment("increment"), addend("addend");
  const float *a = field(in, 0), *b = field(in, 1), *sum = field(out, 0), *kept = field(out, 1);
  const std::int64_t every =
      scope.samples ? std::max<std::int64_t>(1, problem.n / scope.samples) : 1;
  for (std::int64_t i = 0; i < problem.n; i += every) {
    if (i / every % 65'536 == 0) job.at(double(i) / double(problem.n));
    const double result = double(sum[i]) - a[i],
                 reference = nearest_fp32(double(a[i]) + b[i]) - a[i];
    increment.add(i, &result, &reference, 1);
    const double carried = kept[i], given = b[i];
    addend.add(i, &carried, &given, 1);
  }
  job.at(1);
  return {increment, addend};
}

std::vector<HostState> Basics::mutants(const Problem& problem, const HostState& sound) {
  std::vector<HostState> mutants;
  for (const std::size_t index : {0, 1}) {
    HostState mutant = sound;
    reinterpret_cast<float*>(mutant.fields[index].data())[problem.n - 1] += 0.01f;
    mutants.push_back(std::move(mutant));
  }
  return mutants;
}

std::vector<Readout> Basics::diagnose(const Problem& problem, const HostState& state,
                                      const Job& job) {
  double total = 0;
  for (std::int64_t i = 0; i < problem.n; ++i) {
    if (i % 1'048'576 == 0) job.at(double(i) / double(problem.n));
    total += field(state, 0)[i];
  }
  Readout mean{.id = "mean", .label = "Mean", .value = total / double(problem.n), .digits = 6};
  mean.help = "Of all sums: it changes by the mean of the addends in every step.";
  return {mean};
}

}  // namespace livewarp
