#include "kernels/nbody/nbody.h"

#include <gtest/gtest.h>

#include "kernels/registry.h"

namespace livewarp {
namespace {

/// Every row that runs on the executor, by name.
std::vector<const VariantInfo*> rows_for(const Workload& workload, Executor executor) {
  const Backend backend = executor == Executor::cpu ? Backend::cpu : Backend::cuda;
  std::vector<const VariantInfo*> rows;
  for (const VariantInfo* row : workload.variants())
    if (row->backend == backend && !(row->gpu_only && executor == Executor::simt))
      rows.push_back(row);
  return rows;
}

void every_row_agrees_with_fp64(Executor executor) {
  const Registry registry;
  const Workload& nbody = *registry.find("nbody");
  const auto rows = rows_for(nbody, executor);
  ASSERT_FALSE(rows.empty());
  for (const VariantInfo* row : rows) {
    Choice choice = default_choice(nbody, row->name, row->backend);
    const CheckResult result = check_sizes(
        nbody, choice, executor, [](Executor e) { return make_exec(e); }, Job{});
    EXPECT_TRUE(result.ok()) << row->name << ": " << result.failure;
    std::printf("%-16s %s %.2e worst %.2e %s\n", row->name.c_str(), result.quantity.c_str(),
                result.error, result.worst, result.failure.c_str());
  }
}

TEST(Nbody, CpuRowsAgreeWithFp64) { every_row_agrees_with_fp64(Executor::cpu); }
TEST(Nbody, KernelsOnTheHostAgreeWithFp64) { every_row_agrees_with_fp64(Executor::simt); }

}  // namespace
}  // namespace livewarp
