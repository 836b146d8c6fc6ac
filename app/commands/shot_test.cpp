#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>

#include <gtest/gtest.h>

#include "app/pictures/tour_stop.h"
#include "app/testing/off_screen.h"
#include "app/testing/test_commands.h"
#include "app/testing/toy_workload.h"
#include "kernels/core/base/error.h"
#include "kernels/pictures/image_file.h"
#include "render/gl/png.h"

namespace livewarp {
namespace {

using test::Bench;
using test::run;
using test::TemporaryFolder;
using test::why_no_offscreen;

TEST(ShotCommand, DrawsWithoutADisplay) {
  if (const std::string why = why_no_offscreen(); !why.empty()) GTEST_SKIP() << why;
  const Registry registry;
  const TemporaryFolder folder;
  Bench bench(workloads_of(registry));
  const std::string out = folder.file("a.png");
  ASSERT_EQ(run(bench, "shot nbody --variant scalar --n 2000 --frames 3 --size 320x200 " + out),
            exit_ok)
      << bench.err.str();
  const PixelImage image = read_png(out);
  EXPECT_EQ(image.width, 320);
  EXPECT_EQ(image.height, 200);
  std::set<std::uint32_t> colours;
  int lit = 0;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) {
      const std::uint8_t* p = image.at(x, y);
      colours.insert(std::uint32_t(p[0]) << 16 | std::uint32_t(p[1]) << 8 | p[2]);
      lit += int(p[0] + p[1] + p[2] > 120);
    }
  EXPECT_GT(colours.size(), 100u);
  EXPECT_GT(lit, 200) << "no bodies to be seen";
  EXPECT_NE(bench.out.str().find("after 3 steps"), std::string::npos) << bench.out.str();

  Bench again(workloads_of(registry));
  ASSERT_EQ(run(again, "shot nbody --variant scalar --n 2000 --frames 300 --size 320x200 " +
                           folder.file("b.png")),
            exit_ok);
  EXPECT_NE(image.rgba, read_png(folder.file("b.png")).rgba) << "nothing moved";
}

// Hot spots go round over a heated plate's figure, which is dark there: the picture after two
// seconds has them, and one without them has not.
TEST(ShotCommand, WhatMovesByItselfMovesInPicturesToo) {
  if (const std::string why = why_no_offscreen(); !why.empty()) GTEST_SKIP() << why;
  const Registry registry;
  const TemporaryFolder folder;
  std::vector<PixelImage> pictures;
  for (const std::string moving : {"on", "off"}) {
    Bench bench(workloads_of(registry));
    const std::string out = folder.file(moving + ".png");
    ASSERT_EQ(run(bench, "shot heat --variant vector --start figure --moving " + moving +
                             " --nx 200 --ny 200 --frames 120 --size 400x400 " + out),
              exit_ok)
        << bench.err.str();
    pictures.push_back(read_png(out));
  }
  // The plate fills the picture. Of the three hot spots one has gone
  // from the right, clockwise, through 2 of 9 parts of the round.
  const auto brightness = [](const PixelImage& image, double turn) {
    const double angle = 2 * std::acos(-1.0) * turn, r = 0.84 * 200;
    int brightest = 0;
    for (int dy = -12; dy <= 12; ++dy)
      for (int dx = -12; dx <= 12; ++dx) {
        const std::uint8_t* p =
            image.at(200 + int(r * std::cos(angle)) + dx, 200 + int(r * std::sin(angle)) + dy);
        brightest = std::max(brightest, p[0] + p[1] + p[2]);
      }
    return brightest;
  };
  for (const double turn : {2.0 / 9, 5.0 / 9, 8.0 / 9}) {
    EXPECT_GT(brightness(pictures[0], turn), 500) << turn;
    EXPECT_LT(brightness(pictures[1], turn), 250) << turn;
  }
}

// Twice the size by the nearest texels: every pixel of the result is known from the source.
TEST(ShotCommand, WritesTheResultItself) {
  const Registry registry;
  const Workload& scaling = *registry.find("scaling");
  for (const std::string pixels : {"rgba8", "grey8"}) {
    const TemporaryFolder folder;
    Bench bench(workloads_of(registry));
    const std::string out = folder.file("a.png");
    std::string line = "shot scaling --variant threads --width 31 --height 22 --scale 2 "
                       "--filter nearest --chart noise --result --pixels ";
    line.append(pixels).append(" ").append(out);
    ASSERT_EQ(run(bench, line), exit_ok) << bench.err.str();
    EXPECT_NE(bench.out.str().find("after 1 step, 62\u00d744"), std::string::npos)
        << bench.out.str();
    const Image image = read_image(out);
    Values problem = default_choice(scaling, "", Backend::cpu).problem;
    problem["width"] = std::int64_t{31};
    problem["height"] = std::int64_t{22};
    problem["chart"] = std::string("noise");
    problem["pixels"] = pixels;
    const HostState start = scaling.initial_state(problem);
    const int channels = pixels == "grey8" ? 1 : 4;
    ASSERT_EQ(image.channels, channels);
    ASSERT_EQ(image.width, 62);
    ASSERT_EQ(image.height, 44);
    for (int y = 0; y < 44; ++y)
      for (int x = 0; x < 62; ++x)
        for (int c = 0; c < channels; ++c)
          ASSERT_EQ(image.at(x, y, c),
                    int(start.fields[0][std::size_t((y / 2 * 31 + x / 2) * channels + c)]))
              << x << ", " << y;
  }
}

TEST(ShotCommand, SaysWhyThereIsNoResultToWrite) {
  const Registry registry;
  const TemporaryFolder folder;
  const auto refusal = [&](const std::string& line) -> std::string {
    Bench bench(workloads_of(registry));
    EXPECT_EQ(run(bench, line + folder.file("a.png")), exit_bad_request) << line;
    return bench.err.str();
  };
  EXPECT_EQ(refusal("shot nbody --result "),
            "the result of nbody is no picture\nleave out --result to draw one of it\n");
  EXPECT_EQ(refusal("shot scaling --result --size 64x64 "),
            "size: a result has a size of its own\nleave out --size, or --result\n");
  EXPECT_EQ(refusal("shot scaling --result --frames 0 "),
            "frames 0: with --result must be 1 \u2026 1,000,000\n\n");
  EXPECT_TRUE(refusal("shot scaling --result --width 8 --height 8 no/such/folder/")
                  .starts_with("cannot write no/such/folder/"));
  EXPECT_TRUE(folder.empty());
}

TEST(ShotCommand, AWrongVariantDrawsNothing) {
  if (const std::string why = why_no_offscreen(); !why.empty()) GTEST_SKIP() << why;
  const auto toy = test::make_wrong_toy();
  const TemporaryFolder folder;
  Bench bench({toy.get()});
  EXPECT_EQ(run(bench, "shot toy --variant wrong " + folder.file("a.png")), exit_wrong);
  EXPECT_NE(bench.err.str().find("wrong result"), std::string::npos) << bench.err.str();
  EXPECT_TRUE(folder.empty());
}

TEST(TourCommand, RunsThroughAllWorkloadsAndLeavesAPictureOfEach) {
  const auto toy = test::make_toy();
  const TemporaryFolder folder;
  Bench bench({toy.get()});
  const std::string line = "tour --time 0.02 --size 64x48 --out " + folder.file("");
  EXPECT_EQ(run(bench, line), exit_ok) << bench.out.str();
  const std::string text = bench.out.str();
  for (const char* part :
       {"emulated: checked, not timed", "cells/s  verified", "not run: needs a GPU"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  if (why_no_offscreen().empty()) {
    EXPECT_EQ(read_png(folder.file("livewarp-toy.png")).height, 48);
    const ui::SheetSize sheet = ui::contact_sheet_size(1, 64, 48);
    const PixelImage all = read_png(folder.file("livewarp-tour.png"));
    EXPECT_EQ(all.width, sheet.width);
    EXPECT_EQ(all.height, sheet.height);
    EXPECT_LT(text.find("Pictures: "), text.find("livewarp-tour.png"));
    EXPECT_LT(text.find("livewarp-tour.png"), text.find("livewarp-toy.png"));
  } else
    EXPECT_NE(text.find("No picture: "), std::string::npos) << text;

  const auto wrong = test::make_wrong_toy();
  Bench second({wrong.get()});
  EXPECT_EQ(run(second, line), exit_wrong) << second.out.str();
  EXPECT_EQ(run(second, line + "none/none"), exit_bad_request);
}

// Where one stands in the tour, on a terminal.
TEST(TourCommand, SaysWhichWorkloadOfHowMany) {
  const auto first = test::make_toy(), second = test::make_toy();
  const TemporaryFolder folder;
  Bench bench({first.get(), second.get()});
  bench.context.progress = true;
  run(bench, "tour --time 0.02 --size 64x48 --out " + folder.file(""));
  const std::string said = bench.err.str();
  const std::size_t one = said.find("Toy (1 of 2): checking toy "),
                    two = said.find("Toy (2 of 2): ");
  EXPECT_NE(one, std::string::npos) << said;
  EXPECT_NE(two, std::string::npos) << said;
  EXPECT_LT(one, two);
}

TEST(TourCommand, AFolderThatCannotBeWrittenIntoIsOneSentence) {
  const auto toy = test::make_toy();
  const TemporaryFolder folder;
  std::ofstream(folder.file("plain")) << "a file";
  for (const std::string out : {"plain", "no/such", "/proc"}) {
    Bench bench({toy.get()});
    const std::string place = out.starts_with('/') ? out : folder.file(out);
    EXPECT_EQ(run(bench, "tour --out " + place), exit_bad_request) << out;
    EXPECT_TRUE(bench.err.str().starts_with("cannot write ")) << bench.err.str();
    EXPECT_NE(bench.err.str().find(place), std::string::npos) << bench.err.str();
    EXPECT_EQ(std::ranges::count(bench.err.str(), '\n'), 2) << "a sentence and its advice";
    EXPECT_EQ(bench.out.str(), "") << "nothing was done";
  }
}

// Faster or not, the reference is there to be right.
TEST(TourCommand, DrawsWithTheFastestButTheReference) {
  const auto toy = test::make_toy();
  Bench bench({toy.get()});
  TourStop stop = tour_stop(bench.context, *toy);
  const auto time = [&](const std::string& name, double ms, Verdict verdict) {
    for (VariantResult& result : stop.results) {
      if (result.variant.info->name != name) continue;
      result.here.verdict = verdict;
      result.measurement.emplace();
      result.measurement->step.median = ms;
      result.measurement->samples = {ms};
      result.measurement->cost.items = 1000;
    }
  };
  time("plain", 1, Verdict::here);  // the toy's reference
  ASSERT_NE(stop.best(), nullptr);
  EXPECT_EQ(stop.best()->variant.info->name, "plain");
  time("threads", 5, Verdict::failed);
  EXPECT_EQ(stop.best()->variant.info->name, "plain");
  time("threads", 5, Verdict::here);
  EXPECT_EQ(stop.best()->variant.info->name, "threads");
  time("tile", 7, Verdict::here);
  EXPECT_EQ(stop.best()->variant.info->name, "threads");
  time("tile", 3, Verdict::here);
  EXPECT_EQ(stop.best()->variant.info->name, "tile");
}

// The window's own problems, in sizes that are soon done; the standard ones are left as they are.
TEST(TourCommand, ComputesWhatTheWindowShows) {
  const Registry registry;
  Bench bench(workloads_of(registry));
  for (const Workload* workload : bench.context.workloads) {
    const WorkloadInfo& info = workload->info();
    const TourStop stop = tour_stop(bench.context, *workload);
    ASSERT_EQ(stop.results.size(), workload->variants().size()) << info.name;
    for (const VariantResult& result : stop.results) {
      const Choice& choice = result.variant.choice;
      Values wanted = info.window_problem;
      for (const auto& [id, value] : info.tour_problem) wanted[id] = value;
      for (const auto& [id, value] : wanted) EXPECT_EQ(choice.problem.at(id), value) << id;
      for (const auto& [id, value] : info.window_view) EXPECT_EQ(choice.view.at(id), value) << id;
      EXPECT_EQ(choice, checked_choice(*workload, choice)) << info.name << " " << choice.variant;
      Choice standard = default_choice(*workload, choice.variant, result.variant.info->backend);
      EXPECT_LE(workload->cost(choice).items, workload->cost(standard).items) << info.name;
    }
    EXPECT_EQ(stop.best(), nullptr) << "nothing is done yet";
  }
}

TEST(TourCommand, AnInterruptionKeepsWhatIsDone) {
  const auto toy = test::make_toy();
  const TemporaryFolder folder;
  Bench bench({toy.get()});
  int made = 0;
  bench.context.make_exec = [&](Executor executor) {
    // As many as the first variant on the host needs, and one of the second.
    if (executor == Executor::cpu && ++made == 7) bench.source.request_stop();
    return make_exec(executor, bench.source.get_token());
  };
  EXPECT_EQ(run(bench, "tour --time 0.02 --out " + folder.file("")), exit_interrupted);
  const std::string text = bench.out.str();
  EXPECT_NE(text.find("cells/s  verified\n"), std::string::npos) << text;
  EXPECT_NE(text.find("interrupted\n"), std::string::npos) << text;
  EXPECT_EQ(bench.err.str(), "livewarp: interrupted, the results are partial\n");
  EXPECT_TRUE(folder.empty()) << "a picture of an unfinished stop";
}

TEST(ShotCommand, ACudaVariantNeedsAGpu) {
  const auto toy = test::make_toy();
  const TemporaryFolder folder;
  Bench bench({toy.get()});
  EXPECT_EQ(run(bench, "shot toy --variant tile " + folder.file("a.png")), exit_wrong);
  EXPECT_NE(bench.err.str().find("no CUDA device: hidden by this test"), std::string::npos)
      << bench.err.str();
  EXPECT_TRUE(folder.empty());
}

}  // namespace
}  // namespace livewarp
