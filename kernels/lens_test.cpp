// The lens over every row of the registry.
#include "kernels/simt/lens.h"

#include <gtest/gtest.h>

#include "kernels/registry.h"

namespace livewarp::simt {
namespace {

TEST(Lens, SeesEveryRowThatTheHostExecutes) {
  const Registry registry;
  int seen = 0;
  for (const auto& workload : registry.workloads())
    for (const VariantInfo* const row : workload->variants()) {
      if (row->backend != Backend::cuda) continue;
      Choice choice = default_choice(*workload, row->name, row->backend);
      choice.problem = lens_problem(*workload, choice);
      const Lens lens = look(*workload, choice);
      const std::string name = workload->info().name + " " + row->name;
      if (!lens.refusal.empty()) continue;
      ++seen;
      ASSERT_FALSE(lens.kernels.empty()) << name;
      for (const LensKernel& kernel : lens.kernels) {
        EXPECT_GT(kernel.warps, 0) << name << " " << kernel.kernel;
        EXPECT_GT(kernel.active, 0) << name << " " << kernel.kernel;
        EXPECT_LE(kernel.active, 32) << name << " " << kernel.kernel;
        EXPECT_FALSE(kernel.lines.empty()) << name << " " << kernel.kernel;
        for (const LensLine& line : kernel.lines) {
          EXPECT_GT(line.line.line, 0) << name << " " << kernel.kernel;
          EXPECT_TRUE(line.line.file.starts_with("kernels/")) << name << " " << line.line.file;
          EXPECT_LE(line.count.lanes, 32 * line.count.requests);
          if (line.count.space != MemorySpace::global) continue;
          EXPECT_GE(line.count.sectors, line.count.ideal_sectors) << name;
        }
      }
    }
  EXPECT_GT(seen, 40);
}

// The present problem, no other: sizes alone are halved, so that blocks stay whole.
TEST(Lens, LooksAtTheProblemThatIsSetAtASmallerSize) {
  const Registry registry;
  const Workload& blur = *registry.find("convolution");
  Choice choice = default_choice(blur, "shared", Backend::cuda);
  choice.problem["radius"] = std::int64_t{7};
  choice.problem["width"] = std::int64_t{4096};
  choice.problem["height"] = std::int64_t{2048};
  Values wanted = choice.problem;
  wanted["width"] = std::int64_t{256};
  wanted["height"] = std::int64_t{128};
  EXPECT_EQ(lens_problem(blur, choice), wanted);
  choice.problem["width"] = std::int64_t{33};
  choice.problem["height"] = std::int64_t{65};
  EXPECT_EQ(lens_problem(blur, choice), choice.problem) << "a small one stays as it is";
}

}  // namespace
}  // namespace livewarp::simt
