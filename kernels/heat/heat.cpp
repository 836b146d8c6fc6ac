#include "kernels/heat/heat.h"

#include <algorithm>
#include <memory>

#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/workload/typed_workload.h"
#include "kernels/grids/temperature_view.h"
#include "kernels/heat/heat_figure.h"
#include "kernels/pictures/image_file.h"

namespace livewarp {

namespace {

constexpr std::int64_t most_cells_a_side = 32'768;

Param in_group(ParamGroup group, Param param) {
  param.group = group;
  return param;
}

std::vector<Param> problem_params() {
  return {
      log_scaled(integer_param("nx", "Width", "cells", 1, most_cells_a_side, 1024,
                               "Cells of a row of the plate. Rows lie one after the other in "
                               "memory.")),
      log_scaled(
          integer_param("ny", "Height", "cells", 1, most_cells_a_side, 1024, "Rows of the plate.")),
      real_param(
          "number", "Diffusion number", "", 0.001, 0.5, 0.2,
          "Diffusivity times time step over the square of the cell width, \u03b1 \u0394t / "
          "h\u00b2: the share of the difference to a neighbour that flows in one step. Above 1/4 "
          "(less for a larger radius) the explicit step is unstable and is refused."),
      choice_param("equation", "Equation",
                   {{"heat", "Heat equation", {}}, {"laplace", "Laplace (Jacobi)", {}}}, "heat",
                   "Heat follows the flow in time. Laplace looks for the state where nothing flows "
                   "any more, by Jacobi's method: the same step with the largest stable number."),
      integer_param("radius", "Stencil radius", "cells", 1, heat_most_radius, 1,
                    "Of the star stencil: neighbours in each direction that a cell depends on. A "
                    "wider stencil is of higher order: more accurate where the temperature is "
                    "smooth, and more to read."),
      choice_param(
          "boundary", "Boundary",
          {{"fixed", "Dirichlet", {}}, {"insulated", "Neumann", {}}, {"periodic", "Periodic", {}}},
          "fixed",
          "Boundary condition. Dirichlet: the boundary cells keep their temperature. Neumann: no "
          "heat crosses the boundary (insulated). Periodic: what leaves on one side comes in on "
          "the other.")};
}

std::vector<Param> start_params() {
  return {
      in_group(ParamGroup::start,
               choice_param("start", "Initial condition",
                            {{"random", "Random", {}},
                             {"disc", "Hot disc", {}},
                             {"stripes", "Stripes", {}},
                             {"checker", "Checkerboard", {}},
                             {"sine", "Sine wave", {}},
                             {"marked", "Walls and sources", {}},
                             {"figure", "Figure", {}},
                             {"image", "Image", {}}},
                            "random",
                            "The initial condition: the temperature at the start. A sine wave "
                            "keeps its shape and fades at a rate that can be computed by hand. The "
                            "figure has held spirals, a wall with doors, and spots that move.")),
      in_group(ParamGroup::start,
               image_file_param("image", "Image file", {{"start", std::string("image")}},
                                "A picture (PNG, JPEG, PGM or PPM) as temperature: black is "
                                "0 \u00b0C, white 100 \u00b0C, by brightness as it looks. The "
                                "whole of it is shown, its sides in their ratio; what it leaves "
                                "of the plate is cold. Without a file a zone plate.")),
      seed_param("The same seed gives the same plate on every machine.")};
}

Param toggle(const std::string& id, const std::string& label, bool on, const std::string& help) {
  Param param;
  param.id = id;
  param.label = label;
  param.kind = ParamKind::toggle;
  param.default_value = on;
  param.help = help;
  return param;
}

std::vector<Param> view_params() {
  std::vector<Param> params{
      choice_param("tool", "Tool",
                   {{"pan", "Pan", {}},
                    {"source", "Source", {}},
                    {"insulator", "Insulator", {}},
                    {"heat", "Heat", {}},
                    {"erase", "Erase", {}}},
                   "source",
                   "What the left button does on the picture. A source keeps its temperature, an "
                   "insulator lets nothing through, heat is given once and flows away."),
      log_scaled(real_param("brush", "Brush radius", "%", 0.1, 25, 2,
                            "Radius of the brush, of the plate's width.")),
      real_param("brush_temperature", "Brush value", "\u00b0C", 0, 100, 100,
                 "Temperature of painted sources and heat."),
      temperature_params()[0],
      temperature_params()[1],
      temperature_params()[2],
      integer_param("contours", "Contour lines", "", 0, 20, 0,
                    "Lines of equal temperature, evenly between the two ends."),
      toggle("moving", "Moving spots", true,
             "Over the figure hot spots go round, each followed by a cold one. They are painted "
             "before a frame's steps, as the brush paints."),
      toggle("tiles", "Thread blocks", false, "Shows which cells each thread block computes.")};
  for (Param& param : params) param.group = ParamGroup::view;
  return params;
}

WorkloadInfo make_info() {
  WorkloadInfo info;
  info.name = "heat";
  info.title = "Heat";
  info.summary = "Heat flows through a plate: every cell is averaged with its neighbours.";
  info.item = "cell";
  info.item_rate = "cells/s";
  info.element = "cell";
  info.elements = "cells";
  info.topic = "L3";
  info.params = problem_params();
  for (auto more : {start_params(), view_params()})
    info.params.insert(info.params.end(), more.begin(), more.end());
  info.default_cuda = "naive";
  info.default_cpu = "threads";
  info.reference = "reference-fp64";
  info.size_params = {"nx", "ny"};
  info.window_problem = {{"start", std::string("figure")}};  // a random field is soon an even grey
  info.tour_problem = {{"nx", std::int64_t{640}}, {"ny", std::int64_t{360}}};
  return info;
}

}  // namespace

HeatProblem HeatProblem::from(const Values& values) {
  HeatProblem problem;
  problem.nx = get_integer(values, "nx");
  problem.ny = get_integer(values, "ny");
  problem.radius = int(get_integer(values, "radius"));
  problem.boundary = chosen<HeatBoundary>(Heat::info().params, values, "boundary");
  problem.start = chosen<Start>(Heat::info().params, values, "start");
  if (problem.start == Start::image) problem.image = get_text(values, "image");
  problem.seed = std::uint64_t(get_integer(values, "seed"));
  problem.number = get_text(values, "equation") == "laplace"
                       ? heat_largest_number(problem.radius, 2)
                       : get_real(values, "number");
  check_stable(problem.number, heat_largest_number(problem.radius, 2),
               " for radius " + std::to_string(problem.radius));
  return problem;
}

const WorkloadInfo& Heat::info() {
  static const WorkloadInfo info = make_info();
  return info;
}

std::vector<FieldSpec> Heat::fields(const Problem& problem) {
  const auto cells = std::size_t(problem.nx) * std::size_t(problem.ny);
  return {{"temperature", cells * sizeof(float)},
          {"marks", cells, FieldRole::marks},
          {"found", sizeof(HeatFound), FieldRole::result}};
}

Heat::Step Heat::bind(const Problem& problem, const StepMemory& memory) {
  auto* const marks = static_cast<std::uint8_t*>(memory.in[1]);
  return {memory.in[0],
          memory.out[0],
          memory.marked ? marks : nullptr,
          marks,
          memory.scratch,
          int(problem.nx),
          int(problem.ny),
          problem.radius,
          problem.boundary,
          problem.number,
          memory.precision,
          memory.arrays,
          memory.scratch_kept,
          memory.read<HeatFound>(2),
          memory.written<HeatFound>(2),
          memory.index};
}

Partition Heat::partition(const Problem& problem, int time_steps) {
  return {.rows = problem.ny,
          .halo = std::int64_t{problem.radius} * time_steps,
          .periodic = problem.boundary == HeatBoundary::periodic};
}

HeatProblem Heat::of_part(const Problem& problem, const PartRows& part) {
  HeatProblem slab = problem;
  slab.ny = part.held.size();
  return slab;
}

std::optional<HeatFound> Heat::found(const HostState& state) {
  const HeatFound found = *field_as<HeatFound>(state, 2);
  if (state.steps == 0 || found.steps != double(state.steps)) return {};
  return found;
}

bool Heat::same_state(const Problem& a, const Problem& b) {
  return a.nx == b.nx && a.ny == b.ny && a.start == b.start && a.seed == b.seed &&
         a.image == b.image;
}

PictureSpec Heat::picture(const Problem& problem, const Viewport& viewport) {
  return field_picture(problem.nx, problem.ny, viewport);
}

double Heat::brush_cells(const Problem& problem, const Values& view) {
  constexpr double percent = 0.01, half_diagonal = 0.75;  // of a cell: what meets its centre
  return std::max(half_diagonal, percent * get_real(view, "brush") * double(problem.nx));
}

std::vector<Spot> Heat::moving(const Problem& problem, const Values& view, Seconds span) const {
  if (problem.start != Start::figure || !get_toggle(view, "moving")) return {};
  return HeatFigure(problem).spots(span.from, span.to);
}

View Heat::view(const Problem& problem, const Values& values, const Launch& launch) {
  const Values all = changed(defaults(view_params()), values);
  View view = temperature_view(PictureKind::field, all);
  view.tool = "tool";
  view.contours = int(get_integer(all, "contours"));
  view.paints = get_text(all, "tool") != "pan";
  view.brush = brush_cells(problem, all);
  if (get_toggle(all, "tiles") && launch.values().contains("block")) {
    const Dim3 block = launch.block();
    view.tile_width = int(block.x);
    view.tile_height = int(block.y);
  }
  view.hint =
      view.paints ? "left button paints, right button pans, wheel zooms" : "drag pans, wheel zooms";
  return view;
}

// A pair of opposite sums a direction, one multiplication and one addition a distance, and the cell
// itself: 6 operations for the 5-point star.
CostModel Heat::cost(const Problem& problem, Precision precision, int time_steps,
                     double requested) {
  const double cells = double(problem.nx) * double(problem.ny);
  const auto bytes = double(bytes_of(precision));
  return {.items = cells * time_steps,
          .flops = (5.0 * problem.radius + 1) * cells * time_steps,
          .compulsory_bytes = 2 * bytes * cells,
          .requested_bytes = requested * bytes * cells * time_steps};
}

std::unique_ptr<Workload> make_heat() { return std::make_unique<TypedWorkload<Heat>>(); }

}  // namespace livewarp
