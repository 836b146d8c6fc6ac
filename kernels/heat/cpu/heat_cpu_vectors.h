// Vectors of cells, for the files that are compiled once for each instruction set: the guard is one
// that Highway turns with every target.
#if defined(LIVEWARP_HEAT_CPU_VECTORS) == defined(HWY_TARGET_TOGGLE)
  #ifdef LIVEWARP_HEAT_CPU_VECTORS
    #undef LIVEWARP_HEAT_CPU_VECTORS
  #else
    #define LIVEWARP_HEAT_CPU_VECTORS
  #endif

  #include <hwy/cache_control.h>
  #include <hwy/highway.h>

  #include "kernels/heat/cpu/heat_cpu_step.h"

HWY_BEFORE_NAMESPACE();
namespace livewarp {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Vectors of what is stored, as vectors of what is computed with.
template <class Stored>
struct Cells {
  using Tag = hn::ScalableTag<TemperatureReal<Stored>>;
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
  typename C::Vector number, four = hn::Set(d, TemperatureReal<Stored>(4));

  HWY_INLINE typename C::Vector operator()(std::int64_t x) const {
    const auto t = C::load(d, row + x);
    const auto flow = hn::Add(hn::Add(C::load(d, up + x), C::load(d, down + x)),
                              hn::Add(C::load(d, row + x - 1), C::load(d, row + x + 1)));
    return hn::MulAdd(number, hn::NegMulAdd(four, t, flow), t);
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

}  // namespace HWY_NAMESPACE
}  // namespace livewarp
HWY_AFTER_NAMESPACE();

#endif
