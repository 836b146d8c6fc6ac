// The figures that ship with the program against the variants that there are.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/reports/recorded.h"
#include "app/reports/saved_time.h"
#include "kernels/registry.h"

namespace livewarp {
namespace {

std::vector<const Workload*> all_of(const Registry& registry) {
  std::vector<const Workload*> all;
  for (const auto& workload : registry.workloads()) all.push_back(workload.get());
  return all;
}

TEST(Recorded, EachFigureIsVerifiedAndSaysWhereAndWhen) {
  const std::vector<SavedReport> reports = recorded_reports();
  ASSERT_FALSE(reports.empty());
  for (const SavedReport& report : reports) {
    EXPECT_FALSE(report.gpus.empty()) << report.path;
    for (const SavedResult& result : report.results) {
      const std::string name = report.path + ": " + result.workload + " " + result.variant;
      EXPECT_TRUE(result.verified && result.is_timed() && result.rate > 0) << name;
      EXPECT_EQ(result.executor, "cuda") << name;
      EXPECT_GE(result.error, 0) << name;
      EXPECT_EQ(result.date.size(), 10U) << name;
      EXPECT_NE(result.version.find('('), std::string::npos) << name << ": no commit";
    }
  }
}

TEST(Recorded, OfVariantsThatThereAre) {
  const Registry registry;
  for (const SavedReport& report : recorded_reports())
    EXPECT_EQ(unknown_variants(report, all_of(registry)), std::vector<std::string>())
        << report.path << " has figures of variants that are gone: scripts/measure makes it anew";
}

TEST(Recorded, UnknownVariantsAreNamedOnce) {
  const Registry registry;
  SavedReport report = recorded_reports().front();
  report.results[0].variant = report.results[1].variant = "gone";
  EXPECT_EQ(unknown_variants(report, all_of(registry)),
            std::vector<std::string>{report.results[0].workload + " gone"});
}

bool is_recorded(const Workload& workload, const VariantInfo& variant) {
  return std::ranges::any_of(recorded_reports(), [&](const SavedReport& report) {
    return std::ranges::any_of(report.results, [&](const SavedResult& result) {
      return is_of(result, workload, variant);
    });
  });
}

// What a window begins with is not the standard problem: most variants must show a figure there
// nevertheless.
TEST(Recorded, MostVariantsShowAFigureInAWindow) {
  const Registry registry;
  const SavedReport report = recorded_reports().front();
  for (const Workload* workload : all_of(registry)) {
    int all = 0, shown = 0;
    std::string without;
    for (const VariantInfo* variant : workload->variants()) {
      if (variant->backend != Backend::cuda || !is_recorded(*workload, *variant)) continue;
      Choice choice = default_choice(*workload, variant->name, Backend::cuda);
      choice.problem = changed(choice.problem, workload->info().window_start(Backend::cuda));
      choice.problem = workload->completed(choice.problem);
      const SavedTime time = saved_time(report, *workload, *variant, choice);
      ++all;
      if (time.has_time() || time.has_rate() || time.distant_rate > 0)
        ++shown;
      else
        without += "\n" + variant->name + ": " + time.reason;
    }
    EXPECT_GE(2 * shown, all) << workload->info().name << without;
  }
}

}  // namespace
}  // namespace livewarp
