#include "kernels/core/streams/stream_order.h"

#include <algorithm>
#include <vector>

#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

constexpr std::array order_cases{
    StreamCaseInfo{StreamCase::blocking_legacy, "blocking-legacy",
                   "blocking streams, legacy default", "legacy default",
                   "the legacy default stream waits for all blocking streams, and they for it",
                   false},
    StreamCaseInfo{
        StreamCase::blocking_per_thread, "blocking-per-thread",
        "blocking streams, per-thread default", "per-thread default",
        "the per-thread default stream is like any other: only the legacy one holds back", true},
    StreamCaseInfo{StreamCase::non_blocking_legacy, "non-blocking-legacy",
                   "non-blocking streams, legacy default", "legacy default",
                   "non-blocking streams and the legacy default stream do not wait for one another",
                   true},
    StreamCaseInfo{StreamCase::non_blocking, "non-blocking", "non-blocking streams", "stream C",
                   "streams do not wait for one another", true},
};

}  // namespace

std::span<const StreamCaseInfo> stream_cases() { return order_cases; }
const StreamCaseInfo& info_of(StreamCase which) {
  return *std::ranges::find(order_cases, which, &StreamCaseInfo::which);
}

bool StreamOrderResult::any_overlapped() const {
  return overlapped(0) || overlapped(1) || overlapped(2);
}
bool StreamOrderResult::all_overlapped() const {
  return overlapped(0) && overlapped(1) && overlapped(2);
}
bool StreamOrderResult::as_ruled() const {
  return info_of(which).beside ? all_overlapped() : !any_overlapped();
}

StreamOrderResult measure_stream_order(StreamOrderRunner& runner, StreamCase which,
                                       const SamplePlan& plan) {
  StreamOrderResult result;
  result.which = which;
  try {
    std::vector<double> totals;
    std::array<std::vector<double>, order_pairs.size()> overlaps;
    const auto wrong = [&](const OrderSample& sample) {
      result.why_not = sample.mismatch;
      result.wrong = !sample.mismatch.empty();
      return result.wrong;
    };
    if (wrong(runner.run(which))) return result;
    take_samples(plan, [&](std::size_t) {
      if (result.wrong) return;
      const OrderSample sample = runner.run(which);
      if (wrong(sample)) return;
      result.kernels = sample.kernels;
      double begin = sample.kernels[0].begin_ms, end = 0;
      for (const GpuInterval& kernel : sample.kernels) {
        begin = std::min(begin, kernel.begin_ms);
        end = std::max(end, kernel.end_ms);
      }
      totals.push_back(end - begin);
      for (std::size_t i = 0; i < order_pairs.size(); ++i)
        overlaps[i].push_back(
            overlap(sample.kernels[order_pairs[i].first], sample.kernels[order_pairs[i].second]));
    });
    if (result.wrong) return result;
    result.total_ms = summarize(totals);
    for (std::size_t i = 0; i < order_pairs.size(); ++i)
      result.overlaps[i] = summarize(overlaps[i]).median;
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception& error) {
    result.why_not = error.what();
  }
  return result;
}

#if !LIVEWARP_HAS_CUDA
std::unique_ptr<StreamOrderRunner> make_stream_order_runner(double) {
  throw Error("streams: this build has no CUDA",
              "build with a CUDA toolkit and -DLIVEWARP_CUDA=ON");
}
#endif

}  // namespace livewarp
