#include "kernels/divergence/divergence.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/workload/typed_workload.h"
#include "kernels/divergence/divergence_picture.cuh"

namespace livewarp {

namespace {

std::vector<Param> problem_params() {
  return {
      log_scaled(integer_param("n", "Items", "", 1, 67'108'864, 1'048'576,
                               "How many items there are, one a lane.")),
      choice_param("arrangement", "Expensive items",
                   {{"lanes", "By lane", {}},
                    {"warps", "By warp", {}},
                    {"random", "At random", {}},
                    {"sorted", "At the end", {}}},
                   "lanes",
                   "Which items are expensive: the first lanes of every 32, the first warps of "
                   "every 32, any, each by chance, or the last ones. Their share is the same."),
      real_param("fraction", "Share expensive", "", 0, 1, 0.5,
                 "Of the items that are expensive. By lane and by warp it is rounded to 32nds."),
      log_scaled(integer_param("cheap", "Cheap rounds", "", 1, 1024, 2,
                               "Rounds of a cheap item; a round is eight multiplications and "
                               "additions of integers, one after another.")),
      log_scaled(integer_param("expensive", "Costly rounds", "", 2, 4096, 64,
                               "Rounds of an expensive item, at most.")),
      choice_param("counts", "Rounds are", {{"equal", "Equal", {}}, {"varied", "Varied", {}}},
                   "equal",
                   "Of expensive items: all have the same number of rounds, or each one of its "
                   "own, more than a cheap item and at most as many as is set."),
      seed_param("Of values, and of what is random.")};
}

}  // namespace

std::unique_ptr<Workload> make_divergence() {
  return std::make_unique<TypedWorkload<Divergence>>();
}

const WorkloadInfo& Divergence::info() {
  static const WorkloadInfo info{
      .name = "divergence",
      .title = "Divergence",
      .summary = "Items of which some take long: lanes of a warp that wait for one another.",
      .item = "round",
      .item_rate = "rounds/s",
      .topic = "L6",
      .variant_topic = "L6.3",
      .params = problem_params(),
      .default_cuda = "branch",
      .default_cpu = "threads",
      .reference = "reference",
      .size_params = {"n"},
      .window_problem = {{"n", std::int64_t{65'536}}, {"fraction", 0.25}},
      .gpu_window_problem = {{"n", std::int64_t{16'777'216}}},
      .tour_problem = {{"n", std::int64_t{262'144}}},
      .element = "item",
      .elements = "items"};
  return info;
}

int DivergenceProblem::expensive_of_32() const { return int(std::lround(32 * fraction)); }

double DivergenceProblem::expensive_share() const {
  if (by_index()) return expensive_of_32() / 32.0;
  if (arrangement == DivergenceArrangement::sorted)
    return double(std::llround(fraction * double(n))) / double(n);
  return fraction;
}

double DivergenceProblem::expensive_rounds() const {
  return varied ? 0.5 * double(cheap + 1 + expensive) : double(expensive);
}

DivergenceProblem DivergenceProblem::from(const Values& values) {
  const DivergenceProblem problem{.n = get_integer(values, "n"),
                                  .arrangement = chosen<DivergenceArrangement>(
                                      Divergence::info().params, values, "arrangement"),
                                  .fraction = get_real(values, "fraction"),
                                  .cheap = get_integer(values, "cheap"),
                                  .expensive = get_integer(values, "expensive"),
                                  .varied = get_text(values, "counts") == "varied",
                                  .seed = std::uint64_t(get_integer(values, "seed"))};
  if (problem.expensive <= problem.cheap)
    throw Error("an expensive item has " + std::to_string(problem.expensive) +
                    " rounds, and a cheap one " + std::to_string(problem.cheap),
                "more rounds for expensive items: --expensive " +
                    std::to_string(problem.cheap + 1) + " or above");
  if (problem.by_index() && problem.fraction > 0 && problem.expensive_of_32() == 0)
    throw Error("a share of " + to_text(Value(problem.fraction)) +
                    " is less than half a lane of 32",
                "--fraction 0.03125 is one of them; --arrangement random takes any share");
  return problem;
}

std::vector<FieldSpec> Divergence::fields(const Problem& problem) {
  const std::size_t bytes = std::size_t(problem.n) * 4;
  return {{"value", bytes, FieldRole::input},
          {"rounds", bytes, FieldRole::input},
          {"result", bytes, FieldRole::result}};
}

Divergence::Step Divergence::bind(const Problem& problem, const StepMemory& memory) {
  return {memory.read<std::uint32_t>(0),
          memory.read<std::int32_t>(1),
          memory.written<std::uint32_t>(2),
          memory.scratch,
          memory.scratch_kept,
          &problem};
}

// Rows of whole warps, so that each is seen in one piece.
PictureSpec Divergence::picture(const Problem& problem, const Viewport&) {
  constexpr std::int64_t warp = 32, most_warps_wide = 8;
  const auto wide = std::int64_t(std::ceil(std::sqrt(double(problem.n)) / warp));
  const std::int64_t width = warp * std::min(wide, most_warps_wide);
  const std::int64_t height = std::min(ceil_div(problem.n, width), width);
  return {PictureKind::image, 0, int(width), int(height)};
}

View Divergence::view(const Problem&, const Values&, const Launch& launch) {
  View view{.kind = PictureKind::image};
  view.keys_title = launch.values().contains("block") ? "items, 32 a warp" : "items";
  const auto key = [&](DivergenceColor color, const char* meaning) {
    const uchar4 is = divergence_color(color);
    view.keys.push_back({is.x, is.y, is.z, meaning});
  };
  key(divergence_lit, "expensive");
  key(divergence_waiting, "cheap, waits");
  key(divergence_cheap, "cheap");
  view.hint = "yellow: expensive; red: cheap, but held up by an expensive one of its warp";
  return view;
}

CostModel Divergence::cost(const Problem& problem, const Launch&) {
  const double n = double(problem.n), share = problem.expensive_share();
  const double bytes = 3 * 4 * n;
  return {.items = n * (share * problem.expensive_rounds() + (1 - share) * double(problem.cheap)),
          .flops = 0,
          .compulsory_bytes = bytes,
          .requested_bytes = bytes,
          .streams = true};
}

}  // namespace livewarp
