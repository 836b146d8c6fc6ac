// Managed memory as far as it needs no GPU: what is made of a runner's times, and what refuses it.
#include "kernels/core/paging/paging.h"

#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

#include "kernels/core/base/error.h"
#include "kernels/core/model/memory_modes.h"

namespace livewarp {
namespace {

/// Pages that take 10 ms to move and 1 ms to pass over.
class FakePaging final : public PagingRunner {
 public:
  std::vector<PagingMethod> begun;
  int passes = 0, prefetches = 0, reads = 0;
  PagingMethod wrong_on_gpu = PagingMethod::warp_2m, throws = wrong_on_gpu,
               wrong_on_host = wrong_on_gpu;
  bool fails = false;
  std::function<void()> before_pass;

  void begin(PagingMethod method) override {
    begun.push_back(method);
    on_gpu_ = false;
    on_host_ = true;
    if (fails && method == throws) throw Error("the GPU has none free");
  }
  double prefetch_ms() override {
    ++prefetches;
    on_gpu_ = true;
    return 7;
  }
  double pass_ms() override {
    if (before_pass) before_pass();
    ++passes;
    on_host_ = begun.back() == PagingMethod::read_mostly;
    return std::exchange(on_gpu_, true) ? 1 : 10;
  }
  std::string found_by_gpu() override {
    return fails && begun.back() == wrong_on_gpu ? "3 words are wrong" : "";
  }
  double host_ms(std::string& wrong) override {
    ++reads;
    if (fails && begun.back() == wrong_on_host) wrong = "word 2 is wrong";
    return std::exchange(on_host_, true) ? 2 : 20;
  }
  double pass_bytes() const override { return 3e6; }

 private:
  bool on_gpu_ = false, on_host_ = true;
};

std::vector<PagingResult> measured_by(FakePaging& runner, std::vector<PagingMethod> methods,
                                      const std::stop_token& stop = {}) {
  std::vector<PagingResult> results;
  measure_paging(
      runner, methods, 0, stop, [](const PagingMethodInfo&) {},
      [&](const PagingResult& result) { results.push_back(result); });
  return results;
}

TEST(Paging, MethodsHaveNamesAndModesOfManagedMemory) {
  std::set<std::string> ids, labels;
  for (const PagingMethodInfo& info : paging_methods()) {
    ids.insert(info.id);
    labels.insert(info.label);
    EXPECT_TRUE(is_managed(info.mode)) << info.id;
    EXPECT_EQ(&info_of(info.method), &info);
    EXPECT_TRUE(!is_advised(info.mode) || info.id == name_of(info.mode));
    EXPECT_FALSE(info.bytes_of_a_warp > 0 && info.host_writes);
  }
  EXPECT_EQ(ids.size(), paging_methods().size());
  EXPECT_EQ(labels.size(), paging_methods().size());
  EXPECT_EQ(parse_paging_touch("update"), PagingTouch::update);
  EXPECT_THROW(parse_paging_touch("look"), Error);
}

TEST(Paging, FirstTouchAndSteadyStateStandApart) {
  FakePaging runner;
  const auto results = measured_by(
      runner, {PagingMethod::host_first, PagingMethod::prefetch, PagingMethod::read_mostly});
  ASSERT_EQ(results.size(), 3u);
  for (const PagingResult& result : results) {
    ASSERT_TRUE(result.timed()) << result.why_not;
    const bool prefetched = result.method == PagingMethod::prefetch;
    EXPECT_EQ(result.first.median, prefetched ? 1 : 10);
    EXPECT_EQ(result.moved.count > 0, prefetched);
    EXPECT_EQ(result.steady.median, 1);
    EXPECT_EQ(result.steady.count, 5 * result.first.count) << "five passes after each first one";
    EXPECT_EQ(result.host.median, result.method == PagingMethod::read_mostly ? 2 : 20);
    EXPECT_EQ(result.host_again.median, 2);
    EXPECT_DOUBLE_EQ(result.steady_bytes_per_second(), 3e9);
  }
  EXPECT_EQ(results[1].moved.median, 7);
  EXPECT_EQ(runner.begun.size(), 9u) << "fresh pages for each of three rounds";
  EXPECT_EQ(runner.prefetches, 3);
}

TEST(Paging, WhatIsWrongOrFailsHasNoTimeAndSaysWhy) {
  FakePaging runner;
  runner.fails = true;
  runner.wrong_on_gpu = PagingMethod::host_first;
  runner.wrong_on_host = PagingMethod::elements;
  runner.throws = PagingMethod::accessed_by;
  const auto results = measured_by(runner, {PagingMethod::host_first, PagingMethod::elements,
                                            PagingMethod::accessed_by, PagingMethod::warp_64k});
  ASSERT_EQ(results.size(), 4u);
  EXPECT_EQ(results[0].why_not, "the GPU: 3 words are wrong");
  EXPECT_EQ(results[1].why_not, "the host: word 2 is wrong");
  EXPECT_EQ(results[2].why_not, "the GPU has none free");
  EXPECT_TRUE(results[0].wrong && results[1].wrong);
  EXPECT_FALSE(results[2].wrong);
  EXPECT_EQ(results[2].method, PagingMethod::accessed_by);
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(results[std::size_t(i)].timed());
  EXPECT_TRUE(results[3].timed()) << "the next one goes on";
}

TEST(Paging, AStopKeepsWhatIsDone) {
  FakePaging runner;
  std::stop_source stop;
  runner.before_pass = [&] {
    if (runner.passes == 20) stop.request_stop();  // a method makes 18
  };
  std::vector<PagingResult> results;
  EXPECT_THROW(measure_paging(
                   runner, std::vector{PagingMethod::host_first, PagingMethod::elements}, 0,
                   stop.get_token(), [](const PagingMethodInfo&) {},
                   [&](const PagingResult& result) { results.push_back(result); }),
               Cancelled);
  EXPECT_EQ(results.size(), 1u);
  EXPECT_EQ(runner.passes, 21);
}

}  // namespace
}  // namespace livewarp
