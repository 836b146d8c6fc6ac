// Vectorised rows of the plate. This file is compiled once for each instruction set (foreach_target.h
// includes it again and again), and the one to use is chosen when the program runs.
#include "kernels/heat/heat_cpu_hwy.h"

#include <algorithm>

#include "kernels/core/vector_isa.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/heat/heat_cpu_hwy.cpp"
#include <hwy/foreach_target.h>

#include <hwy/cache_control.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace livewarp {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Vectors of what is stored, as vectors of what is computed with.
template <class Stored>
struct Cells {
  using Tag = hn::ScalableTag<Arithmetic<Stored>>;
  using Vector = hn::Vec<Tag>;
  static HWY_INLINE Vector load(Tag d, const Stored* p) { return hn::LoadU(d, p); }
  static HWY_INLINE void store(Vector v, Tag d, Stored* p) { hn::StoreU(v, d, p); }
  static HWY_INLINE void stream(Vector v, Tag d, Stored* p) { hn::Stream(v, d, p); }
};

template <>
struct Cells<Half> {
  using Tag = hn::ScalableTag<float>;
  using Vector = hn::Vec<Tag>;
  using Narrow = hn::Rebind<hwy::float16_t, Tag>;
  static HWY_INLINE Vector load(Tag d, const Half* p) {
    return hn::PromoteTo(d, hn::LoadU(Narrow(), reinterpret_cast<const hwy::float16_t*>(p)));
  }
  static HWY_INLINE void store(Vector v, Tag, Half* p) {
    hn::StoreU(hn::DemoteTo(Narrow(), v), Narrow(), reinterpret_cast<hwy::float16_t*>(p));
  }
  static HWY_INLINE void stream(Vector v, Tag d, Half* p) { store(v, d, p); }
};

/// The 5-point star: three additions and two FMAs a cell.
template <class Stored>
struct FivePoint {
  using C = Cells<Stored>;
  typename C::Tag d;
  const Stored *up, *row, *down;
  typename C::Vector number, four = hn::Set(d, Arithmetic<Stored>(4));

  HWY_INLINE typename C::Vector operator()(std::int64_t x) const {
    const auto t = C::load(d, row + x);
    const auto flow = hn::Add(hn::Add(C::load(d, up + x), C::load(d, down + x)),
                              hn::Add(C::load(d, row + x - 1), C::load(d, row + x + 1)));
    return hn::MulAdd(number, hn::NegMulAdd(four, t, flow), t);
  }
};

/// A star of any radius.
template <class Stored>
struct WideStar {
  using C = Cells<Stored>;
  typename C::Tag d;
  const HeatStar<Stored>& star;
  typename C::Vector four = hn::Set(d, Arithmetic<Stored>(4));

  HWY_INLINE typename C::Vector operator()(std::int64_t x) const {
    const auto t = C::load(d, star.row + x);
    auto sum = hn::Zero(d);
    for (int k = 1; k <= star.radius; ++k) {
      const auto at = std::size_t(k);
      const auto flow =
          hn::Add(hn::Add(C::load(d, star.up[at] + x), C::load(d, star.down[at] + x)),
                  hn::Add(C::load(d, star.row + x - k), C::load(d, star.row + x + k)));
      sum = hn::MulAdd(hn::Set(d, star.weight[at]), hn::NegMulAdd(four, t, flow), sum);
    }
    return hn::Add(t, sum);
  }
};

/// Stores value(x) at out[x] for x in [first, last). Ends that do not fill a vector are computed as
/// part of one that overlaps its neighbour.
template <bool streaming, class Stored, class Value>
HWY_INLINE void fill(Stored* HWY_RESTRICT out, std::int64_t first, std::int64_t last,
                     const Value& value) {
  using C = Cells<Stored>;
  const typename C::Tag d;
  const auto lanes = std::int64_t(hn::Lanes(d));
  std::int64_t x = first;
  if (streaming && last - first >= 2 * lanes) {
    const auto vector_bytes = lanes * std::int64_t(sizeof(Stored));
    const auto beyond = std::int64_t(reinterpret_cast<std::uintptr_t>(out + x) % vector_bytes);
    if (beyond != 0) {
      C::store(value(x), d, out + x);
      x += (vector_bytes - beyond) / std::int64_t(sizeof(Stored));
    }
    for (; x + lanes <= last; x += lanes) C::stream(value(x), d, out + x);
  }
  for (; x + lanes <= last; x += lanes) C::store(value(x), d, out + x);
  if (x < last) C::store(value(last - lanes), d, out + last - lanes);
}

template <bool streaming, class Stored>
HWY_INLINE void row_of(const HeatStar<Stored>& star, Stored* out, std::int64_t first,
                       std::int64_t last) {
  const typename Cells<Stored>::Tag d;
  if (last - first < std::int64_t(hn::Lanes(d))) {
    for (std::int64_t x = first; x < last; ++x) heat_one_cell(star, out, x);
  } else if (star.radius == 1) {
    fill<streaming>(
        out, first, last,
        FivePoint<Stored>{d, star.up[1], star.row, star.down[1], hn::Set(d, star.weight[1])});
  } else {
    fill<streaming>(out, first, last, WideStar<Stored>{d, star});
  }
}

template <bool streaming, class Real>
HWY_INLINE void line_of(const Real* up, const Real* row, const Real* down, Real* out,
                        std::int64_t first, std::int64_t last, Real number) {
  const typename Cells<Real>::Tag d;
  if (last - first >= std::int64_t(hn::Lanes(d)))
    return fill<streaming>(out, first, last, FivePoint<Real>{d, up, row, down, hn::Set(d, number)});
  for (std::int64_t x = first; x < last; ++x)
    out[x] = row[x] + number * ((up[x] + down[x]) + (row[x - 1] + row[x + 1]) - 4 * row[x]);
}

/// Vectors of a row as one moves along it. With AVX-512 the neighbours left and right come from
/// registers, turned by a lane, since a 64-byte load that is not aligned touches two cache lines;
/// elsewhere they are loaded.
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
    Vector west, east;
    if constexpr (HWY_TARGET <= HWY_AVX3) {
      const Vector right_of = right(d, here_), left_of_after = left(d, after);
      west = hn::IfThenElse(hn::FirstN(d, 1), right_of_before_, right_of);
      east = hn::IfThenElse(hn::FirstN(d, std::size_t(lanes - 1)), left_of_, left_of_after);
      right_of_before_ = right_of;
      left_of_ = left_of_after;
    } else {
      west = hn::LoadU(d, row_ + x - 1);
      east = hn::LoadU(d, row_ + x + 1);
    }
    here_ = after;
    return hn::Add(west, east);
  }

 private:
  /// Every lane gets the one that follows it (left), or that comes before it, in turn.
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

/// Two rows at once, from four: each of the inner two is read once and serves three times.
template <bool streaming, class Real>
HWY_INLINE void lines_of(const HeatLines<Real>& rows, std::int64_t first, std::int64_t last,
                         Real number) {
  const typename Cells<Real>::Tag d;
  const auto lanes = std::int64_t(hn::Lanes(d));
  const auto n = hn::Set(d, number), four = hn::Set(d, Real(4));
  const auto put = [&](auto v, Real* to) {
    if constexpr (streaming)
      hn::Stream(v, d, to);
    else
      hn::StoreU(v, d, to);
  };
  std::int64_t x = first;
  const auto at = reinterpret_cast<std::uintptr_t>(rows.out[0] + x) |
                  reinterpret_cast<std::uintptr_t>(rows.out[1] + x);
  const bool fits = !streaming || at % (std::size_t(lanes) * sizeof(Real)) == 0;
  if (fits && last - first >= 2 * lanes) {
    Walk<Real> a(d, rows.in[1], x), b(d, rows.in[2], x);
    for (; x + 2 * lanes <= last; x += lanes) {
      const auto ta = a.here(), tb = b.here();
      const auto sum_a = hn::Add(hn::Add(hn::LoadU(d, rows.in[0] + x), tb), a.sides_and_on(d, x));
      const auto sum_b = hn::Add(hn::Add(ta, hn::LoadU(d, rows.in[3] + x)), b.sides_and_on(d, x));
      put(hn::MulAdd(n, hn::NegMulAdd(four, ta, sum_a), ta), rows.out[0] + x);
      put(hn::MulAdd(n, hn::NegMulAdd(four, tb, sum_b), tb), rows.out[1] + x);
    }
  }
  for (std::size_t i = 0; i < 2; ++i)
    line_of<streaming>(rows.in[i], rows.in[i + 1], rows.in[i + 2], rows.out[i], x, last, number);
}

#define HEAT_ROW(name, Stored, streaming)                                                          \
  void name(const HeatStar<Stored>& star, Stored* out, std::int64_t first, std::int64_t last) {    \
    row_of<streaming>(star, out, first, last);                                                     \
  }
HEAT_ROW(RowFp32, float, false)
HEAT_ROW(RowFp64, double, false)
HEAT_ROW(RowHalf, Half, false)
HEAT_ROW(StreamedFp32, float, true)
HEAT_ROW(StreamedFp64, double, true)
#undef HEAT_ROW

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

HWY_EXPORT(RowFp32);
HWY_EXPORT(RowFp64);
HWY_EXPORT(RowHalf);
HWY_EXPORT(StreamedFp32);
HWY_EXPORT(StreamedFp64);
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
HeatRow<float> heat_vector_row<float>(const std::string& isa, HeatStores stores) {
  const std::size_t target = vector_target(isa);
  return stores == HeatStores::streaming ? HWY_DISPATCH_TABLE(StreamedFp32)[target]
                                         : HWY_DISPATCH_TABLE(RowFp32)[target];
}

template <>
HeatRow<double> heat_vector_row<double>(const std::string& isa, HeatStores stores) {
  const std::size_t target = vector_target(isa);
  return stores == HeatStores::streaming ? HWY_DISPATCH_TABLE(StreamedFp64)[target]
                                         : HWY_DISPATCH_TABLE(RowFp64)[target];
}

template <>
HeatRow<Half> heat_vector_row<Half>(const std::string& isa, HeatStores) {
  return HWY_DISPATCH_TABLE(RowHalf)[vector_target(isa)];
}

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
