#include "kernels/matmul/matmul.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "kernels/core/workload/typed_workload.h"

namespace livewarp {

namespace {

constexpr std::int64_t most_a_side = 32'768;

Param in_group(ParamGroup group, Param param) {
  param.group = group;
  return param;
}

std::vector<Param> all_params() {
  Param tiles;
  tiles.id = "tiles";
  tiles.label = "Block tiles";
  tiles.kind = ParamKind::toggle;
  tiles.default_value = false;
  tiles.help =
      "Shows which elements of C each thread block computes, of variants that let one choose.";
  return {
      log_scaled(integer_param("n", "Columns n", "", 1, most_a_side, 1024, "Of B and of C.")),
      log_scaled(integer_param("m", "Rows m", "", 1, most_a_side, 1024, "Of A and of C.")),
      log_scaled(integer_param("k", "Inner k", "", 1, most_a_side, 1024,
                               "Columns of A and rows of B: products that are added for an "
                               "element of C.")),
      in_group(ParamGroup::start,
               choice_param("left", "Matrix A",
                            {{"random", "Random", {}},
                             {"identity", "Identity", {}},
                             {"reversal", "Reversal", {}},
                             {"cosines", "Cosines", {}}},
                            "random",
                            "Random: even in -1 ... 1. The identity gives B back, the reversal "
                            "turns it upside down. Cosines, of which every row is one, make of "
                            "each column of B its cosine transform.")),
      in_group(ParamGroup::start,
               choice_param("right", "Matrix B", {{"random", "Random", {}}, {"rings", "Rings", {}}},
                            "random",
                            "Random: even in -1 ... 1. Rings that lie the closer the farther out "
                            "show what A does to a picture.")),
      seed_param("Of the random numbers of A and B."),
      in_group(ParamGroup::view,
               log_scaled(real_param("range", "Colour range", "", 0.05, 20, 1,
                                     "Where the colours end, in multiples of what C has at most "
                                     "as a rule."))),
      in_group(ParamGroup::view, tiles)};
}

WorkloadInfo make_info() {
  WorkloadInfo info;
  info.name = "matmul";
  info.title = "Matrix product";
  info.summary = "C = A B: every number is used a thousand times, if one keeps it at hand.";
  info.item = "multiply-add";
  info.item_rate = "multiply-adds/s";
  info.topic = "L6";
  info.variant_topic = "L6.6";
  info.params = all_params();
  info.default_cuda = "naive";
  info.default_cpu = "threads";
  info.reference = "reference-fp64";
  info.size_params = {"n", "m", "k"};
  info.window_problem = {{"n", std::int64_t{512}},
                         {"m", std::int64_t{512}},
                         {"k", std::int64_t{512}},
                         {"left", std::string("cosines")},
                         {"right", std::string("rings")}};
  info.gpu_window_problem = {
      {"n", std::int64_t{2048}}, {"m", std::int64_t{2048}}, {"k", std::int64_t{2048}}};
  return info;
}

/// What an element of C is at most as a rule: for sums of random terms twice their deviation, as
/// for a transform, which keeps the sum of squares of a column of B.
double usual_size(const Matmul::Problem& problem) {
  if (problem.left == Matmul::Left::cosines) return 2;
  if (problem.left != Matmul::Left::random) return 1;
  const double squares = (1 / 3.0) * (problem.right == Matmul::Right::random ? 1 / 3.0 : 1 / 2.0);
  return 2 * std::sqrt(double(problem.k) * squares);
}

/// The largest number that A may have.
double largest_of_a(const Matmul::Problem& problem) {
  return problem.left == Matmul::Left::cosines ? std::sqrt(2 / double(problem.k)) : 1;
}

/// Elements of C that a block of a launch computes; none where it does not say.
Dim3 tile_of(const Launch& launch) {
  for (const char* const id : {"tile", "block"})
    if (launch.values().contains(id)) return parse_dim(launch.text(id));
  return {0, 0};
}

}  // namespace

std::unique_ptr<Workload> make_matmul() { return std::make_unique<TypedWorkload<Matmul>>(); }

const WorkloadInfo& Matmul::info() {
  static const WorkloadInfo info = make_info();
  return info;
}

MatmulProblem MatmulProblem::from(const Values& values) {
  const std::vector<Param>& params = Matmul::info().params;
  return {get_integer(values, "m"),
          get_integer(values, "n"),
          get_integer(values, "k"),
          chosen<Left>(params, values, "left"),
          chosen<Right>(params, values, "right"),
          std::uint64_t(get_integer(values, "seed"))};
}

std::vector<FieldSpec> Matmul::fields(const Problem& problem) {
  const auto bytes = [](std::int64_t rows, std::int64_t columns) {
    return std::size_t(rows) * std::size_t(columns) * sizeof(float);
  };
  return {{"A", bytes(problem.m, problem.k), FieldRole::input},
          {"B", bytes(problem.k, problem.n), FieldRole::input},
          {"C", bytes(problem.m, problem.n), FieldRole::result}};
}

Matmul::Step Matmul::bind(const Problem& problem, const StepMemory& memory) {
  return {memory.read<float>(0),    memory.read<float>(1),
          memory.written<float>(2), memory.read<float>(2),
          memory.scratch,           memory.scratch_kept,
          int(problem.m),           int(problem.n),
          int(problem.k),           float(largest_of_a(problem))};
}

View Matmul::view(const Problem& problem, const Values& values, const Launch& launch) {
  const Values all = changed(defaults(info().params), values);
  View view{.kind = PictureKind::field, .map = ColorMap::coolwarm, .legend = "C"};
  view.legend_max = get_real(all, "range") * usual_size(problem);
  view.legend_min = -view.legend_max;
  if (get_toggle(all, "tiles")) {
    const Dim3 tile = tile_of(launch);
    view.tile_width = int(tile.x);
    view.tile_height = int(tile.y);
  }
  view.hint = "drag pans, wheel zooms; a pixel is an element of C";
  return view;
}

CostModel Matmul::cost(const Problem& problem, double loads) {
  const auto m = double(problem.m), n = double(problem.n), k = double(problem.k);
  const double work = problem.multiply_adds(), real = sizeof(float);
  const double compulsory = real * (m * k + k * n + m * n);
  return {.items = work,
          .flops = 2 * work,
          .compulsory_bytes = compulsory,
          .requested_bytes = std::max(compulsory, real * (loads * work + m * n))};
}

Tolerance Matmul::tolerance(Backend backend, Precision precision) const {
  if (precision != Precision::fp32) return WorkloadBase::tolerance(backend, precision);
  // k additions one after another, each rounded by half a step at most, 2^-24, of a sum that grows
  // as the root of its terms: 2^-24 sqrt(k / 6) of the result, 4.4e-6 for the largest k.
  return {5e-6, 5e-5, {}};
}

}  // namespace livewarp
