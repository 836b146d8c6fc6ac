// Vectorised all-pairs forces. This file is compiled once for each instruction set (foreach_target.h
// includes it again and again), and the one to use is chosen when the program runs.
#include "kernels/nbody/nbody_cpu_hwy.h"

#include <algorithm>
#include <array>

#include "kernels/core/vector_isa.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/nbody/nbody_cpu_hwy.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace livewarp {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<float, 16>;
using Vector = hn::Vec<Tag>;

/// Bodies are computed `rows` vectors at a time, so that the four numbers of a source are spread over a
/// vector once for all of them, and their sums do not wait for each other. AVX-512 has twice the
/// registers to keep the sums in. (Targets are numbered from the best down.)
constexpr std::size_t rows = HWY_TARGET <= HWY_AVX3 ? 4 : 2;

/// 2/3 mass / r^3 but for a relative error of about 2e-7. The processor's estimate e of 1/sqrt(r2) is
/// good to 11 bits. With d = 1 - r2 e^2, r2^(-3/2) = e^3 (1 - d)^(-3/2) = e^3 (1 + 3/2 d + ...), and
/// what is left out, 15/8 d^2, is below 1e-6 at worst. Leaving 3/2 to the caller saves an operation.
HWY_INLINE Vector strength(Tag d, Vector r2, Vector mass) {
#if HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
  const Vector e = hn::ApproximateReciprocalSqrt(r2);
#else
  const Vector e = hn::Div(hn::Set(d, 1.0f), hn::Sqrt(r2));  // elsewhere estimates are coarser
#endif
  const Vector e2 = hn::Mul(e, e);
  const Vector correction = hn::NegMulAdd(r2, e2, hn::Set(d, 5.0f / 3.0f));
  return hn::Mul(hn::Mul(hn::Mul(mass, e), e2), correction);
}

struct Sums {
  Vector x[rows], y[rows], z[rows];
};

/// Adds up 2/3 of what sources [first, last) do to bodies at (x, y, z).
HWY_INLINE void add_sources(Tag d, const Float4* HWY_RESTRICT position, std::int64_t first,
                            std::int64_t last, const Sums& at, Vector softening2, Sums& sums) {
  for (std::int64_t j = first; j < last; ++j) {
    const Vector sx = hn::Set(d, position[j].x), sy = hn::Set(d, position[j].y);
    const Vector sz = hn::Set(d, position[j].z), mass = hn::Set(d, position[j].w);
    for (std::size_t k = 0; k < rows; ++k) {
      const Vector dx = hn::Sub(sx, at.x[k]), dy = hn::Sub(sy, at.y[k]), dz = hn::Sub(sz, at.z[k]);
      const Vector r2 = hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::MulAdd(dz, dz, softening2)));
      const Vector s = strength(d, r2, mass);
      sums.x[k] = hn::MulAdd(dx, s, sums.x[k]);
      sums.y[k] = hn::MulAdd(dy, s, sums.y[k]);
      sums.z[k] = hn::MulAdd(dz, s, sums.z[k]);
    }
  }
}

std::int64_t Group() { return std::int64_t(rows * hn::Lanes(Tag())); }

void Pull(const Float4* HWY_RESTRICT position, Float4* HWY_RESTRICT acceleration, Range bodies,
          Range sources, float softening2) {
  // Sums of 512 terms are added up: one long sum would round more.
  constexpr std::int64_t tile = 512;
  const Tag d;
  const std::size_t lanes = hn::Lanes(d);
  const std::int64_t group = Group();
  HWY_ALIGN std::array<float, 16 * rows> x, y, z;
  for (std::int64_t first = bodies.first; first < bodies.last; first += group) {
    for (std::int64_t k = 0; k < group; ++k) {
      const Float4& body = position[std::min(first + k, bodies.last - 1)];
      x[k] = body.x, y[k] = body.y, z[k] = body.z;
    }
    Sums at, total;
    for (std::size_t k = 0; k < rows; ++k) {
      at.x[k] = hn::Load(d, &x[k * lanes]), total.x[k] = hn::Zero(d);
      at.y[k] = hn::Load(d, &y[k * lanes]), total.y[k] = hn::Zero(d);
      at.z[k] = hn::Load(d, &z[k * lanes]), total.z[k] = hn::Zero(d);
    }
    for (std::int64_t start = sources.first; start < sources.last; start += tile) {
      Sums sums;
      for (std::size_t k = 0; k < rows; ++k) sums.x[k] = sums.y[k] = sums.z[k] = hn::Zero(d);
      add_sources(d, position, start, std::min(start + tile, sources.last), at,
                  hn::Set(d, softening2), sums);
      for (std::size_t k = 0; k < rows; ++k) {
        total.x[k] = hn::Add(total.x[k], sums.x[k]);
        total.y[k] = hn::Add(total.y[k], sums.y[k]);
        total.z[k] = hn::Add(total.z[k], sums.z[k]);
      }
    }
    const Vector factor = hn::Set(d, 1.5f);
    for (std::size_t k = 0; k < rows; ++k) {
      hn::Store(hn::Mul(factor, total.x[k]), d, &x[k * lanes]);
      hn::Store(hn::Mul(factor, total.y[k]), d, &y[k * lanes]);
      hn::Store(hn::Mul(factor, total.z[k]), d, &z[k * lanes]);
    }
    for (std::int64_t k = 0; k < std::min(group, bodies.last - first); ++k) {
      Float4& a = acceleration[first + k];
      a = {a.x + x[k], a.y + y[k], a.z + z[k], 0};
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace livewarp
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace livewarp {

namespace {

HWY_EXPORT(Group);
HWY_EXPORT(Pull);

}  // namespace

std::int64_t vector_group(const std::string& isa) {
  const auto group = HWY_DISPATCH_TABLE(Group)[vector_target(isa)];
  return group();
}

void vector_pull(const std::string& isa, const Float4* position, Float4* acceleration, Range bodies,
                 Range sources, float softening2) {
  const auto pull = HWY_DISPATCH_TABLE(Pull)[vector_target(isa)];
  pull(position, acceleration, bodies, sources, softening2);
}

}  // namespace livewarp
#endif
