#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <numeric>
#include <set>
#include <thread>

#include "kernels/core/base/error.h"
#include "kernels/core/exec/executors.h"
#include "kernels/core/exec/host_range.h"

namespace livewarp {
namespace {

/// Gives access to `slices` with a count that the test chooses.
class SlicedExec final : public KernelExec {
 public:
  explicit SlicedExec(int count) : count_(count) {}
  Executor executor() const override { return Executor::emulator; }
  void fill_bytes(void*, int, std::size_t) override {}
  std::uint64_t texture(const TextureSpec&) override { return 0; }
  std::uint64_t surface(const TextureArray&, int) override { return 0; }
  void copy_to_array(const TextureArray&, const void*, std::size_t) override {}
  void copy_from_array(void*, std::size_t, const TextureArray&) override {}
  void copy_to_host(void*, const void*, std::size_t) override {}
  void copy_from_host(void*, const void*, std::size_t) override {}
  void on_host(std::function<void()>) override {}
  void for_range(std::int64_t, std::int64_t, int, const std::function<void(Range)>&) override {}

 protected:
  int slice_count() const override { return count_; }
  void launch_raw(const KernelRef&, Dim3, Dim3, std::size_t, const void* const*, const std::size_t*,
                  std::size_t) override {}
  void upload_symbol(const void*, const void*, std::size_t) override {}
  void copy_symbol(const void*, const void*, std::size_t) override {}

 private:
  int count_;
};

TEST(Exec, SlicesCoverExactlyInMultiplesOfTheGranule) {
  for (const std::int64_t n : {1, 31, 32, 33, 1000, 4099, 131072})
    for (const std::int64_t granule : {1, 32, 128, 5000})
      for (const int count : {0, 1, 2, 3, 7, 64, 100000}) {
        const std::vector<Range> ranges = SlicedExec(count).slices(n, granule);
        std::int64_t at = 0;
        for (std::size_t i = 0; i < ranges.size(); ++i) {
          EXPECT_EQ(ranges[i].first, at);
          EXPECT_GT(ranges[i].size(), 0);
          if (i + 1 < ranges.size()) {
            EXPECT_EQ(ranges[i].size() % granule, 0);
          }
          at = ranges[i].last;
        }
        EXPECT_EQ(at, n);
        const std::int64_t most = ceil_div(n, granule);
        EXPECT_EQ(std::int64_t(ranges.size()), std::clamp<std::int64_t>(count, 1, most))
            << n << " " << granule << " " << count;
      }
  EXPECT_TRUE(SlicedExec(4).slices(0, 32).empty());
}

TEST(CpuExec, EveryIndexOnceInPiecesOfAtMostTheGrain) {
  const std::unique_ptr<Exec> exec = make_cpu_exec();
  for (const int threads : {1, 2, 3})
    for (const std::int64_t n : {0, 1, 99, 100, 101, 4099}) {
      std::vector<std::atomic<int>> visits(static_cast<std::size_t>(n));
      std::atomic<bool> too_large = false;
      exec->for_range(n, 100, threads, [&](Range range) {
        if (range.size() > 100 || range.size() < 1) too_large = true;
        for (std::int64_t i = range.first; i < range.last; ++i) ++visits[std::size_t(i)];
      });
      EXPECT_FALSE(too_large);
      for (const auto& count : visits) EXPECT_EQ(count, 1);
    }
}

TEST(CpuExec, OneThreadIsTheCaller) {
  const std::unique_ptr<Exec> exec = make_cpu_exec();
  exec->for_range(1000, 10, 1, [&, self = std::this_thread::get_id()](Range) {
    EXPECT_EQ(std::this_thread::get_id(), self);
  });
}

TEST(CpuExec, UsesNoMoreThreadsThanAsked) {
  const std::unique_ptr<Exec> exec = make_cpu_exec();
  std::mutex mutex;
  std::set<std::thread::id> seen;
  exec->for_range(2000, 1, 2, [&](Range) {
    std::this_thread::sleep_for(std::chrono::microseconds(20));
    const std::lock_guard lock(mutex);
    seen.insert(std::this_thread::get_id());
  });
  EXPECT_GE(seen.size(), 1u);
  EXPECT_LE(seen.size(), 2u);
}

TEST(CpuExec, StopsBetweenPiecesAfterAllHaveReturned) {
  for (const int threads : {1, 2}) {
    std::stop_source source;
    const std::unique_ptr<Exec> exec = make_cpu_exec(source.get_token());
    std::atomic<int> running = 0, done = 0;
    EXPECT_THROW(exec->for_range(1'000'000, 1, threads,
                                 [&](Range) {
                                   ++running;
                                   if (++done == 50) source.request_stop();
                                   --running;
                                 }),
                 Cancelled);
    EXPECT_EQ(running, 0);
    EXPECT_GE(done, 50);
    EXPECT_LT(done, 100'000);
  }
}

TEST(CpuExec, PassesOnWhatTheBodyThrows) {
  const std::unique_ptr<Exec> exec = make_cpu_exec();
  for (const int threads : {1, 2})
    EXPECT_THROW(exec->for_range(1000, 1, threads,
                                 [](Range range) {
                                   if (range.first == 500) throw Error("body 500");
                                 }),
                 Error);
}

TEST(CpuExec, RefusesKernels) {
  const std::unique_ptr<Exec> exec = make_cpu_exec();
  EXPECT_THROW(exec->kernels(), Error);
}

TEST(KernelExec, IsItsOwnAndKnowsWhatOnlyAGpuCanDo) {
  SlicedExec exec(1);
  EXPECT_EQ(&static_cast<Exec&>(exec).kernels(), &exec);
  EXPECT_THROW(exec.gpu(), Error);
}

}  // namespace
}  // namespace livewarp
