// Vectorised all-pairs forces. This file is compiled once for each instruction set
// (foreach_target.h includes it again and again), and the one to use is chosen when the program
// runs.
#include "kernels/nbody/cpu/nbody_cpu_hwy.h"

#include <algorithm>
#include <array>

#include "kernels/core/model/vector_isa.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/nbody/cpu/nbody_cpu_hwy.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace livewarp {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// The widest vectors of the target, at most 64 bytes.
template <class Real>
using TagOf = hn::CappedTag<Real, 64 / sizeof(Real)>;
template <class Real>
using VectorOf = hn::Vec<TagOf<Real>>;

/// Bodies are computed `rows` vectors at a time, so that the four numbers of a source are spread
/// over a vector once for all of them, and their sums do not wait for each other. AVX-512 has twice
/// the registers to keep the sums in. (Targets are numbered from the best down.)
constexpr std::size_t rows = HWY_TARGET <= HWY_AVX3 ? 4 : 2;

/// Whether the processor estimates 1/sqrt(x) to 11 bits or better; elsewhere estimates are coarser.
#if HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
  #define LIVEWARP_NBODY_ESTIMATES 1
#else
  #define LIVEWARP_NBODY_ESTIMATES 0
#endif

/// 2/3 mass / r^3 but for a relative error of about 2e-7. The processor's estimate e of 1/sqrt(r2)
/// is good to 11 bits. With d = 1 - r2 e^2, r2^(-3/2) = e^3 (1 - d)^(-3/2) = e^3 (1 + 3/2 d + ...),
/// and what is left out, 15/8 d^2, is below 1e-6 at worst. Leaving 3/2 to the caller saves an
/// operation.
HWY_INLINE VectorOf<float> strength(TagOf<float> d, VectorOf<float> r2, VectorOf<float> mass) {
#if LIVEWARP_NBODY_ESTIMATES
  const auto e = hn::ApproximateReciprocalSqrt(r2);
#else
  const auto e = hn::Div(hn::Set(d, 1.0f), hn::Sqrt(r2));
#endif
  const auto e2 = hn::Mul(e, e);
  const auto correction = hn::NegMulAdd(r2, e2, hn::Set(d, 5.0f / 3.0f));
  return hn::Mul(hn::Mul(hn::Mul(mass, e), e2), correction);
}

#if LIVEWARP_NBODY_ESTIMATES
/// 1/sqrt(r2) to 14 bits with AVX-512, else to 11 and by way of fp32: distances above 1e19 have
/// none then, and there is no pull.
HWY_INLINE VectorOf<double> estimate(TagOf<double> d, VectorOf<double> r2) {
  #if HWY_TARGET <= HWY_AVX3
  (void)d;
  return VectorOf<double>{_mm512_rsqrt14_pd(r2.raw)};
  #else
  const hn::Rebind<float, TagOf<double>> single;
  return hn::PromoteTo(d, hn::ApproximateReciprocalSqrt(hn::DemoteTo(single, r2)));
  #endif
}
#endif

/// The same in fp64, to a few units of the last place: root and division would take longer than all
/// the rest. The series' terms up to d^4 leave 693/256 d^5, below 1e-15; with 14 bits those up to
/// d^3 do.
HWY_INLINE VectorOf<double> strength(TagOf<double> d, VectorOf<double> r2, VectorOf<double> mass) {
#if LIVEWARP_NBODY_ESTIMATES
  const auto e = estimate(d, r2);
  const auto e2 = hn::Mul(e, e);
  const auto x = hn::NegMulAdd(r2, e2, hn::Set(d, 1.0));
  auto series = hn::Set(d, 35.0 / 24);
  if constexpr (HWY_TARGET > HWY_AVX3) series = hn::MulAdd(x, hn::Set(d, 105.0 / 64), series);
  series = hn::MulAdd(x, series, hn::Set(d, 5.0 / 4));
  series = hn::MulAdd(x, series, hn::Set(d, 1.0));
  series = hn::MulAdd(x, series, hn::Set(d, 2.0 / 3));
  return hn::Mul(hn::Mul(hn::Mul(mass, e), e2), series);
#else
  return hn::Div(hn::Mul(mass, hn::Set(d, 2.0 / 3)), hn::Mul(r2, hn::Sqrt(r2)));
#endif
}

template <class Real>
struct Sums {
  VectorOf<Real> x[rows], y[rows], z[rows];
};

/// Adds up 2/3 of what sources [first, last) do to bodies at (x, y, z).
template <class Vec4, class Real = decltype(Vec4::x)>
HWY_INLINE void add_sources(TagOf<Real> d, const Vec4* HWY_RESTRICT position, std::int64_t first,
                            std::int64_t last, const Sums<Real>& at, VectorOf<Real> softening2,
                            Sums<Real>& sums) {
  for (std::int64_t j = first; j < last; ++j) {
    const auto sx = hn::Set(d, position[j].x), sy = hn::Set(d, position[j].y);
    const auto sz = hn::Set(d, position[j].z), mass = hn::Set(d, position[j].w);
    for (std::size_t k = 0; k < rows; ++k) {
      const auto dx = hn::Sub(sx, at.x[k]), dy = hn::Sub(sy, at.y[k]), dz = hn::Sub(sz, at.z[k]);
      const auto r2 = hn::MulAdd(dx, dx, hn::MulAdd(dy, dy, hn::MulAdd(dz, dz, softening2)));
      const auto s = strength(d, r2, mass);
      sums.x[k] = hn::MulAdd(dx, s, sums.x[k]);
      sums.y[k] = hn::MulAdd(dy, s, sums.y[k]);
      sums.z[k] = hn::MulAdd(dz, s, sums.z[k]);
    }
  }
}

template <class Real>
std::int64_t group() {
  return std::int64_t(rows * hn::Lanes(TagOf<Real>()));
}
std::int64_t Group32() { return group<float>(); }
std::int64_t Group64() { return group<double>(); }

// Lesson vector: One core, but 4, 8 or 16 bodies at a time in its vector registers, half as many in
// fp64. The root and the division are replaced by the processor's approximate reciprocal square
// root and a correction, short in fp32 and longer in fp64, which is most of the gain. Compare the
// instruction sets: twice the SIMD width is rarely twice the speed.
template <class Vec4, class Real = decltype(Vec4::x)>
HWY_INLINE void pull(const Vec4* HWY_RESTRICT position, Vec4* HWY_RESTRICT acceleration,
                     Range bodies, Range sources, Real softening2) {
  // Sums of 128 terms are added up: one long sum would round more.
  constexpr std::int64_t tile = 128;
  const TagOf<Real> d;
  const std::size_t lanes = hn::Lanes(d);
  const std::int64_t together = group<Real>();
  HWY_ALIGN std::array<Real, 64 / sizeof(Real) * rows> x, y, z;
  for (std::int64_t first = bodies.first; first < bodies.last; first += together) {
    for (std::int64_t k = 0; k < together; ++k) {
      const Vec4& body = position[std::min(first + k, bodies.last - 1)];
      x[k] = body.x, y[k] = body.y, z[k] = body.z;
    }
    Sums<Real> at, total;
    for (std::size_t k = 0; k < rows; ++k) {
      at.x[k] = hn::Load(d, &x[k * lanes]), total.x[k] = hn::Zero(d);
      at.y[k] = hn::Load(d, &y[k * lanes]), total.y[k] = hn::Zero(d);
      at.z[k] = hn::Load(d, &z[k * lanes]), total.z[k] = hn::Zero(d);
    }
    for (std::int64_t start = sources.first; start < sources.last; start += tile) {
      Sums<Real> sums;
      for (std::size_t k = 0; k < rows; ++k) sums.x[k] = sums.y[k] = sums.z[k] = hn::Zero(d);
      add_sources(d, position, start, std::min(start + tile, sources.last), at,
                  hn::Set(d, softening2), sums);
      for (std::size_t k = 0; k < rows; ++k) {
        total.x[k] = hn::Add(total.x[k], sums.x[k]);
        total.y[k] = hn::Add(total.y[k], sums.y[k]);
        total.z[k] = hn::Add(total.z[k], sums.z[k]);
      }
    }
    const auto factor = hn::Set(d, Real(1.5));
    for (std::size_t k = 0; k < rows; ++k) {
      hn::Store(hn::Mul(factor, total.x[k]), d, &x[k * lanes]);
      hn::Store(hn::Mul(factor, total.y[k]), d, &y[k * lanes]);
      hn::Store(hn::Mul(factor, total.z[k]), d, &z[k * lanes]);
    }
    for (std::int64_t k = 0; k < std::min(together, bodies.last - first); ++k) {
      Vec4& a = acceleration[first + k];
      a = {a.x + x[k], a.y + y[k], a.z + z[k], 0};
    }
  }
}

void Pull32(const Float4* HWY_RESTRICT position, Float4* HWY_RESTRICT acceleration, Range bodies,
            Range sources, float softening2) {
  pull(position, acceleration, bodies, sources, softening2);
}
void Pull64(const Double4* HWY_RESTRICT position, Double4* HWY_RESTRICT acceleration, Range bodies,
            Range sources, double softening2) {
  pull(position, acceleration, bodies, sources, softening2);
}

}  // namespace HWY_NAMESPACE
}  // namespace livewarp
HWY_AFTER_NAMESPACE();

#undef LIVEWARP_NBODY_ESTIMATES

#if HWY_ONCE
namespace livewarp {

namespace {

HWY_EXPORT(Group32);
HWY_EXPORT(Group64);
HWY_EXPORT(Pull32);
HWY_EXPORT(Pull64);

}  // namespace

std::int64_t vector_group(const std::string& isa, Precision precision) {
  const std::size_t target = vector_target(isa);
  const auto group = precision == Precision::fp64 ? HWY_DISPATCH_TABLE(Group64)[target]
                                                  : HWY_DISPATCH_TABLE(Group32)[target];
  return group();
}

// Lesson threads: The vectorized variant on all cores: bodies are handed out in small chunks, so
// that no core waits long for the slowest. Every core reads all sources, but from its caches: the
// speed grows with the cores. This is what a GPU should be compared with.
void vector_pull(const std::string& isa, const Float4* position, Float4* acceleration, Range bodies,
                 Range sources, float softening2) {
  const auto pull = HWY_DISPATCH_TABLE(Pull32)[vector_target(isa)];
  pull(position, acceleration, bodies, sources, softening2);
}

void vector_pull(const std::string& isa, const Double4* position, Double4* acceleration,
                 Range bodies, Range sources, double softening2) {
  const auto pull = HWY_DISPATCH_TABLE(Pull64)[vector_target(isa)];
  pull(position, acceleration, bodies, sources, softening2);
}

}  // namespace livewarp
#endif
