#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <vector>

#include "kernels/core/model/block_rule.h"
#include "kernels/core/workload/typed_workload.h"

/// A workload of a few lines for tests: x grows by dt in every step. It has variants of both
/// backends, a parameter of every kind, and, if `with_wrong_variant`, a variant whose result is
/// wrong.
namespace livewarp::test {

struct ToyProblem {
  std::int64_t n = 1;
  double dt = 0;
  static ToyProblem from(const Values& values) {
    return {get_integer(values, "n"), get_real(values, "dt")};
  }
};
struct ToyStep {
  const float* in;
  float* out;
  std::int64_t n;
  float dt;
};

/// What a diagnosis finds; nothing, unless a test says so.
inline std::function<std::vector<Readout>()>& toy_diagnosis() {
  static std::function<std::vector<Readout>()> found;
  return found;
}

template <bool with_wrong_variant>
struct Toy : WorkloadBase<ToyProblem, ToyStep> {
  using Problem = ToyProblem;
  using Step = ToyStep;
  using ToyVariant = Variant<Toy>;

  static const WorkloadInfo& info() {
    static const WorkloadInfo info = [] {
      WorkloadInfo toy;
      toy.name = "toy";
      toy.title = "Toy";
      toy.summary = "Adds.";
      toy.item = "cell";
      toy.item_rate = "cells/s";
      toy.element = "cell";
      toy.elements = "cells";
      toy.params = params();
      toy.default_cuda = "tile";
      toy.default_cpu = "plain";
      toy.reference = "plain";
      toy.size_params = {"n"};
      return toy;
    }();
    return info;
  }
  static std::vector<Param> params() {
    Param trails{.id = "long_trails",
                 .label = "Trails",
                 .kind = ParamKind::toggle,
                 .default_value = false,
                 .group = ParamGroup::view,
                 .help = "Trails."};
    Param start = choice_param("start", "Start", {{"flat", "Flat", {}}, {"slope", "Slope", {}}},
                               "flat", "Start.");
    start.group = ParamGroup::start;
    return {integer_param("n", "Cells", "cells", 1, 1'000'000'000'000, 1000, "Cells."),
            real_param("dt", "Time step", "s", 1e-6, 10, 0.5, "Time."), start, trails};
  }

  static std::vector<FieldSpec> fields(const Problem& problem) {
    return {{"x", std::size_t(problem.n) * sizeof(float)}};
  }
  static Step bind(const Problem& problem, const StepMemory& memory) {
    return {memory.read<float>(0), memory.written<float>(0), problem.n, float(problem.dt)};
  }
  static HostState initial(const Problem& problem) {
    HostState state;
    state.fields.emplace_back(std::size_t(problem.n) * sizeof(float));
    auto* x = reinterpret_cast<float*>(state.fields[0].data());
    for (std::int64_t i = 0; i < problem.n; ++i) x[i] = float(i % 7);
    return state;
  }
  static bool same_state(const Problem& a, const Problem& b) { return a.n == b.n; }
  double time_step(const Problem& problem) const override { return problem.dt; }
  static PictureSpec picture(const Problem& problem, const Viewport&) {
    return {PictureKind::points, problem.n, 0, 0};
  }
  static View view(const Problem&, const Values&, const Launch&) { return {}; }
  static CostModel cost(const Problem& problem, const Launch&) {
    const auto n = double(problem.n);
    return {.items = n, .flops = n, .compulsory_bytes = 8 * n, .requested_bytes = 8 * n};
  }

  static ToyVariant variant(const std::string& name, Backend backend) {
    ToyVariant variant;
    variant.name = variant.title = name;
    variant.backend = backend;
    variant.tolerance = {1e-6, 1e-5, {}};
    if (backend == Backend::cuda) variant.memory_modes = {MemoryMode::device, MemoryMode::pinned};
    variant.step = [](const Step& step, const Launch&, Exec& exec) {
      exec.for_range(step.n, 1024, 1, [&](Range range) {
        for (std::int64_t i = range.first; i < range.last; ++i) step.out[i] = step.in[i] + step.dt;
      });
    };
    variant.cost = cost;
    return variant;
  }
  static void publish(const Step& step, const Problem&, const Launch&, const Picture& picture,
                      Exec&) {
    auto* points = static_cast<Float4*>(picture.memory);
    for (std::int64_t i = 0; i < step.n; ++i)
      points[i] = {float(i) / float(step.n) - 0.5f, 0, 0, 0.5f};
  }
  static Variants<Toy> cpu_variants() {
    ToyVariant plain = variant("plain", Backend::cpu), threads = variant("threads", Backend::cpu);
    threads.axes = {integer_param("threads", "Threads", "", 1, 64, 2, "Threads.")};
    threads.axes[0].group = ParamGroup::launch;
    Variants<Toy> variants{{plain, threads}, publish, {}};
    if (!with_wrong_variant) return variants;
    ToyVariant wrong = variant("wrong", Backend::cpu);
    wrong.step = [](const Step& step, const Launch&, Exec&) {
      for (std::int64_t i = 0; i < step.n; ++i)
        step.out[i] = step.in[i] + (i == 3 ? 2 : 1) * step.dt;
    };
    variants.variants.push_back(wrong);
    return variants;
  }
  static Variants<Toy> emulator_variants() {
    ToyVariant naive = variant("naive", Backend::cuda), tile = variant("tile", Backend::cuda),
               cluster = variant("cluster", Backend::cuda);
    naive.axes = {block_axis({"32", "64", "128", "256"}, "128", BlockRule::row("it is a row"))};
    refuse_memory(naive, MemoryMode::pinned, "it moves its state by itself");
    tile.axes = {block_axis({"16x8", "32x8"}, "32x8", BlockRule::plane("it is flat")),
                 integer_axis("items", "Items", "", {1, 2, 4}, 2, "Items.")};
    cluster.gpu_only = true;
    cluster.missing = [] { return std::string("libtoy.so.1 was not found: make one"); };
    return {{naive, tile, cluster}, publish, {}};
  }
  static Variants<Toy> traced_variants() { return {}; }
  static Variants<Toy> cuda_variants() { return {}; }

  static std::vector<Values> check_problems(const Values& problem, const Launch&) {
    std::vector<Values> problems;
    for (const std::int64_t n : {5, 1001}) {
      problems.push_back(problem);
      problems.back()["n"] = n;
    }
    return problems;
  }
  static std::vector<Discrepancy> compare(const Problem& problem, const HostState& in,
                                          const HostState& out, const CompareScope&,
                                          const Job& job) {
    job.at(0);
    const auto* before = reinterpret_cast<const float*>(in.fields[0].data());
    const auto* after = reinterpret_cast<const float*>(out.fields[0].data());
    Discrepancy found("value");
    for (std::int64_t i = 0; i < problem.n; ++i) {
      const double result = after[i], reference = before[i] + problem.dt;
      found.add(i, &result, &reference, 1);
    }
    return {found};
  }
  static std::vector<HostState> mutants(const Problem&, const HostState& sound) { return {sound}; }
  std::vector<Readout> diagnose(const Problem&, const HostState&, const Job&) const override {
    return toy_diagnosis() ? toy_diagnosis()() : std::vector<Readout>();
  }
};

inline std::unique_ptr<Workload> make_toy() {
  return std::make_unique<TypedWorkload<Toy<false>>>();
}
inline std::unique_ptr<Workload> make_wrong_toy() {
  return std::make_unique<TypedWorkload<Toy<true>>>();
}

}  // namespace livewarp::test
