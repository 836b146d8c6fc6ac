#include <algorithm>
#include <vector>

#include "kernels/core/measure/verification.h"
#include "kernels/core/model/vector_isa.h"
#include "kernels/matmul/matmul.h"
#include "kernels/matmul/matmul_cpu_hwy.h"
#include "kernels/matmul/matmul_picture.cuh"

namespace livewarp {

namespace {

/// Rows of a piece, between two looks at the stop token: some milliseconds, and several pieces for
/// each thread.
std::int64_t rows_of_piece(const Matmul::Step& step, int threads) {
  constexpr double multiply_adds = 1.6e7;
  const double of_row = double(step.n) * double(step.k);
  return std::clamp<std::int64_t>(std::int64_t(multiply_adds / of_row), 1,
                                  std::max(1, step.m / (4 * threads)));
}

void reference_step(const Matmul::Step& step, const Launch& launch, Exec& exec) {
  const std::int64_t n = step.n, k = step.k;
  const int threads = launch.threads();
  exec.for_range(step.m, rows_of_piece(step, threads), threads, [&](Range rows) {
    std::vector<double> sums(std::size_t(rows.size() * n));
    matmul_rows(step.a + rows.first * k, step.b, n, k, rows.size(), sums.data());
    std::ranges::transform(sums, step.c + rows.first * n, [](double sum) { return float(sum); });
  });
}

/// The row of C that belongs to a row of A, element by element.
void row_by_elements(const float* a, const float* b, float* c, std::int64_t n, std::int64_t k) {
  for (std::int64_t j = 0; j < n; ++j) {
    float sum = 0;
    for (std::int64_t p = 0; p < k; ++p) sum += a[p] * b[p * n + j];
    c[j] = sum;
  }
}

/// The same, as a sum of rows of B.
void row_by_rows(const float* a, const float* b, float* c, std::int64_t n, std::int64_t k) {
  std::fill_n(c, n, 0.0f);
  for (std::int64_t p = 0; p < k; ++p)
    for (std::int64_t j = 0; j < n; ++j) c[j] += a[p] * b[p * n + j];
}

void scalar_step(const Matmul::Step& step, const Launch& launch, Exec& exec) {
  const auto row = launch.text("order") == "ijk" ? row_by_elements : row_by_rows;
  const std::int64_t n = step.n, k = step.k;
  exec.for_range(step.m, rows_of_piece(step, 1), 1, [&](Range rows) {
    for (std::int64_t i = rows.first; i < rows.last; ++i)
      row(step.a + i * k, step.b, step.c + i * n, n, k);
  });
}

void vector_step(const Matmul::Step& step, const Launch& launch, Exec& exec) {
  const MatmulRows some = matmul_vector_rows(launch.text("isa"));
  const int threads = launch.threads();
  // Each piece copies all of B: of fewer rows that would take longer than their products.
  constexpr std::int64_t least = 32, of_tile = 4;
  const std::int64_t piece = std::max(rows_of_piece(step, threads), least) / of_tile * of_tile;
  exec.for_range(step.m, piece, threads,
                 [&](Range rows) { some(step.a, step.b, step.c, rows, step.n, step.k); });
}

void publish(const Matmul::Step& step, const Matmul::Problem&, const Launch&,
             const Picture& picture, Exec& exec) {
  const PictureSpec& spec = picture.spec;
  const MatmulPixels pixels{spec.region.x,      spec.region.y, spec.region.width,
                            spec.region.height, spec.width,    spec.height};
  auto* const to = static_cast<float*>(picture.memory);
  exec.for_range(spec.height, 32, 1, [&](Range rows) {
    for (std::int64_t py = rows.first; py < rows.last; ++py)
      for (std::int64_t px = 0; px < spec.width; ++px) {
        float* const pixel = to + 2 * (py * spec.width + px);
        pixel[0] = pixels.at(step.shown, int(px), int(py), {step.m, step.n, step.k});
        pixel[1] = 0;
      }
  });
}

Param matmul_isa_axis() {
  return isa_axis("The SIMD instruction set to compute with: 4, 8 or 16 elements at a time.");
}

}  // namespace

Variants<Matmul> Matmul::cpu_variants() {
  // Lesson reference-fp64: The sum as it is written, in fp64, rounded once at its end. A product of
  // two fp32 numbers is exact in fp64, so that what all other variants are compared with is right
  // to the last bit of fp32.
  auto reference = cpu_variant<Matmul>("reference-fp64", "Reference fp64", reference_step);
  reference.axes = {threads_axis("rows")};

  // Lesson scalar: Three loops, of which only the order is open. By elements (i-j-k) the inner loop
  // goes down a column of B, to another cache line with every step. By rows (i-k-j) it goes along a
  // row of B and of C, which the caches deliver and the compiler makes vectors of: the same
  // operations, several times as fast. It is the CPU's form of coalescing.
  auto scalar = cpu_variant<Matmul>("scalar", "Three loops", scalar_step);
  scalar.axes = {choice_axis("order", "Order", {{"ikj", "i-k-j", {}}, {"ijk", "i-j-k", {}}}, "ikj",
                             "Of the loops, the inner one last: j goes along rows of B and C, k "
                             "down a column of B.")};

  auto vector = cpu_variant<Matmul>("vector", "Register tile", vector_step);
  vector.source = "Goto, van de Geijn: Anatomy of High-Performance Matrix Multiplication, 2008";
  vector.axes = {matmul_isa_axis()};

  // Lesson threads: The tiles on all cores, rows of C handed out in pieces. Nothing is shared but
  // what is only read, and there is far more arithmetic than memory traffic: this is one of the few
  // workloads where twice as many cores are twice as fast.
  auto threads = cpu_variant<Matmul>("threads", "Tile, threads", vector_step);
  threads.source = vector.source;
  threads.axes = {matmul_isa_axis(), threads_axis("rows")};
  return {{reference, scalar, vector, threads}, publish};
}

}  // namespace livewarp
