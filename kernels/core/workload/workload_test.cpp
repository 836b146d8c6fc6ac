#include <gtest/gtest.h>

#include "kernels/core/base/error.h"
#include "kernels/core/testing/test_workload.h"
#include "kernels/core/workload/allowed_blocks.h"

namespace livewarp {
namespace {

std::string refusal(const Choice& choice) {
  const LineWorkload line;
  try {
    checked_choice(line, choice);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Choice, DefaultsAreCompleteAndChecked) {
  const LineWorkload line;
  const Choice cuda = default_choice(line, "", Backend::cuda);
  EXPECT_EQ(cuda.variant, "blocks");
  EXPECT_EQ(cuda.memory, MemoryMode::device);
  EXPECT_EQ(cuda.launch,
            (Values{{"block", std::string("64")}, {"reserve_shared", std::int64_t{0}}}));
  EXPECT_EQ(cuda.problem, (Values{{"n", std::int64_t{1000}}, {"factor", 0.5}}));
  EXPECT_EQ(cuda.view, (Values{{"zoom", 1.0}}));
  EXPECT_EQ(checked_choice(line, cuda), cuda);
  const Choice cpu = default_choice(line, "", Backend::cpu);
  EXPECT_EQ(cpu.variant, "good");
  EXPECT_EQ(cpu.memory, MemoryMode::host);
  EXPECT_EQ(checked_choice(line, cpu), cpu);
  EXPECT_EQ(default_choice(line, "blocks", Backend::cpu).variant, "blocks");
  EXPECT_THROW(default_choice(line, "nothing", Backend::cpu), Error);
}

TEST(Choice, CheckingFillsInWhatIsMissing) {
  const LineWorkload line;
  Choice sparse;
  sparse.variant = "good";
  sparse.memory = MemoryMode::pinned;  // means nothing to a CPU variant
  sparse.problem = {{"n", std::int64_t{5}}};
  const Choice full = checked_choice(line, sparse);
  EXPECT_EQ(full.workload, "line");
  EXPECT_EQ(full.memory, MemoryMode::host);
  EXPECT_EQ(full.problem, (Values{{"n", std::int64_t{5}}, {"factor", 0.5}}));
  EXPECT_EQ(full.launch, (Values{{"threads", std::int64_t{1}}}));
}

TEST(Choice, TakesNumbersOfTheNeighbouringKind) {
  const LineWorkload line;
  Choice choice = default_choice(line, "good", Backend::cpu);
  choice.problem = {{"n", 33.0}, {"factor", std::int64_t{1}}};
  EXPECT_EQ(checked_choice(line, choice).problem,
            (Values{{"n", std::int64_t{33}}, {"factor", 1.0}}));
  choice.problem = {{"n", 33.5}};
  EXPECT_EQ(refusal(choice), "n 33.5: must be a whole number");
}

TEST(Choice, RefusesWhatIsUnknownOrNotOffered) {
  const LineWorkload line;
  const Choice good = default_choice(line, "blocks", Backend::cuda);
  const auto with = [&](auto change) {
    Choice choice = good;
    change(choice);
    return refusal(choice);
  };
  EXPECT_EQ(with([](Choice& c) { c.workload = "circle"; }),
            "choice is for workload circle, not line");
  EXPECT_EQ(with([](Choice& c) { c.variant = "fast"; }), "line has no variant fast");
  EXPECT_EQ(with([](Choice& c) { c.launch["unroll"] = std::int64_t{4}; }),
            "variant blocks has no unroll");
  EXPECT_EQ(with([](Choice& c) { c.launch["block"] = std::string("2048"); }),
            "block 2,048: CUDA allows 1,024 threads");
  EXPECT_EQ(with([](Choice& c) { c.launch["block"] = std::string("33"); }),
            "block 33: needs a multiple of 32 threads, since it is a test");
  EXPECT_EQ(with([](Choice& c) { c.problem["n"] = std::int64_t{0}; }),
            "n 0: must be 1 … 5,000,000,000");
  EXPECT_EQ(with([](Choice& c) { c.problem["zoom"] = 1.0; }), "line has no zoom");
  EXPECT_EQ(with([](Choice& c) { c.view["n"] = std::int64_t{1}; }), "the view of line has no n");
  EXPECT_EQ(with([](Choice& c) { c.memory = MemoryMode::mapped; }),
            "memory mapped: offered by blocks are device, pinned");
  EXPECT_EQ(with([](Choice& c) { c.memory = MemoryMode::host; }),
            "memory host: offered by blocks are device, pinned");
  EXPECT_EQ(with([](Choice& c) { c.steps_per_frame = -1; }),
            "steps per frame −1: must be 0 … 1,024");
}

TEST(Choice, TakesAnyBlockThatTheVariantAllows) {
  const LineWorkload line;
  Choice choice = default_choice(line, "blocks", Backend::cuda);
  choice.launch["block"] = std::string("96x1");
  EXPECT_EQ(get_text(checked_choice(line, choice).launch, "block"), "96")
      << "as presets are written";
  using Shapes = std::vector<std::string>;
  EXPECT_EQ(allowed_blocks(line, choice, nullptr, {64, 160}),
            (Shapes{"32", "64", "96", "128", "160"}));
  EXPECT_EQ(allowed_blocks(line, choice, nullptr).size(), 32u);
  EXPECT_EQ(block_refusal(line, choice, {33}, nullptr),
            "needs a multiple of 32 threads, since it is a test");
  EXPECT_EQ(allowed_blocks(line, default_choice(line, "good", Backend::cpu), nullptr), Shapes{});
}

TEST(Workload, FindsVariantsByName) {
  const LineWorkload line;
  ASSERT_NE(line.find("one-wrong"), nullptr);
  EXPECT_EQ(line.find("one-wrong")->name, "one-wrong");
  EXPECT_EQ(line.find("None"), nullptr);
}

VariantInfo plain_cuda_variant() {
  VariantInfo variant;
  variant.backend = Backend::cuda;
  variant.memory_modes = {MemoryMode::device};
  return variant;
}

Machine machine_with(int major, int minor) {
  Machine machine;
  GpuInfo gpu;
  gpu.name = "Test GPU";
  gpu.major = major;
  gpu.minor = minor;
  machine.gpus.push_back(gpu);
  return machine;
}

TEST(Variant, SaysWhyAVariantCannotRun) {
  VariantInfo variant = plain_cuda_variant();
  const Machine hopper = machine_with(9, 0), turing = machine_with(7, 5);
  EXPECT_EQ(unavailable_reason(variant, Executor::cuda, hopper), "");
  EXPECT_EQ(unavailable_reason(variant, Executor::emulator, Machine()), "");
  Machine none;
  none.gpu_reason = "no CUDA device: no driver (libcuda.so.1 not found)";
  EXPECT_EQ(unavailable_reason(variant, Executor::cuda, none), none.gpu_reason);
  EXPECT_EQ(unavailable_reason(variant, Executor::cuda, Machine()), "no CUDA device");
  EXPECT_NE(unavailable_reason(variant, Executor::cpu, hopper), "");
  variant.min_compute = 80;
  EXPECT_EQ(unavailable_reason(variant, Executor::cuda, hopper), "");
  EXPECT_EQ(unavailable_reason(variant, Executor::cuda, turing),
            "needs compute capability 8.0, Test GPU has 7.5");
  Machine both = turing;
  both.gpus.push_back(hopper.gpus.front());
  EXPECT_EQ(unavailable_reason(variant, Executor::cuda, both), "");
  std::string missing = "libsome.so.1 was not found: install it";
  variant.missing = [&] { return missing; };
  EXPECT_EQ(unavailable_reason(variant, Executor::cuda, both), missing);
  EXPECT_EQ(unavailable_reason(variant, Executor::cuda, none), none.gpu_reason);
  missing.clear();
  EXPECT_EQ(unavailable_reason(variant, Executor::cuda, both), "");
  variant.gpu_only = true;
  EXPECT_NE(unavailable_reason(variant, Executor::emulator, Machine()), "");
  variant.memory_modes = {MemoryMode::mapped};
  EXPECT_EQ(unavailable_reason(variant, Executor::cuda, hopper),
            "Test GPU: this GPU cannot map host memory (cudaDevAttrCanMapHostMemory is 0)");
}

TEST(Variant, CpuVariantsRunOnTheCpuOnly) {
  const VariantInfo variant;
  EXPECT_EQ(unavailable_reason(variant, Executor::cpu, Machine()), "");
  EXPECT_NE(unavailable_reason(variant, Executor::cuda, machine_with(9, 0)), "");
  EXPECT_NE(unavailable_reason(variant, Executor::emulator, Machine()), "");
}

}  // namespace
}  // namespace livewarp
