// Compiled once for each vector instruction set; the best that this CPU has is taken at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/core/measure/ceilings_host.cpp"
#include <hwy/foreach_target.h>

#include <hwy/cache_control.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace livewarp {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Copies `count` floats past the caches; both aligned to 64 bytes, count a multiple of 64.
void stream_copy(const float* HWY_RESTRICT from, float* HWY_RESTRICT to, std::size_t count) {
  const hn::ScalableTag<float> d;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t i = 0; i < count; i += 4 * lanes) {
    const auto a = hn::Load(d, from + i);
    const auto b = hn::Load(d, from + i + lanes);
    const auto c = hn::Load(d, from + i + 2 * lanes);
    const auto e = hn::Load(d, from + i + 3 * lanes);
    hn::Stream(a, d, to + i);
    hn::Stream(b, d, to + i + lanes);
    hn::Stream(c, d, to + i + 2 * lanes);
    hn::Stream(e, d, to + i + 3 * lanes);
  }
  hwy::FlushStream();
}

/// x = x * one + one, `steps` times, in 12 independent chains (more than latency times issue width
/// of any CPU so far, and 14 registers). Starts chain k at k. Writes the chains to `out`, one
/// vector each; returns the floating-point operations done (an FMA is two), all in the precision of
/// `Real`.
template <class Real>
double fma_chains(Real one, std::int64_t steps, Real* out) {
  const hn::ScalableTag<Real> d;
  const auto m = hn::Set(d, one);
  auto x0 = hn::Zero(d), x1 = hn::Set(d, Real(1)), x2 = hn::Set(d, Real(2));
  auto x3 = hn::Set(d, Real(3)), x4 = hn::Set(d, Real(4)), x5 = hn::Set(d, Real(5));
  auto x6 = hn::Set(d, Real(6)), x7 = hn::Set(d, Real(7)), x8 = hn::Set(d, Real(8));
  auto x9 = hn::Set(d, Real(9)), x10 = hn::Set(d, Real(10)), x11 = hn::Set(d, Real(11));
  for (std::int64_t i = 0; i < steps; ++i) {
    x0 = hn::MulAdd(x0, m, m);
    x1 = hn::MulAdd(x1, m, m);
    x2 = hn::MulAdd(x2, m, m);
    x3 = hn::MulAdd(x3, m, m);
    x4 = hn::MulAdd(x4, m, m);
    x5 = hn::MulAdd(x5, m, m);
    x6 = hn::MulAdd(x6, m, m);
    x7 = hn::MulAdd(x7, m, m);
    x8 = hn::MulAdd(x8, m, m);
    x9 = hn::MulAdd(x9, m, m);
    x10 = hn::MulAdd(x10, m, m);
    x11 = hn::MulAdd(x11, m, m);
  }
  const std::size_t lanes = hn::Lanes(d);
  std::size_t chain = 0;
  for (const auto x : {x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11})
    hn::StoreU(x, d, out + lanes * chain++);
  return 2.0 * 12 * double(lanes) * double(steps);
}
double fma_chains_32(float one, std::int64_t steps, float* out) {
  return fma_chains(one, steps, out);
}
double fma_chains_64(double one, std::int64_t steps, double* out) {
  return fma_chains(one, steps, out);
}

std::size_t vector_bytes() { return hn::Lanes(hn::ScalableTag<float>()) * sizeof(float); }

}  // namespace HWY_NAMESPACE
}  // namespace livewarp
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

  #include <algorithm>
  #include <cstring>
  #include <vector>

  #include "kernels/core/base/detect.h"
  #include "kernels/core/base/error.h"
  #include "kernels/core/base/text.h"
  #include "kernels/core/measure/ceilings_host.h"
  #include "kernels/core/memory/buffer.h"

namespace livewarp {

namespace {

HWY_EXPORT(stream_copy);
HWY_EXPORT(fma_chains_32);
HWY_EXPORT(fma_chains_64);
HWY_EXPORT(vector_bytes);

/// What is asked for; else as much as the last-level cache holds, so that source and target
/// together overflow it.
std::size_t copy_bytes(std::size_t asked) {
  constexpr std::size_t most = std::size_t{512} << 20;
  if (!asked) return bytes_beyond_cache(1, most);
  return std::min(asked, host_memory_bytes() / 8) / host_granule * host_granule;
}

Ceiling copy_ceiling(int threads, double seconds, const std::stop_token& stop,
                     const CopyLoad& load) {
  const std::size_t bytes = copy_bytes(load.bytes);
  const auto pairs =
      std::size_t(load.streams ? pieces_beyond(host_cache_bytes(), 2.0 * double(bytes)) : 1);
  const Buffer from(pairs * bytes, MemoryMode::host), to(pairs * bytes, MemoryMode::host);
  const auto share = [&](int thread) {
    const std::size_t granules = bytes / host_granule;
    return granules * std::size_t(thread) / std::size_t(threads) * host_granule;
  };
  std::size_t turn = 0;
  const auto copy_with = [&](const auto& copy) {
    return [&, copy] {
      const std::size_t offset = turn++ % pairs * bytes;
      on_threads(threads, [&](int thread) {
        const std::size_t first = offset + share(thread);
        copy(static_cast<char*>(to.data()) + first, static_cast<const char*>(from.data()) + first,
             share(thread + 1) - share(thread));
      });
    };
  };
  // Each thread touches first what it will copy, so that it lies near.
  for (std::size_t i = 0; i < pairs; ++i)
    on_threads(threads, [&](int thread) {
      for (const Buffer* buffer : {&from, &to})
        std::memset(static_cast<char*>(buffer->data()) + i * bytes + share(thread), 0x5A,
                    share(thread + 1) - share(thread));
    });
  const double plain = shortest_seconds(
      seconds / 2, stop, copy_with([](char* target, const char* source, std::size_t size) {
        std::memcpy(target, source, size);
      }));
  std::memset(to.data(), 0, to.bytes());
  turn = 0;
  const double streamed = shortest_seconds(
      seconds / 2, stop, copy_with([](char* target, const char* source, std::size_t size) {
        HWY_DYNAMIC_DISPATCH(stream_copy)
        (reinterpret_cast<const float*>(source), reinterpret_cast<float*>(target),
         size / sizeof(float));
      }));
  const std::size_t copied = std::min(pairs, std::size_t(3)) * bytes;  // at least three were made
  if (std::memcmp(from.data(), to.data(), copied) != 0)
    throw Error("copy ceiling: the streaming copy did not copy");
  Ceiling ceiling{"copy", "copy bandwidth", "GB/s", {}, Backend::cpu, threads, 0};
  ceiling.value = 2.0 * double(bytes) / std::min(plain, streamed);
  ceiling.method = "best of memcpy and streaming stores, " + memory_size(bytes) +
                   ", read + written" +
                   (pairs > 1 ? ", " + std::to_string(pairs) + " buffers in rotation" : "");
  return ceiling;
}

double fma_flops(float one, std::int64_t steps, float* out) {
  return HWY_DYNAMIC_DISPATCH(fma_chains_32)(one, steps, out);
}
double fma_flops(double one, std::int64_t steps, double* out) {
  return HWY_DYNAMIC_DISPATCH(fma_chains_64)(one, steps, out);
}

/// Every lane of chain k must have counted to k + steps, which either precision holds exactly.
template <class Real>
void check_chains(const std::vector<Real>& out, std::size_t lanes, std::int64_t steps) {
  for (std::size_t i = 0; i < out.size(); ++i)
    if (out[i] != Real(std::int64_t(i / lanes) + steps))
      throw Error("FMA ceiling: chain " + grouped(std::int64_t(i / lanes)) + " ended at " +
                  shortest(double(out[i])) + " after " + grouped(steps) + " steps");
}

template <class Real>
Ceiling fma_ceiling(int threads, double seconds, const std::stop_token& stop) {
  constexpr std::int64_t steps = std::int64_t{1} << 22;  // about 8 ms
  constexpr std::size_t chains = 12;
  const std::size_t lanes = HWY_DYNAMIC_DISPATCH(vector_bytes)() / sizeof(Real);
  const HostChains<Real> chained =
      run_chains<Real>(threads, seconds, stop, chains * lanes,
                       [](Real* out) { return fma_flops(Real(1), steps, out); });
  for (const std::vector<Real>& result : chained.out) check_chains(result, lanes, steps);
  constexpr bool twice = sizeof(Real) == sizeof(double);
  Ceiling ceiling{.id = twice ? "fma64" : "fma32",
                  .label = twice ? "fp64 FMA rate" : "fp32 FMA rate",
                  .unit = "GFLOP/s",
                  .threads = threads,
                  .value = chained.rate};
  ceiling.method = "12 independent chains of " + grouped(std::int64_t(lanes)) + " lanes per thread";
  return ceiling;
}

}  // namespace

std::size_t bytes_beyond_cache(double caches, std::size_t most) {
  constexpr std::size_t least = std::size_t{256} << 20;
  const auto wanted = std::clamp(std::size_t(caches * double(host_cache_bytes())), least, most);
  return std::min(wanted, host_memory_bytes() / 8) / host_granule * host_granule;
}

Ceilings measure_host_ceilings(int threads, double seconds, std::stop_token stop,
                               const CopyLoad& copy) {
  if (threads < 1) throw Error("threads " + grouped(threads) + ": must be 1 or more");
  Ceilings ceilings;
  ceilings.all.push_back(copy_ceiling(threads, seconds / 2, stop, copy));
  ceilings.all.push_back(fma_ceiling<float>(threads, seconds / 4, stop));
  ceilings.all.push_back(fma_ceiling<double>(threads, seconds / 4, stop));
  return ceilings;
}

}  // namespace livewarp

#endif  // HWY_ONCE
