// Taking down a row's launches must leave all memory alone: on a GPU it is not the host's to touch.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/launch_recorder.h"
#include "kernels/core/error.h"
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

TEST(LaunchRecorder, TakesDownEveryRowAndTouchesNothing) {
  const Registry registry;
  int rows = 0;
  for (const auto& workload : registry.workloads())
    for (const VariantInfo* const row : workload->variants()) {
      if (row->backend != Backend::cuda) continue;
      Choice choice = default_choice(*workload, row->name, row->backend);
      choice.problem = workload->check_problems(choice).front();
      if (!workload->refusal(choice, Executor::simt).empty()) continue;
      const auto simulation = workload->simulate(choice, Executor::simt);
      const HostState before = simulation->snapshot();
      simulation->poison_next();
      LaunchRecorder recorder;
      try {
        simulation->step(recorder);
      } catch (const Error&) {
        continue;  // what only a GPU can do: blocks that wait for one another, a library
      }
      simulation->commit();
      const std::string name = workload->info().name + " " + row->name;
      EXPECT_FALSE(recorder.records().empty()) << name;
      const std::vector<std::byte> bytes = written(*simulation, before);
      EXPECT_FALSE(bytes.empty()) << name;
      EXPECT_TRUE(std::ranges::all_of(bytes, [](std::byte b) { return b == std::byte{0xFF}; }))
          << name;
      ++rows;
    }
  EXPECT_GT(rows, 40);
}

}  // namespace
}  // namespace livewarp
