/// Ladders of what was measured: tables, files, pictures.
#include "app/tune/ladder_report.h"

#include <algorithm>
#include <string>
#include <vector>

#include "app/measure/json_report.h"
#include "app/measure/sweep.h"
#include "app/options/choice_options.h"
#include "app/pictures/graph_picture.h"
#include "app/testing/test_commands.h"
#include "app/testing/toy_workload.h"
#include "kernels/core/measure/verification.h"
#include "kernels/registry.h"
#include "render/gl/offscreen.h"
#include "render/gl/png.h"
#include "ui/model/ladder.h"

namespace livewarp {
namespace {

using test::Bench;
using test::content_of;
using test::has;
using test::run;
using test::TemporaryFolder;

VariantResult rung_result(const Workload& toy, const VariantInfo& info, double ms) {
  VariantResult result;
  result.variant = {&toy, &info, Executor::cpu, default_choice(toy, info.name, info.backend),
                    {},   false};
  result.here.verdict = Verdict::here;
  result.measurement.emplace();
  result.measurement->step = summarize(std::vector<double>(20, ms));
  result.measurement->cost = toy.cost(result.variant.choice);
  return result;
}

TEST(LadderReport, TellsTimesAndHistoryApart) {
  const auto toy = test::make_toy();
  VariantInfo plain = *toy->find("plain"), threads = *toy->find("threads");
  plain.history = {{{"Book, ch. 2", "V100"}, 0.060}};
  threads.history = {{{"Book, ch. 2", "V100"}, 0.020}};
  const std::vector<VariantResult> results{rung_result(*toy, plain, 4),
                                           rung_result(*toy, threads, 1)};
  const std::string table = ladder_table(results);
  EXPECT_TRUE(has(table, "times plain")) << table;
  EXPECT_TRUE(has(table, "4.00\u00d7")) << table;
  EXPECT_TRUE(has(table, "60 \u00b5s")) << table;
  EXPECT_TRUE(has(table, "history: Book, ch. 2, V100; at its own size, never measured here"))
      << table;
  const Json json = to_json(results[1]);
  EXPECT_EQ(json["median_ms"], 1.0);
  ASSERT_EQ(json["history"].size(), 1u);
  EXPECT_EQ(json["history"][0]["text_ms"], 0.02);
  EXPECT_EQ(json["history"][0]["gpu"], "V100");
  EXPECT_FALSE(has(csv_report(results), "0.02")) << "files of measured numbers have no others";
  const ui::Ladder ladder = make_ladder(results, "n 8");
  ASSERT_EQ(history_of(ladder).ghosts.size(), 2u);
  EXPECT_DOUBLE_EQ(history_of(ladder).ghosts[1].speed, 3) << "0.06 over 0.02";
}

TEST(LadderReport, WithoutHistoryThereIsNoColumn) {
  const auto toy = test::make_toy();
  const std::vector<VariantResult> results{rung_result(*toy, *toy->find("plain"), 4)};
  EXPECT_FALSE(has(ladder_table(results), "history")) << ladder_table(results);
  EXPECT_FALSE(to_json(results[0]).contains("history"));
}

TEST(LadderReport, ALibraryIsLastAndWhatDidNotRunSaysWhy) {
  const auto toy = test::make_toy();
  VariantInfo plain = *toy->find("plain"), threads = *toy->find("threads");
  plain.library = "LIB";
  SelectedVariant skipped = rung_result(*toy, threads, 1).variant;
  skipped.skip = "it is Monday";
  const std::vector<VariantResult> results =
      ladder_results({rung_result(*toy, plain, 2).variant, skipped}, {rung_result(*toy, plain, 2)});
  ASSERT_EQ(results.size(), 2u);
  const ui::Ladder ladder = make_ladder(results, "");
  EXPECT_EQ(ladder.rungs[0].reason, "it is Monday");
  EXPECT_FALSE(ladder.rungs[0].timed());
  EXPECT_EQ(ladder.rungs[1].library, "LIB");
  EXPECT_EQ(ladder.rungs[1].ms, 2);
}

TEST(LadderRegistry, WhatCallsALibraryNamesIt) {
  const Registry registry;
  for (const auto& workload : registry.workloads())
    for (const VariantInfo* variant : workload->variants())
      // Kernels of our own may call a library for a part of a step, as trees do to sort.
      EXPECT_TRUE(variant->library.empty() || bool(variant->missing))
          << workload->info().name << " " << variant->name;
}

TEST(LadderRegistry, FiguresHaveASourceAndBelongToAxesOfTheirVariant) {
  const Registry registry;
  for (const auto& workload : registry.workloads())
    for (const VariantInfo* variant : workload->variants())
      for (const TextFigure& figure : variant->history) {
        const std::string owner = workload->info().name + " " + variant->name;
        EXPECT_FALSE(figure.source.text.empty()) << owner;
        EXPECT_GT(figure.ms, 0) << owner;
        EXPECT_LT(figure.ms, 1000) << owner << ": these are milliseconds";
        for (const auto& [id, value] : figure.launch) {
          const Param* const axis = find_param(variant->axes, id);
          ASSERT_NE(axis, nullptr) << owner << ": " << id;
          EXPECT_NO_THROW(read_value(*axis, to_text(value))) << owner << ": " << id;
        }
        const auto same = ui::history_of(*variant, figure.launch);
        EXPECT_EQ(std::ranges::count(same, figure.source, &TextFigure::source), 1) << owner;
      }
}

/// Of every variant that has one, if its first is measured.
TEST(LadderRegistry, TheTextsLaddersAreDrawn) {
  const Registry registry;
  const auto ghosts = [&](const std::string& workload) {
    const Workload* const of = registry.find(workload);
    ui::Ladder ladder;
    for (const VariantInfo* variant : of->variants()) {
      const Values launch = default_choice(*of, variant->name, variant->backend).launch;
      ladder.rungs.push_back(ui::rung_of(*variant, launch));
      ladder.rungs.back().ms = 1;
    }
    std::vector<double> drawn;
    for (const ui::LadderGhost& ghost : history_of(ladder).ghosts) drawn.push_back(ghost.speed);
    return drawn;
  };
  EXPECT_EQ(ghosts("transpose"), (std::vector<double>{1, 0.060 / 0.021, 0.060 / 0.013}));
  EXPECT_EQ(ghosts("convolution"), (std::vector<double>{1, 0.442 / 0.412, 0.442 / 0.287}));
  EXPECT_EQ(ghosts("nbody"), (std::vector<double>{1, 0.104 / 0.047}));
  EXPECT_TRUE(ghosts("heat").empty()) << "its figures are of three ways of one variant";
}

TEST(LadderCommand, AWrongVariantIsARungWithoutATime) {
  const auto toy = test::make_wrong_toy();
  const TemporaryFolder folder;
  Bench bench({toy.get()});
  EXPECT_EQ(run(bench, "sweep toy --backend cpu --over variant --n 4096 --time 0.02 --json " +
                           folder.file("l.json")),
            exit_wrong);
  EXPECT_TRUE(has(bench.out.str(), "times plain")) << bench.out.str();
  EXPECT_TRUE(has(bench.out.str(), "wrong result")) << bench.out.str();
  const Json report = Json::parse(content_of(folder.file("l.json")));
  ASSERT_EQ(report["results"].size(), 3u);
  for (const Json& result : report["results"])
    EXPECT_EQ(result["median_ms"].is_null(), result["variant"] == "wrong") << result.dump(2);
}

TEST(LadderCommand, WhereNothingHasATimeThereIsNoPicture) {
  const auto toy = test::make_toy();
  Bench bench({toy.get()});
  EXPECT_NE(run(bench, "sweep toy --backend cuda --over variant"), exit_ok);
  EXPECT_FALSE(has(bench.out.str(), "times ")) << bench.out.str();
}

TEST(LadderCommand, DrawsItsBarsWithoutADisplay) {
  try {
    const Offscreen probe;
  } catch (const Error& error) {
    GTEST_SKIP() << error.what();
  }
  const auto toy = test::make_toy();
  const TemporaryFolder folder;
  Bench bench({toy.get()});
  ASSERT_EQ(run(bench, "sweep toy --backend cpu --over variant --n 65536 --time 0.05 --png " +
                           folder.file("l.png")),
            exit_ok)
      << bench.err.str();
  const PixelImage image = read_png(folder.file("l.png"));
  ASSERT_EQ(image.width, graph_width);
  ASSERT_EQ(image.height, graph_height);
  int coloured = 0;  // bars alone are far from grey
  for (int y = image.height / 8; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) {
      const std::uint8_t* pixel = image.at(x, y);
      coloured +=
          std::max({pixel[0], pixel[1], pixel[2]}) - std::min({pixel[0], pixel[1], pixel[2]}) > 90;
    }
  EXPECT_GT(coloured, image.width * image.height / 100);
}

}  // namespace
}  // namespace livewarp
