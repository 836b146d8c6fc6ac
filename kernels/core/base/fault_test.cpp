#include "kernels/core/base/fault_walk.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace livewarp {
namespace {

/// What stands for a driver: it counts how often it was reached.
struct Driver {
  int reached = 0;
  int* make(int& target) {
    ++reached;
    return &target;
  }
};

TEST(Fault, WithoutOneEveryCallIsMade) {
  Driver driver;
  int target = 0;
  for (int k = 0; k < 3; ++k) EXPECT_EQ(LIVEWARP_CALL(driver.make, target), &target);
  EXPECT_EQ(driver.reached, 3);
}

TEST(Fault, TheNthCallFailsAndIsNotMade) {
  Driver driver;
  int target = 0;
  const Fault fault("driver.make", 1, Fault::unknown, 2);
  std::string made;
  for (int k = 0; k < 5; ++k) made += LIVEWARP_CALL(driver.make, target) ? "y" : "n";
  EXPECT_EQ(made, "ynnyy");
  EXPECT_EQ(driver.reached, 3);
  EXPECT_EQ(fault.calls(), 5);
  EXPECT_EQ(fault.failures(), 2);
}

TEST(Fault, EndsWithItsLife) {
  auto fault = std::make_unique<Fault>("call");
  EXPECT_TRUE(fault_at("call"));
  EXPECT_FALSE(fault_at("call"));
  fault = std::make_unique<Fault>("call");
  fault.reset();
  EXPECT_FALSE(fault_at("call"));
}

TEST(Fault, OtherCallsGoOn) {
  const Fault fault("one"), watch("other", Fault::never);
  EXPECT_FALSE(fault_at("other"));
  EXPECT_FALSE(fault_at("on"));
  EXPECT_TRUE(fault_at("one"));
  EXPECT_EQ(watch.calls(), 1);
  EXPECT_EQ(watch.failures(), 0);
}

TEST(Fault, TellsItsStatusToTheThreadThatMetIt) {
  const Fault first("one", 0, 2), second("other", 0, 304);
  EXPECT_TRUE(fault_at("one"));
  std::thread([] {
    EXPECT_TRUE(fault_at("other"));
    EXPECT_EQ(fault_status(), 304);
  }).join();
  EXPECT_EQ(fault_status(), 2);
}

TEST(Fault, FailsOnceAmongManyThreads) {
  const Fault fault("call", 100);
  std::atomic<int> failed = 0;
  std::vector<std::thread> threads;
  for (int k = 0; k < 4; ++k)
    threads.emplace_back([&failed] {
      for (int i = 0; i < 100; ++i) failed += fault_at("call");
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(failed, 1);
  EXPECT_EQ(fault.calls(), 400);
}

constexpr int line_of_two_calls = __LINE__ + 3;
bool ask_here() {
  // clang-format off
  if (LIVEWARP_FAULT_AT("first")) return true;
  return LIVEWARP_FAULT_AT("first");
  // clang-format on
}
template <class T>
bool ask_in_a_template() {
  return LIVEWARP_FAULT_AT("in a template");
}
std::string site_of(const std::string& call, int line) {
  return call + " at kernels/core/base/fault_test.cpp:" + std::to_string(line);
}

TEST(Fault, FailsAtOneOfTwoSites) {
  EXPECT_FALSE(ask_here());
  for (const int line : {line_of_two_calls, line_of_two_calls + 1}) {
    const Fault fault(site_of("first", line));
    EXPECT_TRUE(ask_here());
    EXPECT_FALSE(ask_here());
    EXPECT_EQ(fault.failures(), 1);
  }
  const Fault elsewhere(site_of("first", 1));
  EXPECT_FALSE(ask_here());
}

TEST(Fault, SitesAreInTheProgramBeforeAnyIsReached) {
  const std::vector<std::string> sites = fault_sites();
  EXPECT_TRUE(std::ranges::is_sorted(sites));
  for (int k = 0; k < 2; ++k)
    EXPECT_EQ(std::ranges::count(sites, site_of("first", line_of_two_calls + k)), 1);
  // A template that is used twice is one site.
  EXPECT_FALSE(ask_in_a_template<int>() || ask_in_a_template<char>());
  EXPECT_EQ(std::ranges::count_if(
                sites, [](const std::string& one) { return one.starts_with("in a template at "); }),
            1);
}

TEST(Fault, AWalkHearsOfEachSiteOnce) {
  std::vector<std::string> reached;
  {
    const FaultWalk walk([&](const std::string& site) { reached.push_back(site); });
    ask_here();
    ask_here();
    fault_at("no site");
  }
  ask_in_a_template<int>();
  const std::vector<std::string> expected{site_of("first", line_of_two_calls),
                                          site_of("first", line_of_two_calls + 1)};
  EXPECT_EQ(reached, expected);
}

}  // namespace
}  // namespace livewarp
