// What the compiler made of the variants' kernels, and what of it stays on a multiprocessor.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "app/base/platform.h"
#include "app/code/step_launches.h"
#include "app/explain/occupancy_study.h"
#include "kernels/core/base/error.h"
#include "kernels/core/model/block_rule.h"
#include "kernels/core/workload/allowed_blocks.h"
#include "kernels/core/workload/shared_reserve.h"
#include "kernels/registry.h"
#include "ui/model/occupancy_words.h"

namespace livewarp {
namespace {

/// Machine code of this test itself: it holds all kernels.
const KernelCodes& codes() {
  static const KernelCodes all(ProgramKernels(program_path().string()), nullptr);
  return all;
}

/// An architecture that there is code for, or 0 and why the tests that need one are skipped.
int built_architecture() {
  const std::vector<int> built = codes().program().architectures();
  return built.empty() ? 0 : built.back();
}

ui::OccupancyView study(const Registry& registry, const std::string& workload,
                        const std::string& variant, const Values& problem = {},
                        const Values& launch = {}) {
  const Workload& found = *registry.find(workload);
  Choice choice = default_choice(found, variant, Backend::cuda);
  choice.problem = changed(choice.problem, problem);
  choice.launch = changed(choice.launch, launch);
  return study_occupancy(found, {choice, built_architecture()}, codes());
}

TEST(OccupancyStudy, KnowsTheMainKernelOfEveryVariant) {
  if (built_architecture() == 0) GTEST_SKIP() << codes().program().reason();
  const Registry registry;
  int known = 0;
  for (const auto& workload : registry.workloads())
    for (const VariantInfo* const variant : workload->variants()) {
      if (variant->backend != Backend::cuda) continue;
      Choice choice = default_choice(*workload, variant->name, variant->backend);
      choice.problem = workload->check_problems(choice).front();
      const ui::OccupancyView view =
          study_occupancy(*workload, {choice, built_architecture()}, codes());
      const std::string name = workload->info().name + " " + variant->name;
      if (variant->gpu_only || !view.refusal.empty()) {
        EXPECT_EQ(view.refusal.find("lacks kernel"), std::string::npos) << name << view.refusal;
        continue;
      }
      ++known;
      for (const ui::OccupancyBlock& block : view.blocks) {
        ASSERT_TRUE(block.resources) << name << " " << block.kernel;
        EXPECT_GE(block.resources->registers, 8) << name;
        EXPECT_LE(block.resources->registers, 255) << name;
      }
    }
  EXPECT_GT(known, 40);
}

// What stands in the sources: tiles of 256 bodies of 16 bytes, and __launch_bounds__(256).
TEST(OccupancyStudy, FindsWhatTheSourceAsksFor) {
  if (built_architecture() == 0) GTEST_SKIP() << codes().program().reason();
  const Registry registry;
  const ui::OccupancyView unrolled = study(registry, "nbody", "unrolled");
  ASSERT_EQ(unrolled.refusal, "");
  EXPECT_EQ(unrolled.current()->resources->static_shared, 4096u);
  EXPECT_EQ(unrolled.current()->resources->max_threads, 256);
  // A block of its threads, and as many blocks as its bodies take.
  const ui::OccupancyView naive = study(registry, "nbody", "naive", {{"n", std::int64_t{1000}}},
                                        {{"block", std::string("96")}});
  ASSERT_EQ(naive.refusal, "");
  EXPECT_EQ(naive.current()->block, "96");
  EXPECT_EQ(naive.current()->threads, 96);
  EXPECT_EQ(naive.current()->grid, 11);
  EXPECT_EQ(naive.current()->shared(), 0u);
  const auto& blocks = naive.blocks;
  EXPECT_TRUE(std::ranges::is_sorted(blocks, {}, &ui::OccupancyBlock::threads));
  for (const int threads : {32, 64, 128, 256, 512, 992, 1024})
    EXPECT_EQ(std::ranges::count(blocks, threads, &ui::OccupancyBlock::threads), 1) << threads;
}

TEST(OccupancyStudy, SaysWhyThereIsNothingToSee) {
  const Registry registry;
  const Workload& nbody = *registry.find("nbody");
  const Choice cpu = default_choice(nbody, "scalar", Backend::cpu);
  EXPECT_EQ(study_occupancy(nbody, {cpu, 90}, codes()).refusal,
            "runs on the CPU: it has no kernels");
  const Choice naive = default_choice(nbody, "naive", Backend::cuda);
  EXPECT_EQ(study_occupancy(nbody, {naive, 90}, KernelCodes(ProgramKernels("/bin/true"), nullptr))
                .refusal,
            "this program was built without CUDA; nothing compiles here");
  const int built = built_architecture();
  if (built == 0) return;
  const int other = built == 75 ? 90 : 75;
  const KernelCodes alone(ProgramKernels(program_path().string()), nullptr);
  EXPECT_EQ(study_occupancy(nbody, {naive, other}, alone).refusal, alone.hindrance(other));
  EXPECT_NE(alone.hindrance(other).find("not for " + compute_text(other)), std::string::npos);
}

// A library, and blocks that wait for one another, launch nothing that could be taken down.
TEST(OccupancyStudy, RefusesWhatOnlyAGpuCanLaunch) {
  const Registry registry;
  int refused = 0;
  for (const auto& workload : registry.workloads())
    for (const VariantInfo* const variant : workload->variants()) {
      if (!variant->gpu_only) continue;
      const Choice choice = default_choice(*workload, variant->name, variant->backend);
      const std::string refusal =
          study_occupancy(*workload, {choice, built_architecture()}, codes()).refusal;
      EXPECT_FALSE(refusal.empty()) << variant->name;
      EXPECT_EQ(refusal.find('\n'), std::string::npos) << refusal;
      ++refused;
    }
  EXPECT_GT(refused, 0);
}

// Naive N-body on 9.0 in blocks of 256 with 31 KiB reserved: 32 KiB of 228 a block, so seven of
// them.
TEST(OccupancyStudy, SeesWhatIsReserved) {
  if (built_architecture() != 90) GTEST_SKIP() << "no code for 9.0";
  const Registry registry;
  const ui::OccupancyView view =
      study(registry, "nbody", "naive", {},
            {{"block", std::string("256")}, {reserve_axis_id, std::int64_t{31}}});
  ASSERT_EQ(view.refusal, "");
  EXPECT_EQ(view.current()->dynamic_shared, 31u * 1024);
  const ui::OccupancyGpu hopper{*sm_limits(90), "", 132, false};
  const ui::OccupancyFigures figures = ui::occupancy_figures(hopper, *view.current());
  EXPECT_EQ(figures.fits.blocks, 7);
  EXPECT_EQ(figures.fits.warps, 56);
  EXPECT_EQ(figures.fits.limiter, "shared memory");
}

/// What the driver says of a GPU's kernels, against what is computed here.
class GpuOccupancyStudy : public testing::Test {
 protected:
  void SetUp() override {
    if (!machine_.has_gpu()) GTEST_SKIP() << machine_.gpu_reason;
    gpu_ = machine_.gpus.front();
    const auto limits = sm_limits(gpu_.major * 10 + gpu_.minor);
    if (!limits) GTEST_SKIP() << "no limits known for " << gpu_.major << "." << gpu_.minor;
    limits_ = *limits;
    code_ = codes().program().code_for(limits_.compute);
  }

  using Kernels = std::map<const void*, LaunchRecorder::Record>;
  /// The main launches of a variant with every block that it may have, one for each kernel.
  Kernels compare_blocks(const Workload& workload, Choice choice) {
    choice.problem = workload.check_problems(choice).front();
    Kernels kernels;
    if (!workload.refusal(choice, Executor::cuda).empty()) return kernels;
    const auto simulation = workload.simulate(choice, Executor::cuda);
    compare_reserves(choice, *simulation);
    std::vector<std::string> shapes = allowed_blocks(workload, choice, &gpu_);
    if (shapes.empty()) shapes.emplace_back();
    for (const std::string& shape : shapes) {
      if (!shape.empty()) choice.launch["block"] = shape;
      simulation->select(choice.variant, choice.launch);
      LaunchRecorder recorder;
      try {
        simulation->step(recorder);
      } catch (const Error&) {
        continue;  // a library, or blocks that wait for one another
      }
      if (const LaunchRecorder::Record* const main = recorder.main()) {
        compare(*main, int(main->block.count()), choice.variant + " " + shape);
        kernels.emplace(main->kernel.symbol, *main);
      }
    }
    return kernels;
  }
  /// The launch as it is chosen, with more and more reserved shared memory.
  void compare_reserves(Choice choice, Simulation& simulation) {
    for (const std::int64_t kib : reserves_worth_trying(limits_)) {
      choice.launch[reserve_axis_id] = kib;
      simulation.select(choice.variant, choice.launch);
      LaunchRecorder recorder;
      try {
        simulation.step(recorder);
      } catch (const Error&) {
        return;  // as below
      }
      const LaunchRecorder::Record* const main = recorder.main();
      if (!main || main->shared_bytes + kernel_resources(main->kernel).static_shared >
                       gpu_.shared_per_block_optin)
        return;
      compare(*main, int(main->block.count()), choice.variant + " reserves " + to_text(kib));
    }
  }
  void compare(const LaunchRecorder::Record& record, int threads, const std::string& what) {
    const KernelResources resources = kernel_resources(record.kernel);
    EXPECT_EQ(occupancy(limits_, resources, threads, record.shared_bytes).blocks,
              driver_occupancy_blocks(record.kernel, threads, record.shared_bytes))
        << what << " " << threads;
    ++compared_;
  }
  /// Fifty block sizes that nobody would choose.
  void compare_odd_blocks(const LaunchRecorder::Record& record) {
    const int most = std::min(1024, kernel_resources(record.kernel).max_threads);
    for (int i = 0; i < 50; ++i) compare(record, 1 + (i * 337 + 12) % most, record.kernel.name);
  }
  /// What was read from this program's own code.
  void compare_code(const KernelRef& kernel) {
    if (code_ == 0) return;
    const KernelResources* const read = codes().program().find(kernel.name, code_);
    ASSERT_TRUE(read) << kernel.name;
    const KernelResources told = kernel_resources(kernel);
    EXPECT_EQ(read->registers, told.registers) << kernel.name;
    EXPECT_EQ(read->static_shared, told.static_shared) << kernel.name;
    EXPECT_EQ(read->local_bytes, told.local_bytes) << kernel.name;
    EXPECT_GE(read->max_threads, told.max_threads) << kernel.name;
    ++read_;
  }

  const Machine machine_ = detect_machine();
  GpuInfo gpu_;
  SmLimits limits_;
  int code_ = 0, compared_ = 0, read_ = 0;
};

TEST_F(GpuOccupancyStudy, TheDriverAgreesForEveryVariantAndBlock) {
  const Registry registry;
  for (const auto& workload : registry.workloads())
    for (const VariantInfo* const variant : workload->variants()) {
      if (variant->backend != Backend::cuda) continue;
      if (!unavailable_reason(*variant, Executor::cuda, machine_).empty()) continue;
      const Choice choice = default_choice(*workload, variant->name, variant->backend);
      for (const auto& [symbol, record] : compare_blocks(*workload, choice)) {
        compare_odd_blocks(record);
        compare_code(record.kernel);
      }
    }
  EXPECT_GT(compared_, 2000);
  EXPECT_GT(read_, code_ != 0 ? 40 : -1);
}

}  // namespace
}  // namespace livewarp
