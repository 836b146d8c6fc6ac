#include <set>

#include <gtest/gtest.h>

#include "app/testing/test_commands.h"
#include "app/testing/toy_workload.h"
#include "kernels/core/base/error.h"
#include "kernels/pictures/image_file.h"
#include "render/gl/offscreen.h"
#include "render/gl/png.h"

namespace livewarp {
namespace {

using test::Bench;
using test::run;
using test::TemporaryFolder;

std::string why_no_offscreen() {
  try {
    const Offscreen probe;
    return {};
  } catch (const Error& error) {
    return error.what();
  }
}

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
  if (why_no_offscreen().empty())
    EXPECT_EQ(read_png(folder.file("livewarp-toy.png")).height, 48);
  else
    EXPECT_NE(text.find("No picture: "), std::string::npos) << text;

  const auto wrong = test::make_wrong_toy();
  Bench second({wrong.get()});
  EXPECT_EQ(run(second, line), exit_wrong) << second.out.str();
  EXPECT_EQ(run(second, line + "none/none"), exit_bad_request);
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
