#include "kernels/implicit/implicit.h"

#include <cmath>
#include <memory>
#include <numbers>

#include "kernels/core/base/cell_random.h"
#include "kernels/core/workload/typed_workload.h"
#include "kernels/grids/temperature_view.h"

namespace livewarp {

namespace {

WorkloadInfo make_info() {
  constexpr std::int64_t most_cells_a_side = 8192;
  WorkloadInfo info;
  info.name = "implicit";
  info.title = "Implicit heat";
  info.summary = "Heat in steps beyond the explicit limit: tridiagonal systems, by turns of "
                 "direction.";
  info.item = "cell";
  info.item_rate = "cells/s";
  info.element = "cell";
  info.elements = "cells";
  info.topic = "L3";
  info.variant_topic = "L3.13";
  info.params = {
      log_scaled(integer_param("nx", "Width", "cells", 1, most_cells_a_side, 1024,
                               "Cells of a row of the plate, and unknowns of a row's system.")),
      log_scaled(integer_param("ny", "Height", "cells", 1, most_cells_a_side, 1024,
                               "Rows of the plate, and unknowns of a column's system.")),
      log_scaled(real_param("number", "Diffusion number", "", 0.01, 100, 4,
                            "Diffusivity times time step over the square of the cell width. An "
                            "explicit step is unstable above 1/4; this one never is, but large "
                            "steps are inaccurate, and keep sharp edges for long.")),
      choice_param("start", "Initial condition",
                   {{"random", "Random", {}}, {"sine", "Sine wave", {}}, {"disc", "Hot disc", {}}},
                   "disc",
                   "The temperature at the start. A sine wave keeps its shape and fades at a rate "
                   "that can be computed by hand."),
      seed_param("Of the random start.")};
  info.params[3].group = ParamGroup::start;
  for (const Param& param : temperature_params()) info.params.push_back(param);
  info.default_cuda = "cyclic";
  info.default_cpu = "threads";
  info.reference = "reference-fp64";
  info.size_params = {"nx", "ny"};
  info.tour_problem = {{"nx", std::int64_t{640}}, {"ny", std::int64_t{360}}};
  return info;
}

float temperature(const Implicit::Problem& problem, std::int64_t x, std::int64_t y) {
  const double nx = double(problem.nx), ny = double(problem.ny);
  if (problem.start == ImplicitProblem::Start::sine) {
    const auto wave = [](std::int64_t i, double n) {
      return n > 1 ? std::sin(3 * std::numbers::pi * double(i) / (n - 1)) : 0;
    };
    return float(0.5 + 0.5 * wave(x, nx) * wave(y, ny));
  }
  const double dx = double(x) + 0.5 - nx / 2, dy = double(y) + 0.5 - ny / 2;
  return dx * dx + dy * dy < ny * ny / 16 ? 1.0f : 0.0f;
}

}  // namespace

std::unique_ptr<Workload> make_implicit() { return std::make_unique<TypedWorkload<Implicit>>(); }

const WorkloadInfo& Implicit::info() {
  static const WorkloadInfo info = make_info();
  return info;
}

ImplicitProblem ImplicitProblem::from(const Values& values) {
  return {get_integer(values, "nx"), get_integer(values, "ny"), get_real(values, "number"),
          chosen<Start>(Implicit::info().params, values, "start"),
          std::uint64_t(get_integer(values, "seed"))};
}

std::vector<FieldSpec> Implicit::fields(const Problem& problem) {
  return {{"temperature", std::size_t(problem.nx * problem.ny) * sizeof(float)}};
}

bool Implicit::same_state(const Problem& a, const Problem& b) {
  return a.nx == b.nx && a.ny == b.ny && a.start == b.start && a.seed == b.seed;
}

HostState Implicit::initial(const Problem& problem) {
  HostState state = blank_state(fields(problem));
  const CellRandom random(problem.seed);
  auto* to = field_as<float>(state, 0);
  for (std::int64_t y = 0; y < problem.ny; ++y)
    for (std::int64_t x = 0; x < problem.nx; ++x)
      *to++ = problem.start == Problem::Start::random ? random.at(y * problem.nx + x)
                                                      : temperature(problem, x, y);
  return state;
}

Implicit::Step Implicit::bind(const Problem& problem, const StepMemory& memory) {
  return {memory.read<float>(0), memory.written<float>(0), memory.scratch,
          int(problem.nx),       int(problem.ny),          float(problem.number)};
}

PictureSpec Implicit::picture(const Problem& problem, const Viewport& viewport) {
  return field_picture(problem.nx, problem.ny, viewport);
}

View Implicit::view(const Problem&, const Values& values, const Launch&) {
  View view = temperature_view(PictureKind::field, changed(defaults(temperature_params()), values));
  view.hint = "drag pans, wheel zooms";
  return view;
}

CostModel Implicit::cost(const Problem& problem, const Launch&) {
  constexpr double operations = 26, values = 16;  // of elimination, both halves
  const double cells = double(problem.nx) * double(problem.ny);
  return {.items = cells,
          .flops = operations * cells,
          .compulsory_bytes = 2 * sizeof(float) * cells,
          .requested_bytes = values * sizeof(float) * cells};
}

}  // namespace livewarp
