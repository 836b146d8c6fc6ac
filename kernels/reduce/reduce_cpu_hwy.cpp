// Vectorised pieces of a reduction. This file is compiled once for each instruction set
// (foreach_target.h includes it again and again), and the one to use is chosen when the program
// runs.
#include "kernels/reduce/reduce_cpu_hwy.h"

#include <cmath>
#include <type_traits>

#include "kernels/core/model/vector_isa.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/reduce/reduce_cpu_hwy.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace livewarp {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Adds up terms: `term(i)` is a vector of them, `last(i)` one.
template <class D, class Term, class Last>
HWY_INLINE hn::TFromD<D> reduce_add_all(D d, std::int64_t n, const Term& term, const Last& last) {
  const auto lanes = std::int64_t(hn::Lanes(d));
  auto sum0 = hn::Zero(d), sum1 = hn::Zero(d), sum2 = hn::Zero(d), sum3 = hn::Zero(d);
  auto sum4 = hn::Zero(d), sum5 = hn::Zero(d), sum6 = hn::Zero(d), sum7 = hn::Zero(d);
  std::int64_t i = 0;
  for (; i + 8 * lanes <= n; i += 8 * lanes) {
    sum0 = hn::Add(sum0, term(i));
    sum1 = hn::Add(sum1, term(i + lanes));
    sum2 = hn::Add(sum2, term(i + 2 * lanes));
    sum3 = hn::Add(sum3, term(i + 3 * lanes));
    sum4 = hn::Add(sum4, term(i + 4 * lanes));
    sum5 = hn::Add(sum5, term(i + 5 * lanes));
    sum6 = hn::Add(sum6, term(i + 6 * lanes));
    sum7 = hn::Add(sum7, term(i + 7 * lanes));
  }
  for (; i + lanes <= n; i += lanes) sum0 = hn::Add(sum0, term(i));
  sum0 = hn::Add(hn::Add(sum0, sum1), hn::Add(sum2, sum3));
  sum4 = hn::Add(hn::Add(sum4, sum5), hn::Add(sum6, sum7));
  hn::TFromD<D> sum = hn::GetLane(hn::SumOfLanes(d, hn::Add(sum0, sum4)));
  for (; i < n; ++i) sum += last(i);
  return sum;
}

/// The smaller of two; a NaN of b gives way.
template <class T>
HWY_INLINE T reduce_less(T a, T b) {
  return b < a || a != a ? b : a;
}

template <class T>
HWY_INLINE T reduce_least(const T* HWY_RESTRICT x, std::int64_t n) {
  const hn::ScalableTag<T> d;
  const auto lanes = std::int64_t(hn::Lanes(d));
  // a NaN on either side of `<` says no: what stands there stays, unless it is a NaN itself.
  const auto less = [](auto least, auto other) {
    if constexpr (std::is_integral_v<T>)
      return hn::Min(least, other);
    else
      return hn::IfThenElse(hn::Or(hn::Lt(other, least), hn::IsNaN(least)), other, least);
  };
  T result = x[0];
  std::int64_t i = 0;
  if (n >= lanes) {
    auto least0 = hn::LoadU(d, x), least1 = least0, least2 = least0, least3 = least0;
    for (; i + 4 * lanes <= n; i += 4 * lanes) {
      least0 = less(least0, hn::LoadU(d, x + i));
      least1 = less(least1, hn::LoadU(d, x + i + lanes));
      least2 = less(least2, hn::LoadU(d, x + i + 2 * lanes));
      least3 = less(least3, hn::LoadU(d, x + i + 3 * lanes));
    }
    const auto all = less(less(least0, least1), less(least2, least3));
    HWY_ALIGN T some[hn::MaxLanes(d)];
    hn::Store(all, d, some);
    for (std::int64_t lane = 0; lane < lanes; ++lane) result = reduce_less(result, some[lane]);
  }
  for (; i < n; ++i) result = reduce_less(result, x[i]);
  return result;
}

// Lesson vector: Vector registers, and eight sums in each lane. An addition takes four cycles
// before its result can be added to, but two may begin in each cycle: one running sum leaves seven
// of eight places empty. The compiler may not do this for reals, since it is another order of
// adding, and so another result; a smaller error, as it happens.
template <class T>
HWY_INLINE T reduce_piece(const T* HWY_RESTRICT x, const T* HWY_RESTRICT y, std::int64_t n,
                          bool minimum) {
  const hn::ScalableTag<T> d;
  if (minimum) return reduce_least(x, n);
  if (y)
    return reduce_add_all(
        d, n, [&](std::int64_t i) { return hn::Mul(hn::LoadU(d, x + i), hn::LoadU(d, y + i)); },
        [&](std::int64_t i) { return x[i] * y[i]; });
  return reduce_add_all(
      d, n, [&](std::int64_t i) { return hn::LoadU(d, x + i); },
      [&](std::int64_t i) { return x[i]; });
}

float ReducePieceFp32(const float* x, const float* y, std::int64_t n, bool minimum) {
  return reduce_piece(x, y, n, minimum);
}
double ReducePieceFp64(const double* x, const double* y, std::int64_t n, bool minimum) {
  return reduce_piece(x, y, n, minimum);
}
int ReducePieceInt32(const int* x, const int* y, std::int64_t n, bool minimum) {
  return reduce_piece(x, y, n, minimum);
}

}  // namespace HWY_NAMESPACE
}  // namespace livewarp
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace livewarp {

namespace {

HWY_EXPORT(ReducePieceFp32);
HWY_EXPORT(ReducePieceFp64);
HWY_EXPORT(ReducePieceInt32);

}  // namespace

template <>
ReducePiece<float> reduce_vector_piece<float>(const std::string& isa) {
  return HWY_DISPATCH_TABLE(ReducePieceFp32)[vector_target(isa)];
}
template <>
ReducePiece<double> reduce_vector_piece<double>(const std::string& isa) {
  return HWY_DISPATCH_TABLE(ReducePieceFp64)[vector_target(isa)];
}
template <>
ReducePiece<int> reduce_vector_piece<int>(const std::string& isa) {
  return HWY_DISPATCH_TABLE(ReducePieceInt32)[vector_target(isa)];
}

}  // namespace livewarp
#endif
