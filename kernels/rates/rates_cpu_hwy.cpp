// Vectorised chains. This file is compiled once for each instruction set (foreach_target.h includes
// it again and again), and the one to use is chosen when the program runs.
#include "kernels/rates/rates_cpu_hwy.h"

#include <bit>

#include "kernels/core/model/vector_isa.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/rates/rates_cpu_hwy.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace livewarp {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Without a fused instruction Highway makes a product and a sum of it, rounded each.
constexpr RatesKind rates_kind = HWY_NATIVE_FMA ? RatesKind::fp32 : RatesKind::unfused;

// Lesson chains: A core begins two fused multiply-adds in each cycle, of whole vector registers,
// and waits four cycles for the result of each: eight registers of independent chains keep it busy,
// one of them leaves seven places in eight empty. A compiler does not find that by itself where a
// loop is one chain. Set chains to 1, 2, 4, 8; the scalar variant is another factor of the lanes.
template <int Chains, class D>
HWY_INLINE void rates_group(D d, const RatesStart* HWY_RESTRICT start,
                            std::uint64_t* HWY_RESTRICT end, std::int64_t n, std::int64_t steps) {
  constexpr std::size_t most = Chains * hn::MaxLanes(D());
  HWY_ALIGN float xs[most] = {}, cs[most] = {};
  for (std::int64_t i = 0; i < n; ++i) {
    xs[i] = start[i].x;
    cs[i] = start[i].c;
  }
  const std::size_t lanes = hn::Lanes(d);
  const auto at = [&](const float* from, int k) {
    return hn::Load(d, from + (k < Chains ? std::size_t(k) * lanes : 0));
  };
  auto x0 = at(xs, 0), x1 = at(xs, 1), x2 = at(xs, 2), x3 = at(xs, 3);
  auto x4 = at(xs, 4), x5 = at(xs, 5), x6 = at(xs, 6), x7 = at(xs, 7);
  const auto c0 = at(cs, 0), c1 = at(cs, 1), c2 = at(cs, 2), c3 = at(cs, 3);
  const auto c4 = at(cs, 4), c5 = at(cs, 5), c6 = at(cs, 6), c7 = at(cs, 7);
  for (std::int64_t step = 0; step < steps; ++step) {
    x0 = hn::MulAdd(x0, x0, c0);
    if constexpr (Chains >= 2) x1 = hn::MulAdd(x1, x1, c1);
    if constexpr (Chains >= 4) {
      x2 = hn::MulAdd(x2, x2, c2);
      x3 = hn::MulAdd(x3, x3, c3);
    }
    if constexpr (Chains >= 8) {
      x4 = hn::MulAdd(x4, x4, c4);
      x5 = hn::MulAdd(x5, x5, c5);
      x6 = hn::MulAdd(x6, x6, c6);
      x7 = hn::MulAdd(x7, x7, c7);
    }
  }
  hn::Store(x0, d, xs);
  if constexpr (Chains >= 2) hn::Store(x1, d, xs + lanes);
  if constexpr (Chains >= 4) {
    hn::Store(x2, d, xs + 2 * lanes);
    hn::Store(x3, d, xs + 3 * lanes);
  }
  if constexpr (Chains >= 8) {
    hn::Store(x4, d, xs + 4 * lanes);
    hn::Store(x5, d, xs + 5 * lanes);
    hn::Store(x6, d, xs + 6 * lanes);
    hn::Store(x7, d, xs + 7 * lanes);
  }
  for (std::int64_t i = 0; i < n; ++i) end[i] = std::bit_cast<std::uint32_t>(xs[i]);
}

template <int Chains, class D>
HWY_INLINE void rates_groups(D d, const RatesStart* start, std::uint64_t* end, std::int64_t n,
                             std::int64_t steps) {
  const auto group = std::int64_t(Chains * hn::Lanes(d));
  for (std::int64_t i = 0; i < n; i += group)
    rates_group<Chains>(d, start + i, end + i, n - i < group ? n - i : group, steps);
}

RatesKind RatesChains(const RatesStart* start, std::uint64_t* end, std::int64_t n,
                      std::int64_t steps, int chains) {
  const hn::ScalableTag<float> all;
  switch (chains) {
  case 0: rates_groups<1>(hn::CappedTag<float, 1>(), start, end, n, steps); break;
  case 1: rates_groups<1>(all, start, end, n, steps); break;
  case 2: rates_groups<2>(all, start, end, n, steps); break;
  case 4: rates_groups<4>(all, start, end, n, steps); break;
  default: rates_groups<8>(all, start, end, n, steps); break;
  }
  return rates_kind;
}

int RatesLanes() { return int(hn::Lanes(hn::ScalableTag<float>())); }

}  // namespace HWY_NAMESPACE
}  // namespace livewarp
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace livewarp {

namespace {

HWY_EXPORT(RatesChains);
HWY_EXPORT(RatesLanes);

}  // namespace

RatesPiece rates_vector_piece(const std::string& isa) {
  return HWY_DISPATCH_TABLE(RatesChains)[vector_target(isa)];
}

int rates_vector_lanes(const std::string& isa) {
  return HWY_DISPATCH_TABLE(RatesLanes)[vector_target(isa)]();
}

}  // namespace livewarp
#endif
