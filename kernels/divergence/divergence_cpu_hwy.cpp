// Items by vectors of the processor, with masks. This file is compiled once for each instruction
// set (foreach_target.h includes it again and again), and the one to use is chosen when the program
// runs.
#include "kernels/divergence/divergence_cpu_hwy.h"

#include "kernels/core/model/vector_isa.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/divergence/divergence_cpu_hwy.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace livewarp {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Lesson vector: A vector register is a small warp: 4, 8 or 16 items in lanes with one instruction
// for all. Factors are chosen by a mask, and after its own rounds a lane keeps its value, by a mask
// too; the loop ends when the mask is empty. An expensive item holds up its neighbours here as it
// does on a GPU, but fewer of them.
template <class D>
HWY_INLINE void divergence_lanes_at(D d, const DivergenceVectors& items, std::int64_t i) {
  const hn::RebindToSigned<D> signed_d;
  const auto rounds = hn::LoadU(signed_d, items.rounds + i);
  const auto expensive = hn::RebindMask(d, hn::Gt(rounds, hn::Set(signed_d, items.cheap)));
  const auto factor =
      hn::IfThenElse(expensive, hn::Set(d, items.expensive_factor), hn::Set(d, items.cheap_factor));
  const auto increment = hn::IfThenElse(expensive, hn::Set(d, items.expensive_increment),
                                        hn::Set(d, items.cheap_increment));
  auto value = hn::LoadU(d, items.value + i);
  auto k = hn::Zero(signed_d);
  for (auto going = hn::Lt(k, rounds); !hn::AllFalse(signed_d, going); going = hn::Lt(k, rounds)) {
    auto next = value;
    for (int step = 0; step < items.steps_a_round; ++step)
      next = hn::Add(hn::Mul(next, factor), increment);
    value = hn::IfThenElse(hn::RebindMask(d, going), next, value);
    k = hn::Add(k, hn::Set(signed_d, 1));
  }
  hn::StoreU(value, d, items.result + i);
}

void DivergenceItems(const DivergenceVectors& items) {
  const hn::ScalableTag<std::uint32_t> d;
  const hn::CappedTag<std::uint32_t, 1> one;
  const auto lanes = std::int64_t(hn::Lanes(d));
  std::int64_t i = 0;
  for (; i + lanes <= items.n; i += lanes) divergence_lanes_at(d, items, i);
  for (; i < items.n; ++i) divergence_lanes_at(one, items, i);
}

int DivergenceLanes() { return int(hn::Lanes(hn::ScalableTag<std::uint32_t>())); }

}  // namespace HWY_NAMESPACE
}  // namespace livewarp
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace livewarp {

namespace {

HWY_EXPORT(DivergenceItems);
HWY_EXPORT(DivergenceLanes);

}  // namespace

DivergencePiece divergence_vector_piece(const std::string& isa) {
  return HWY_DISPATCH_TABLE(DivergenceItems)[vector_target(isa)];
}

int divergence_vector_lanes(const std::string& isa) {
  return HWY_DISPATCH_TABLE(DivergenceLanes)[vector_target(isa)]();
}

}  // namespace livewarp
#endif
