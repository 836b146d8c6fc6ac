#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <thread>

#include <hwy/cache_control.h>

#include "kernels/core/base/dim.h"
#include "kernels/core/model/vector_isa.h"
#include "kernels/pictures/pixel_host.h"
#include "kernels/scan/scan.h"
#include "kernels/scan/scan_cpu_hwy.h"
#include "kernels/scan/scan_variants.h"

namespace livewarp {

namespace {

/// Elements of a piece, two of which a core's second-level cache holds: between pieces a step can
/// be stopped, and threads share them.
constexpr std::int64_t piece = 16'384;

/// Above so many bytes of result stores go past the caches, which could not keep them.
constexpr std::int64_t bytes_past_caches = 64 << 20;

/// Calls `each(i)` for every element in order.
template <class Each>
void one_after_another(const Scan::Step& step, Exec& exec, const Each& each) {
  exec.for_range(step.problem->n, piece, 1, [&](Range range) {
    for (std::int64_t i = range.first; i < range.last; ++i) each(i);
  });
}

/// A running sum, or x of a recurrence, held in Real.
template <class Real>
void running_step(const Scan::Step& step, Exec& exec) {
  const Scan::Problem& problem = *step.problem;
  Real sum = 0;
  if (problem.is_recurrence())
    return one_after_another(step, exec, [&](std::int64_t i) {
      sum = Real(step.factors[i]) * sum + Real(step.x[i]);
      step.result[i] = float(sum);
    });
  if (problem.is_exclusive())
    return one_after_another(step, exec, [&](std::int64_t i) {
      step.result[i] = float(sum);
      sum += Real(step.x[i]);
    });
  one_after_another(step, exec, [&](std::int64_t i) {
    sum += Real(step.x[i]);
    step.result[i] = float(sum);
  });
}

void select_step(const Scan::Step& step, Exec& exec) {
  const Scan::Problem& problem = *step.problem;
  std::int64_t kept = 0;
  one_after_another(step, exec, [&](std::int64_t i) {
    if (problem.keeps(step.x[i]))
      step.result[kept++] = step.x[i];
    else if (problem.splits())
      step.result[problem.n - 1 - (i - kept)] = step.x[i];
  });
  *step.kept = int(kept);
}

void reference_step(const Scan::Step& step, const Launch&, Exec& exec) {
  if (step.problem->selects()) return select_step(step, exec);
  running_step<double>(step, exec);
}

void serial_step(const Scan::Step& step, const Launch&, Exec& exec) {
  if (step.problem->selects()) return select_step(step, exec);
  if (step.problem->is_recurrence()) return running_step<float>(step, exec);
  running_step<double>(step, exec);
}

void vector_step(const Scan::Step& step, const Launch& launch, Exec& exec) {
  const ScanPieces pieces = scan_vector_pieces(launch.text("isa"));
  const bool exclusive = step.problem->is_exclusive();
  double before = 0;
  exec.for_range(step.problem->n, piece, 1, [&](Range range) {
    before += double(pieces.scan(step.x + range.first, step.result + range.first, range.size(),
                                 float(before), exclusive, false, nullptr));
  });
}

/// What comes before a piece, once it is known. A cache line of its own: one thread asks for it
/// again and again while others write theirs.
struct alignas(64) BeforePiece {
  std::atomic<bool> known{false};
  double sum = 0;
};

/// It is some microseconds away, unless the thread that finds it is not running.
void wait_for(const BeforePiece& before) {
  constexpr int patience = 4096;
  for (int i = 0; !before.known.load(std::memory_order_acquire); ++i)
    if (i < patience)
      hwy::Pause();
    else
      std::this_thread::yield();
}

void threads_step(const Scan::Step& step, const Launch& launch, Exec& exec) {
  const ScanPieces pieces = scan_vector_pieces(launch.text("isa"));
  const std::int64_t n = step.problem->n, count = ceil_div(n, piece);
  const bool exclusive = step.problem->is_exclusive();
  const bool past_caches = n * std::int64_t(sizeof(float)) >= bytes_past_caches;
  const auto before = std::make_unique<BeforePiece[]>(std::size_t(count + 1));
  before[0].known = true;
  std::atomic<std::int64_t> ticket{0};
  const std::int64_t several = std::clamp<std::int64_t>(count / (4 * launch.threads()), 1, 16);
  exec.for_range(count, several, launch.threads(), [&](Range range) {
    std::int64_t number = ticket++;
    for (std::int64_t left = range.size(); left > 0; --left) {
      const std::int64_t first = number * piece, length = std::min(piece, n - first);
      const float sum = pieces.sum(step.x + first, length);
      BeforePiece &own = before[std::size_t(number)], &next = before[std::size_t(number + 1)];
      wait_for(own);
      next.sum = own.sum + double(sum);
      next.known.store(true, std::memory_order_release);
      // The next one is drawn before this one is scanned: it comes into the cache meanwhile.
      number = left > 1 ? ticket++ : number + launch.threads();
      const std::int64_t ahead = number * piece;
      pieces.scan(step.x + first, step.result + first, length, float(own.sum), exclusive,
                  past_caches, ahead + length <= n ? step.x + ahead : nullptr);
    }
  });
}

std::string only_sums(const Scan::Problem& problem, const Launch&, Executor) {
  if (problem.is_sum()) return {};
  return "it adds up alone: recurrence, compaction and split have the serial loop and look-back";
}

void publish(const Scan::Step& step, const Scan::Problem&, const Launch& launch,
             const Picture& picture, Exec& exec) {
  const ScanShown shown = scan::shown_of(step, launch, picture);
  paint_on_host(picture, exec, [&](int px, int py) { return scan_color(shown, px, py); });
}

Variant<Scan> vectorized() {
  auto variant = cpu_variant<Scan>("vector", "SIMD", vector_step);
  variant.source = "Highway; Blelloch, Chatterjee, Zagha: Scan Primitives for Vector Computers "
                   "(1990)";
  variant.axes = {isa_axis("The SIMD instruction set to compute with: 4, 8 or 16 elements at a "
                           "time.")};
  variant.refuses = only_sums;
  variant.tolerance = chain_tolerance("vectors of 16,384 elements are added one after another");
  return variant;
}

}  // namespace

Variants<Scan> Scan::cpu_variants() {
  // Lesson reference-fp64: One running sum in fp64, rounded to fp32 when it is stored. Of 2^30
  // elements its error stays far below that rounding. What all other variants are compared with is
  // found in the same way, in pieces.
  auto reference = cpu_variant<Scan>("reference-fp64", "Reference fp64", reference_step);

  // Lesson scalar: One core, one running sum, in fp64: an addition takes four cycles in either
  // precision, and each waits for the one before it. That is the limit here, not memory: a vector
  // has nothing to do while the next sum needs this one. A selection costs no addition of reals;
  // there, branches that nobody can foretell are the limit.
  auto scalar = cpu_variant<Scan>("scalar", "Serial", serial_step);

  // Lesson threads: All cores, in one pass over memory: a thread draws the next piece of 16,384
  // elements, adds it up, waits for the sum of those before it, tells the next, and scans the
  // piece, which its cache still holds: memory sees each element once. Adding up only reads memory
  // and scanning only writes it, so a thread draws its next piece before it scans this one, and
  // prefetches it meanwhile. It is the chained scan of the GPU, in larger pieces.
  auto threads = cpu_variant<Scan>("threads", "SIMD, threads", threads_step);
  threads.source = "oneTBB: parallel_for; Yan, Long, Zhang: StreamScan (2013)";
  threads.axes = {isa_axis("The SIMD instruction set to compute with: 4, 8 or 16 elements at a "
                           "time."),
                  threads_axis("elements")};
  threads.refuses = only_sums;
  threads.tolerance = chain_tolerance("vectors of 16,384 elements are added one after another");
  return {{reference, scalar, vectorized(), threads}, publish};
}

}  // namespace livewarp
