#include <algorithm>

#include "kernels/basics/basics.cuh"
#include "kernels/basics/basics.h"
#include "kernels/core/verification.h"

namespace livewarp {

namespace {

/// Elements of a piece: between pieces a step can be stopped.
constexpr std::int64_t piece = 65'536;

/// The step with additions in Real, on `threads` threads.
template <class Real>
void add(const Basics::Step& step, Exec& exec, int threads) {
  exec.for_range(step.n, piece, threads, [&](Range range) {
    for (std::int64_t i = range.first; i < range.last; ++i) {
      step.out.sum[i] = float(Real(step.in.sum[i]) + Real(step.in.addend[i]));
      step.out.addend[i] = step.in.addend[i];
    }
  });
}

Variant<Basics> row(std::string name, std::string title) {
  Variant<Basics> row;
  row.name = std::move(name);
  row.title = std::move(title);
  row.topic = "L6.4";
  row.source = "the formula itself";
  row.file = "kernels/basics/basics_cpu.cpp";
  row.backend = Backend::cpu;
  row.memory_modes = {MemoryMode::host};
  row.tolerance = tolerance_cap("basics", Backend::cpu, "fp32");
  row.work = [](const Basics::Problem& problem, const Launch&) { return Basics::work(problem); };
  return row;
}

Variant<Basics> reference_row() {
  Variant<Basics> reference = row("reference-fp64", "Reference fp64");
  reference.lesson = "Adds in fp64 and rounds the result to fp32. One addition of two fp32 numbers "
                     "has no room for more error than that rounding, so all rows agree with it "
                     "to the last bit.";
  reference.step = [](const Basics::Step& step, const Launch&, Exec& exec) {
    add<double>(step, exec, 1);
  };
  return reference;
}

Variant<Basics> scalar_row() {
  Variant<Basics> scalar = row("scalar", "One core");
  scalar.lesson = "A plain loop on one core. The compiler makes vector instructions of it, and one "
                  "core can keep only so many cache lines under way: often less than the memory "
                  "could deliver.";
  scalar.step = [](const Basics::Step& step, const Launch&, Exec& exec) {
    add<float>(step, exec, 1);
  };
  return scalar;
}

Variant<Basics> threads_row() {
  Variant<Basics> threads = row("threads", "All cores");
  threads.lesson = "The same loop in pieces for all cores. It is faster only as long as the memory "
                   "has bandwidth to spare: 16 bytes have to move for a single addition.";
  threads.axes = {threads_axis("elements")};
  threads.step = [](const Basics::Step& step, const Launch& launch, Exec& exec) {
    add<float>(step, exec, int(launch.integer("threads")));
  };
  return threads;
}

void publish(const Basics::Step& step, const Basics::Problem&, const Launch&,
             const Picture& picture, Exec& exec) {
  const int pixels = picture.spec.width * picture.spec.height;
  auto* colors = static_cast<uchar4*>(picture.memory);
  exec.for_range(pixels, piece, 1, [&](Range range) {
    for (auto pixel = int(range.first); pixel < range.last; ++pixel)
      colors[pixel] =
          basics_color(step.in.sum, basics_element(pixel, pixels, step.n), step.n, piece);
  });
}

}  // namespace

Rows<Basics> Basics::cpu_rows() {
  return {{reference_row(), scalar_row(), threads_row()}, publish, {}};
}

}  // namespace livewarp
