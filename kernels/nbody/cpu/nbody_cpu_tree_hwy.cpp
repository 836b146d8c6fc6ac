// Vectorised forces of a tree's cells, by monopole and quadrupole. Compiled once for each
// instruction set, like nbody_cpu_hwy.cpp.
#include "kernels/nbody/cpu/nbody_cpu_tree_hwy.h"

#include <algorithm>
#include <array>

#include "kernels/core/model/vector_isa.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/nbody/cpu/nbody_cpu_tree_hwy.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace livewarp {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using CellTag = hn::CappedTag<float, 16>;
using CellVector = hn::Vec<CellTag>;
/// Vectors of bodies that a read of a cell serves. The registers of AVX-512 hold two.
constexpr std::size_t cell_rows = HWY_TARGET <= HWY_AVX3 ? 2 : 1;

/// 1/sqrt(r2): where the processor has a good estimate, that and a step of Newton's.
HWY_INLINE CellVector inverse_root(CellTag d, CellVector r2) {
#if HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
  const auto e = hn::ApproximateReciprocalSqrt(r2);
  const auto half = hn::Mul(hn::Mul(r2, e), hn::Set(d, 0.5f));
  return hn::Mul(e, hn::NegMulAdd(half, e, hn::Set(d, 1.5f)));
#else
  return hn::Div(hn::Set(d, 1.0f), hn::Sqrt(r2));
#endif
}

struct CellSums {
  CellVector x[cell_rows], y[cell_rows], z[cell_rows];
};

/// The formula is that of `nbody_pull_cell`.
HWY_INLINE void add_cell(CellTag d, const NbodyFarCell& cell, const CellSums& at,
                         CellVector softening2, CellSums& sums) {
  const auto of = [&](float value) { return hn::Set(d, value); };
  for (std::size_t k = 0; k < cell_rows; ++k) {
    const auto dx = hn::Sub(of(cell.x), at.x[k]), dy = hn::Sub(of(cell.y), at.y[k]);
    const auto dz = hn::Sub(of(cell.z), at.z[k]);
    const auto r2 = hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::MulAdd(dz, dz, softening2)));
    const auto inverse = inverse_root(d, r2), inverse2 = hn::Mul(inverse, inverse);
    const auto inverse3 = hn::Mul(inverse2, inverse), inverse5 = hn::Mul(inverse2, inverse3);
    const auto row = [&](float a, float b, float c) {
      return hn::MulAdd(of(a), dx, hn::MulAdd(of(b), dy, hn::Mul(of(c), dz)));
    };
    const auto sx = row(cell.xx, cell.xy, cell.xz), sy = row(cell.xy, cell.yy, cell.yz);
    const auto sz = row(cell.xz, cell.yz, cell.zz);
    const auto along = hn::MulAdd(sx, dx, hn::MulAdd(sy, dy, hn::Mul(sz, dz)));
    const auto second = hn::MulSub(hn::Mul(of(2.5f), inverse2), along, of(cell.trace));
    const auto strength = hn::MulAdd(inverse5, second, hn::Mul(of(cell.mass), inverse3));
    sums.x[k] = hn::NegMulAdd(inverse5, sx, hn::MulAdd(dx, strength, sums.x[k]));
    sums.y[k] = hn::NegMulAdd(inverse5, sy, hn::MulAdd(dy, strength, sums.y[k]));
    sums.z[k] = hn::NegMulAdd(inverse5, sz, hn::MulAdd(dz, strength, sums.z[k]));
  }
}

void PullCells(const Float4* HWY_RESTRICT position, Float4* HWY_RESTRICT acceleration,
               std::int64_t count, const NbodyFarCell* HWY_RESTRICT cells, std::int64_t cell_count,
               float softening2) {
  const CellTag d;
  const std::size_t lanes = hn::Lanes(d);
  const auto together = std::int64_t(cell_rows * lanes);
  HWY_ALIGN std::array<float, 16 * cell_rows> x, y, z;
  for (std::int64_t first = 0; first < count; first += together) {
    for (std::int64_t k = 0; k < together; ++k) {
      const Float4& body = position[std::min(first + k, count - 1)];
      x[std::size_t(k)] = body.x, y[std::size_t(k)] = body.y, z[std::size_t(k)] = body.z;
    }
    CellSums at, sums;
    for (std::size_t k = 0; k < cell_rows; ++k) {
      at.x[k] = hn::Load(d, &x[k * lanes]), sums.x[k] = hn::Zero(d);
      at.y[k] = hn::Load(d, &y[k * lanes]), sums.y[k] = hn::Zero(d);
      at.z[k] = hn::Load(d, &z[k * lanes]), sums.z[k] = hn::Zero(d);
    }
    const auto soft = hn::Set(d, softening2);
    for (std::int64_t j = 0; j < cell_count; ++j) add_cell(d, cells[j], at, soft, sums);
    for (std::size_t k = 0; k < cell_rows; ++k) {
      hn::Store(sums.x[k], d, &x[k * lanes]);
      hn::Store(sums.y[k], d, &y[k * lanes]);
      hn::Store(sums.z[k], d, &z[k * lanes]);
    }
    for (std::int64_t k = 0; k < std::min(together, count - first); ++k) {
      Float4& a = acceleration[first + k];
      const auto i = std::size_t(k);
      a = {a.x + x[i], a.y + y[i], a.z + z[i], 0};
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace livewarp
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace livewarp {

namespace {

HWY_EXPORT(PullCells);

}  // namespace

void vector_pull_cells(const std::string& isa, const Float4* position, Float4* acceleration,
                       std::int64_t count, const NbodyFarCell* cells, std::int64_t cell_count,
                       float softening2) {
  const auto pull = HWY_DISPATCH_TABLE(PullCells)[vector_target(isa)];
  pull(position, acceleration, count, cells, cell_count, softening2);
}

}  // namespace livewarp
#endif
