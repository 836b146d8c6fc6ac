#include "kernels/access/access.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <numbers>
#include <string>

#include <fmt/format.h>

#include "kernels/access/access_mesh.h"
#include "kernels/access/access_picture.cuh"
#include "kernels/access/access_sectors.h"
#include "kernels/access/access_touch.h"
#include "kernels/core/base/cell_random.h"
#include "kernels/core/base/dim.h"
#include "kernels/core/base/text.h"
#include "kernels/core/workload/typed_workload.h"

namespace livewarp {

namespace {

constexpr int picture_width = 768, picture_height = 468;

std::vector<Param> problem_params() {
  return {
      choice_param("task", "Task",
                   {{"copy", "Copy", {}},
                    {"gather", "Gather", {}},
                    {"reverse", "Reverse", {}},
                    {"stencil", "1D stencil", {}},
                    {"table", "Table", {}},
                    {"mesh", "Mesh", {}}},
                   "copy",
                   "What is computed. A variant computes one of them: a copy by many patterns, a "
                   "gather by indices, the array reversed, sums of neighbours, every number plus a "
                   "table of 32, or sums along the edges of a mesh."),
      log_scaled(integer_param("n", "Elements", "", 1, std::int64_t{1} << 28, std::int64_t{1} << 24,
                               "Numbers of 4 bytes. Above 6 million even a large GPU's cache does "
                               "not hold them and their copy, and memory decides.")),
      choice_param(
          "order", "Indices", {{"sorted", "Sorted", {}}, {"random", "Random", {}}}, "random",
          "Of a gather: both name the same elements, some of them twice, others never. Of a "
          "mesh: its nodes are numbered row by row or at random."),
      integer_param("radius", "Radius", "", 1, 8, 3,
                    "Of the stencil: neighbours on either side that are added.")};
}

WorkloadInfo make_info() {
  Param place = real_param("place", "Warp shown", "", 0, 1, 0.5,
                           "Which warp's load the picture shows: 0 is the first, 1 the last.");
  place.group = ParamGroup::view;
  WorkloadInfo info;
  info.name = "access";
  info.title = "Access patterns";
  info.summary = "How the addresses of a warp become sectors of 32 bytes: strides, offsets, "
                 "structures, gathers, tables.";
  info.item = "element";
  info.item_rate = "elements/s";
  info.topic = "L6";
  info.variant_topic = "L6.2";
  info.method = "task";
  info.params = problem_params();
  info.params.push_back(seed_param("Of the elements and the indices."));
  info.params.push_back(place);
  info.default_cuda = "stride";
  info.default_cpu = "threads";
  info.reference = "reference";
  info.size_params = {"n"};
  info.window_problem = {{"n", std::int64_t{1} << 20}};
  info.gpu_window_problem = {{"n", std::int64_t{1} << 25}};
  info.tour_problem = {{"n", std::int64_t{1} << 20}};
  return info;
}

}  // namespace

std::unique_ptr<Workload> make_access() { return std::make_unique<TypedWorkload<Access>>(); }

const WorkloadInfo& Access::info() {
  static const WorkloadInfo info = make_info();
  return info;
}

AccessProblem AccessProblem::from(const Values& values) {
  const std::vector<Param>& params = Access::info().params;
  return {get_integer(values, "n"), chosen<AccessTask>(params, values, "task"),
          chosen<AccessOrder>(params, values, "order"), get_integer(values, "radius"),
          std::uint64_t(get_integer(values, "seed"))};
}

std::int64_t AccessProblem::row() const {
  const auto side = std::uint64_t(std::ceil(std::sqrt(double(n))));
  return std::int64_t(std::clamp<std::uint64_t>(std::bit_ceil(side), 32, 4096));
}

std::int64_t AccessProblem::padded() const {
  const std::int64_t granule = 3 * row();
  return ceil_div(n, granule) * granule;
}

std::string access_refusal(AccessTask task, const AccessProblem& problem) {
  if (task == problem.task) return {};
  const Option& own = find_param(Access::info().params, "task")->options[std::size_t(task)];
  return "it computes the task " + own.id + " alone: --task " + own.id;
}

std::vector<FieldSpec> Access::fields(const Problem& problem) {
  const auto bytes = std::size_t(problem.padded()) * sizeof(float);
  std::vector<FieldSpec> fields{{"elements", bytes, FieldRole::input},
                                {"result", bytes, FieldRole::result}};
  if (problem.task == AccessTask::gather)
    fields.push_back({"index", std::size_t(problem.n) * sizeof(int), FieldRole::input});
  if (problem.task == AccessTask::table)
    fields.push_back({"table", table_size * sizeof(float), FieldRole::input});
  if (problem.task == AccessTask::mesh) {
    const std::int64_t edges = std::max<std::int64_t>(access_edge_count(problem), 1);
    for (const char* const name : {"edges", "coloured", "neighbours"})
      fields.push_back({name, std::size_t(edges) * 2 * sizeof(int), FieldRole::input});
    fields.push_back({"starts", std::size_t(problem.n + 1) * sizeof(int), FieldRole::input});
  }
  return fields;
}

bool Access::same_state(const Problem& a, const Problem& b) {
  return a.n == b.n && a.task == b.task && a.order == b.order && a.seed == b.seed;
}

Access::Step Access::bind(const Problem& problem, const StepMemory& memory) {
  Step step{};
  step.x = memory.read<float>(0);
  step.result = memory.written<float>(1);
  step.shown = memory.read<float>(1);
  step.array_kept = memory.scratch_kept;
  step.problem = &problem;
  if (problem.task == AccessTask::gather) step.index = memory.read<int>(2);
  if (problem.task == AccessTask::table) step.table = memory.read<float>(2);
  if (problem.task == AccessTask::mesh) {
    step.edges = memory.read<int>(2);
    step.coloured = memory.read<int>(3);
    step.neighbours = memory.read<int>(4);
    step.starts = memory.read<int>(5);
  }
  if (!memory.arrays.empty()) step.array = &memory.arrays.front();
  return step;
}

PictureSpec Access::picture(const Problem&, const Viewport&) {
  return {PictureKind::image, 0, picture_width, picture_height};
}

namespace {

/// Of a mesh, whose edges are tinted by their colours.
View mesh_view(View view) {
  view.keys.clear();
  view.keys_title = "edges of a colour";
  const char* const names[access_colors] = {"right, even column", "right, odd column",
                                            "down, even row",     "down, odd row",
                                            "diagonal, even row", "diagonal, odd row"};
  for (int color = 0; color < access_colors; ++color) {
    const uchar4 tint = access_edge_color(color);
    view.keys.push_back({tint.x, tint.y, tint.z, names[color]});
  }
  view.notes = {{.text = "the result, node by node"},
                {.text = "the corner of the mesh: no two edges of a colour meet",
                 .y = double(access_lines_row) / picture_height,
                 .above = true}};
  view.hint = "each dot is a node, each line an edge, which adds to both its nodes";
  return view;
}

}  // namespace

View Access::view(const Problem& problem, const Values& values, const Launch& launch) {
  View view{.kind = PictureKind::image};
  const AccessTouch touch = access_touch(problem, launch, get_real(values, "place"));
  const int unit = access_unit(launch), bytes = 4 * unit;
  const bool host = unit > 8;
  view.keys_title = host ? "a load of 32 turns" : "a load of a warp";
  const auto key = [&](uchar4 color, const std::string& meaning) {
    view.keys.push_back({color.x, color.y, color.z, meaning});
  };
  key(access_used_color(), "used");
  key(access_fetched_color(), "fetched in vain");
  key(access_left_color(), "not fetched");
  if (problem.task == AccessTask::mesh) return mesh_view(view);
  const char* const piece = host ? "cache lines" : "sectors";
  std::string text = fmt::format("{} {}, 128 bytes a row: ", host ? "turns from" : "warp",
                                 grouped(host ? 32 * touch.warp : touch.warp));
  if (problem.task == AccessTask::gather)
    text += "the elements that its indices name";
  else
    text += fmt::format("{} {} of {} bytes, {:.0f} % of them used", touch.fetched(unit), piece,
                        bytes, 100.0 * touch.used() / std::max(1, unit * touch.fetched(unit)));
  const double at = double(access_lines_row) / picture_height;
  view.notes = {{.text = "the result, and where the warp reads"},
                {.text = text, .y = at, .above = true}};
  view.hint = "each cell is a number of 4 bytes; what lies between gaps is fetched together";
  return view;
}

// Every element is read once and written once; indices are read, too.
CostModel Access::cost(const Problem& problem, const Launch&) {
  const auto n = double(problem.n);
  const auto edges = problem.task == AccessTask::mesh ? double(access_edge_count(problem)) : 0.0;
  const double bytes =
      (problem.task == AccessTask::gather ? 3 : 2) * sizeof(float) * n + 2 * sizeof(int) * edges;
  const double again =  // a neighbour at a time
      problem.task == AccessTask::stencil ? 2 * double(problem.radius) * sizeof(float) * n : 0;
  const double adds = problem.task == AccessTask::stencil ? 2 * double(problem.radius) * n
                      : problem.task == AccessTask::table ? double(table_size) * n
                                                          : 3 * edges;
  return {.items = n,
          .flops = adds,
          .compulsory_bytes = bytes,
          .requested_bytes = bytes + again,
          .streams = true};
}

namespace {

/// The indices of a gather. Those that are sorted are counted and written out in order.
void name_elements(const Access::Problem& problem, int* index) {
  const CellRandom random(problem.seed + 1);
  const std::int64_t n = problem.n;
  const auto drawn = [&](std::int64_t i) {  // 24 bits at a time are too few for large arrays
    const double share = double(random.at(2 * i)) + 0x1p-24 * double(random.at(2 * i + 1));
    return int(std::min(std::int64_t(share * double(n)), n - 1));
  };
  if (problem.order == AccessOrder::random) {
    for (std::int64_t i = 0; i < n; ++i) index[i] = drawn(i);
    return;
  }
  std::vector<int> times(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i) ++times[std::size_t(drawn(i))];
  for (std::int64_t i = 0; i < n; ++i) index = std::fill_n(index, times[std::size_t(i)], int(i));
}

/// The edges of a mesh, in order and by colour; and the neighbours of each node.
void put_mesh(const Access::Problem& problem, HostState& state) {
  const AccessMesh mesh(problem);
  const auto put = [](int* to, const std::vector<AccessMesh::Edge>& edges) {
    for (const AccessMesh::Edge& edge : edges) {
      *to++ = edge.from;
      *to++ = edge.to;
    }
    return to;
  };
  put(field_as<int>(state, 2), mesh.edges);
  int* coloured = field_as<int>(state, 3);
  for (const auto& edges : mesh.of_color) coloured = put(coloured, edges);
  int *const neighbours = field_as<int>(state, 4), *const starts = field_as<int>(state, 5);
  for (const AccessMesh::Edge& edge : mesh.edges) {
    ++starts[edge.from + 1];
    ++starts[edge.to + 1];
  }
  for (std::int64_t i = 0; i < problem.n; ++i) starts[i + 1] += starts[i];
  std::vector<int> next(starts, starts + problem.n);
  for (const AccessMesh::Edge& edge : mesh.edges) {
    neighbours[next[std::size_t(edge.from)]++] = edge.to;
    neighbours[next[std::size_t(edge.to)]++] = edge.from;
  }
}

}  // namespace

HostState Access::initial(const Problem& problem) {
  HostState state = blank_state(fields(problem));
  float* const x = field_as<float>(state, 0);
  const CellRandom random(problem.seed);
  constexpr double waves = 3;
  for (std::int64_t i = 0; i < problem.n; ++i) {
    const double turn = 2 * std::numbers::pi * waves * double(i) / double(problem.n);
    x[i] = float(
        std::floor((levels / 4) * (1 + std::cos(turn)) + (levels / 2 - 1) * double(random.at(i))));
  }
  if (problem.task == AccessTask::table)
    for (int j = 0; j < table_size; ++j) field_as<float>(state, 2)[j] = float(j);
  if (problem.task == AccessTask::mesh) put_mesh(problem, state);
  if (problem.task != AccessTask::gather) return state;
  name_elements(problem, field_as<int>(state, 2));
  return state;
}

}  // namespace livewarp
