// Every variant that the host executes, with every access checked, at odd sizes against the
// reference.
#include "kernels/emulator/check/memory_checker.h"
#include "kernels/every_variant_test.h"

namespace livewarp {
namespace {

class Sanitize : public OfVariant {};
// Two checkers at once take minutes: the build without sanitizers has these tests.
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Sanitize);

bool checked(const VariantInfo& variant) { return !sanitized && emulated(variant); }

#define LIVEWARP_WORKLOAD(name)                                                                    \
  INSTANTIATE_TEST_SUITE_P(name, Sanitize, testing::ValuesIn(cases_of(#name, checked)),            \
                           name_of_case);
#include "kernels/workloads.inc"
#undef LIVEWARP_WORKLOAD

TEST_P(Sanitize, FindsNothingAtOddSizes) {
  try {
    const CheckResult result = check_sizes(workload(), plain(), Executor::emulator,
                                           [](Executor) { return make_checked_exec(); }, {});
    EXPECT_TRUE(result.ok()) << result.failure;
  } catch (const std::exception& error) {
    ADD_FAILURE() << error.what();
  }
}

}  // namespace
}  // namespace livewarp
