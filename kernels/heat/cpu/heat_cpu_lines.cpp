// Vectorised lines of the 5-point star, one or two at a time. This file is compiled once for each
// instruction set (foreach_target.h includes it again and again), and the one to use is chosen when
// the program runs.
#include "kernels/heat/cpu/heat_cpu_hwy.h"

#include "kernels/core/model/vector_isa.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/heat/cpu/heat_cpu_lines.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "kernels/heat/cpu/heat_cpu_vectors.h"

HWY_BEFORE_NAMESPACE();
namespace livewarp {
namespace HWY_NAMESPACE {

template <bool streaming, class Real>
HWY_INLINE void line_of(const Real* up, const Real* row, const Real* down, Real* out,
                        std::int64_t first, std::int64_t last, Real number) {
  const typename Cells<Real>::Tag d;
  if (last - first >= std::int64_t(hn::Lanes(d)))
    return fill<streaming>(out, first, last, FivePoint<Real>{d, up, row, down, hn::Set(d, number)});
  for (std::int64_t x = first; x < last; ++x)
    out[x] = row[x] + number * ((up[x] + down[x]) + (row[x - 1] + row[x + 1]) - 4 * row[x]);
}

/// Stores past the caches or not.
template <bool streaming, class D, class V, class Real>
HWY_INLINE void put(V v, D d, Real* to) {
  if constexpr (streaming)
    hn::Stream(v, d, to);
  else
    hn::StoreU(v, d, to);
}

/// A row as one moves along it with vectors of a cache line each: neighbours left and right come
/// from registers, turned by a lane, because a load that is not aligned touches two lines.
template <class Real>
class Walk {
 public:
  using Tag = typename Cells<Real>::Tag;
  using Vector = typename Cells<Real>::Vector;

  HWY_INLINE Walk(Tag d, const Real* row, std::int64_t x)
      : row_(row), here_(hn::LoadU(d, row + x)), left_of_(left(d, here_)),
        right_of_before_(hn::Set(d, row[x - 1])) {}
  HWY_INLINE Vector here() const { return here_; }

  /// Sum of both neighbours of the cells at x; then the next vector is the present one.
  HWY_INLINE Vector sides_and_on(Tag d, std::int64_t x) {
    const auto lanes = std::int64_t(hn::Lanes(d));
    const Vector after = hn::LoadU(d, row_ + x + lanes);
    const Vector right_of = right(d, here_), left_of_after = left(d, after);
    const Vector west = hn::IfThenElse(hn::FirstN(d, 1), right_of_before_, right_of);
    const Vector east =
        hn::IfThenElse(hn::FirstN(d, std::size_t(lanes - 1)), left_of_, left_of_after);
    right_of_before_ = right_of;
    left_of_ = left_of_after;
    here_ = after;
    return hn::Add(west, east);
  }

 private:
  /// Every lane gets the one that comes `by` lanes later, the last ones the first.
  static HWY_INLINE Vector turned(Tag d, Vector v, std::size_t by) {
    const hn::RebindToSigned<Tag> di;
    using Index = hn::TFromD<decltype(di)>;
    const auto lane = hn::And(hn::Iota(di, Index(by)), hn::Set(di, Index(hn::Lanes(d) - 1)));
    return hn::TableLookupLanes(v, hn::IndicesFromVec(d, lane));
  }
  static HWY_INLINE Vector left(Tag d, Vector v) { return turned(d, v, 1); }
  static HWY_INLINE Vector right(Tag d, Vector v) { return turned(d, v, hn::Lanes(d) - 1); }

  const Real* row_;
  Vector here_, left_of_, right_of_before_;
};

/// Cells of a cache line.
template <class Real>
constexpr std::int64_t line = 64 / sizeof(Real);

/// Whole lines of two rows from x on, as long as a line more can be read; returns where it stopped.
/// A line is written in one go: halves of two lines by turns would leave the processor's buffers
/// half full.
template <bool streaming, class Real>
HWY_INLINE std::int64_t whole_lines(const HeatLines<Real>& rows, std::int64_t x, std::int64_t last,
                                    Real number) {
  const typename Cells<Real>::Tag d;
  // Copies: a store of a vector might else change `rows`, for all that the compiler knows.
  const Real *const up = rows.in[0], *const first = rows.in[1], *const second = rows.in[2],
                    *const down = rows.in[3];
  Real *const out_first = rows.out[0], *const out_second = rows.out[1];
  const auto n = hn::Set(d, number), four = hn::Set(d, Real(4));
#if HWY_TARGET <= HWY_AVX3
  Walk<Real> a(d, first, x), b(d, second, x);
#else
  const auto lanes = std::int64_t(hn::Lanes(d));
  const FivePoint<Real> a{d, up, first, second, n, four};
  const FivePoint<Real> b{d, first, second, down, n, four};
#endif
  for (; x + 2 * line<Real> <= last; x += line<Real>) {
    if constexpr (streaming) {  // then the new rows are in no cache either
      hwy::Prefetch(second + x + 8 * line<Real>);
      hwy::Prefetch(down + x + 8 * line<Real>);
    }
#if HWY_TARGET <= HWY_AVX3
    const auto ta = a.here(), tb = b.here();
    const auto sum_a = hn::Add(hn::Add(hn::LoadU(d, up + x), tb), a.sides_and_on(d, x));
    const auto sum_b = hn::Add(hn::Add(ta, hn::LoadU(d, down + x)), b.sides_and_on(d, x));
    put<streaming>(hn::MulAdd(n, hn::NegMulAdd(four, ta, sum_a), ta), d, out_first + x);
    put<streaming>(hn::MulAdd(n, hn::NegMulAdd(four, tb, sum_b), tb), d, out_second + x);
#else
    for (std::int64_t i = x; i < x + line<Real>; i += lanes) put<streaming>(a(i), d, out_first + i);
    for (std::int64_t i = x; i < x + line<Real>; i += lanes)
      put<streaming>(b(i), d, out_second + i);
#endif
  }
  return x;
}

/// Two rows at once, from four: each of the inner two is read once and serves three times.
template <bool streaming, class Real>
HWY_INLINE void lines_of(const HeatLines<Real>& rows, std::int64_t first, std::int64_t last,
                         Real number) {
  const auto each = [&](std::int64_t from, std::int64_t to) {
    for (std::size_t i = 0; i < 2; ++i)
      line_of<streaming>(rows.in[i], rows.in[i + 1], rows.in[i + 2], rows.out[i], from, to, number);
  };
  const auto before = [&](std::size_t i) {  // cells up to the next line of memory
    const auto cell =
        std::int64_t(reinterpret_cast<std::uintptr_t>(rows.out[i] + first) / sizeof(Real));
    return (line<Real> - cell % line<Real>) % line<Real>;
  };
  const std::int64_t start = first + (streaming ? before(0) : 0);
  if ((streaming && before(0) != before(1)) || last - start < 2 * line<Real>)
    return each(first, last);
  if (start > first) each(first, start);
  each(whole_lines<streaming>(rows, start, last, number), last);
}

#define HEAT_LINE(name, Real, streaming)                                                           \
  void name(const Real* up, const Real* row, const Real* down, Real* out, std::int64_t first,      \
            std::int64_t last, Real number) {                                                      \
    line_of<streaming>(up, row, down, out, first, last, number);                                   \
  }
HEAT_LINE(LineFp32, float, false)
HEAT_LINE(LineFp64, double, false)
HEAT_LINE(StreamedLineFp32, float, true)
HEAT_LINE(StreamedLineFp64, double, true)
#undef HEAT_LINE

#define HEAT_LINES(name, Real, streaming)                                                          \
  void name(const HeatLines<Real>& rows, std::int64_t first, std::int64_t last, Real number) {     \
    lines_of<streaming>(rows, first, last, number);                                                \
  }
HEAT_LINES(LinesFp32, float, false)
HEAT_LINES(LinesFp64, double, false)
HEAT_LINES(StreamedLinesFp32, float, true)
HEAT_LINES(StreamedLinesFp64, double, true)
#undef HEAT_LINES

}  // namespace HWY_NAMESPACE
}  // namespace livewarp
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace livewarp {

namespace {

HWY_EXPORT(LineFp32);
HWY_EXPORT(LineFp64);
HWY_EXPORT(StreamedLineFp32);
HWY_EXPORT(StreamedLineFp64);
HWY_EXPORT(LinesFp32);
HWY_EXPORT(LinesFp64);
HWY_EXPORT(StreamedLinesFp32);
HWY_EXPORT(StreamedLinesFp64);

}  // namespace

template <>
HeatLine<float> heat_vector_line<float>(const std::string& isa, HeatStores stores) {
  const std::size_t target = vector_target(isa);
  return stores == HeatStores::streaming ? HWY_DISPATCH_TABLE(StreamedLineFp32)[target]
                                         : HWY_DISPATCH_TABLE(LineFp32)[target];
}

template <>
HeatLine<double> heat_vector_line<double>(const std::string& isa, HeatStores stores) {
  const std::size_t target = vector_target(isa);
  return stores == HeatStores::streaming ? HWY_DISPATCH_TABLE(StreamedLineFp64)[target]
                                         : HWY_DISPATCH_TABLE(LineFp64)[target];
}

template <>
HeatTwoLines<float> heat_vector_lines<float>(const std::string& isa, HeatStores stores) {
  const std::size_t target = vector_target(isa);
  return stores == HeatStores::streaming ? HWY_DISPATCH_TABLE(StreamedLinesFp32)[target]
                                         : HWY_DISPATCH_TABLE(LinesFp32)[target];
}

template <>
HeatTwoLines<double> heat_vector_lines<double>(const std::string& isa, HeatStores stores) {
  const std::size_t target = vector_target(isa);
  return stores == HeatStores::streaming ? HWY_DISPATCH_TABLE(StreamedLinesFp64)[target]
                                         : HWY_DISPATCH_TABLE(LinesFp64)[target];
}

void heat_finish_streaming() { hwy::FlushStream(); }

}  // namespace livewarp
#endif
