#include <algorithm>
#include <atomic>
#include <bit>
#include <vector>

#include "kernels/core/base/dim.h"
#include "kernels/core/measure/verification.h"
#include "kernels/core/model/vector_isa.h"
#include "kernels/rates/rates.h"
#include "kernels/rates/rates_cpu_hwy.h"
#include "kernels/rates/rates_reference.h"
#include "kernels/rates/rates_variants.h"

namespace livewarp {

namespace {

/// Elements of a piece, between which a step can be stopped and which threads share: a million or
/// so of operations, and whole groups of eight vectors.
std::int64_t piece_of(const Rates::Step& step) {
  constexpr std::int64_t operations = 1 << 20, group = 8 * 16;
  return std::max(operations / step.steps / group, std::int64_t{1}) * group;
}

/// What a step tells of itself: the host counts no cycles.
void tell(const Rates::Step& step, RatesKind kind) { *step.found = {std::uint32_t(kind), 0, 0, 0}; }

void reference_step(const Rates::Step& step, const Launch&, Exec& exec) {
  exec.for_range(step.n, piece_of(step), 1, [&](Range range) {
    for (std::int64_t i = range.first; i < range.last; ++i)
      step.end[i] = std::bit_cast<std::uint64_t>(
          rates_squares(double(step.start[i].x), double(step.start[i].c), step.steps));
  });
  tell(step, RatesKind::fp64);
}

void vector_step(const Rates::Step& step, const Launch& launch, int chains, int threads,
                 Exec& exec) {
  const RatesPiece make = rates_vector_piece(launch.text("isa"));
  std::atomic<RatesKind> kind{RatesKind::none};
  exec.for_range(step.n, piece_of(step), threads, [&](Range range) {
    kind = make(step.start + range.first, step.end + range.first, range.size(), step.steps, chains);
  });
  tell(step, kind);
}

ClosedForm vectors_form(const Rates::Problem& problem, const Launch& launch) {
  const std::int64_t threads = launch.values().contains("threads") ? launch.threads() : 1;
  const std::int64_t lanes = rates_vector_lanes(launch.text("isa"));
  const std::int64_t rounds = ceil_div(problem.n, threads * lanes * launch.integer("chains"));
  return {.predictions = {{Quantity::dependent_operations, double(rounds * problem.steps)}},
          .paced_by = Quantity::dependent_operations};
}

/// Column by column: one look at each of its elements, where the kernel's pixels each take one.
void publish(const Rates::Step& step, const Rates::Problem&, const Launch&, const Picture& picture,
             Exec& exec) {
  const RatesDots dots = rates::dots_of(step);
  const int width = picture.spec.width, height = picture.spec.height;
  auto* const pixels = static_cast<uchar4*>(picture.memory);
  exec.for_range(width, width, 1, [&](Range columns) {
    std::vector<int> here;
    for (auto px = int(columns.first); px < int(columns.last); ++px) {
      here.assign(std::size_t(height), 0);
      const RatesColumn column(px, width, dots.n);
      for (int k = 0; k < column.shown; ++k)
        if (const int row = column.row(dots, k, height); row >= 0) ++here[std::size_t(row)];
      for (int py = 0; py < height; ++py)
        pixels[py * width + px] = column.color(here[std::size_t(py)]);
    }
  });
}

Param isa() {
  return isa_axis("The SIMD instruction set to compute with: 4, 8 or 16 lanes of fp32. SSE4 has no "
                  "fused multiply-add, and rounds twice.");
}

Param chains() {
  return integer_axis("chains", "Chains", "", {1, 2, 4, 8}, 8,
                      "Vector registers of independent chains that a core has under way.");
}

}  // namespace

Variants<Rates> Rates::cpu_variants() {
  // Lesson reference-fp64: One chain after another in fp64, fused. Its picture is that of the GPU's
  // fp64; what the other variants are compared with is each recurrence in the same arithmetic, to
  // the last bit, since after some fifty chaotic steps nothing else would agree.
  auto reference = cpu_variant<Rates>("reference-fp64", "Reference fp64", reference_step);
  reference.source = "May: Simple mathematical models with very complicated dynamics (1976)";

  // Lesson scalar: One chain, one number: x = x x + c waits four cycles for itself, and in the
  // meantime nothing else is done. Neither lanes nor cores nor the second unit work. This is what a
  // loop costs in which each round needs the one before it.
  auto scalar = cpu_variant<Rates>("scalar", "Serial",
                                   [](const Step& step, const Launch& launch, Exec& exec) {
                                     vector_step(step, launch, 0, 1, exec);
                                   });
  scalar.source = "Fog: Optimizing software in C++, ch. 11, out of order execution";
  scalar.axes = {isa()};

  auto chained = cpu_variant<Rates>(
      "chains", "SIMD, chains", [](const Step& step, const Launch& launch, Exec& exec) {
        vector_step(step, launch, int(launch.integer("chains")), 1, exec);
      });
  chained.source = "Fog: Optimizing software in C++, ch. 11; Highway";
  chained.axes = {isa(), chains()};
  chained.closed_form = vectors_form;

  // Lesson threads: The same on all cores: arithmetic shares nothing between them, so that each
  // adds what the first does, as far as heat and clocks allow. Two threads on one core share its
  // units: with 8 chains they gain nothing, with one nearly twice.
  auto threads = cpu_variant<Rates>(
      "threads", "SIMD, threads", [](const Step& step, const Launch& launch, Exec& exec) {
        vector_step(step, launch, int(launch.integer("chains")), launch.threads(), exec);
      });
  threads.source = "oneTBB: parallel_for over ranges of elements";
  threads.axes = {isa(), chains(), threads_axis("elements")};
  threads.closed_form = vectors_form;
  return {{reference, scalar, chained, threads}, publish};
}

}  // namespace livewarp
