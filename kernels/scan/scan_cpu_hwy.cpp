// Vectorised pieces of a scan. This file is compiled once for each instruction set
// (foreach_target.h includes it again and again), and the one to use is chosen when the program
// runs.
#include "kernels/scan/scan_cpu_hwy.h"

#include "kernels/core/model/vector_isa.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/scan/scan_cpu_hwy.cpp"
#include <hwy/foreach_target.h>

#include <hwy/cache_control.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace livewarp {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using ScanTag = hn::ScalableTag<float>;
using ScanVector = hn::Vec<ScanTag>;

/// Lane i gets lane i - By; the first ones get 0.
template <int By>
HWY_INLINE ScanVector scan_lanes_up(ScanVector v) {
  constexpr ScanTag d;
  constexpr auto lanes = int(hn::MaxLanes(d));
  HWY_ALIGN std::int32_t from[lanes];
  for (int lane = 0; lane < lanes; ++lane) from[lane] = lane >= By ? lane - By : 0;
  const auto has = hn::Ge(hn::Iota(d, 0), hn::Set(d, float(By)));
  return hn::IfThenElseZero(has, hn::TableLookupLanes(v, hn::SetTableIndices(d, from)));
}

#if HWY_TARGET == HWY_SCALAR
HWY_INLINE ScanVector scan_of_lanes(ScanVector v) { return v; }
HWY_INLINE ScanVector scan_last_lane(ScanVector v) { return v; }
#else
/// The last lane of the last block of four, in all lanes. Of 8 lanes by halves: there are
/// processors whose permutations across halves take thrice as long.
HWY_INLINE ScanVector scan_last_lane(ScanVector v) {
  constexpr ScanTag d;
  constexpr auto lanes = int(hn::MaxLanes(d));
  if constexpr (lanes == 4) return hn::Broadcast<3>(v);
  if constexpr (lanes == 8) {
    const auto last = hn::UpperHalf(hn::Half<ScanTag>(), hn::Broadcast<3>(v));
    return hn::Combine(d, last, last);
  }
  HWY_ALIGN std::int32_t from[lanes];
  for (int lane = 0; lane < lanes; ++lane) from[lane] = lanes - 1;
  return hn::TableLookupLanes(v, hn::SetTableIndices(d, from));
}

/// Doubling, as a warp does by shuffles: first within blocks of four lanes, whose shifts are the
/// cheap ones, then block by block.
HWY_INLINE ScanVector scan_of_lanes(ScanVector v) {
  constexpr ScanTag d;
  constexpr auto lanes = int(hn::MaxLanes(d));
  v = hn::Add(v, hn::ShiftLeftLanes<1>(d, v));
  v = hn::Add(v, hn::ShiftLeftLanes<2>(d, v));
  const auto sums = hn::Broadcast<3>(v);  // of its own block
  if constexpr (lanes == 8) {
    const hn::Half<ScanTag> half;
    v = hn::Add(v, hn::Combine(d, hn::LowerHalf(half, sums), hn::Zero(half)));
  }
  if constexpr (lanes > 8) {
    auto before = scan_lanes_up<4>(sums);  // the sum of the block before
    before = hn::Add(before, scan_lanes_up<4>(before));
    before = hn::Add(before, scan_lanes_up<8>(before));
    v = hn::Add(v, before);
  }
  return v;
}
#endif

// Lesson vector: Vector registers: 8 or 16 elements are scanned by doubling, in three or four
// steps, as a warp does by shuffles. That is more additions than one after another, but the only
// one that waits for the vector before is that of its sum: four cycles for 16 elements in place
// of 64. From there on memory is the limit.
template <bool PastCaches>
HWY_INLINE float scan_piece(const float* HWY_RESTRICT x, float* HWY_RESTRICT out, std::int64_t n,
                            float before, bool exclusive, const float* ahead) {
  constexpr ScanTag d;
  const auto lanes = std::int64_t(hn::Lanes(d));
  const auto all_before = hn::Set(d, before);
  auto sum = hn::Zero(d);
  std::int64_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    hwy::Prefetch(ahead + i);
    const auto up_to = scan_of_lanes(hn::LoadU(d, x + i));
    const auto here = exclusive ? scan_lanes_up<1>(up_to) : up_to;
    const auto result = hn::Add(all_before, hn::Add(sum, here));
    if constexpr (PastCaches)
      hn::Stream(result, d, out + i);
    else
      hn::StoreU(result, d, out + i);
    sum = hn::Add(sum, scan_last_lane(up_to));
  }
  float rest = hn::GetLane(sum);
  for (; i < n; ++i) {
    const float up_to = rest + x[i];
    out[i] = before + (exclusive ? rest : up_to);
    rest = up_to;
  }
  return rest;
}

float ScanPiece(const float* x, float* out, std::int64_t n, float before, bool exclusive,
                bool past_caches, const float* ahead) {
  if (ahead == nullptr) ahead = x;
  if (!past_caches || reinterpret_cast<std::uintptr_t>(out) % 64 != 0)
    return scan_piece<false>(x, out, n, before, exclusive, ahead);
  const float sum = scan_piece<true>(x, out, n, before, exclusive, ahead);
  hwy::FlushStream();
  return sum;
}

float ScanSum(const float* HWY_RESTRICT x, std::int64_t n) {
  constexpr ScanTag d;
  const auto lanes = std::int64_t(hn::Lanes(d));
  auto sum0 = hn::Zero(d), sum1 = hn::Zero(d), sum2 = hn::Zero(d), sum3 = hn::Zero(d);
  std::int64_t i = 0;
  for (; i + 4 * lanes <= n; i += 4 * lanes) {
    sum0 = hn::Add(sum0, hn::LoadU(d, x + i));
    sum1 = hn::Add(sum1, hn::LoadU(d, x + i + lanes));
    sum2 = hn::Add(sum2, hn::LoadU(d, x + i + 2 * lanes));
    sum3 = hn::Add(sum3, hn::LoadU(d, x + i + 3 * lanes));
  }
  sum0 = hn::Add(hn::Add(sum0, sum1), hn::Add(sum2, sum3));
  float sum = hn::GetLane(hn::SumOfLanes(d, sum0));
  for (; i < n; ++i) sum += x[i];
  return sum;
}

}  // namespace HWY_NAMESPACE
}  // namespace livewarp
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace livewarp {

namespace {

HWY_EXPORT(ScanPiece);
HWY_EXPORT(ScanSum);

}  // namespace

ScanPieces scan_vector_pieces(const std::string& isa) {
  const auto target = vector_target(isa);
  return {HWY_DISPATCH_TABLE(ScanPiece)[target], HWY_DISPATCH_TABLE(ScanSum)[target]};
}

}  // namespace livewarp
#endif
