// Pipelines as far as they need no GPU: what is issued in which order, the pictures, and what is
// made of a runner's times.
#include "kernels/core/transfer/pipeline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "kernels/core/base/error.h"
#include "kernels/core/transfer/pipeline_pictures.h"

namespace livewarp {
namespace {

std::vector<PipelineShape> all_shapes() {
  std::vector<PipelineShape> shapes;
  for (const PipelineScheduleInfo& info : pipeline_schedules())
    for (const int chunks : {1, 2, 7, 32})
      for (const int streams : {1, 3, 8}) shapes.push_back({info.schedule, chunks, streams});
  return shapes;
}

TEST(PipelinePlan, EveryChunkPassesItsStagesInOrderOnOneStream) {
  for (const PipelineShape& shape : all_shapes()) {
    std::map<int, std::vector<PipelineCommand>> chunks;
    for (const PipelineCommand& command : pipeline_plan(shape)) {
      EXPECT_LT(command.stream, shape.streams);
      if (command.stage != PipelineStage::wait) chunks[command.chunk].push_back(command);
    }
    EXPECT_EQ(chunks.size(), std::size_t(shape.chunks));
    for (const auto& [chunk, commands] : chunks) {
      ASSERT_EQ(commands.size(), 3u);
      EXPECT_EQ(commands[0].stage, PipelineStage::copy_in);
      EXPECT_EQ(commands[1].stage, PipelineStage::kernel);
      EXPECT_EQ(commands[2].stage, PipelineStage::copy_out);
      EXPECT_EQ(commands[0].stream, commands[1].stream);
      EXPECT_EQ(commands[0].stream, commands[2].stream);
    }
  }
}

TEST(PipelinePlan, SchedulesDifferInOrderStreamsAndWaits) {
  using enum PipelineStage;
  const auto plan = [](PipelineSchedule schedule) { return pipeline_plan({schedule, 2, 2}); };
  using Plan = std::vector<PipelineCommand>;
  EXPECT_EQ(plan(PipelineSchedule::depth_first), (Plan{{copy_in, 0, 0},
                                                       {kernel, 0, 0},
                                                       {copy_out, 0, 0},
                                                       {copy_in, 1, 1},
                                                       {kernel, 1, 1},
                                                       {copy_out, 1, 1}}));
  EXPECT_EQ(plan(PipelineSchedule::breadth_first), (Plan{{copy_in, 0, 0},
                                                         {copy_in, 1, 1},
                                                         {kernel, 0, 0},
                                                         {kernel, 1, 1},
                                                         {copy_out, 0, 0},
                                                         {copy_out, 1, 1}}));
  EXPECT_EQ(plan(PipelineSchedule::synchronised), (Plan{{copy_in, 0, 0},
                                                        {kernel, 0, 0},
                                                        {copy_out, 0, 0},
                                                        {wait, 0, 0},
                                                        {copy_in, 1, 1},
                                                        {kernel, 1, 1},
                                                        {copy_out, 1, 1},
                                                        {wait, 1, 1}}));
  for (const PipelineSchedule schedule : {PipelineSchedule::serial, PipelineSchedule::blocked})
    for (const PipelineCommand& command : plan(schedule)) EXPECT_EQ(command.stream, 0);
}

TEST(PipelinePlan, ChunksAreEvenAndCoverAllPictures) {
  for (const int chunks : {1, 3, 5, 32}) {
    EXPECT_EQ(chunk_begin(32, chunks, 0), 0);
    EXPECT_EQ(chunk_begin(32, chunks, chunks), 32);
    for (int i = 0; i < chunks; ++i) {
      const int size = chunk_begin(32, chunks, i + 1) - chunk_begin(32, chunks, i);
      EXPECT_GE(size, 32 / chunks);
      EXPECT_LE(size, 32 / chunks + 1);
    }
  }
}

TEST(PipelinePlan, LanesAreOfCopiesAndOfKernelsByStream) {
  EXPECT_EQ(pipeline_lane({PipelineStage::copy_in, 3, 2}), "copy in");
  EXPECT_EQ(pipeline_lane({PipelineStage::copy_out, 3, 2}), "copy out");
  EXPECT_EQ(pipeline_lane({PipelineStage::kernel, 3, 2}), "kernel, stream 2");
  EXPECT_EQ(pipeline_name({PipelineStage::kernel, 3, 2}), "kernel 3");
}

TEST(PipelinePictures, RoundsInOneAreRoundsOneAfterAnother) {
  for (const unsigned n : {0u, 1u, 2u, 3u, 17u, 1000u})
    for (const std::uint32_t start : {0u, 1u, 0xDEADBEEFu}) {
      std::uint32_t x = start;
      for (unsigned i = 0; i < n; ++i) x = x * 1664525u + 1013904223u;
      EXPECT_EQ(mix_rounds(n)(start), x) << n;
    }
}

/// The filter as it is written down: nine neighbours, rounds one after another.
std::vector<std::uint32_t> filtered(const PipelineRequest& request, unsigned work) {
  std::vector<std::uint32_t> pixels;
  const int width = request.width, height = request.height;
  for (int picture = 0; picture < request.pictures; ++picture)
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        std::uint32_t sum = 0;
        for (const int v : {y - 1, y, y + 1})
          for (const int u : {x - 1, x, x + 1})
            sum += source_pixel(picture, std::size_t(std::clamp(v, 0, height - 1)) * width +
                                             std::size_t(std::clamp(u, 0, width - 1)));
        for (unsigned i = 0; i < work; ++i) sum = sum * 1664525u + 1013904223u;
        pixels.push_back(sum);
      }
  return pixels;
}

TEST(PipelinePictures, EveryPixelOfEveryPictureCounts) {
  const PipelineRequest request{.pictures = 3, .width = 7, .height = 5, .work = {}};
  std::vector<std::uint32_t> pixels = filtered(request, 11);
  EXPECT_EQ(pictures_mismatch(pixels.data(), request, 11), "");
  const std::uint64_t hash = pictures_hash(pixels.data(), request);
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    ++pixels[i];
    EXPECT_NE(pictures_mismatch(pixels.data(), request, 11), "") << i;
    EXPECT_NE(pictures_hash(pixels.data(), request), hash) << i;
    --pixels[i];
  }
  ++pixels[2 * 35 + 8];
  EXPECT_EQ(pictures_mismatch(pixels.data(), request, 11), "picture 2 is wrong at pixel 1, 1");
  EXPECT_NE(pictures_mismatch(pixels.data(), request, 12), "") << "one round more";
  const PipelineRequest line{.pictures = 1, .width = 1, .height = 9, .work = {}};
  EXPECT_EQ(pictures_mismatch(filtered(line, 0).data(), line, 0), "");
}

TEST(PipelinePictures, NoTwoAreAlike) {
  const PipelineRequest request{.pictures = 4, .width = 16, .height = 16, .work = {}};
  std::vector<std::uint32_t> pixels(request.bytes() / sizeof(std::uint32_t));
  write_source_pictures(pixels.data(), request);
  std::set<std::vector<std::uint32_t>> pictures;
  for (int i = 0; i < 4; ++i)
    pictures.insert({pixels.begin() + 256 * i, pixels.begin() + 256 * (i + 1)});
  EXPECT_EQ(pictures.size(), 4u);
  EXPECT_EQ(pixels[256 + 5], source_pixel(1, 5));
}

/// Takes as long as a test says.
class FakeRunner final : public PipelineRunner {
 public:
  std::map<PipelineSchedule, double> ms{{PipelineSchedule::serial, 12}};
  PipelineSchedule wrong = PipelineSchedule::serial, other_hash = wrong, throws = wrong;
  bool serial_is_wrong = false;
  int serial_runs = 0, runs = 0, cleared = 0;
  std::function<void()> before_run;

  unsigned work() const override { return 1; }
  void clear() override { ++cleared; }
  double run(const PipelineShape& shape, std::vector<PipelineSpan>* spans) override {
    if (before_run) before_run();
    ++runs;
    now_ = shape.schedule;
    const bool serial = now_ == PipelineSchedule::serial;
    serial_runs += serial;
    if (!serial && now_ == throws) throw Error("the launch failed");
    if (spans) spans->assign(pipeline_plan(shape).size(), {});
    return ms.contains(now_) ? ms[now_] : 6;
  }
  PipelineBound bound(int) override { return {4, 5, 3}; }
  std::string mismatch() override {
    const bool serial = now_ == PipelineSchedule::serial;
    return (serial ? serial_is_wrong : now_ == wrong) ? "picture 3 is wrong" : "";
  }
  std::uint64_t hash() override {
    return now_ != PipelineSchedule::serial && now_ == other_hash ? 2 : 1;
  }

 private:
  PipelineSchedule now_ = PipelineSchedule::serial;
};

std::vector<PipelineResult> results_of(FakeRunner& runner, const std::vector<PipelineShape>& shapes,
                                       const std::stop_token& stop = {}) {
  std::vector<PipelineResult> results;
  measure_pipelines(runner, shapes, 0.01, stop,
                    [&](const PipelineResult& result) { results.push_back(result); });
  return results;
}

constexpr PipelineShape depth{PipelineSchedule::depth_first, 8, 4},
    breadth{PipelineSchedule::breadth_first, 8, 4};

TEST(Pipeline, SpeedUpIsOverTheSerialScheduleOfAsManyChunks) {
  FakeRunner runner;
  const auto results = results_of(runner, {depth, breadth, {PipelineSchedule::blocked, 4, 1}});
  ASSERT_EQ(results.size(), 3u);
  for (const PipelineResult& result : results) {
    EXPECT_TRUE(result.timed());
    EXPECT_EQ(result.speed_up(), 2);
    EXPECT_EQ(result.bound.ms(), 5);
    EXPECT_STREQ(result.bound.longest(), "kernel");
    EXPECT_EQ(result.spans.size(), pipeline_plan(result.shape).size());
  }
  EXPECT_EQ(runner.serial_runs, 2 * (1 + 20 + 1)) << "once for 8 chunks, once for 4";
}

TEST(Pipeline, AWrongPictureOrAnotherHashHasNoTime) {
  FakeRunner runner;
  runner.wrong = PipelineSchedule::depth_first;
  runner.other_hash = PipelineSchedule::breadth_first;
  const auto results = results_of(runner, {depth, breadth});
  EXPECT_EQ(results[0].why_not, "picture 3 is wrong");
  EXPECT_EQ(results[1].why_not, "its pictures are not those of the serial schedule");
  for (const PipelineResult& result : results) {
    EXPECT_TRUE(result.wrong);
    EXPECT_FALSE(result.timed());
    EXPECT_EQ(result.speed_up(), 0);
  }
}

TEST(Pipeline, WithoutASerialResultNothingIsBelieved) {
  FakeRunner runner;
  runner.serial_is_wrong = true;
  const auto results = results_of(runner, {depth});
  EXPECT_EQ(results[0].why_not, "the serial schedule is wrong: picture 3 is wrong");
  EXPECT_FALSE(results[0].timed());
}

TEST(Pipeline, AFailureIsOfItsShapeAlone) {
  FakeRunner runner;
  runner.throws = PipelineSchedule::depth_first;
  const auto results = results_of(runner, {depth, breadth});
  EXPECT_EQ(results[0].why_not, "the launch failed");
  EXPECT_FALSE(results[0].wrong);
  EXPECT_TRUE(results[1].timed());
}

TEST(Pipeline, AStopKeepsWhatIsDone) {
  FakeRunner runner;
  std::stop_source stop;
  runner.before_run = [&] {
    if (runner.runs == 50) stop.request_stop();
  };
  std::vector<PipelineResult> results;
  const std::vector<PipelineShape> shapes{depth, breadth};
  EXPECT_THROW(measure_pipelines(runner, shapes, 0.01, stop.get_token(),
                                 [&](const PipelineResult& result) { results.push_back(result); }),
               Cancelled);
  EXPECT_EQ(results.size(), 1u);
}

}  // namespace
}  // namespace livewarp
