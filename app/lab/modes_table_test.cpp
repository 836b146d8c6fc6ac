// What is said of memory modes, of times that a test makes up; and how large the problems are.
#include "app/lab/modes_table.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/experiments/experiments.h"
#include "kernels/core/base/error.h"
#include "kernels/core/model/memory_modes.h"
#include "kernels/registry.h"

namespace livewarp {
namespace {

ModeTime steps(MemoryMode mode, double first, double steady) {
  return {.mode = mode, .first = first, .steady = steady};
}
ModeTime none(MemoryMode mode, const char* why, bool wrong = false) {
  return {.mode = mode, .first = {}, .why_not = why, .wrong = wrong};
}

std::vector<ModesRow> some_rows() {
  ModesRow nbody{"nbody", "register", "bodies 65,536", 3 << 20, {}};
  nbody.times = {steps(MemoryMode::device, 2, 2), steps(MemoryMode::managed, 6, 3),
                 none(MemoryMode::pool, "this GPU has no memory pools")};
  ModesRow heat{"heat", "naive", "4,096", 64 << 20, {}};
  heat.times = {steps(MemoryMode::device, 0.2, 0.1), steps(MemoryMode::managed, 40, 20),
                none(MemoryMode::pool, "this GPU has no memory pools"),
                none(MemoryMode::mapped, "temperature of cell 3", true)};
  return {nbody, heat};
}

TEST(ModesTable, HasARowAModeAndAColumnAWorkload) {
  const Findings findings = modes_findings(some_rows(), 64 << 20);
  EXPECT_EQ(findings.setting, "states of at most 64 MiB");
  ASSERT_EQ(findings.tables.size(), 3u);
  for (const FindingsTable& table : findings.tables)
    for (const auto& cells : table.rows) EXPECT_EQ(cells.size(), table.columns.size());
  const FindingsTable &steady = findings.tables[0], &first = findings.tables[1];
  ASSERT_EQ(steady.rows.size(), 2u) << "modes without any time have no row";
  EXPECT_EQ(steady.rows[0].front(), "device");
  EXPECT_EQ(steady.rows[1].front(), "managed");
  EXPECT_EQ(steady.columns[2].heading, "heat");
  EXPECT_NE(steady.rows[1][2], first.rows[1][2]);
  EXPECT_EQ(findings.tables[2].rows[0],
            (std::vector<std::string>{"nbody", "register", "bodies 65,536", "3 MiB"}));
}

TEST(ModesTable, TheVerdictIsAgainstDeviceMemoryAndAgainstTheFirstStep) {
  const Findings findings = modes_findings(some_rows(), 64 << 20);
  EXPECT_EQ(findings.verdict,
            (std::vector<std::string>{
                "Steady, managed memory takes 1.5 times (nbody) to 200 times (heat) as long as "
                "device memory.",
                "The first step in managed memory takes 2.0 times (nbody) as long as a steady "
                "one."}));
}

TEST(ModesTable, AReasonStandsOnceForAllWorkloads) {
  const Findings findings = modes_findings(some_rows(), 64 << 20);
  EXPECT_TRUE(findings.wrong);
  EXPECT_EQ(findings.left_out,
            (std::vector<std::string>{"Left out: pool: this GPU has no memory pools (nbody, heat)",
                                      "Wrong: mapped: temperature of cell 3 (heat)"}));
}

TEST(ModesTable, EveryWorkloadHasAProblemThatFits) {
  constexpr std::size_t most = std::size_t{64} << 20;
  const Registry registry;
  for (const auto& workload : registry.workloads()) {
    const std::string& name = workload->info().name;
    const auto choice = choice_within(*workload, most);
    ASSERT_TRUE(choice) << name;
    EXPECT_LE(workload->state_bytes(*choice), most) << name;
    EXPECT_EQ(workload->refusal(*choice, Executor::cuda), "") << name;
    EXPECT_NO_THROW(checked_choice(*workload, *choice)) << name;
    EXPECT_FALSE(choice_within(*workload, 0)) << name;
  }
}

}  // namespace
}  // namespace livewarp
