// Taking down a variant's launches must leave all memory alone: on a GPU it is not the host's to
// touch.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/measure/launch_recorder.h"
#include "kernels/core/base/error.h"
#include "kernels/core/workload/shared_reserve.h"
#include "kernels/registry.h"

namespace livewarp {
namespace {

/// What is written by steps: all bytes of it.
std::vector<std::byte> written(const Simulation& simulation, const HostState& before) {
  std::vector<std::byte> all;
  const HostState after = simulation.snapshot();
  for (std::size_t i = 0; i < after.fields.size(); ++i)
    if (after.fields[i] != before.fields[i])
      all.insert(all.end(), after.fields[i].begin(), after.fields[i].end());
  return all;
}

TEST(LaunchRecorder, TakesDownEveryVariantAndTouchesNothing) {
  const Registry registry;
  int variants = 0;
  for (const auto& workload : registry.workloads())
    for (const VariantInfo* const variant : workload->variants()) {
      if (variant->backend != Backend::cuda) continue;
      Choice choice = default_choice(*workload, variant->name, variant->backend);
      choice.problem = workload->check_problems(choice).front();
      if (!workload->refusal(choice, Executor::emulator).empty()) continue;
      const auto simulation = workload->simulate(choice, Executor::emulator);
      const HostState before = simulation->snapshot();
      simulation->poison_next();
      LaunchRecorder recorder;
      try {
        simulation->step(recorder);
      } catch (const Error&) {
        continue;  // what only a GPU can do: blocks that wait for one another, a library
      }
      simulation->commit();
      const std::string name = workload->info().name + " " + variant->name;
      EXPECT_FALSE(recorder.records().empty()) << name;
      const std::vector<std::byte> bytes = written(*simulation, before);
      EXPECT_FALSE(bytes.empty()) << name;
      EXPECT_TRUE(std::ranges::all_of(bytes, [](std::byte b) { return b == std::byte{0xFF}; }))
          << name;
      ++variants;
    }
  EXPECT_GT(variants, 40);
}

struct Main {
  const char *workload, *variant;
  Values problem;
  const char* kernel;
};

// Registers and occupancy are told of it: the last of a step's kernels, but where another is
// marked.
TEST(LaunchRecorder, KnowsTheMainKernel) {
  const Registry registry;
  const Values small{{"width", std::int64_t{64}}, {"height", std::int64_t{64}}};
  for (const Main& wanted :
       {Main{"nbody", "naive", {}, "nbody_naive<"}, Main{"nbody", "packed", {}, "nbody_naive<"},
        Main{"nbody", "register", {}, "nbody_register<"},
        Main{"nbody", "tensor", {}, "nbody_tensor<"}, Main{"heat", "stream", {}, "heat_stream<"},
        Main{"heat", "naive", {}, "heat_naive<"}, Main{"heat", "general", {}, "heat_general<"},
        Main{"heat", "naive", {{"start", std::string("marked")}}, "heat_general<"},
        Main{"heat", "naive", {{"boundary", std::string("periodic")}}, "heat_general<"},
        Main{"heat", "shared", {}, "heat_shared<"},
        Main{"heat",
             "shared",
             {{"radius", std::int64_t{3}}, {"number", 0.1}},
             "heat_shared_general<"},
        Main{"convolution", "global", small, "convolution_global<"},
        Main{"scaling", "separable", small, "scaling_separable<"},
        Main{"scaling", "mipmaps", changed(small, {{"filter", std::string("trilinear")}}),
             "scaling_trilinear<"},
        Main{"basics", "blocks", {}, "basics_blocks"},
        Main{"matmul", "tensor", {}, "matmul_tensor<"},
        Main{"matmul", "tensor-pipelined", {}, "matmul_tensor_pipelined<"}}) {
    const Workload& workload = *registry.find(wanted.workload);
    Choice choice = default_choice(workload, wanted.variant, Backend::cuda);
    choice.problem = changed(choice.problem, wanted.problem);
    const auto simulation = workload.simulate(choice, Executor::emulator);
    LaunchRecorder recorder;
    simulation->step(recorder);
    ASSERT_TRUE(recorder.main()) << wanted.variant;
    EXPECT_TRUE(std::string(recorder.main()->kernel.name).starts_with(wanted.kernel))
        << wanted.variant << ": " << recorder.main()->kernel.name;
  }
  EXPECT_EQ(LaunchRecorder().main(), nullptr);
}

// A second launch takes as long as the whole of a small plate.
TEST(LaunchRecorder, SeesHeatStreamOnceUnlessCellsAreMarked) {
  const Registry registry;
  const Workload& heat = *registry.find("heat");
  for (const std::string boundary : {"fixed", "insulated", "periodic"})
    for (const std::string start : {"random", "marked"}) {
      Choice choice = default_choice(heat, "stream", Backend::cuda);
      choice.problem = changed(choice.problem, {{"nx", std::int64_t{300}},
                                                {"ny", std::int64_t{200}},
                                                {"boundary", boundary},
                                                {"start", start}});
      LaunchRecorder recorder;
      heat.simulate(choice, Executor::emulator)->step(recorder);
      EXPECT_EQ(recorder.records().size() == 1, start == "random") << boundary << ", " << start;
    }
}

// Every launch of a step has what is reserved beside its own; those of the next step have not.
TEST(LaunchRecorder, SeesWhatIsReserved) {
  const Registry registry;
  int compared = 0;
  for (const auto& workload : registry.workloads())
    for (const VariantInfo* const variant : workload->variants()) {
      if (variant->backend != Backend::cuda || variant->gpu_only) continue;
      Choice choice = default_choice(*workload, variant->name, variant->backend);
      choice.problem = workload->check_problems(choice).front();
      if (!workload->refusal(choice, Executor::emulator).empty()) continue;
      const auto simulation = workload->simulate(choice, Executor::emulator);
      LaunchRecorder plain, reserving, again;
      simulation->step(plain);
      simulation->select(variant->name,
                         changed(choice.launch, {{reserve_axis_id, std::int64_t{16}}}));
      simulation->step(reserving);
      simulation->select(variant->name, choice.launch);
      simulation->step(again);
      ASSERT_EQ(plain.records().size(), reserving.records().size()) << variant->name;
      for (std::size_t i = 0; i < plain.records().size(); ++i) {
        EXPECT_EQ(reserving.records()[i].shared_bytes, plain.records()[i].shared_bytes + 16384)
            << variant->name;
        EXPECT_EQ(again.records()[i].shared_bytes, plain.records()[i].shared_bytes);
        ++compared;
      }
    }
  EXPECT_GT(compared, 40);
}

TEST(LaunchRecorder, KnowsHowMuchCanBeReserved) {
  GpuInfo gpu;
  gpu.shared_per_block = 48 * 1024;
  gpu.shared_per_block_optin = 99 * 1024;
  MainLaunch launch;
  launch.resources.static_shared = 10 * 1024;
  launch.shared_bytes = 21 * 1024;
  EXPECT_EQ(most_reserve(launch, {}, gpu), 68);
  EXPECT_EQ(most_reserve(launch, {{reserve_axis_id, std::int64_t{20}}}, gpu), 88)
      << "what is reserved already does not count";
  launch.shared_bytes = 120 * 1024;
  EXPECT_EQ(most_reserve(launch, {}, gpu), 0);
}

}  // namespace
}  // namespace livewarp
