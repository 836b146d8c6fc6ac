// What closed forms predict beside what the lens counts, and what a GPU has counted.
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "kernels/access/access_sectors.h"
#include "kernels/access/access_touch.h"
#include "kernels/core/testing/variants_test.h"
#include "kernels/emulator/lens/lens.h"

namespace livewarp {

std::unique_ptr<Workload> make_access();

namespace {

using emulator::AccessKind;
using emulator::MemorySpace;

class AccessLens : public testing::Test {
 protected:
  Choice choice_of(const VariantInfo& variant, std::int64_t n, const char* task,
                   const Values& launch = {}) const {
    Choice choice = default_choice(*workload_, variant.name, variant.backend);
    choice.problem["n"] = n;
    choice.problem["task"] = std::string(task);
    for (const auto& [axis, value] : launch) choice.launch[axis] = value;
    return choice;
  }
  /// Loads and stores of all kernels of a step.
  static AccessModel counted(const Workload& workload, const Choice& choice,
                             const emulator::LensScope& scope = {.whole_grid = true}) {
    const emulator::Lens lens = emulator::look(workload, choice, scope);
    EXPECT_FALSE(lens.kernels.empty()) << choice.variant << ": " << lens.refusal;
    AccessModel sum;
    for (const emulator::KernelAccesses& kernel : lens.kernels)
      for (const emulator::LineAccesses& line : kernel.lines) {
        if (line.count.space != MemorySpace::global || line.count.kind == AccessKind::texture)
          continue;
        AccessCounts& counts = line.count.kind == AccessKind::read ? sum.loads : sum.stores;
        counts += {double(line.count.requests), double(line.count.sectors)};
      }
    return sum;
  }
  static AccessModel model_of(const Choice& choice) {
    return access_model(choice.variant, AccessProblem::from(choice.problem), Launch(choice.launch));
  }

  const std::unique_ptr<Workload> workload_ = make_access();
};

void expect_equal(const AccessModel& model, const AccessModel& counted, const std::string& what) {
  EXPECT_EQ(model.loads.requests, counted.loads.requests) << what << ": loads";
  EXPECT_EQ(model.loads.sectors, counted.loads.sectors) << what << ": sectors of loads";
  EXPECT_EQ(model.stores.requests, counted.stores.requests) << what << ": stores";
  EXPECT_EQ(model.stores.sectors, counted.stores.sectors) << what << ": sectors of stores";
}

// Every pattern at every value of its axis: less and more than a warp, rows that end anywhere,
// several blocks.
TEST_F(AccessLens, CountsWhatIsPredicted) {
  int seen = 0;
  for (const VariantInfo* const variant : workload_->variants()) {
    if (variant->backend != Backend::cuda || variant->name == "gather") continue;
    for (Choice choice : choices_of(*workload_, *variant))
      for (const char* const task : {"copy", "reverse", "stencil", "table"})
        for (const std::int64_t n : {1, 31, 33, 257, 1000, 2053})
          for (const std::int64_t radius : {1, 3, 8}) {
            if (radius != 3 && std::string(task) != "stencil") continue;
            choice.problem["n"] = n;
            choice.problem["task"] = std::string(task);
            choice.problem["radius"] = radius;
            if (!workload_->refusal(choice, Executor::emulator).empty()) continue;
            expect_equal(model_of(choice), counted(*workload_, choice),
                         text_of(choice, {"n", "task", "radius"}));
            ++seen;
          }
  }
  EXPECT_GT(seen, 200);  // under sanitizers fewer launches are gone through
}

// Indices at random: what is expected of many warps comes near what one draw of them does.
TEST_F(AccessLens, AGatherComesNearWhatIsExpected) {
  for (const char* const order : {"sorted", "random"}) {
    Choice choice = choice_of(*workload_->find("gather"), 40'003, "gather");
    choice.problem["order"] = std::string(order);
    const AccessModel model = model_of(choice), found = counted(*workload_, choice);
    EXPECT_EQ(model.loads.requests, found.loads.requests) << order;
    EXPECT_NEAR(found.loads.sectors / model.loads.sectors, 1, 0.01) << order;
    EXPECT_EQ(model.stores.sectors, found.stores.sectors) << order;
  }
}

// A warp of the middle block, as the picture shows it: its load of the elements, line by line.
TEST_F(AccessLens, ThePictureShowsTheSectorsOfAWarp) {
  const std::map<std::string, double> loads{{"aos", 3}, {"structures", 3}, {"cached", 3}};
  for (const VariantInfo* const variant : workload_->variants()) {
    if (variant->backend != Backend::cuda || variant->name == "texture") continue;
    for (const Choice& offered : choices_of(*workload_, *variant)) {
      Choice choice = offered;
      choice.problem["n"] = std::int64_t{32 * 1024};
      choice.problem["task"] = std::string("copy");
      if (!workload_->refusal(choice, Executor::emulator).empty()) continue;
      // So long that warps in the middle are all alike.
      const AccessModel all = counted(*workload_, choice, {.warp = 0});
      const AccessTouch touch =
          access_touch(AccessProblem::from(choice.problem), Launch(choice.launch), 0.5);
      double same_loads = all.loads.requests;
      if (!loads.contains(variant->name) && variant->name != "soa") {
        EXPECT_EQ(same_loads, 1) << text_of(choice, {});
      }
      EXPECT_EQ(touch.fetched(8), all.loads.sectors / same_loads) << text_of(choice, {});
    }
  }
}

// One launch each of 32,768 warps, by the counters of an H200 (kernels/emulator/truth): the same
// patterns by other kernels.
TEST(AccessSectors, AreWhatAGpuHasCounted) {
  const std::int64_t threads = std::int64_t{4096} * 256;
  const auto sectors = [&](const AccessRun& run) {
    EXPECT_EQ(run_counts(run).requests, 32'768);
    return run_counts(run).sectors;
  };
  EXPECT_EQ(sectors({0, threads}), 131'072) << "copy_row";
  EXPECT_EQ(sectors({0, threads, 16, 16}), 524'288) << "copy_float4";
  EXPECT_EQ(sectors({0, threads, 8, 8}), 262'144) << "copy_float2, copy_double";
  EXPECT_EQ(sectors({0, threads, 1, 1}), 32'768) << "copy_byte";
  EXPECT_EQ(sectors({0, threads, 8}), 262'144) << "copy_stride<2>";
  EXPECT_EQ(sectors({0, threads, 16}), 524'288) << "copy_stride<4>";
  EXPECT_EQ(sectors({0, threads, 32}), 1'048'576) << "copy_stride<8>";
  EXPECT_EQ(sectors({0, threads, 128}), 1'048'576) << "copy_stride<32>";
  EXPECT_EQ(sectors({4, threads}), 163'840) << "copy_offset1";
  EXPECT_EQ(sectors({0, threads, 4096}), 1'048'576) << "copy_column";
}

TEST_F(AccessLens, StructuresOf12BytesAreWhatAGpuHasCounted) {
  const Choice choice = choice_of(*workload_->find("aos"), 3 * 4096 * 256, "copy");
  EXPECT_EQ(model_of(choice).loads.requests, 98'304) << "aos3";
  EXPECT_EQ(model_of(choice).loads.sectors, 1'179'648) << "aos3";
}

}  // namespace
}  // namespace livewarp
