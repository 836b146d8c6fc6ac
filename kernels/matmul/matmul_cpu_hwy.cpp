// Products in vector registers. This file is compiled once for each instruction set
// (foreach_target.h includes it again and again), and the one to use is chosen when the program
// runs.
#include "kernels/matmul/matmul_cpu_hwy.h"

#include <algorithm>
#include <vector>

#include "kernels/core/model/vector_isa.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/matmul/matmul_cpu_hwy.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace livewarp {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::ScalableTag<float>;
using Vector = hn::Vec<Tag>;

/// Two vectors of sums of one row.
struct SumsOfRow {
  Vector first, second;
  HWY_INLINE void add(float factor, Vector b_first, Vector b_second) {
    const auto all = hn::Set(Tag(), factor);
    first = hn::MulAdd(all, b_first, first);
    second = hn::MulAdd(all, b_second, second);
  }
  HWY_INLINE void add_to(float* c) const {
    const Tag d;
    const auto lanes = hn::Lanes(d);
    hn::StoreU(hn::Add(hn::LoadU(d, c), first), d, c);
    hn::StoreU(hn::Add(hn::LoadU(d, c + lanes), second), d, c + lanes);
  }
};

/// Adds to four rows of C, two vectors wide, the products of a part of A's rows, `depth` long, with
/// a panel of B.
HWY_INLINE void four_rows(const float* a, std::int64_t a_pitch, const float* panel,
                          std::int64_t depth, float* c, std::int64_t c_pitch) {
  const Tag d;
  const auto lanes = std::int64_t(hn::Lanes(d));
  const auto zero = hn::Zero(d);
  SumsOfRow s0{zero, zero}, s1{zero, zero}, s2{zero, zero}, s3{zero, zero};
  for (std::int64_t p = 0; p < depth; ++p, panel += 2 * lanes) {
    const auto first = hn::LoadU(d, panel), second = hn::LoadU(d, panel + lanes);
    s0.add(a[p], first, second);
    s1.add(a[a_pitch + p], first, second);
    s2.add(a[2 * a_pitch + p], first, second);
    s3.add(a[3 * a_pitch + p], first, second);
  }
  s0.add_to(c);
  s1.add_to(c + c_pitch);
  s2.add_to(c + 2 * c_pitch);
  s3.add_to(c + 3 * c_pitch);
}
HWY_INLINE void one_row(const float* a, const float* panel, std::int64_t depth, float* c) {
  const Tag d;
  const auto lanes = std::int64_t(hn::Lanes(d));
  SumsOfRow sums{hn::Zero(d), hn::Zero(d)};
  for (std::int64_t p = 0; p < depth; ++p, panel += 2 * lanes)
    sums.add(a[p], hn::LoadU(d, panel), hn::LoadU(d, panel + lanes));
  sums.add_to(c);
}

// Lesson vector: One core, and the ladder of the GPU again: a tile of 4 rows by two vectors of C
// stays in registers, so that 6 loads feed 8 vectors of multiplications and additions. The part of
// B that they need, two vectors wide and 256 rows long, is first copied together: it stays in the
// L1 cache for all rows of A, and each of its lines is used whole.
//
// Sums are of 256 products each, which are then added: that rounds less than one after another.
void Rows(const float* a, const float* b, float* c, Range rows, std::int64_t n, std::int64_t k) {
  constexpr std::int64_t most_depth = 256;
  const auto width = 2 * std::int64_t(hn::Lanes(Tag()));
  std::vector<float> panel(std::size_t(width * most_depth)), edge(std::size_t(width * rows.size()));
  std::fill(c + rows.first * n, c + rows.last * n, 0.0f);
  for (std::int64_t j = 0; j < n; j += width) {
    const std::int64_t columns = std::min(width, n - j);
    // Columns beyond the last one are summed too, beside C.
    const bool whole = columns == width;
    if (!whole) std::ranges::fill(edge, 0.0f);
    float* const to = whole ? c + rows.first * n + j : edge.data();
    const std::int64_t pitch = whole ? n : width;
    for (std::int64_t p = 0; p < k; p += most_depth) {
      const std::int64_t depth = std::min(most_depth, k - p);
      for (std::int64_t q = 0; q < depth; ++q) {
        float* const line = panel.data() + q * width;
        std::copy_n(b + (p + q) * n + j, columns, line);
        std::fill(line + columns, line + width, 0.0f);
      }
      std::int64_t i = 0;
      for (; i + 4 <= rows.size(); i += 4)
        four_rows(a + (rows.first + i) * k + p, k, panel.data(), depth, to + i * pitch, pitch);
      for (; i < rows.size(); ++i)
        one_row(a + (rows.first + i) * k + p, panel.data(), depth, to + i * pitch);
    }
    if (!whole)
      for (std::int64_t i = 0; i < rows.size(); ++i)
        std::copy_n(edge.data() + i * width, columns, c + (rows.first + i) * n + j);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace livewarp
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace livewarp {

namespace {

HWY_EXPORT(Rows);

}  // namespace

MatmulRows matmul_vector_rows(const std::string& isa) {
  return HWY_DISPATCH_TABLE(Rows)[vector_target(isa)];
}

}  // namespace livewarp
#endif
