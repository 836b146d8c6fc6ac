#include <gtest/gtest.h>

#include <algorithm>

#include "app/measure/json_report.h"
#include "app/pictures/graph_picture.h"
#include "app/testing/test_commands.h"
#include "app/testing/toy_workload.h"
#include "render/gl/offscreen.h"
#include "render/gl/png.h"

namespace livewarp {
namespace {

using test::Bench;
using test::content_of;
using test::has;
using test::run;
using test::TemporaryFolder;

TEST(CrossSweep, MeasuresAllCombinations) {
  const auto toy = test::make_toy();
  const TemporaryFolder folder;
  Bench bench({toy.get()});
  ASSERT_EQ(run(bench, "sweep toy --variant threads --over threads,size --from 1024 --to 65536 "
                       "--points 3 --time 0.02 --json " +
                           folder.file("c.json") + " --csv " + folder.file("c.csv")),
            exit_ok)
      << bench.out.str() << bench.err.str();
  const Json report = Json::parse(content_of(folder.file("c.json")));
  ASSERT_EQ(report["results"].size(), 7u * 3);
  for (const Json& result : report["results"]) {
    EXPECT_TRUE(result["verified"].get<bool>());
    EXPECT_FALSE(result["median_ms"].is_null());
  }
  const std::string csv = content_of(folder.file("c.csv"));
  EXPECT_EQ(std::ranges::count(csv, '\n'), 1 + 21);
  EXPECT_TRUE(has(bench.out.str(), "threads  size ")) << bench.out.str();
  EXPECT_TRUE(has(bench.out.str(), "64       65,536")) << bench.out.str();
}

TEST(CrossSweep, AWrongSettingShowsNoTime) {
  const auto toy = test::make_wrong_toy();
  const TemporaryFolder folder;
  Bench bench({toy.get()});
  EXPECT_EQ(run(bench, "sweep toy --over variant,size --from 1024 --to 2048 --time 0.02 --json " +
                           folder.file("c.json")),
            exit_wrong);
  const Json report = Json::parse(content_of(folder.file("c.json")));
  ASSERT_EQ(report["results"].size(), 3u * 2);
  for (const Json& result : report["results"])
    EXPECT_EQ(result["median_ms"].is_null(), result["variant"] == "wrong");
}

TEST(CrossSweep, AnInterruptionKeepsWhatIsDone) {
  const auto toy = test::make_toy();
  const TemporaryFolder folder;
  Bench bench({toy.get()});
  int made = 0;
  bench.context.make_exec = [&](Executor executor) {
    if (++made == 14) bench.source.request_stop();
    return make_exec(executor, bench.source.get_token());
  };
  EXPECT_EQ(run(bench, "sweep toy --variant threads --over threads,size --from 1024 --to 65536 "
                       "--time 0.02 --json " +
                           folder.file("i.json")),
            exit_interrupted);
  const Json report = Json::parse(content_of(folder.file("i.json")));
  EXPECT_TRUE(report["partial"].get<bool>());
  ASSERT_GE(report["results"].size(), 1u);
  EXPECT_LT(report["results"].size(), 49u);
  EXPECT_FALSE(report["results"][0]["median_ms"].is_null());
}

TEST(CrossSweep, RefusesWhatMakesNoSense) {
  const Registry registry;
  for (const auto& [line, words] : std::vector<std::pair<std::string, std::string>>{
           {"sweep heat --over blok,memory", "no variant of heat has an axis of this name"},
           {"sweep heat --over isa,strip --variant scalar", "scalar has no axis isa"},
           {"sweep heat --over variant,memory --backend cpu", "only CUDA variants"},
           {"sweep heat --over block,memory --variant naive", "the space is empty"},
           {"sweep heat --over variant,isa --backend cpu --png a.jpg", "pictures are PNG files"}}) {
    Bench bench({registry.find("heat")});
    EXPECT_EQ(run(bench, line), exit_bad_request) << line;
    EXPECT_TRUE(has(bench.err.str(), words)) << line << ": " << bench.err.str();
    EXPECT_EQ(bench.out.str(), "") << line;
  }
}

TEST(CrossSweep, DrawsAHeatMapWithoutADisplay) {
  try {
    const Offscreen probe;
  } catch (const Error& error) {
    GTEST_SKIP() << error.what();
  }
  const auto toy = test::make_toy();
  const TemporaryFolder folder;
  Bench bench({toy.get()});
  ASSERT_EQ(run(bench, "sweep toy --variant threads --over threads,size --from 1024 --to 16384 "
                       "--time 0.02 --png " +
                           folder.file("h.png")),
            exit_ok)
      << bench.err.str();
  const PixelImage image = read_png(folder.file("h.png"));
  ASSERT_EQ(image.width, graph_width);
  ASSERT_EQ(image.height, graph_height);
  // Cells are the only areas whose colour is far from grey: 35 of them fill much of the sheet.
  std::size_t colored = 0;
  for (int y = image.height / 8; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) {
      const std::uint8_t* pixel = image.at(x, y);
      if (std::max({pixel[0], pixel[1], pixel[2]}) - std::min({pixel[0], pixel[1], pixel[2]}) > 45)
        ++colored;
    }
  EXPECT_GT(colored, std::size_t(image.width) * std::size_t(image.height) / 4);
}

}  // namespace
}  // namespace livewarp
