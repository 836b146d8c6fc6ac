#include <algorithm>
#include <memory>
#include <optional>

#include <tbb/blocked_range.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "kernels/core/base/error.h"
#include "kernels/core/exec/executors.h"
#include "kernels/core/exec/host_range.h"

namespace livewarp {

namespace {

class CpuExec final : public Exec {
 public:
  explicit CpuExec(std::stop_token stop) : stop_(std::move(stop)) {}
  Executor executor() const override { return Executor::cpu; }
  std::stop_token stop_token() const override { return stop_; }
  void for_range(std::int64_t n, std::int64_t grain, int threads,
                 const std::function<void(Range)>& body) override {
    if (threads <= 1) return run_host_range(n, grain, 1, body, stop_);
    threads = std::min(threads, tbb::info::default_concurrency());
    // An arena holds its threads ready, so that short steps do not wait for them to start.
    if (!arena_ || arena_->max_concurrency() != threads) arena_.emplace(threads);
    arena_->execute([&] { run_host_range(n, grain, threads, body, stop_); });
  }

 private:
  std::stop_token stop_;
  std::optional<tbb::task_arena> arena_;
};

}  // namespace

void run_host_range(std::int64_t n, std::int64_t grain, int threads,
                    const std::function<void(Range)>& body, const std::stop_token& stop) {
  if (n <= 0) return;
  grain = std::max<std::int64_t>(grain, 1);
  const std::int64_t pieces = ceil_div(n, grain);
  const auto run = [&](std::int64_t piece) {
    if (stop.stop_requested()) throw Cancelled();
    body({piece * grain, std::min((piece + 1) * grain, n)});
  };
  if (threads <= 1 || pieces == 1) {
    for (std::int64_t piece = 0; piece < pieces; ++piece) run(piece);
    return;
  }
  // parallel_for returns, or throws the first exception, when no piece is running any more.
  tbb::parallel_for(
      tbb::blocked_range<std::int64_t>(0, pieces, 1),
      [&](const tbb::blocked_range<std::int64_t>& range) {
        for (std::int64_t piece = range.begin(); piece != range.end(); ++piece) run(piece);
      },
      tbb::simple_partitioner());
}

std::unique_ptr<Exec> make_cpu_exec(std::stop_token stop) {
  return std::make_unique<CpuExec>(std::move(stop));
}

}  // namespace livewarp
