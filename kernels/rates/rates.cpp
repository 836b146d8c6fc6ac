#include "kernels/rates/rates.h"

#include <algorithm>
#include <memory>

#include "kernels/core/base/cell_random.h"
#include "kernels/core/workload/typed_workload.h"
#include "kernels/rates/rates_reference.h"

namespace livewarp {

namespace {

/// Of the first and the last element: most of the first half of them are chaotic.
constexpr double least_c = -2, most_c = -0.5;

WorkloadInfo make_info() {
  WorkloadInfo info;
  info.name = "rates";
  info.title = "Arithmetic rates";
  info.summary = "Chains of dependent operations: what each unit of arithmetic does in a second, "
                 "and how long it takes for one.";
  info.item = "operation";
  info.item_rate = "operations/s";
  info.topic = "L6";
  info.variant_topic = "L6.7";
  info.params = {
      log_scaled(integer_param("n", "Elements", "", 1, std::int64_t{1} << 26, std::int64_t{1} << 20,
                               "Chains of dependent operations in all. A thread has as many of "
                               "them at a time as its variant says.")),
      log_scaled(integer_param("steps", "Operations", "", 1, 65'536, 1024,
                               "Of each chain in a step, one after another. With few of them "
                               "memory is the limit, not arithmetic.")),
      seed_param("Of where chains begin.")};
  info.default_cuda = "fp32";
  info.default_cpu = "threads";
  info.reference = "reference-fp64";
  info.size_params = {"n"};
  info.window_problem = {{"n", std::int64_t{1} << 17}};
  info.gpu_window_problem = {{"n", std::int64_t{1} << 22}};
  info.tour_problem = {{"n", std::int64_t{1} << 15}};
  return info;
}

}  // namespace

std::unique_ptr<Workload> make_rates() { return std::make_unique<TypedWorkload<Rates>>(); }

const WorkloadInfo& Rates::info() {
  static const WorkloadInfo info = make_info();
  return info;
}

RatesProblem RatesProblem::from(const Values& values) {
  return {get_integer(values, "n"), get_integer(values, "steps"),
          std::uint64_t(get_integer(values, "seed"))};
}

std::vector<FieldSpec> Rates::fields(const Problem& problem) {
  return {{"start", std::size_t(problem.n) * sizeof(RatesStart), FieldRole::input},
          {"end", std::size_t(problem.n) * sizeof(std::uint64_t), FieldRole::result},
          {"found", sizeof(RatesFound), FieldRole::result}};
}

Rates::Step Rates::bind(const Problem& problem, const StepMemory& memory) {
  return {memory.read<RatesStart>(0),
          memory.written<std::uint64_t>(1),
          memory.written<RatesFound>(2),
          memory.read<std::uint64_t>(1),
          memory.read<RatesFound>(2),
          problem.n,
          problem.steps};
}

// Constants rise along the elements. Where |x| <= 1/2 at first, all that follows stays within -2
// ... 2; a chain begins at one of the next sixteen values, so that not all of them are at the same
// place of a cycle.
HostState Rates::initial(const Problem& problem) {
  HostState state = blank_state(fields(problem));
  const CellRandom random(problem.seed), further(problem.seed + 1);
  auto* const start = field_as<RatesStart>(state, 0);
  for (std::int64_t i = 0; i < problem.n; ++i) {
    const double share = (double(i) + 0.5) / double(problem.n);
    const auto c = float(least_c + share * (most_c - least_c));
    const auto steps = std::int64_t(16 * further.at(i));
    start[i] = {float(rates_squares(double(random.at(i)) - 0.5, double(c), steps)), c};
  }
  return state;
}

PictureSpec Rates::picture(const Problem&, const Viewport&) {
  return {PictureKind::image, 0, 640, 360};
}

View Rates::view(const Problem&, const Values&, const Launch&) {
  View view{.kind = PictureKind::image, .map = ColorMap::grey};
  view.notes = {{.text = "c = \u22122", .y = 1, .above = true},
                {.text = "c = \u22121/2", .x = 1, .y = 1, .share = 1, .above = true},
                {.text = "x = 2"},
                {.text = "x = \u22122", .y = 0.93, .above = true}};
  view.hint = "each dot: where the chain x = x\u00b2 + c of an element ends, over its c";
  return view;
}

// Starts are read and ends written once, however many operations lie between.
CostModel Rates::cost(const Problem& problem, double operations, double flops) {
  const double n = double(problem.n), bytes = (sizeof(RatesStart) + sizeof(std::uint64_t)) * n;
  const double all = operations * n * double(problem.steps);
  return {.items = all,
          .flops = flops * all,
          .compulsory_bytes = bytes,
          .requested_bytes = bytes,
          .streams = true};
}

}  // namespace livewarp
