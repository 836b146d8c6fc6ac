#include "kernels/basics/basics.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace livewarp {

namespace {

constexpr std::int64_t most_pixels_wide = 1024;

WorkloadInfo make_info() {
  Param n =
      integer_param("n", "Elements", "", 1, 67'108'864, 1'048'576,
                    "Length of the vectors. One pixel shows one element, as far as they fit.");
  n.log_scale = true;
  Param seed = integer_param("seed", "Seed", "", 0, 999'999, 1, "Of the values at the start.");
  seed.group = ParamGroup::start;
  WorkloadInfo info;
  info.name = "basics";
  info.title = "Vector add";
  info.summary = "Adds two vectors, element by element: blocks, threads and memory in one line.";
  info.item = "element";
  info.item_rate = "elements/s";
  info.element = "element";
  info.elements = "elements";
  info.topic = "L6";
  info.params = {n, seed};
  info.default_cuda = "blocks";
  info.default_cpu = "threads";
  info.reference = "reference-fp64";
  info.size_params = {"n"};
  return info;
}

}  // namespace

Basics::Problem Basics::Problem::from(const Values& values) {
  return {get_integer(values, "n"), std::uint64_t(get_integer(values, "seed"))};
}

const WorkloadInfo& Basics::info() {
  static const WorkloadInfo info = make_info();
  return info;
}

std::vector<FieldSpec> Basics::fields(const Problem& problem) {
  const std::size_t bytes = std::size_t(problem.n) * sizeof(float);
  return {{"sum", bytes}, {"addend", bytes}};
}

Basics::Step Basics::bind(const Problem& problem, const std::vector<void*>& in,
                          const std::vector<void*>& out, void*) {
  return {{static_cast<float*>(in[0]), static_cast<float*>(in[1])},
          {static_cast<float*>(out[0]), static_cast<float*>(out[1])},
          int(problem.n)};
}

HostState Basics::initial(const Problem& problem) {
  HostState state;
  for (const FieldSpec& spec : fields(problem)) state.fields.emplace_back(spec.bytes);
  auto* sum = reinterpret_cast<float*>(state.fields[0].data());
  auto* addend = reinterpret_cast<float*>(state.fields[1].data());
  // Rings around the middle of the picture, that grow with the direction's own speed.
  const PictureSpec size = picture(problem);
  const std::int64_t pixels = std::int64_t(size.width) * size.height;
  for (std::int64_t i = 0; i < problem.n; ++i) {
    const std::int64_t pixel = problem.n <= pixels ? i : i * pixels / problem.n;
    const std::int64_t column = pixel % size.width, row = pixel / size.width;
    const double x = double(column) / size.width - 0.5;
    const double y = double(row) / size.height - 0.5;
    sum[i] = float(6 * std::hypot(x, y));
    addend[i] = float(-0.002 + 0.001 * std::cos(5 * std::atan2(y, x) + double(problem.seed)));
  }
  return state;
}

bool Basics::same_state(const Problem& a, const Problem& b) {
  return a.n == b.n && a.seed == b.seed;
}

PictureSpec Basics::picture(const Problem& problem) {
  const auto wide = std::int64_t(std::ceil(std::sqrt(double(problem.n))));
  const std::int64_t width = std::min(wide, most_pixels_wide);
  const std::int64_t height = std::min(ceil_div(problem.n, width), width);
  return {PictureKind::image, 0, int(width), int(height)};
}

View Basics::view(const Problem&, const Values&) {
  View view;
  view.kind = PictureKind::image;
  view.hint = "brightness: the sum, modulo 1; colour: the block that computes it";
  return view;
}

Work Basics::work(const Problem& problem) {
  const double n = double(problem.n), bytes = 4 * sizeof(float) * n;
  return {.items = n, .flops = n, .compulsory_bytes = bytes, .requested_bytes = bytes};
}

std::unique_ptr<Workload> make_basics() { return std::make_unique<TypedWorkload<Basics>>(); }

}  // namespace livewarp
