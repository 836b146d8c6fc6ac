// Hardware counters as a command, on a machine that has none.
#include "app/testing/test_commands.h"
#include "app/testing/toy_workload.h"
#include "kernels/registry.h"

namespace livewarp {
namespace {

using test::Bench;
using test::has;
using test::run;

class CountersCommand : public testing::Test {
 protected:
  const Registry registry_;
  Bench bench_{workloads_of(registry_)};
};

TEST_F(CountersCommand, WithoutAGpuSaysSoInALine) {
  EXPECT_EQ(run(bench_, "counters basics"), exit_wrong);
  const std::string said = bench_.err.str();
  EXPECT_TRUE(said.starts_with("livewarp: basics ")) << said;
  EXPECT_TRUE(has(said, "no CUDA device: hidden by this test")) << said;
  EXPECT_EQ(std::ranges::count(said, '\n'), 1) << said;
  EXPECT_EQ(bench_.out.str(), "");
}

TEST_F(CountersCommand, AVariantOfTheCpuHasNone) {
  EXPECT_EQ(run(bench_, "counters nbody --variant scalar"), exit_wrong);
  EXPECT_EQ(bench_.err.str(),
            "livewarp: nbody scalar cannot run here: only steps on a GPU are counted by its "
            "hardware\n");
}

TEST_F(CountersCommand, RefusesWhatNoVariantHas) {
  EXPECT_EQ(run(bench_, "counters nbody --variant nothing"), exit_bad_request);
}

}  // namespace
}  // namespace livewarp
