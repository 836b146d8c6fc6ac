#include "kernels/reduce/reduce.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "kernels/core/base/error.h"
#include "kernels/core/workload/typed_workload.h"
#include "kernels/reduce/reduce_picture.cuh"

namespace livewarp {

namespace {

std::vector<Param> problem_params() {
  return {
      log_scaled(integer_param("n", "Elements", "", 1, std::int64_t{1} << 30, std::int64_t{1} << 24,
                               "How many numbers become one. Above 50 MB even a large GPU's cache "
                               "does not hold them, and memory decides.")),
      choice_param("operation", "Operation",
                   {{"sum", "Sum", {}}, {"minimum", "Minimum", {}}, {"dot", "Dot product", {}}},
                   "sum",
                   "What the elements become: their sum, the smallest of them, or the sum of "
                   "products with a second vector."),
      choice_param("type", "Type",
                   {{"fp32", "fp32", {}}, {"fp64", "fp64", {}}, {"int32", "int32", {}}}, "fp32",
                   "Of elements and result. Integers add up the same in any order; reals are "
                   "rounded at each addition."),
      choice_param(
          "pattern", "Elements are",
          {{"uniform", "Random", {}},
           {"waves", "Waves", {}},
           {"alternating", "Alternating", {}},
           {"large", "One large", {}},
           {"nan", "With a NaN", {}},
           {"infinity", "With \u221e", {}},
           {"infinities", "With \u00b1\u221e", {}}},
          "uniform",
          "Random in 0 to 1; rings; of alternating signs, so that the sum nearly cancels; "
          "one of 2^30 among small ones, which vanish beside it; with a NaN, which makes "
          "every sum NaN and which a minimum passes over; with infinity, which the sum then "
          "is; with both infinities, whose sum is NaN.")};
}

WorkloadInfo make_info() {
  Param tree = choice_param(
      "tree", "Tree",
      {{"none", "None", {}}, {"halves", "Halves", {}}, {"neighbours", "Neighbours", {}}}, "halves",
      "Over the lower part of the picture, how the first block's elements become one: a row an "
      "addition, each half as long. Halves: an element and the one half the row further (sequential "
      "addressing). Neighbours: each two that stand side by side (interleaved).");
  tree.group = ParamGroup::view;
  WorkloadInfo info;
  info.name = "reduce";
  info.title = "Sum";
  info.summary = "Many numbers become one: the whole ladder of parallel reduction.";
  info.item = "element";
  info.item_rate = "elements/s";
  info.element = "result";
  info.elements = "elements";
  info.topic = "L6";
  info.variant_topic = "L6.1";
  info.params = problem_params();
  info.params.push_back(seed_param("Of the elements."));
  info.params.push_back(tree);
  info.default_cuda = "shuffle";
  info.default_cpu = "threads";
  info.reference = "reference-fp64";
  info.size_params = {"n"};
  info.window_problem = {{"n", std::int64_t{1} << 22}, {"pattern", std::string("waves")}};
  info.gpu_window_problem = {{"n", std::int64_t{1} << 26}};
  info.tour_problem = {{"n", std::int64_t{1} << 22}};
  return info;
}

}  // namespace

std::unique_ptr<Workload> make_reduce() { return std::make_unique<TypedWorkload<Reduce>>(); }

const WorkloadInfo& Reduce::info() {
  static const WorkloadInfo info = make_info();
  return info;
}

ReduceProblem ReduceProblem::from(const Values& values) {
  const std::vector<Param>& params = Reduce::info().params;
  const ReduceProblem problem{
      get_integer(values, "n"), chosen<ReduceOperation>(params, values, "operation"),
      chosen<ReduceType>(params, values, "type"), chosen<ReducePattern>(params, values, "pattern"),
      std::uint64_t(get_integer(values, "seed"))};
  if (problem.type == ReduceType::int32 && problem.pattern >= ReducePattern::nan)
    throw Error("integers are never NaN and never infinite",
                "another pattern of elements, or --type fp32");
  return problem;
}

double ReduceProblem::lowest() const {
  if (type == ReduceType::int32) return -3;
  return pattern == ReducePattern::alternating ? -1 : 0;
}

double ReduceProblem::highest() const { return type == ReduceType::int32 ? 4 : 1; }

std::vector<FieldSpec> Reduce::fields(const Problem& problem) {
  const std::size_t each = problem.element_bytes(), all = std::size_t(problem.n) * each;
  std::vector<FieldSpec> fields{{"elements", all, FieldRole::input},
                                {"result", each, FieldRole::result}};
  if (problem.is_dot()) fields.push_back({"second", all, FieldRole::input});
  return fields;
}

Reduce::Step Reduce::bind(const Problem& problem, const StepMemory& memory) {
  return {memory.in.at(0),     problem.is_dot() ? memory.in.at(2) : nullptr,
          memory.out.at(1),    memory.scratch,
          memory.scratch_kept, &problem};
}

PictureSpec Reduce::picture(const Problem& problem, const Viewport&) {
  constexpr std::int64_t most_pixels_wide = 256;
  const auto wide = std::int64_t(std::ceil(std::sqrt(double(problem.n))));
  const std::int64_t width = std::min(wide, most_pixels_wide);
  const std::int64_t height = std::min(ceil_div(problem.n, width), width);
  return {PictureKind::image, 0, int(width), int(height)};
}

int Reduce::tree_rows(int height, const Values& view) {
  constexpr int least_height = 64;
  return get_text(view, "tree") != "none" && height >= least_height ? height * 2 / 5 : 0;
}

View Reduce::view(const Problem& problem, const Values& values, const Launch& launch) {
  View view{.kind = PictureKind::image, .map = ColorMap::grey, .legend = "element"};
  view.legend_min = problem.lowest();
  view.legend_max = problem.highest();
  view.map_from = double(reduce_darkest);
  view.keys_title = launch.values().contains("block") ? "tint: sum of a block" : "tint: sum of 256";
  const auto key = [&](uchar4 color, const char* meaning) {
    view.keys.push_back({color.x, color.y, color.z, meaning});
  };
  key(reduce_tint(-1), "smaller");
  key(reduce_tint(1), "larger");
  key(reduce_not_finite(), "NaN, \u221e");
  view.hint = "brightness: an element; tint: the sum of as many as a block has threads";
  const int height = picture(problem, {}).height, rows = tree_rows(height, values);
  if (rows > 0)
    view.notes = {{.text = "how the first block adds up, from its elements down to one sum",
                   .y = 1 - double(rows) / height,
                   .above = true}};
  return view;
}

// Every element is read once: no cache can save that.
CostModel Reduce::cost(const Problem& problem, double partials) {
  const double n = double(problem.n), each = double(problem.element_bytes());
  const double vectors = problem.is_dot() ? 2 : 1, bytes = vectors * each * n + each;
  return {.items = n,
          .flops = problem.type == ReduceType::int32 ? 0 : vectors * n,
          .compulsory_bytes = bytes,
          .requested_bytes = bytes + 2 * each * partials,
          .streams = true};
}

}  // namespace livewarp
