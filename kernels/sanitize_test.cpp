// Every row that the host executes, with every access checked, at odd sizes against the reference.
#include <gtest/gtest.h>

#include "kernels/core/rows_test.h"
#include "kernels/core/verification.h"
#include "kernels/registry.h"
#include "kernels/simt/memory_checker.h"

namespace livewarp {
namespace {

std::vector<std::string> names() {
  std::vector<std::string> all;
  const Registry registry;
  for (const auto& workload : registry.workloads()) all.push_back(workload->info().name);
  return all;
}

class Sanitize : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Workloads, Sanitize, testing::ValuesIn(names()),
                         [](const auto& param) { return param.param; });

TEST_P(Sanitize, RowsAreSoundAtOddSizes) {
  if (sanitized)
    GTEST_SKIP() << "two checkers at once take minutes: the build without sanitizers runs it";
  const Registry registry;
  const Workload& workload = *registry.find(GetParam());
  int rows = 0;
  for (const VariantInfo* const row : rows_of(workload)) {
    if (row->backend != Backend::cuda) continue;
    ++rows;
    const Choice choice = default_choice(workload, row->name, row->backend);
    try {
      const CheckResult result = check_sizes(workload, choice, Executor::simt,
                                             [](Executor) { return make_checked_exec(); }, {});
      EXPECT_TRUE(result.ok()) << row->name << ": " << result.failure;
    } catch (const std::exception& error) {
      ADD_FAILURE() << row->name << ": " << error.what();
    }
  }
  EXPECT_GT(rows, 2);
}

}  // namespace
}  // namespace livewarp
