#include "kernels/basics/basics.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "kernels/basics/basics.cuh"
#include "kernels/core/measure/verification.h"
#include "kernels/core/workload/typed_workload.h"
#include "kernels/pictures/pixel_host.h"

namespace livewarp {

namespace {

/// Elements of a piece: between pieces a step can be stopped.
constexpr std::int64_t piece = 65'536;

/// The step with additions in Real.
template <class Real>
void add(const Basics::Step& step, const Launch& launch, Exec& exec) {
  exec.for_range(step.n, piece, launch.threads(), [&](Range range) {
    for (std::int64_t i = range.first; i < range.last; ++i) {
      step.new_sum[i] = float(Real(step.sum[i]) + Real(step.addend[i]));
      step.new_addend[i] = step.addend[i];
    }
  });
}

void publish(const Basics::Step& step, const Basics::Problem&, const Launch&,
             const Picture& picture, Exec& exec) {
  const int width = picture.spec.width, pixels = width * picture.spec.height;
  paint_on_host(picture, exec, [&](int px, int py) {
    return basics_color(step.sum, py * width + px, pixels, step.n, piece, basics_hues);
  });
}

}  // namespace

std::unique_ptr<Workload> make_basics() { return std::make_unique<TypedWorkload<Basics>>(); }

const WorkloadInfo& Basics::info() {
  static const WorkloadInfo info{
      .name = "basics",
      .title = "Vector add",
      .summary = "Adds two vectors, element by element: blocks, threads and memory in one line.",
      .item = "element",
      .item_rate = "elements/s",
      .topic = "L6",
      .variant_topic = "L6.4",
      .params = {log_scaled(integer_param("n", "Elements", "", 1, 67'108'864, 1'048'576,
                                          "Length of the vectors. One pixel shows one element, as "
                                          "far as they fit.")),
                 seed_param("Of the values at the start.")},
      .default_cuda = "blocks",
      .default_cpu = "threads",
      .reference = "reference-fp64",
      .size_params = {"n"}};
  return info;
}

BasicsProblem BasicsProblem::from(const Values& values) {
  return {get_integer(values, "n"), std::uint64_t(get_integer(values, "seed"))};
}

std::vector<FieldSpec> Basics::fields(const Problem& problem) {
  const std::size_t bytes = std::size_t(problem.n) * sizeof(float);
  return {{"sum", bytes}, {"addend", bytes}};
}

Basics::Step Basics::bind(const Problem& problem, const StepMemory& memory) {
  return {memory.read<float>(0), memory.read<float>(1), memory.written<float>(0),
          memory.written<float>(1), int(problem.n)};
}

// Rings around the middle of the picture, that grow with the direction's own speed.
HostState Basics::initial(const Problem& problem) {
  HostState state = blank_state(fields(problem));
  const PictureSpec size = picture(problem, {});
  const std::int64_t pixels = std::int64_t(size.width) * size.height;
  for (std::int64_t i = 0; i < problem.n; ++i) {
    const std::int64_t pixel = problem.n <= pixels ? i : i * pixels / problem.n;
    const double x = double(pixel % size.width) / size.width - 0.5;
    const double y = double(pixel / size.width) / size.height - 0.5;
    field_as<float>(state, 0)[i] = float(6 * std::hypot(x, y));
    field_as<float>(state, 1)[i] =
        float(-0.002 + 0.001 * std::cos(5 * std::atan2(y, x) + double(problem.seed)));
  }
  return state;
}

PictureSpec Basics::picture(const Problem& problem, const Viewport&) {
  constexpr std::int64_t most_pixels_wide = 1024;
  const auto wide = std::int64_t(std::ceil(std::sqrt(double(problem.n))));
  const std::int64_t width = std::min(wide, most_pixels_wide);
  const std::int64_t height = std::min(ceil_div(problem.n, width), width);
  return {PictureKind::image, 0, int(width), int(height)};
}

View Basics::view(const Problem&, const Values&, const Launch& launch) {
  View view{.kind = PictureKind::image, .map = ColorMap::grey, .legend = "brightness: sum mod 1"};
  view.map_from = double(basics_darkest);
  const bool blocks = launch.values().contains("block") || launch.values().contains("elements");
  view.keys_title = blocks ? "hue: block mod 4" : "hue: chunk mod 4";
  for (int block = 0; block < basics_hues; ++block) {
    const uchar4 hue = basics_hue(block);
    view.keys.push_back({hue.x, hue.y, hue.z, std::to_string(block)});
  }
  view.hint = "brightness: the sum, modulo 1; colour: the block that computes it";
  return view;
}

// Two floats read and two written, each once, so no cache can save any of it.
CostModel Basics::cost(const Problem& problem, const Launch&) {
  const double n = double(problem.n), bytes = 4 * sizeof(float) * n;
  return {.items = n, .flops = n, .compulsory_bytes = bytes, .requested_bytes = bytes};
}

std::vector<Values> Basics::check_problems(const Values& problem, const Launch&) {
  std::vector<Values> problems;
  for (const std::int64_t n : {1, 31, 33, 1000, 4099})
    problems.push_back(changed(problem, {{"n", n}}));
  return problems;
}

// Compares what a step adds, not the sum: beside a sum that has grown for long, a missing addend
// would be too small.
std::vector<Discrepancy> Basics::compare(const Problem& problem, const HostState& in,
                                         const HostState& out, const CompareScope& scope,
                                         const Job& job) {
  const float *a = field_as<float>(in, 0), *b = field_as<float>(in, 1);
  const float *sum = field_as<float>(out, 0), *kept = field_as<float>(out, 1);
  return {compare_elements(
              "increment", problem.n, scope, job,
              [&](std::int64_t i) { return double(sum[i]) - a[i]; },
              [&](std::int64_t i) { return double(float(double(a[i]) + b[i])) - a[i]; }),
          compare_elements(
              "addend", problem.n, scope, job, [&](std::int64_t i) { return kept[i]; },
              [&](std::int64_t i) { return b[i]; })};
}

std::vector<HostState> Basics::mutants(const Problem& problem, const HostState& sound) {
  std::vector<HostState> mutants(2, sound);
  for (const std::size_t index : {0, 1})
    field_as<float>(mutants[index], index)[problem.n - 1] += 0.01f;
  return mutants;
}

std::vector<Readout> Basics::diagnose(const Problem& problem, const HostState& state,
                                      const Job& job) const {
  double total = 0;
  for (std::int64_t i = 0; i < problem.n; ++i) {
    if (i % piece == 0) job.at(double(i) / double(problem.n));
    total += field_as<float>(state, 0)[i];
  }
  return {{.id = "mean",
           .label = "Mean",
           .value = total / double(problem.n),
           .digits = 6,
           .help = "Of all sums: it changes by the mean of the addends in every step."}};
}

Variants<Basics> Basics::cpu_variants() {
  // Lesson reference-fp64: Adds in fp64 and rounds the result to fp32. One addition of two fp32
  // numbers has no room for more error than that rounding, so all variants agree with it to the
  // last bit.
  auto reference = cpu_variant<Basics>("reference-fp64", "Reference fp64", add<double>);

  // Lesson scalar: A plain loop on one core. The compiler makes vector instructions of it, and one
  // core can keep only so many cache lines in flight: often less than the memory could deliver.
  auto scalar = cpu_variant<Basics>("scalar", "Serial", add<float>);

  // Lesson threads: The same loop in chunks for all cores. It is faster only as long as the memory
  // has bandwidth to spare: 16 bytes have to move for a single addition.
  auto threads = cpu_variant<Basics>("threads", "Threads", add<float>);
  threads.axes = {threads_axis("elements")};
  return {{reference, scalar, threads}, publish};
}

}  // namespace livewarp
