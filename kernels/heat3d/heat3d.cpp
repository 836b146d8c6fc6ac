#include "kernels/heat3d/heat3d.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "kernels/core/workload/typed_workload.h"
#include "kernels/grids/temperature_view.h"

namespace livewarp {

namespace {

constexpr std::int64_t most_cells_a_side = 1024;

std::vector<Param> problem_params() {
  std::vector<Param> params{
      integer_param("nx", "Width", "cells", 1, most_cells_a_side, 128,
                    "Cells of a row of the volume. Rows lie one after the other in memory, and "
                    "planes of rows one after the other."),
      integer_param("ny", "Height", "cells", 1, most_cells_a_side, 128, "Rows of a plane."),
      integer_param("nz", "Depth", "cells", 1, most_cells_a_side, 128, "Planes of the volume.")};
  for (Param& param : params) param.log_scale = true;
  params.push_back(
      real_param("number", "Diffusion number", "", 0.001, 0.5, 0.15,
                 "Diffusivity times time step over the square of the cell width, \u03b1 \u0394t / "
                 "h\u00b2: the share of the difference to a neighbour that flows in one step. "
                 "Above 1/6 the explicit step is unstable and is refused."));
  params.push_back(choice_param(
      "equation", "Equation", {{"heat", "Heat equation", {}}, {"laplace", "Laplace (Jacobi)", {}}},
      "heat",
      "Heat follows the flow in time. Laplace looks for the state where nothing flows any more, by "
      "Jacobi's method: the same step with the largest stable number, 1/6."));
  params.push_back(choice_param(
      "boundary", "Boundary",
      {{"fixed", "Dirichlet", {}}, {"insulated", "Neumann", {}}, {"periodic", "Periodic", {}}},
      "fixed",
      "Boundary condition. Dirichlet: the boundary cells keep their temperature. Neumann: no heat "
      "crosses the boundary (insulated). Periodic: what leaves on one side comes in on the "
      "other."));
  return params;
}

std::vector<Param> start_params() {
  std::vector<Param> params{
      choice_param("start", "Initial condition",
                   {{"random", "Random", {}},
                    {"ball", "Hot ball", {}},
                    {"rings", "Linked rings", {}},
                    {"layers", "Layers", {}},
                    {"sine", "Sine wave", {}}},
                   "random",
                   "The initial condition: the temperature at the start. A sine wave keeps its "
                   "shape and fades at a rate that can be computed by hand."),
      seed_param("The same seed gives the same volume on every machine.")};
  for (Param& param : params) param.group = ParamGroup::start;
  return params;
}

std::vector<Param> view_params() {
  const std::string where = "Where the slice lies: 0 is the first plane of cells, 1 the last.";
  std::vector<Param> params{choice_param("mode", "Rendering",
                                         {{"cloud", "Volume", {}}, {"slices", "Slices", {}}},
                                         "slices",
                                         "Slices: three planes through the volume. Volume: volume "
                                         "rendering, the hotter the more opaque."),
                            real_param("cut_x", "Slice x", "", 0, 1, 0.5, where),
                            real_param("cut_y", "Slice y", "", 0, 1, 0.5, where),
                            real_param("cut_z", "Slice z", "", 0, 1, 0.5, where),
                            real_param("density", "Opacity", "", 0.1, 10, 1,
                                       "How much the volume hides what lies behind."),
                            temperature_params()[0],
                            temperature_params()[1],
                            temperature_params()[2]};
  for (Param& param : params) param.group = ParamGroup::view;
  return params;
}

WorkloadInfo make_info() {
  WorkloadInfo info;
  info.name = "heat3d";
  info.title = "Heat 3D";
  info.summary = "Heat flows through a volume: every cell is averaged with its six neighbours.";
  info.item = "cell";
  info.item_rate = "cells/s";
  info.element = "cell";
  info.elements = "cells";
  info.topic = "L3";
  info.variant_topic = "L3.8";
  info.params = problem_params();
  for (const auto& more : {start_params(), view_params()})
    info.params.insert(info.params.end(), more.begin(), more.end());
  info.default_cuda = "point";
  info.default_cpu = "threads";
  info.reference = "reference-fp64";
  info.size_params = {"nx", "ny", "nz"};
  info.window_problem = {{"start", std::string("rings")}};  // a random block is soon an even grey
  // A GPU makes thousands of steps a second: so the rings last about a minute.
  info.gpu_window_problem = {{"number", 0.001}};
  info.window_view = {{"mode", std::string("cloud")}, {"density", 3.0}};
  info.tour_problem = {{"number", 0.03},  // four seconds of steps leave the rings what they are
                       {"nx", std::int64_t{96}},
                       {"ny", std::int64_t{96}},
                       {"nz", std::int64_t{96}}};
  return info;
}

}  // namespace

Heat3dProblem Heat3dProblem::from(const Values& values) {
  Heat3dProblem problem;
  problem.nx = get_integer(values, "nx");
  problem.ny = get_integer(values, "ny");
  problem.nz = get_integer(values, "nz");
  problem.boundary = chosen<Boundary>(Heat3d::info().params, values, "boundary");
  problem.start = chosen<Start>(Heat3d::info().params, values, "start");
  problem.seed = std::uint64_t(get_integer(values, "seed"));
  problem.number = get_text(values, "equation") == "laplace" ? Heat3d::largest_number
                                                             : get_real(values, "number");
  check_stable(problem.number, Heat3d::largest_number, "");
  return problem;
}

const WorkloadInfo& Heat3d::info() {
  static const WorkloadInfo info = make_info();
  return info;
}

std::vector<FieldSpec> Heat3d::fields(const Problem& problem) {
  return {{"temperature", std::size_t(problem.cells()) * sizeof(float)}};
}

Heat3d::Step Heat3d::bind(const Problem& problem, const StepMemory& memory) {
  return {memory.in[0],    memory.out[0],    int(problem.nx), int(problem.ny),
          int(problem.nz), problem.boundary, problem.number,  memory.precision};
}

bool Heat3d::same_state(const Problem& a, const Problem& b) {
  return a.nx == b.nx && a.ny == b.ny && a.nz == b.nz && a.start == b.start && a.seed == b.seed;
}

PictureSpec Heat3d::picture(const Problem& problem, const Viewport&) {
  constexpr std::int64_t most_a_side = 128;
  PictureSpec spec;
  spec.kind = PictureKind::volume;
  spec.width = int(std::min(problem.nx, most_a_side));
  spec.height = int(std::min(problem.ny, most_a_side));
  spec.depth = int(std::min(problem.nz, most_a_side));
  spec.full_width = problem.nx;
  spec.full_height = problem.ny;
  spec.full_depth = problem.nz;
  return spec;
}

View Heat3d::view(const Problem&, const Values& values, const Launch&) {
  const Values all = changed(defaults(view_params()), values);
  View view = temperature_view(PictureKind::volume, all);
  view.slices = get_text(all, "mode") == "slices";
  view.cut_x = get_real(all, "cut_x");
  view.cut_y = get_real(all, "cut_y");
  view.cut_z = get_real(all, "cut_z");
  view.density = get_real(all, "density");
  view.hint = "drag rotates, wheel zooms";
  return view;
}

// Three pairs, two sums of them, two multiplications and an addition.
CostModel Heat3d::cost(const Problem& problem, Precision precision, double requested,
                       int time_steps) {
  const auto cells = double(problem.cells());
  const auto bytes = double(bytes_of(precision));
  return {.items = cells * time_steps,
          .flops = 8 * cells * time_steps,
          .compulsory_bytes = 2 * bytes * cells,
          .requested_bytes = requested * bytes * cells};
}

double heat3d_weight(double number, int digits) {
  const double unit = std::ldexp(1.0, -digits);
  return std::nearbyint(number / unit) * unit;
}

std::unique_ptr<Workload> make_heat3d() { return std::make_unique<TypedWorkload<Heat3d>>(); }

}  // namespace livewarp
