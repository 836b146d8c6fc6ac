// Vectors of channels, for a file that is compiled once for each instruction set: the guard is one
// that Highway turns with every target.
#if defined(LIVEWARP_SCALING_CPU_VECTORS) == defined(HWY_TARGET_TOGGLE)
  #ifdef LIVEWARP_SCALING_CPU_VECTORS
    #undef LIVEWARP_SCALING_CPU_VECTORS
  #else
    #define LIVEWARP_SCALING_CPU_VECTORS
  #endif

  #include <cstdint>

  #include <hwy/highway.h>

  #include "kernels/scaling/cpu/scaling_cpu_tables.h"

  #if HWY_TARGET != HWY_SCALAR
HWY_BEFORE_NAMESPACE();
namespace livewarp {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// A block of lanes is a whole number of these.
using Floats = hn::CappedTag<float, ScalingLanes::block>;
using Ints = hn::RebindToSigned<Floats>;
using FewBytes = hn::Rebind<std::uint8_t, Floats>;
using Bytes = hn::Repartition<std::uint8_t, Floats>;
using Floating = hn::Vec<Floats>;

HWY_INLINE Floating of_bytes(const std::uint8_t* p) {
  return hn::ConvertTo(Floats(), hn::PromoteTo(Ints(), hn::LoadU(FewBytes(), p)));
}

/// Four vectors as bytes, clamped and rounded. At 1.5 * 2^23 a float counts in ones, so an addition
/// rounds it, and its lower 16 bits are the integer.
HWY_INLINE hn::Vec<Bytes> to_bytes(Floating a, Floating b, Floating c, Floating d) {
  const hn::Repartition<std::int16_t, Floats> shorts;
  const hn::Half<Bytes> half;
  const Floating ones = hn::Set(Floats(), 12'582'912.0f);
  const auto both = [&](Floating low, Floating high) HWY_ATTR {
    return hn::DemoteTo(half, hn::ConcatEven(shorts, hn::BitCast(shorts, hn::Add(high, ones)),
                                             hn::BitCast(shorts, hn::Add(low, ones))));
  };
  return hn::Combine(Bytes(), both(c, d), both(a, b));
}

/// Calls vector(i) for [0, n) in steps of a vector of bytes and stores it, few(i, end) for what is
/// left, and before where streaming needs an even address.
template <class Vector, class Few>
HWY_INLINE void fill(std::uint8_t* out, std::int64_t n, bool streaming, const Vector& vector,
                     const Few& few) {
  const Bytes d;
  const auto size = std::int64_t(hn::Lanes(d));
  std::int64_t i = 0;
  if (streaming && n >= 2 * size) {
    i = (size - std::int64_t(reinterpret_cast<std::uintptr_t>(out) % std::uintptr_t(size))) % size;
    few(0, i);
    for (; i + size <= n; i += size) hn::Stream(vector(i), d, out + i);
  } else {
    for (; i + size <= n; i += size) hn::StoreU(vector(i), d, out + i);
  }
  few(i, n);
}

}  // namespace HWY_NAMESPACE
}  // namespace livewarp
HWY_AFTER_NAMESPACE();
  #endif

#endif
