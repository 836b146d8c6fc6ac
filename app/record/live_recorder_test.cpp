#include "app/record/live_recorder.h"

#include <chrono>
#include <filesystem>
#include <thread>

#include <gtest/gtest.h>

#include "app/testing/test_context.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;
using Clock = LiveRecorder::Clock;

PixelImage picture(int width, int height) {
  return {width, height, std::vector<std::uint8_t>(std::size_t(4 * width * height), 100)};
}

LiveRecorder::Ended ended(LiveRecorder& recorder) {
  for (int i = 0; i < 1000; ++i) {
    if (auto done = recorder.poll()) return *done;
    std::this_thread::sleep_for(10ms);
  }
  return {.path = "it never ended"};
}

TEST(LiveRecorder, WantsThirtyPicturesASecondHoweverFastFramesAre) {
  const test::TemporaryFolder folder;
  LiveRecorder recorder;
  const Clock::time_point start = Clock::now();
  EXPECT_FALSE(recorder.due(start)) << "nothing is recorded";
  recorder.begin(folder.file("pictures"));
  int wanted = 0;
  // 240 frames a second, and a pause of half a second in which nothing is drawn.
  for (int frame = 0; frame < 240; ++frame) {
    const auto now = start + frame * 4166666ns + (frame >= 120 ? 500ms : 0ms);
    if (!recorder.due(now)) continue;
    ++wanted;
    recorder.take(picture(16, 16), now);
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_NEAR(wanted, 30, 2) << "the pause is not made up for";
  EXPECT_NEAR(*recorder.seconds(start + 1500ms), 1.5, 1e-6);
  recorder.end(start + 1500ms);
  EXPECT_FALSE(recorder.recording());
  const LiveRecorder::Ended end = ended(recorder);
  EXPECT_EQ(end.path, folder.file("pictures"));
  EXPECT_FALSE(end.failure);
  EXPECT_EQ(end.pictures + end.left_out, wanted);
  EXPECT_GE(end.pictures, 1);
  EXPECT_TRUE(std::filesystem::exists(folder.file("pictures/frame-00000.png")));
}

TEST(LiveRecorder, AWindowThatChangesItsSizeEndsItWithAReason) {
  const test::TemporaryFolder folder;
  LiveRecorder recorder;
  recorder.begin(folder.file("pictures"));
  const Clock::time_point start = Clock::now();
  recorder.take(picture(16, 16), start);
  recorder.take(picture(32, 16), start + 1s);
  const LiveRecorder::Ended end = ended(recorder);
  ASSERT_TRUE(end.failure);
  EXPECT_NE(std::string(end.failure->what()).find("16\u00d716"), std::string::npos)
      << end.failure->what();
  EXPECT_EQ(end.pictures, 1) << "what was there is kept";
  EXPECT_FALSE(recorder.recording());
}

TEST(LiveRecorder, WhereNothingCanBeWrittenThatIsSaidAtOnce) {
  const test::TemporaryFolder folder;
  LiveRecorder recorder;
  EXPECT_THROW(recorder.begin(folder.file("film.avi")), Error);
  EXPECT_FALSE(recorder.recording());
  recorder.begin("/proc/no/such/folder");
  EXPECT_THROW(recorder.take(picture(16, 16), Clock::now()), Error);
  EXPECT_FALSE(recorder.recording());
}

}  // namespace
}  // namespace livewarp
