// Blocks on a GPU: a kernel around the variant's tells when each of them ran.
#include <gtest/gtest.h>

#include "app/blocks/block_study.h"
#include "kernels/core/base/machine.h"
#include "kernels/registry.h"

namespace livewarp {
namespace {

class GpuBlocks : public testing::Test {
 protected:
  void SetUp() override {
    if (!machine_.has_gpu()) GTEST_SKIP() << machine_.gpu_reason;
    const GpuInfo& gpu = *machine_.gpu(0);
    if (const std::string reason = compiler_.code_hindrance(10 * gpu.major + gpu.minor);
        !reason.empty())
      GTEST_SKIP() << reason;
  }
  ui::BlocksView view_of(const std::string& workload, const std::string& variant,
                         const Values& problem, const Values& launch = {}) {
    const Workload& of = *registry_.find(workload);
    Choice choice = default_choice(of, variant, Backend::cuda);
    for (const auto& [id, value] : problem) choice.problem[id] = value;
    for (const auto& [id, value] : launch) choice.launch[id] = value;
    choice = checked_choice(of, choice);
    return study_blocks(of, {.choice = choice, .measure = true},
                        {&machine_, 0, &codes_, &compiler_});
  }
  /// Of kernels of at least 200 us: all of their time is that of blocks.
  static void expect_all_of_its_time(const ui::BlocksView& view) {
    ASSERT_TRUE(view.measured) << view.measured_reason;
    const BlockTrace& trace = *view.measured;
    const auto figures = figures_of(trace);
    ASSERT_TRUE(figures);
    EXPECT_EQ(view.result, "equal bit by bit");
    EXPECT_EQ(trace.records.size(), view.grid.count());
    ASSERT_GE(trace.kernel_us, 200) << "the problem is too small for this GPU";
    EXPECT_NEAR(figures->of_kernel, 1, 0.05)
        << figures->span << " of " << trace.kernel_us << " us, traced " << trace.traced_us;
    EXPECT_LE(trace.traced_us, 1.1 * trace.kernel_us) << "what notes of blocks cost at most";
    EXPECT_GE(trace.traced_us, 0.9 * trace.kernel_us) << "it is compiled as the plain one is";
    for (const BlockRecord& record : trace.records) {
      ASSERT_GE(record.multiprocessor, 0);
      ASSERT_LT(record.multiprocessor, trace.multiprocessors);
      ASSERT_GT(record.end, record.begin);
    }
    EXPECT_GE(figures->blocks_max, figures->blocks_min);
    EXPECT_GE(figures->tail, 0);
    EXPECT_LE(figures->tail, 1);
    EXPECT_GE(figures->imbalance, 1);
  }

  const Machine machine_ = detect_machine();
  const Registry registry_;
  const KernelCodes codes_;
  const KernelCompiler compiler_{std::filesystem::path()};
};

TEST_F(GpuBlocks, OfHeatFillItsTime) {
  expect_all_of_its_time(
      view_of("heat", "naive", {{"nx", std::int64_t{8192}}, {"ny", std::int64_t{8192}}}));
}

// Another compilation of a kernel rounds as its own does, marks or none.
TEST_F(GpuBlocks, OfAPlateWithMarksAreEqualBitByBit) {
  const ui::BlocksView view = view_of("heat", "naive", {{"start", std::string("figure")}});
  ASSERT_TRUE(view.measured) << view.measured_reason;
  EXPECT_EQ(view.result, "equal bit by bit");
}

TEST_F(GpuBlocks, OfTilesInSharedMemoryFillTheirTime) {
  expect_all_of_its_time(view_of("nbody", "shared", {{"n", std::int64_t{65536}}}));
}

TEST_F(GpuBlocks, OfBodiesFillItsTime) {
  const ui::BlocksView view = view_of("nbody", "naive", {{"n", std::int64_t{65536}}});
  expect_all_of_its_time(view);
  // As many stay at a time as the occupancy says.
  ASSERT_TRUE(view.predicted) << view.predicted_reason;
  EXPECT_LE(view.figures->places,
            std::int64_t{view.blocks_at_a_time} * view.measured->multiprocessors);
}

TEST_F(GpuBlocks, OfScalingAreEqualBitByBit) {
  const ui::BlocksView view = view_of("scaling", "direct", {{"chart", std::string("noise")}});
  ASSERT_TRUE(view.measured) << view.measured_reason;
  EXPECT_EQ(view.result, "equal bit by bit");
  EXPECT_EQ(view.measured->records.size(), view.grid.count());
}

TEST_F(GpuBlocks, SayWhatIsNotTraced) {
  const ui::BlocksView view =
      view_of("convolution", registry_.find("convolution")->info().default_cuda, {});
  EXPECT_TRUE(view.measured || !view.measured_reason.empty());
}

}  // namespace
}  // namespace livewarp
