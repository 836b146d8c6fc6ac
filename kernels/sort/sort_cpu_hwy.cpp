// Highway's vectorised quicksort. This file is compiled once for each instruction set
// (foreach_target.h includes it again and again), and the one to use is chosen when the program
// runs.
#include "kernels/sort/sort_cpu_hwy.h"

#include "kernels/core/model/vector_isa.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/sort/sort_cpu_hwy.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include <hwy/contrib/sort/traits-inl.h>
#include <hwy/contrib/sort/vqsort-inl.h>

HWY_BEFORE_NAMESPACE();
namespace livewarp {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Lesson vector: Highway's vqsort, a quicksort without branches on keys. A vector of keys is
// compared with the pivot at once; those below are pressed together at one end and stored, the
// others at the other end: by one instruction with AVX-512, by a table of permutations with AVX2.
// Few keys go through a sorting network, the same on every column of registers, as the bitonic one
// of a GPU.
void SortRun(std::uint32_t* keys, std::int64_t n) {
  using Order = hn::detail::OrderAscending<std::uint32_t>;
  const hn::SortTag<std::uint32_t> d;
  const hn::detail::SharedTraits<hn::detail::TraitsLane<Order>> traits;
  HWY_ALIGN std::uint32_t room[hwy::SortConstants::BufNum<std::uint32_t>(hn::MaxLanes(d))];
  hn::Sort(d, traits, keys, std::size_t(n), room);
}

}  // namespace HWY_NAMESPACE
}  // namespace livewarp
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace livewarp {

namespace {

HWY_EXPORT(SortRun);

}  // namespace

SortRunFunction sort_vector_run(const std::string& isa) {
  return HWY_DISPATCH_TABLE(SortRun)[vector_target(isa)];
}

}  // namespace livewarp
#endif
