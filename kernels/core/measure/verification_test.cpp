#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/core/base/error.h"
#include "kernels/core/exec/executors.h"
#include "kernels/core/measure/verification.h"
#include "kernels/core/testing/test_workload.h"

namespace livewarp {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(Discrepancy, ByHand) {
  Discrepancy found("acceleration");
  const double reference[][3]{{3, 0, 4}, {0, 0, 0}, {0, 12, 0}};
  const double result[][3]{{3, 0, 4}, {0, 0, 0.3}, {0, 12, 0.4}};
  for (int i = 0; i < 3; ++i) found.add(i, result[i], reference[i], 3);
  // sum of squares: difference 0.09 + 0.16, reference 25 + 144
  EXPECT_EQ(found.count(), 3);
  EXPECT_NEAR(found.rms(), std::sqrt(0.25 / 169), 1e-15);
  EXPECT_NEAR(found.worst(), 0.4 / std::sqrt(169.0 / 3), 1e-15);
  EXPECT_EQ(found.worst_index(), 2);
  EXPECT_TRUE(found.within({0.04, 0.06, {}}));
  EXPECT_FALSE(found.within({0.03, 0.06, {}}));
  EXPECT_FALSE(found.within({0.04, 0.05, {}}));
}

TEST(Discrepancy, ZeroOverZeroIsNoErrorAndAnythingOverZeroInfinite) {
  Discrepancy found("force");
  const double zero = 0, some = 1e-30;
  found.add(0, &zero, &zero, 1);
  EXPECT_EQ(found.rms(), 0);
  EXPECT_EQ(found.worst(), 0);
  EXPECT_EQ(found.worst_index(), 0);
  EXPECT_TRUE(found.within({1e-9, 1e-9, {}}));
  found.add(1, &some, &zero, 1);
  EXPECT_EQ(found.rms(), std::numeric_limits<double>::infinity());
  EXPECT_FALSE(found.within({1e9, 1e9, {}}));
}

TEST(Discrepancy, OneNanFailsAndIsNamed) {
  Discrepancy found("value");
  const double one = 1;
  for (int i = 0; i < 10; ++i) found.add(i, &one, &one, 1);
  found.add(10, &nan, &one, 1);
  found.add(11, &nan, &one, 1);
  const double wild = 100;
  found.add(12, &wild, &one, 1);
  EXPECT_TRUE(std::isnan(found.rms()));
  EXPECT_TRUE(std::isnan(found.worst()));
  EXPECT_EQ(found.worst_index(), 10);
  EXPECT_FALSE(found.within({1e9, 1e9, {}}));
}

TEST(Discrepancy, NothingComparedIsNotVerified) {
  EXPECT_FALSE(Discrepancy("value").within({1, 1, {}}));
}

TEST(Job, StopsAndReports) {
  std::stop_source source;
  double last = -1;
  const Job job{source.get_token(), [&](double fraction) { last = fraction; }};
  job.at(0.5);
  EXPECT_EQ(last, 0.5);
  source.request_stop();
  EXPECT_THROW(job.at(0.6), Cancelled);
  EXPECT_EQ(last, 0.5);
}

class Check : public testing::Test {
 protected:
  Choice choice(const char* variant, std::int64_t n = 1000) const {
    Choice choice = default_choice(line_, variant, Backend::cpu);
    choice.problem["n"] = n;
    return choice;
  }
  CheckResult at_sizes(const char* variant) const {
    return check_sizes(line_, choice(variant), Executor::cpu, make_, {});
  }
  CheckResult here(const char* variant, std::int64_t n) const {
    const Choice chosen = choice(variant, n);
    return check_here(line_, chosen, Executor::cpu, make_, line_.initial_state(chosen.problem), {});
  }

  LineWorkload line_;
  ExecFactory make_ = [](Executor) { return make_cpu_exec(); };
};

TEST_F(Check, AGoodVariantIsVerifiedAtTheCheckSizes) {
  const CheckResult result = at_sizes("good");
  EXPECT_EQ(result.verdict, Verdict::at_check_sizes);
  EXPECT_TRUE(result.ok());
  EXPECT_LT(result.error, 1e-12);
  EXPECT_EQ(result.failure, "");
  EXPECT_EQ(result.scope, "every output at 3 check sizes");
  EXPECT_EQ(result.tolerance, (Tolerance{1e-9, 1e-6, {}}));
}

// The largest of three sizes has sixty times the work of the second.
TEST_F(Check, SomeOfTheCheckSizesAreTheSmallerOnesAndSaySo) {
  const CheckResult result =
      check_sizes(line_, choice("good"), Executor::cpu, make_, {}, CheckDepth::some);
  EXPECT_EQ(result.verdict, Verdict::at_check_sizes);
  EXPECT_EQ(result.scope, "every output at 2 of 3 check sizes");
  const CheckResult wrong =
      check_sizes(line_, choice("all-wrong"), Executor::cpu, make_, {}, CheckDepth::some);
  EXPECT_EQ(wrong.verdict, Verdict::failed);
  EXPECT_GT(wrong.error, 0.0099);
}

// Of three sizes each of three shares has one, and of five the last two none.
TEST_F(Check, SharesOfTheCheckSizesFindTogetherWhatOneWould) {
  const auto of_share = [&](const char* variant, int index, int count) {
    return check_sizes(line_, choice(variant), Executor::cpu, make_, {}, CheckDepth::all,
                       {index, count});
  };
  for (const int count : {2, 3, 5})
    for (int i = 0; i < count; ++i) {
      const CheckResult right = of_share("good", i, count), wrong = of_share("all-wrong", i, count);
      EXPECT_TRUE(right.ok()) << i << " of " << count << ": " << right.failure;
      EXPECT_EQ(right.scope, "every output at 3 check sizes");
      EXPECT_EQ(wrong.ok(), i >= 3) << i << " of " << count;
    }
}

TEST_F(Check, OneWrongElementFailsAndIsNamed) {
  // Only the largest check size has an element 1,234. There 1e-3 stands in one of 2,001 values
  // whose RMS is about sqrt(1 + 1/8): 1e-3 / sqrt(2001 * 9/8) = 2.1e-5.
  const CheckResult result = at_sizes("one-wrong");
  EXPECT_EQ(result.verdict, Verdict::failed);
  EXPECT_FALSE(result.ok());
  EXPECT_NEAR(result.error, 2.1e-5, 0.05e-5);
  EXPECT_EQ(result.failure,
            "wrong result: " + result.quantity + " of number 1,234, error 2.1e-5 > 1e-9");
}

TEST_F(Check, TheWorstQuantityIsReported) {
  const CheckResult result = at_sizes("all-wrong");
  EXPECT_EQ(result.verdict, Verdict::failed);
  // One per cent of x * factor + 1, over an increment that is smaller at n = 1.
  EXPECT_GT(result.error, 0.0099);
  EXPECT_FALSE(result.quantity.empty());
}

TEST_F(Check, AnUnwrittenElementFails) {
  const CheckResult result = here("unwritten", 500);
  EXPECT_EQ(result.verdict, Verdict::failed);
  EXPECT_TRUE(std::isnan(result.error));
  EXPECT_EQ(result.failure,
            "wrong result: value of number 499 is not a number, or was never written");
}

// Whoever compares what is there does not see what is not.
TEST_F(Check, ANumberThatAStepShouldHaveFoundIsMissed) {
  EXPECT_TRUE(at_sizes("finds").ok());
  EXPECT_TRUE(here("finds", 500).ok());
  for (const CheckResult& result : {at_sizes("finds-nothing"), here("finds-nothing", 500)}) {
    EXPECT_EQ(result.verdict, Verdict::failed);
    EXPECT_EQ(result.failure, "wrong result: the step has found no residual");
  }
  const std::string wrong = at_sizes("finds-nothing-wrong").failure;
  EXPECT_EQ(wrong.find("wrong result: increment of number"), 0u) << "that comes first: " << wrong;
}

TEST_F(Check, HereComparesAllOrSamples) {
  EXPECT_EQ(here("good", 5000).verdict, Verdict::here);
  EXPECT_EQ(here("good", 5000).scope, "all 5,000 numbers");
  EXPECT_EQ(here("good", 1).scope, "all 1 number");
  EXPECT_EQ(here("good", 200'000).scope, "1,024 of 200,000 numbers");
  EXPECT_TRUE(here("good", 200'000).ok());
}

TEST_F(Check, ReportsProgressToTheEndAndCanBeStopped) {
  std::vector<double> seen;
  std::stop_source source;
  const Job job{source.get_token(), [&](double fraction) { seen.push_back(fraction); }};
  check_sizes(line_, choice("good"), Executor::cpu, make_, job);
  EXPECT_EQ(seen.front(), 0);
  EXPECT_EQ(seen.back(), 1);
  EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
  const Job stopped{source.get_token(), [&](double fraction) {
                      if (fraction > 0.5) source.request_stop();
                    }};
  EXPECT_THROW(check_sizes(line_, choice("good"), Executor::cpu, make_, stopped), Cancelled);
}

TEST(Tolerance, IsTheBasesWhereAWorkloadSaysNoOther) {
  const LineWorkload line;
  for (const Backend backend : {Backend::cuda, Backend::cpu}) {
    EXPECT_EQ(line.tolerance(backend, Precision::fp32), (Tolerance{1e-6, 1e-5, {}}));
    EXPECT_EQ(line.tolerance(backend, Precision::fp64), (Tolerance{1e-12, 1e-10, {}}));
    EXPECT_EQ(line.tolerance(backend, Precision::half), (Tolerance{1e-3, 1e-2, {}}));
  }
}

}  // namespace
}  // namespace livewarp
