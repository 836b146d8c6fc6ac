#include <filesystem>

#include <gtest/gtest.h>

#include "app/record/vpx_encoder.h"
#include "app/testing/off_screen.h"
#include "app/testing/test_commands.h"
#include "app/testing/toy_workload.h"
#include "kernels/core/base/error.h"
#include "render/gl/png.h"

namespace livewarp {
namespace {

using test::Bench;
using test::has;
using test::run;
using test::TemporaryFolder;
using test::why_no_offscreen;

TEST(RecordCommand, WritesPicturesThatMove) {
  if (const std::string why = why_no_offscreen(); !why.empty()) GTEST_SKIP() << why;
  const Registry registry;
  const TemporaryFolder folder;
  Bench bench(workloads_of(registry));
  const std::string out = folder.file("pictures");
  ASSERT_EQ(run(bench, "record nbody --variant scalar --n 500 --seconds 0.4 --rate 10 "
                       "--steps-per-frame 20 --size 160x120 " +
                           out),
            exit_ok)
      << bench.err.str();
  EXPECT_TRUE(has(bench.out.str(), "4 pictures, 160\u00d7120, 10 a second")) << bench.out.str();
  const PixelImage first = read_png(out + "/frame-00000.png");
  EXPECT_EQ(first.width, 160);
  EXPECT_NE(first.rgba, read_png(out + "/frame-00003.png").rgba) << "nothing moved";
  EXPECT_FALSE(std::filesystem::exists(out + "/frame-00004.png"));
}

TEST(RecordCommand, WritesAVideo) {
  if (const std::string why = why_no_offscreen(); !why.empty()) GTEST_SKIP() << why;
  if (!video_unavailable().empty()) GTEST_SKIP() << video_unavailable();
  const Registry registry;
  const TemporaryFolder folder;
  Bench bench(workloads_of(registry));
  const std::string out = folder.file("heat.webm");
  ASSERT_EQ(run(bench, "record heat --variant vector --nx 100 --ny 100 --seconds 0.2 "
                       "--size 160x120 " +
                           out),
            exit_ok)
      << bench.err.str();
  EXPECT_GT(std::filesystem::file_size(out), 500u);
}

TEST(RecordCommand, SaysWhatCannotBeRecorded) {
  const Registry registry;
  const TemporaryFolder folder;
  Bench bench(workloads_of(registry));
  EXPECT_EQ(run(bench, "record heat film.mp4"), exit_bad_request);
  EXPECT_TRUE(has(bench.err.str(), "film.mp4: a recording is FILE.webm, or a folder"))
      << bench.err.str();
  EXPECT_EQ(run(bench, "record heat --rate 0 " + folder.file("x")), exit_bad_request);
  EXPECT_EQ(run(bench, "record heat"), exit_bad_request);
}

}  // namespace
}  // namespace livewarp
