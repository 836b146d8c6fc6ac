// Vectorised rows of the plate. This file is compiled once for each instruction set
// (foreach_target.h includes it again and again), and the one to use is chosen when the program
// runs.
#include "kernels/heat/cpu/heat_cpu_hwy.h"

#include "kernels/core/model/vector_isa.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/heat/cpu/heat_cpu_hwy.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "kernels/heat/cpu/heat_cpu_vectors.h"

HWY_BEFORE_NAMESPACE();
namespace livewarp {
namespace HWY_NAMESPACE {

/// A star of any radius.
template <class Stored>
struct WideStar {
  using C = Cells<Stored>;
  typename C::Tag d;
  const HeatStar<Stored>& star;
  typename C::Vector four = hn::Set(d, TemperatureReal<Stored>(4));

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

// Lesson vector: One core, 4, 8 or 16 cells at a time in its vector registers. Left and right
// neighbours are the same row again, loaded one cell further. On a plate larger than the caches the
// instruction set hardly matters: one core waits for the memory.
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

}  // namespace

// The variants by these rows, apart from the one above:
//
// Lesson threads: The vectorized variant on all cores, rows handed out in chunks. A few cores are
// enough to use the whole memory bandwidth, and more change nothing. Each store first reads the
// line that it is about to overwrite: 12 bytes move for a cell of fp32, where 8 would do.
//
// Lesson blocked: Cache blocking: the plate in strips so narrow that three rows of one stay in the
// L1 cache. In two dimensions it seldom pays: three whole rows fit into the L2 cache anyway, and
// each short row is a new start for the prefetcher. Blocking pays in three dimensions, and in time.
//
// Lesson streaming: The threaded variant with non-temporal stores, which bypass the caches, so that
// no line is read only to be overwritten: 8 bytes per cell instead of 12; and two rows at a time,
// from four that are read once. On a large plate this is nearly as fast as a copy. On one that fits
// into the cache it is slower, because the next step must fetch it back.
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

}  // namespace livewarp
#endif
