// Results of other machines in the live loop: loaded, dropped, refused, unloaded; and the recorded
// ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <functional>
#include <set>
#include <string>

#include "app/measure/json_report.h"
#include "app/testing/headless_test_screen.h"
#include "app/testing/test_commands.h"
#include "app/window/live_loop.h"
#include "ui/model/ids.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

class OtherResultsTest : public testing::Test {
 protected:
  OtherResultsTest() {
    options_.keep_settings = false;
    start_ = default_choice(*registry_.find("nbody"), "vector", Backend::cpu);
    start_.problem["n"] = std::int64_t{300};
  }
  /// A report of another machine with one time of the start, or of another size.
  std::string saved(const std::string& name, const std::string& cpu, double ms,
                    std::int64_t n = 300) {
    Values problem = start_.problem;
    problem["n"] = n;
    const Json report = {{"machine", {{"cpu", {{"name", cpu}, {"cores", 8}}}}},
                         {"version", "0.1.0 (1a2b3c4d5e)"},
                         {"date", "2026-01-31"},
                         {"results",
                          {{{"workload", "nbody"},
                            {"variant", "vector"},
                            {"backend", "cpu"},
                            {"executor", "cpu"},
                            {"memory", "host"},
                            {"launch", to_json(start_.launch)},
                            {"problem", to_json(problem)},
                            {"verified", true},
                            {"error", 1e-7},
                            {"median_ms", ms},
                            {"rate", 5e9},
                            {"rate_unit", "interactions/s"}}}}};
    std::ofstream(folder_.file(name)) << report.dump();
    return folder_.file(name);
  }
  /// Frames until that is so, or a minute.
  static bool until(LiveLoop& live, const std::function<bool()>& so) {
    const auto end = std::chrono::steady_clock::now() + 60s;
    while (std::chrono::steady_clock::now() < end) {
      live.frame();
      if (so()) return true;
    }
    return false;
  }
  static bool says(LiveLoop& live, const std::string& text) {
    return std::ranges::any_of(live.session().notices().current(),
                               [&](const Notice& notice) { return test::has(notice.text, text); });
  }
  static const ui::VariantEntry& entry(const LiveLoop& live, const std::string& name) {
    return *std::ranges::find_if(live.model().variants, [&](const ui::VariantEntry& each) {
      return each.info->name == name;
    });
  }

  Registry registry_;
  Machine machine_ = test::machine_without_gpu();
  LiveOptions options_;
  Choice start_;
  test::TemporaryFolder folder_;
};

TEST_F(OtherResultsTest, OfTheCommandLineAreThereAtOnceAndGoWhenTheyAreUnloaded) {
  options_.results = {read_report(saved("a.json", "AMD EPYC 9654", 0.125))};
  ui::Ui ui(ui_options(options_));
  HeadlessScreen screen(1280, 720);
  LiveLoop live(screen, ui, registry_, machine_, start_, options_);
  live.frame();
  ASSERT_EQ(live.model().others.size(), 1U);
  EXPECT_EQ(live.model().others[0].name, "EPYC 9654");
  const ui::VariantEntry& variant = entry(live, "vector");
  ASSERT_EQ(variant.others.size(), 1U);
  EXPECT_EQ(variant.others[0].median_ms, 0.125);
  EXPECT_TRUE(test::has(variant.others[0].about, "2026-01-31")) << variant.others[0].about;
  EXPECT_TRUE(test::has(variant.others[0].about, "0.1.0 (1a2b3c4d5e), here"))
      << variant.others[0].about;
  EXPECT_FALSE(variant.bench) << "nothing of it is a bench of this machine";
  EXPECT_EQ(entry(live, "scalar").others[0].reason, "the file has no result of this variant");

  ImGui::ActivateItemByID(ui::ids::id_of(ui::ids::path(ui::ids::top, ui::ids::menu)));
  for (int i = 0; i < 3; ++i) live.frame();
  ImGui::ActivateItemByID(
      ui::ids::id_of(ui::ids::path(ui::ids::top, ui::ids::menu, "unload-results")));
  EXPECT_TRUE(until(live, [&] { return live.model().others.empty(); }));
  EXPECT_TRUE(entry(live, "vector").others.empty());
}

TEST_F(OtherResultsTest, ADroppedFileIsLoadedAndABadOneLeavesItThere) {
  ui::Ui ui(ui_options(options_));
  HeadlessScreen screen(1280, 720);
  LiveLoop live(screen, ui, registry_, machine_, start_, options_);
  screen.drop(saved("a.JSON", "AMD EPYC 9654", 0.125, 600));
  ASSERT_TRUE(until(live, [&] { return live.model().others.size() == 1; }));
  EXPECT_TRUE(says(live, "1 verified time"));
  EXPECT_EQ(entry(live, "vector").others[0].rate, 5e9) << "of another size";
  EXPECT_TRUE(test::has(entry(live, "vector").others[0].about, "bodies 600 (here 300)"));

  std::ofstream(folder_.file("bad.json")) << "{\"machine\": 7}";
  screen.drop(folder_.file("bad.json"));
  ASSERT_TRUE(until(live, [&] { return says(live, "is no report of results"); }));
  std::ofstream(folder_.file("words.json")) << "no JSON";
  screen.drop(folder_.file("words.json"));
  ASSERT_TRUE(until(live, [&] { return says(live, "is no JSON file"); }));
  EXPECT_EQ(live.model().others.size(), 1U);
  EXPECT_EQ(entry(live, "vector").others[0].rate, 5e9);

  // The same file again takes its place.
  screen.drop(saved("a.JSON", "AMD EPYC 9654", 0.5));
  ASSERT_TRUE(until(live, [&] { return entry(live, "vector").others[0].median_ms == 0.5; }));
  EXPECT_EQ(live.model().others.size(), 1U);
}

TEST_F(OtherResultsTest, AFileWithoutATimeIsRefused) {
  ui::Ui ui(ui_options(options_));
  HeadlessScreen screen(1280, 720);
  LiveLoop live(screen, ui, registry_, machine_, start_, options_);
  Json report = Json::parse(test::content_of(saved("a.json", "AMD EPYC 9654", 1)));
  report["results"][0]["verified"] = false;
  std::ofstream(folder_.file("a.json")) << report.dump();
  screen.drop(folder_.file("a.json"));
  ASSERT_TRUE(until(live, [&] { return says(live, "has no verified time"); }));
  EXPECT_TRUE(live.model().others.empty());
}

TEST_F(OtherResultsTest, WithoutAGpuCudaVariantsHaveRecordedFiguresAndOthersNone) {
  ui::Ui ui(ui_options(options_));
  HeadlessScreen screen(1280, 720);
  LiveLoop live(screen, ui, registry_, machine_, start_, options_);
  live.frame();
  EXPECT_EQ(live.model().recorded_on, "NVIDIA H200");
  int recorded = 0;
  // That nobody has recorded yet: see recorded_test.cpp.
  const std::set<std::string> unrecorded{"energy-apart", "energy-fused", "tree-monopole",
                                         "tree-quadrupole", "tree-energy"};
  for (const ui::VariantEntry& variant : live.model().variants) {
    const bool cuda = variant.info->backend == Backend::cuda;
    EXPECT_EQ(variant.recorded.has_value(), cuda && !unrecorded.contains(variant.info->name))
        << variant.info->name;
    if (!variant.recorded) continue;
    EXPECT_FALSE(variant.bench) << variant.info->name;
    recorded += int(variant.recorded->rate > 0);
    EXPECT_EQ(variant.recorded->at, "bodies 16,384") << variant.info->name;
  }
  EXPECT_GT(recorded, 5);
}

TEST_F(OtherResultsTest, TheOptionReadsFilesAndRefusesWhatIsNone) {
  test::Bench bench({registry_.find("nbody")});
  const std::string a = saved("a.json", "One", 1), b = saved("b.json", "Two", 2);
  const auto parsed = [&](const std::string& line) {
    return parse_command_line(bench.context.workloads, bench.machine, test::words(line));
  };
  EXPECT_NO_THROW(parsed("nbody --results " + a + "," + b));
  std::ofstream(folder_.file("bad.json")) << "[]";
  EXPECT_THROW(parsed("nbody --results " + folder_.file("none.json")), Error);
  try {
    parsed("nbody --results " + a + "," + folder_.file("bad.json"));
    ADD_FAILURE() << "it was taken";
  } catch (const Error& error) {
    EXPECT_TRUE(test::has(error.what(), "bad.json is no report of results")) << error.what();
  }
}

}  // namespace
}  // namespace livewarp
