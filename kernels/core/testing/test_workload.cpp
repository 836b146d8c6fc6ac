#include "kernels/core/testing/test_workload.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <span>

#include "kernels/core/model/block_rule.h"

namespace livewarp {

namespace {

std::span<const double> numbers(const HostState& state) {
  const auto& bytes = state.fields.front();
  return {reinterpret_cast<const double*>(bytes.data()), bytes.size() / sizeof(double)};
}

void right(const Line::Step& step, Exec& exec) {
  exec.for_range(step.n, 100, 2, [&](Range range) {
    for (std::int64_t i = range.first; i < range.last; ++i)
      step.out[i] = step.in[i] * step.factor + 1;
  });
}

Variant<Line> plain_cpu_variant(const char* name, std::function<void(const Line::Step&)> harm) {
  const auto run = [harm = std::move(harm)](const Line::Step& step, const Launch&, Exec& exec) {
    right(step, exec);
    harm(step);
  };
  auto variant = cpu_variant<Line>(name, name, run);
  variant.axes = {integer_axis("threads", "Threads", "", {1, 2}, 1, "")};
  variant.tolerance = {1e-9, 1e-6, {}};
  return variant;
}

}  // namespace

LineProblem LineProblem::from(const Values& values) {
  return {get_integer(values, "n"), get_real(values, "factor")};
}

const WorkloadInfo& Line::info() {
  static const WorkloadInfo info = [] {
    WorkloadInfo line;
    line.name = "line";
    line.default_cuda = "blocks";
    line.default_cpu = "good";
    line.size_params = {"n"};
    line.element = "number";
    line.elements = "numbers";
    line.params = {integer_param("n", "Numbers", "", 1, 5'000'000'000, 1000, ""),
                   real_param("factor", "Factor", "", -2, 2, 0.5, "")};
    line.params.push_back(real_param("zoom", "Zoom", "", 0.1, 10, 1, ""));
    line.params.back().group = ParamGroup::view;
    return line;
  }();
  return info;
}

std::vector<FieldSpec> Line::fields(const Problem& problem) {
  return {{"x", std::size_t(problem.n) * sizeof(double)}};
}

Line::Step Line::bind(const Problem& problem, const StepMemory& memory) {
  return {memory.read<double>(0), memory.written<double>(0), problem.n, problem.factor};
}

CostModel Line::cost(const Problem& problem, const Launch&) {
  const auto n = double(problem.n);
  return {.items = n, .flops = 2 * n, .compulsory_bytes = 16 * n, .requested_bytes = 16 * n};
}

HostState Line::initial(const Problem& problem) {
  HostState state;
  std::vector<double> x(static_cast<std::size_t>(problem.n));
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::sin(double(i) + 1);
  state.fields.emplace_back(x.size() * sizeof(double));
  std::memcpy(state.fields.front().data(), x.data(), x.size() * sizeof(double));
  return state;
}

PictureSpec Line::picture(const Problem& problem, const Viewport&) {
  PictureSpec picture;
  picture.count = problem.n;
  return picture;
}

Variants<Line> Line::cpu_variants() {
  Variants<Line> variants;
  variants.variants.push_back(plain_cpu_variant("good", [](const Step&) {}));
  variants.variants.push_back(plain_cpu_variant("one-wrong", [](const Step& step) {
    if (step.n > 1234) step.out[1234] += 1e-3;
  }));
  variants.variants.push_back(plain_cpu_variant("all-wrong", [](const Step& step) {
    for (std::int64_t i = 0; i < step.n; ++i) step.out[i] *= 1.01;
  }));
  // One that finds what is compared, and two that find nothing, right and wrong.
  variants.variants.push_back(plain_cpu_variant("finds", [](const Step&) {}));
  variants.variants.back().finds = "increment";
  variants.variants.push_back(plain_cpu_variant("finds-nothing", [](const Step&) {}));
  variants.variants.back().finds = "residual";
  variants.variants.push_back(plain_cpu_variant("finds-nothing-wrong", [](const Step& step) {
    for (std::int64_t i = 0; i < step.n; ++i) step.out[i] *= 1.01;
  }));
  variants.variants.back().finds = "residual";
  variants.variants.push_back(plain_cpu_variant("unwritten", [](const Step& step) {
    // What poisoned memory holds where a variant forgot to write.
    std::memset(step.out + step.n - 1, 0xFF, sizeof(double));
  }));
  return variants;
}

Variants<Line> Line::emulator_variants() {
  Variants<Line> variants;
  auto variant = cuda_variant<Line>("blocks", "Blocks", {});
  variant.axes = {block_axis({"32", "64", "128"}, "64",
                             BlockRule::row("numbers stand in a row").whole_warps("it is a test"))};
  variant.memory_modes = {MemoryMode::device, MemoryMode::pinned};
  variants.variants.push_back(variant);
  return variants;
}

std::vector<Values> Line::check_problems(const Values& problem, const Launch&) {
  std::vector<Values> problems;
  for (const std::int64_t n : {1, 33, 2001}) {
    problems.push_back(problem);
    problems.back()["n"] = n;
  }
  return problems;
}

std::vector<Discrepancy> Line::compare(const Problem& problem, const HostState& in,
                                       const HostState& out, const CompareScope& scope,
                                       const Job& job) {
  const auto before = numbers(in), after = numbers(out);
  const std::int64_t count = scope.samples ? scope.samples : problem.n;
  Discrepancy value("value"), step("increment");
  for (std::int64_t k = 0; k < count; ++k) {
    const auto i = std::size_t(k * (problem.n / count));
    const double expected = std::fma(before[i], problem.factor, 1.0);
    const double increment = after[i] - before[i], expected_increment = expected - before[i];
    value.add(std::int64_t(i), &after[i], &expected, 1);
    step.add(std::int64_t(i), &increment, &expected_increment, 1);
    job.at(double(k) / double(count));
  }
  return {value, step};
}

}  // namespace livewarp
