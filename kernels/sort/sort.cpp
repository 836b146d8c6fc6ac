#include "kernels/sort/sort.h"

#include <algorithm>
#include <memory>

#include "kernels/core/color/color_map.h"
#include "kernels/core/workload/typed_workload.h"
#include "kernels/sort/sort_variants.h"

namespace livewarp {

namespace {

std::vector<Param> problem_params() {
  return {
      log_scaled(integer_param("n", "Keys", "", 1, std::int64_t{1} << 28, std::int64_t{1} << 22,
                               "How many numbers fall into order. Below some 100,000 launches cost "
                               "more than the work, above 50 MB no cache holds the keys.")),
      choice_param("pattern", "Keys are",
                   {{"random", "Random", {}},
                    {"nearly", "Nearly sorted", {}},
                    {"reversed", "Reversed", {}},
                    {"few", "Few values", {}},
                    {"special", "With NaN, \u221e", {}}},
                   "random",
                   "Random in -1 to 1; in order but for one in 16; in falling order; of eight "
                   "values alone; random, and one in eight a NaN, infinity, zero or the smallest "
                   "number there is, with either sign.")};
}

WorkloadInfo make_info() {
  Param passes =
      choice_param("passes", "Passes",
                   {{"variant", "Of the variant", {}},
                    {"tiles", "Tiles", {}},
                    {"bits", "Bits", {}},
                    {"none", "None", {}}},
                   "tiles",
                   "Between the keys and the sorted ones, how they get there, a row a "
                   "pass. Tiles: sorted tiles, twice as long each time (bitonic, "
                   "merging). Bits: by some bits after others, the lowest first (radix).");
  passes.group = ParamGroup::view;
  WorkloadInfo info;
  info.name = "sort";
  info.title = "Sort";
  info.summary = "Keys fall into order: a network of comparisons, or radix passes.";
  info.item = "key";
  info.item_rate = "keys/s";
  info.element = "key";
  info.elements = "keys";
  info.topic = "L6";
  info.variant_topic = "L6.16";
  info.params = problem_params();
  info.params.push_back(seed_param("Of the keys."));
  info.params.push_back(passes);
  info.default_cuda = "ballots";
  info.default_cpu = "threads";
  info.reference = "reference";
  info.size_params = {"n"};
  info.window_problem = {{"n", std::int64_t{1} << 20}};
  info.window_view = {{"passes", std::string("variant")}};
  info.gpu_window_problem = {{"n", std::int64_t{1} << 24}};
  info.tour_problem = {{"n", std::int64_t{1} << 20}};
  return info;
}

}  // namespace

std::unique_ptr<Workload> make_sort() { return std::make_unique<TypedWorkload<Sort>>(); }

const WorkloadInfo& Sort::info() {
  static const WorkloadInfo info = make_info();
  return info;
}

SortProblem SortProblem::from(const Values& values) {
  return {get_integer(values, "n"), chosen<SortPattern>(Sort::info().params, values, "pattern"),
          std::uint64_t(get_integer(values, "seed"))};
}

std::vector<FieldSpec> Sort::fields(const Problem& problem) {
  const std::size_t bytes = std::size_t(problem.n) * sizeof(float);
  return {{"keys", bytes, FieldRole::input}, {"sorted", bytes, FieldRole::result}};
}

Sort::Step Sort::bind(const Problem& problem, const StepMemory& memory) {
  return {memory.read<std::uint32_t>(0), memory.written<std::uint32_t>(1),
          memory.read<std::uint32_t>(1), memory.scratch, &problem};
}

PictureSpec Sort::picture(const Problem& problem, const Viewport&) {
  constexpr std::int64_t wide = 1024, widest_column = 64;
  const std::int64_t columns = std::min<std::int64_t>(problem.n, sort_most_columns);
  const std::int64_t width = columns * std::min(wide / columns, widest_column);
  return {PictureKind::image, 0, int(width), int(width * 3 / 4)};
}

View Sort::view(const Problem& problem, const Values& values, const Launch& launch) {
  View view{.kind = PictureKind::image, .map = ColorMap::viridis, .legend = "key"};
  view.legend_min = lowest;
  view.legend_max = highest;
  view.map_from = points_from;
  const uchar4 special = sort_not_finite();
  view.keys = {{special.x, special.y, special.z, "NaN, \u221e"}};
  const SortLayout layout = sort::layout_of(problem, picture(problem, {}), values, launch);
  view.hint = "above the keys, below the same in order";
  if (problem.n > layout.columns)
    view.hint += "; every " + std::to_string(problem.n / layout.columns) + "th is shown";
  const auto at = [&](int row) { return double(row) / layout.height; };
  view.notes = {{.text = "keys"}, {.text = "sorted", .y = at(layout.below())}};
  if (layout.passes > 0)
    view.notes.push_back({.text = layout.bits
                                      ? "rows: after each pass by " + std::to_string(layout.bits) +
                                            (layout.bits == 1 ? " bit" : " bits")
                                      : "rows: sorted tiles of 1, 2, 4 ... keys",
                          .x = 1,
                          .share = 1});
  return view;
}

// Whatever the algorithm, each key is read once and written once.
CostModel Sort::cost(const Problem& problem, double accesses) {
  const double n = double(problem.n);
  return {
      .items = n, .compulsory_bytes = 8 * n, .requested_bytes = 4 * accesses * n, .streams = true};
}

}  // namespace livewarp
