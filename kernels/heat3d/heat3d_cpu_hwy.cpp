// Vectorised rows of the block. This file is compiled once for each instruction set
// (foreach_target.h includes it again and again), and the one to use is chosen when the program
// runs.
#include "kernels/heat3d/heat3d_cpu_hwy.h"

#include "kernels/core/model/vector_isa.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/heat3d/heat3d_cpu_hwy.cpp"
#include <hwy/foreach_target.h>

#include <hwy/cache_control.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace livewarp {
namespace HWY_NAMESPACE {

// Lesson streaming: All cores, vector registers, and non-temporal stores, which bypass the caches,
// so that no line is read only to be overwritten: 8 bytes per cell of fp32 in place of 12, and more
// cache for the three planes. In a volume that fits into the cache it is slower, because the next
// step must fetch it back.
//
// Ends that do not fill a vector, or begin away from its boundary, are computed one by one:
// streaming stores must be aligned.
template <class Real>
HWY_INLINE void heat3d_stream(const Heat3dLines<Real>& lines, Real* HWY_RESTRICT out,
                              std::int64_t nx, const Heat3dWeights<Real>& weights) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::ScalableTag<Real> d;
  const auto lanes = std::int64_t(hn::Lanes(d));
  const Real *const row = lines.row, *const north = lines.north, *const south = lines.south;
  const Real *const below = lines.below, *const above = lines.above;
  const auto one = [&](std::int64_t x) {
    out[x] = weights.next(row[x], row[x - 1], row[x + 1], north[x], south[x], below[x], above[x]);
  };
  const auto centre = hn::Set(d, weights.centre), other = hn::Set(d, weights.other);
  std::int64_t x = 1;
  for (; x < nx - 1 &&
         reinterpret_cast<std::uintptr_t>(out + x) % (sizeof(Real) * std::size_t(lanes));
       ++x)
    one(x);
  for (; x + lanes <= nx - 1; x += lanes) {
    const auto in_row = hn::Add(hn::LoadU(d, row + x - 1), hn::LoadU(d, row + x + 1));
    const auto in_plane = hn::Add(hn::LoadU(d, north + x), hn::LoadU(d, south + x));
    const auto in_pile = hn::Add(hn::LoadU(d, below + x), hn::LoadU(d, above + x));
    const auto all = hn::Add(hn::Add(in_row, in_plane), in_pile);
    hn::Stream(hn::MulAdd(centre, hn::LoadU(d, row + x), hn::Mul(other, all)), d, out + x);
  }
  for (; x < nx - 1; ++x) one(x);
}

void Heat3dStreamFp32(const Heat3dLines<float>& lines, float* out, std::int64_t nx,
                      const Heat3dWeights<float>& weights) {
  heat3d_stream(lines, out, nx, weights);
}
void Heat3dStreamFp64(const Heat3dLines<double>& lines, double* out, std::int64_t nx,
                      const Heat3dWeights<double>& weights) {
  heat3d_stream(lines, out, nx, weights);
}

}  // namespace HWY_NAMESPACE
}  // namespace livewarp
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace livewarp {

namespace {

HWY_EXPORT(Heat3dStreamFp32);
HWY_EXPORT(Heat3dStreamFp64);

}  // namespace

template <>
Heat3dRow<float> heat3d_streaming_row<float>(const std::string& isa) {
  return HWY_DISPATCH_TABLE(Heat3dStreamFp32)[vector_target(isa)];
}
template <>
Heat3dRow<double> heat3d_streaming_row<double>(const std::string& isa) {
  return HWY_DISPATCH_TABLE(Heat3dStreamFp64)[vector_target(isa)];
}

void heat3d_finish_streaming() { hwy::FlushStream(); }

}  // namespace livewarp
#endif
