// Compiled once for each vector instruction set; the best that this CPU has is taken at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/core/measure/ceilings_host_roofs.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace livewarp {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// The sum of `count` words, modulo 2^32, read `turns` times in eight independent sums; `count` a
/// multiple of 1024.
std::uint32_t sum_of_words(const std::uint32_t* HWY_RESTRICT from, std::size_t count,
                           std::int64_t turns) {
  const hn::ScalableTag<std::uint32_t> d;
  const std::size_t lanes = hn::Lanes(d);
  auto s0 = hn::Zero(d), s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0, s7 = s0;
  for (std::int64_t turn = 0; turn < turns; ++turn)
    for (std::size_t i = 0; i < count; i += 8 * lanes) {
      s0 = hn::Add(s0, hn::Load(d, from + i));
      s1 = hn::Add(s1, hn::Load(d, from + i + lanes));
      s2 = hn::Add(s2, hn::Load(d, from + i + 2 * lanes));
      s3 = hn::Add(s3, hn::Load(d, from + i + 3 * lanes));
      s4 = hn::Add(s4, hn::Load(d, from + i + 4 * lanes));
      s5 = hn::Add(s5, hn::Load(d, from + i + 5 * lanes));
      s6 = hn::Add(s6, hn::Load(d, from + i + 6 * lanes));
      s7 = hn::Add(s7, hn::Load(d, from + i + 7 * lanes));
    }
  const auto all =
      hn::Add(hn::Add(hn::Add(s0, s1), hn::Add(s2, s3)), hn::Add(hn::Add(s4, s5), hn::Add(s6, s7)));
  // One by one: the instruction that sums lanes is said with signed numbers, which may not
  // overflow.
  std::uint32_t each[HWY_MAX_BYTES / sizeof(std::uint32_t)], sum = 0;
  hn::StoreU(all, d, each);
  for (std::size_t lane = 0; lane < lanes; ++lane) sum += each[lane];
  return sum;
}

/// Six chains x = x + one and six y = y * one side by side: a product and a sum of one chain would
/// be fused. Sums begin at 0 ... 5, products at 1 ... 6. Writes the chains to `out`, one vector
/// each; returns the operations done.
template <class Real>
double sum_product_chains(Real one, std::int64_t steps, Real* out) {
  const hn::ScalableTag<Real> d;
  const auto m = hn::Set(d, one);
  auto x0 = hn::Zero(d), x1 = hn::Set(d, Real(1)), x2 = hn::Set(d, Real(2));
  auto x3 = hn::Set(d, Real(3)), x4 = hn::Set(d, Real(4)), x5 = hn::Set(d, Real(5));
  auto y0 = x1, y1 = x2, y2 = x3, y3 = x4, y4 = x5, y5 = hn::Set(d, Real(6));
  for (std::int64_t i = 0; i < steps; ++i) {
    x0 = hn::Add(x0, m);
    y0 = hn::Mul(y0, m);
    x1 = hn::Add(x1, m);
    y1 = hn::Mul(y1, m);
    x2 = hn::Add(x2, m);
    y2 = hn::Mul(y2, m);
    x3 = hn::Add(x3, m);
    y3 = hn::Mul(y3, m);
    x4 = hn::Add(x4, m);
    y4 = hn::Mul(y4, m);
    x5 = hn::Add(x5, m);
    y5 = hn::Mul(y5, m);
  }
  const std::size_t lanes = hn::Lanes(d);
  std::size_t chain = 0;
  for (const auto x : {x0, x1, x2, x3, x4, x5, y0, y1, y2, y3, y4, y5})
    hn::StoreU(x, d, out + lanes * chain++);
  return 12 * double(lanes) * double(steps);
}
double sum_product_chains_32(float one, std::int64_t steps, float* out) {
  return sum_product_chains(one, steps, out);
}
double sum_product_chains_64(double one, std::int64_t steps, double* out) {
  return sum_product_chains(one, steps, out);
}

/// x = about 1 / sqrt(x) in eight chains, which all end near 1 whatever they begin with.
double root_chains(float first, std::int64_t steps, float* out) {
  const hn::ScalableTag<float> d;
  const auto from = [&](int k) { return hn::Set(d, first + float(k)); };
  auto x0 = from(0), x1 = from(1), x2 = from(2), x3 = from(3);
  auto x4 = from(4), x5 = from(5), x6 = from(6), x7 = from(7);
  for (std::int64_t i = 0; i < steps; ++i) {
    x0 = hn::ApproximateReciprocalSqrt(x0);
    x1 = hn::ApproximateReciprocalSqrt(x1);
    x2 = hn::ApproximateReciprocalSqrt(x2);
    x3 = hn::ApproximateReciprocalSqrt(x3);
    x4 = hn::ApproximateReciprocalSqrt(x4);
    x5 = hn::ApproximateReciprocalSqrt(x5);
    x6 = hn::ApproximateReciprocalSqrt(x6);
    x7 = hn::ApproximateReciprocalSqrt(x7);
  }
  const std::size_t lanes = hn::Lanes(d);
  std::size_t chain = 0;
  for (const auto x : {x0, x1, x2, x3, x4, x5, x6, x7}) hn::StoreU(x, d, out + lanes * chain++);
  return 8 * double(lanes) * double(steps);
}

std::size_t float_lanes() { return hn::Lanes(hn::ScalableTag<float>()); }

}  // namespace HWY_NAMESPACE
}  // namespace livewarp
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

  #include <algorithm>
  #include <cmath>
  #include <cstring>
  #include <string>
  #include <vector>

  #include <unistd.h>

  #include "kernels/core/base/detect.h"
  #include "kernels/core/base/error.h"
  #include "kernels/core/base/text.h"
  #include "kernels/core/measure/ceilings_host.h"
  #include "kernels/core/memory/buffer.h"

namespace livewarp {

namespace {

HWY_EXPORT(sum_of_words);
HWY_EXPORT(sum_product_chains_32);
HWY_EXPORT(sum_product_chains_64);
HWY_EXPORT(root_chains);
HWY_EXPORT(float_lanes);

Ceiling roof(const char* id, int threads, double value, std::string method) {
  Ceiling ceiling = ceiling_of_kind(id, Backend::cpu);
  ceiling.threads = threads;
  ceiling.value = value;
  ceiling.method = std::move(method);
  return ceiling;
}

/// Every thread reads `bytes` of its own, `turns` times a run.
Ceiling read_roof(const char* id, int threads, double seconds, const std::stop_token& stop,
                  std::size_t bytes, std::int64_t turns) {
  const Buffer from(std::size_t(threads) * bytes, MemoryMode::host);
  constexpr std::uint32_t filled = 0x03030303u;
  const auto part = [&](int thread) {
    return static_cast<char*>(from.data()) + std::size_t(thread) * bytes;
  };
  on_threads(threads, [&](int thread) { std::memset(part(thread), 3, bytes); });
  std::vector<std::uint32_t> sums(static_cast<std::size_t>(threads));
  const std::size_t count = bytes / sizeof(std::uint32_t);
  const double shortest = shortest_seconds(seconds, stop, [&] {
    on_threads(threads, [&](int thread) {
      sums[std::size_t(thread)] = HWY_DYNAMIC_DISPATCH(sum_of_words)(
          reinterpret_cast<const std::uint32_t*>(part(thread)), count, turns);
    });
  });
  const auto expected = std::uint32_t(count * std::uint64_t(turns) * filled);  // modulo 2^32
  for (const std::uint32_t sum : sums)
    if (sum != expected) throw Error("read ceiling: not all was read");
  return roof(id, threads, double(threads) * double(bytes) * double(turns) / shortest,
              memory_size(bytes) + " per thread" + (turns > 1 ? ", over and over" : ""));
}

/// More than caches hold, as copying does.
std::size_t memory_bytes_each(int threads) {
  constexpr std::size_t most = std::size_t{1} << 30;
  const std::size_t all = bytes_beyond_cache(2, most);
  return std::max<std::size_t>(all / std::size_t(threads) / host_granule, 1) * host_granule;
}

/// Half of a core's second cache; 128 KiB where nobody says how large that is.
std::size_t second_cache_bytes() {
  const long known = sysconf(_SC_LEVEL2_CACHE_SIZE);
  const std::size_t half = known > 0 ? std::size_t(known) / 2 : std::size_t{128} << 10;
  return std::max<std::size_t>(half / host_granule, 1) * host_granule;
}

double unfused(float one, std::int64_t steps, float* out) {
  return HWY_DYNAMIC_DISPATCH(sum_product_chains_32)(one, steps, out);
}
double unfused(double one, std::int64_t steps, double* out) {
  return HWY_DYNAMIC_DISPATCH(sum_product_chains_64)(one, steps, out);
}

/// Operations a second of chains on all threads; `expected(chain)` is where a chain must end, up to
/// `error`.
template <class Real, class Run, class Expected>
double chain_rate(int threads, double seconds, const std::stop_token& stop, std::size_t chains,
                  const Run& run, const Expected& expected, double error) {
  const std::size_t lanes = HWY_DYNAMIC_DISPATCH(float_lanes)() * sizeof(float) / sizeof(Real);
  const HostChains<Real> chained = run_chains<Real>(threads, seconds, stop, chains * lanes, run);
  for (const std::vector<Real>& result : chained.out)
    for (std::size_t i = 0; i < result.size(); ++i)
      if (!(std::abs(double(result[i]) - expected(i / lanes)) <= error))
        throw Error("ceiling of sums and products: chain " + grouped(std::int64_t(i / lanes)) +
                    " ended at " + shortest(double(result[i])) + ", not at " +
                    shortest(expected(i / lanes)));
  return chained.rate;
}

template <class Real>
Ceiling unfused_roof(const char* id, int threads, double seconds, const std::stop_token& stop) {
  constexpr std::int64_t steps = std::int64_t{1} << 20;
  const double rate = chain_rate<Real>(
      threads, seconds, stop, 12, [](Real* out) { return unfused(Real(1), steps, out); },
      [](std::size_t chain) {
        return chain < 6 ? double(chain) + double(steps) : double(chain) - 5;
      },
      0);
  return roof(id, threads, rate, "six chains of sums and six of products per thread");
}

Ceiling root_roof(int threads, double seconds, const std::stop_token& stop) {
  constexpr std::int64_t steps = std::int64_t{1} << 18;
  constexpr double near = 1e-2;  // what the roughest of these instructions promise, and some
  const double rate = chain_rate<float>(
      threads, seconds, stop, 8,
      [](float* out) { return HWY_DYNAMIC_DISPATCH(root_chains)(2, steps, out); },
      [](std::size_t) { return 1.0; }, near);
  return roof("special", threads, rate, "approximate, 8 independent chains per thread");
}

}  // namespace

Ceilings measure_host_roofs(int threads, double seconds, std::stop_token stop) {
  if (threads < 1) throw Error("threads " + grouped(threads) + ": must be 1 or more");
  constexpr std::size_t first_cache_bytes = std::size_t{16} << 10;
  constexpr std::size_t some = std::size_t{64} << 20;  // that a run reads of a cache
  const double share = seconds / 6;
  const std::size_t second = second_cache_bytes();
  Ceilings ceilings;
  ceilings.all.push_back(read_roof("read", threads, share, stop, memory_bytes_each(threads), 1));
  ceilings.all.push_back(
      read_roof("l2", threads, share, stop, second, std::int64_t(some / second) + 1));
  ceilings.all.push_back(read_roof("l1", threads, share, stop, first_cache_bytes,
                                   std::int64_t(4 * some / first_cache_bytes)));
  ceilings.all.push_back(unfused_roof<float>("add32", threads, share, stop));
  ceilings.all.push_back(unfused_roof<double>("add64", threads, share, stop));
  ceilings.all.push_back(root_roof(threads, share, stop));
  return ceilings;
}

}  // namespace livewarp

#endif  // HWY_ONCE
