#include "kernels/nbody/nbody.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "kernels/core/workload/typed_workload.h"
#include "kernels/nbody/nbody_file.h"
#include "kernels/nbody/nbody_outline.h"

namespace livewarp {

namespace {

std::vector<Param> params() {
  Param n = integer_param(
      "n", "Bodies", "", 1, Nbody::most_bodies, 16'384,
      "Every body attracts every other: twice the bodies, four times the work; by a tree "
      "hardly more than twice.");
  n.log_scale = true;
  Param dt =
      real_param("dt", "Time step", "", 1e-5, 0.25, 1e-3,
                 "Time that passes in one step, in units in which the whole system has mass 1 "
                 "and G = 1. Too large a step loses energy where bodies pass closely.");
  dt.log_scale = true;
  Param softening = real_param("softening", "Softening", "", 1e-4, 1, 0.01,
                               "The softening length, a distance below which attraction fades, so "
                               "that close pairs need no tiny time step.");
  softening.log_scale = true;
  Param integrator =
      choice_param("integrator", "Integrator",
                   {{"leapfrog", "Leapfrog", {}}, {"euler", "Euler", {}}}, "leapfrog",
                   "Leapfrog kicks the velocity by half a step before and after the bodies move, "
                   "Euler (semi-implicit) by a whole one before. It costs the same: one force per "
                   "step. Watch the energy.");
  Param start = choice_param(
      "start", "Initial conditions",
      {{"plummer", "Plummer sphere", {}},
       {"galaxies", "Two galaxies", {}},
       {"halos", "Galaxies with halos", {}},
       {"cold", "Cold collapse", {}},
       {"cube", "Cube at rest", {}},
       {"cosmos", "Cosmic cube", {}},
       {"ring", "Ring", {}},
       {"file", "File", {}}},
      "plummer",
      "A star cluster in equilibrium; two disc galaxies about to collide, also in dark "
      "halos; an even sphere and an even cube that fall together; a cube of an "
      "expanding universe, whose ripples grow to clusters; a ring around a heavy "
      "body; or the bodies of a file.");
  start.group = ParamGroup::start;
  Param file =
      file_param("bodies", "Body file", body_files(), {{"start", std::string("file")}},
                 "Text with one body per line: x, y, z, vx, vy, vz, mass, in units with G = 1. The "
                 "picture's middle is the origin. Without a file a Plummer sphere.");
  file.group = ParamGroup::start;
  const Param seed = seed_param("The same seed gives the same bodies on every machine.");
  Param size = real_param("point_size", "Point size", "", 0.25, 4, 1, "Size of a body's sprite.");
  size.log_scale = true;
  Param tree = choice_param(
      "tree", "Tree",
      {{"none", "None", {}}, {"boxes", "Boxes", {}}, {"walk", "Walk of a body", {}}}, "none",
      "Draws the tree over the bodies: the boxes of a level, or what one body would ask by itself: "
      "cells that count as a whole (blue), that are opened (grey), and leaves whose bodies count "
      "one by one (yellow). It is that of a moment ago: pause to see it fit.");
  Param level = integer_param("level", "Level", "", 0, most_outline_level, 6,
                              "Which halving of the tree its boxes are of: 0 is all bodies.");
  Param followed = real_param("followed", "Body followed", "", 0, 1, 0.5,
                              "Whose walk is drawn, along the curve: 0 is its first body, 1 its "
                              "last.");
  std::vector<Param> all{n, dt, softening, integrator, start, file, seed};
  for (Param* const of_view : {&size, &tree, &level, &followed}) {
    of_view->group = ParamGroup::view;
    all.push_back(*of_view);
  }
  return all;
}

WorkloadInfo make_info() {
  WorkloadInfo info;
  info.name = "nbody";
  info.title = "N-body";
  info.summary = "Gravity: every pair of bodies in every step, or cells of far bodies by a tree.";
  info.item = "interaction";
  info.item_rate = "interactions/s";
  info.element = "body";
  info.elements = "bodies";
  info.topic = "L1";
  info.params = params();
  info.default_cuda = "register";
  info.default_cpu = "threads";
  info.reference = "reference-fp64";
  info.size_params = {"n"};
  // A thousand steps bring the galaxies together.
  info.window_problem = {{"start", std::string("galaxies")}, {"dt", 0.002}};
  info.tour_problem = {{"n", std::int64_t{8192}}, {"dt", 0.004}};
  return info;
}

NbodyMemory bodies(const std::vector<void*>& fields) { return {fields[0], fields[1], fields[2]}; }

/// The nearest number that a variant of that precision can hold.
double rounded(double value, Precision precision) {
  return precision == Precision::fp64 ? value : double(float(value));
}

/// How a start is shown: half the size of the region, the speed at the top of the colour scale, and
/// the share of the picture that the sprite of one of 16,384 bodies covers.
struct Look {
  double extent, top_speed, share;
};

Look look_of(Nbody::Start start) {
  switch (start) {
  case Nbody::Start::galaxies: return {1.4, 2.5, 0.006};  // they start 2 apart, and fall deep
  case Nbody::Start::halos: return {1.35, 1.6, 0.006};
  case Nbody::Start::cold: return {1.2, 1.6, 0.006};
  case Nbody::Start::cube: return {1.6, 1.6, 0.006};
  case Nbody::Start::cosmos: return {2.1, 1.2, 0.006};  // it grows by half
  case Nbody::Start::ring: return {1.2, 1.4, 0.005};    // circular speeds are 0.94 ... 1.28
  case Nbody::Start::plummer:
  case Nbody::Start::file: break;  // the file's own framing comes with its bodies
  }
  // Nine tenths of the mass lie within radius 3.7. Nothing bound moves faster than the escape speed
  // at the centre, sqrt(2 GM/a); almost everything stays below 4/5 of it.
  return {3.7, 0.8 * std::sqrt(2.0), 0.010};
}

}  // namespace

NbodyProblem NbodyProblem::from(const Values& values) {
  NbodyProblem problem;
  problem.n = get_integer(values, "n");
  problem.own = {0, problem.n};
  problem.dt = get_real(values, "dt");
  problem.softening = get_real(values, "softening");
  problem.seed = std::uint64_t(get_integer(values, "seed"));
  problem.start = chosen<Start>(Nbody::info().params, values, "start");
  if (problem.start == Start::file) problem.bodies = get_text(values, "bodies");
  problem.integrator = chosen<Integrator>(Nbody::info().params, values, "integrator");
  return problem;
}

const WorkloadInfo& Nbody::info() {
  static const WorkloadInfo info = make_info();
  return info;
}

std::vector<FieldSpec> Nbody::fields(const Problem& problem) {
  const std::size_t bytes = std::size_t(problem.n) * sizeof(Float4);
  return {{"position", bytes},
          {"velocity", bytes},
          {"acceleration", bytes},
          {"found", sizeof(NbodyFound), FieldRole::result}};
}

Nbody::Step Nbody::bind(const Problem& problem, const StepMemory& memory) {
  const Precision precision = memory.precision;
  const double dt = rounded(problem.dt, precision),
               softening = rounded(problem.softening, precision);
  const bool euler = problem.integrator == Integrator::euler;
  return {.in = bodies(memory.in),
          .out = bodies(memory.out),
          .scratch = memory.scratch,
          .n = int(problem.n),
          .precision = precision,
          .dt = dt,
          .softening2 = rounded(softening * softening, precision),
          .kick_before = euler ? dt : 0.5 * dt,
          .kick_after = euler ? 0 : 0.5 * dt,
          .own = problem.own,
          .index = memory.index,
          .scratch_kept = memory.scratch_kept,
          .to_find = memory.written<NbodyFound>(3)};
}

Partition Nbody::partition(const Problem& problem, int) {
  // A part begins where variants of the host begin a group of bodies.
  return {.rows = problem.n, .all_read = true, .granule = 64, .row = "body", .many = "bodies"};
}

std::optional<NbodyFound> Nbody::found(const HostState& state) {
  const NbodyFound found = *field_as<NbodyFound>(state, 3);
  if (state.steps == 0 || found.steps != double(state.steps)) return {};
  return found;
}

std::optional<NbodyProblem> Nbody::priming(const Problem& problem) const {
  Problem still = problem;
  still.dt = 0;
  return still;
}

bool Nbody::same_state(const Problem& a, const Problem& b) {
  return a.n == b.n && a.seed == b.seed && a.start == b.start && a.bodies == b.bodies;
}

PictureSpec Nbody::picture(const Problem& problem, const Viewport&) {
  return {PictureKind::points, problem.n, 0, 0};
}

Values Nbody::completed(const Values& problem, const Values* complete) const {
  const std::string& path = get_text(problem, "bodies");
  if (get_text(problem, "start") != "file" || path.empty()) return problem;
  const auto shared = [&](const char* id) { return problem.at(id) == complete->at(id); };
  if (complete && complete->contains("bodies") && shared("start") && shared("bodies") &&
      shared("n"))
    return problem;
  return changed(problem, {{"n", body_count(path)}});
}

View Nbody::view(const Problem& problem, const Values& values, const Launch&) {
  const Look look = look_of(problem.start);
  View view;
  view.kind = PictureKind::points;
  view.map = ColorMap::viridis;
  view.legend = "speed";
  view.legend_max = look.top_speed;
  view.extent = look.extent;
  // A constant share of the picture is covered, within the limits of what still looks like a point.
  const double share = look.share * std::sqrt(16'384.0 / double(problem.n));
  const auto found = values.find("point_size");
  const double chosen = found == values.end() ? 1.0 : get_real(values, "point_size");
  view.point_size = float(std::clamp(share, 0.003, 0.03) * chosen);
  view.hint = "drag rotates, wheel zooms";
  return view;
}

CostModel Nbody::cost(const Problem& problem, const Launch& launch, double sources) {
  const auto n = double(problem.n);
  const double vec4_bytes = 4.0 * double(bytes_of(precision_of(launch.values())));
  return {.items = n * n,
          .flops = flops_per_interaction * n * n,
          .compulsory_bytes = compulsory_bytes_per_body(launch) * n,
          // Drift: 3 reads and 2 writes; forces: own position, velocity both ways, acceleration.
          .requested_bytes = (sources + (5 + 4) * n) * vec4_bytes};
}

std::unique_ptr<Workload> make_nbody() { return std::make_unique<TypedWorkload<Nbody>>(); }

}  // namespace livewarp
