#include "app/run/verification_worker.h"

#include <gtest/gtest.h>

#include <chrono>
#include <new>

#include "app/testing/toy_workload.h"
#include "kernels/core/measure/verification.h"
#include "kernels/registry.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

class VerificationWorkerTest : public testing::Test {
 protected:
  std::unique_ptr<Workload> toy_ = test::make_toy();
  Choice choice_ = default_choice(*toy_, "plain", Backend::cpu);
  bool no_memory_ = false;  ///< for the next executor
  VerificationWorker verification_worker_{[this](Executor executor, std::stop_token stop) {
    if (no_memory_) throw std::bad_alloc();
    return make_exec(executor, std::move(stop));
  }};

  std::optional<CheckResult> result() {
    const auto end = std::chrono::steady_clock::now() + 60s;
    while (std::chrono::steady_clock::now() < end) {
      if (auto found = verification_worker_.take_result()) return found;
      std::this_thread::sleep_for(1ms);
    }
    return {};
  }
};

TEST_F(VerificationWorkerTest, WhatCannotBeCheckedIsNotWrong) {
  no_memory_ = true;
  verification_worker_.check(*toy_, choice_, Executor::cpu, false);
  const auto none = result();
  ASSERT_TRUE(none);
  EXPECT_EQ(none->verdict, Verdict::unchecked);
  EXPECT_EQ(none->failure.find("could not be checked: "), 0u) << none->failure;
  EXPECT_FALSE(verification_worker_.wants_state());
  no_memory_ = false;
  verification_worker_.check(*toy_, choice_, Executor::cpu, false);
  const auto found = result();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->verdict, Verdict::at_check_sizes) << found->failure;
  EXPECT_TRUE(verification_worker_.wants_state());
}

TEST_F(VerificationWorkerTest, WhatIsDoneBesideSaysNothingOfTheVariant) {
  verification_worker_.do_when_idle([](const Job&) { throw std::bad_alloc(); });
  const auto end = std::chrono::steady_clock::now() + 60s;
  while (verification_worker_.busy() && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(1ms);
  EXPECT_FALSE(verification_worker_.busy());
  EXPECT_FALSE(verification_worker_.take_result());
  verification_worker_.check(*toy_, choice_, Executor::cpu, false);
  const auto found = result();
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->ok()) << found->failure;
}

// A GPU computes for a check only while its steps are made, not while they are compared.
TEST_F(VerificationWorkerTest, StepsOfACheckAreCounted) {
  std::vector<std::uint64_t> seen;
  VerificationWorker worker([&](Executor executor, std::stop_token stop) {
    seen.push_back(worker.stepping());
    return make_exec(executor, std::move(stop));
  });
  EXPECT_EQ(worker.stepping(), 0u);
  worker.check(*toy_, choice_, Executor::cpu, false);
  const auto end = std::chrono::steady_clock::now() + 60s;
  std::optional<CheckResult> found;
  while (!found && std::chrono::steady_clock::now() < end) found = worker.take_result();
  ASSERT_TRUE(found);
  ASSERT_FALSE(seen.empty());
  for (const std::uint64_t count : seen) EXPECT_EQ(count % 2, 1u) << "made before its steps began";
  EXPECT_EQ(worker.stepping(), 2 * seen.size()) << "each step of the check begins and ends";
}

}  // namespace
}  // namespace livewarp
