#include "app/handover/chrome_trace.h"

#include <gtest/gtest.h>

#include <algorithm>

#include <nlohmann/json.hpp>

#include "app/testing/trace_test.h"

namespace livewarp {
namespace {

using Json = nlohmann::json;
using test::of_track;
using test::trace_problems;

Json trace_of(const std::vector<NotedSpan>& spans, const TraceAbout& about = {"host", "gpu", {}}) {
  return Json::parse(chrome_trace(spans, about));
}

TEST(ChromeTrace, TimesAreMicrosecondsSinceTheFirstInterval) {
  const Json trace = trace_of({{Track::frame, "frame", {1000, 1016}},
                               {Track::frame, "draw", {1001.5, 1002.25}},
                               {Track::stream, "nbody shared", {1003, 1009}, 0.004}});
  EXPECT_EQ(trace_problems(trace), "");
  const std::vector<Json> frames = of_track(trace, "Frames");
  ASSERT_EQ(frames.size(), 2u);
  EXPECT_EQ(frames[0]["name"], "frame");
  EXPECT_EQ(frames[0]["ts"], 0);
  EXPECT_EQ(frames[0]["dur"], 16000);
  EXPECT_EQ(frames[1]["ts"], 1500);
  EXPECT_EQ(frames[1]["dur"], 750);
  const std::vector<Json> steps = of_track(trace, "CUDA stream");
  ASSERT_EQ(steps.size(), 1u);
  EXPECT_EQ(steps[0]["ts"], 3000);
  EXPECT_NEAR(steps[0]["args"]["uncertainty_us"].get<double>(), 4, 1e-9);
  EXPECT_NEAR(trace["otherData"]["cuda_clock_uncertainty_us"].get<double>(), 4, 1e-9);
  EXPECT_NE(steps[0]["pid"], frames[0]["pid"]) << "the GPU is a process of its own";
}

TEST(ChromeTrace, WhatOnlySeemsToOverlapFollows) {
  // A step, its stages, and a next one that another anchor of the clock puts 2 us too early.
  const Json trace = trace_of({{Track::stream, "step", {0, 10}},
                               {Track::stream, "copy in", {0, 2}},
                               {Track::stream, "kernel", {2, 10}},
                               {Track::stream, "step", {9.998, 20}},
                               {Track::stream, "kernel", {9.998, 20}},
                               {Track::stream, "publish", {19.999, 21}}});
  EXPECT_EQ(trace_problems(trace), "");
  const std::vector<Json> events = of_track(trace, "CUDA stream");
  ASSERT_EQ(events.size(), 6u);
  EXPECT_EQ(events[3]["ts"], 10000);
  EXPECT_EQ(events[4]["ts"], 10000);
  EXPECT_EQ(events[5]["ts"], 20000);
  EXPECT_EQ(events[5]["dur"], 1000);
}

TEST(ChromeTrace, AnyMixtureNestsOrFollows) {
  std::vector<NotedSpan> spans;
  unsigned state = 1;
  const auto random = [&state] {
    state = state * 1664525u + 1013904223u;
    return double(state >> 8) / double(1u << 24);
  };
  for (int i = 0; i < 500; ++i) {
    const double begin = 100 * random();
    spans.push_back(
        {random() < 0.5 ? Track::stream : Track::check, "x", {begin, begin + 5 * random()}});
  }
  EXPECT_EQ(trace_problems(trace_of(spans)), "");
}

TEST(ChromeTrace, TellsWhatItIsOfAndTakesAnyText) {
  const Json trace = trace_of({{Track::frame, "a \"frame\"\n", {1, 2}}},
                              {"Livewarp on <CPU>", "", {{"command_line", "livewarp \xff"}}});
  EXPECT_EQ(trace_problems(trace), "");
  EXPECT_EQ(of_track(trace, "Frames").front()["name"], "a \"frame\"\n");
  EXPECT_EQ(trace["otherData"]["command_line"], "livewarp \uFFFD");
  EXPECT_TRUE(trace["otherData"]["clock"].is_string());
}

TEST(ChromeTrace, TheCheckItselfFindsWhatIsWrong) {
  Json trace = trace_of({{Track::frame, "frame", {0, 10}}, {Track::frame, "draw", {1, 2}}});
  ASSERT_EQ(trace_problems(trace), "");
  Json overlapping = trace;
  for (Json& event : overlapping["traceEvents"])
    if (event["name"] == "draw") event["dur"] = 9500;
  EXPECT_NE(trace_problems(overlapping), "");
  for (const char* key : {"ts", "dur", "pid", "tid", "name", "cat", "ph"}) {
    Json lacking = trace;
    for (Json& event : lacking["traceEvents"])
      if (event["name"] == "draw") event.erase(key);
    EXPECT_NE(trace_problems(lacking), "") << key;
  }
  Json unnamed = trace;
  auto& events = unnamed["traceEvents"];
  for (auto event = events.begin(); event != events.end();)
    event = (*event)["name"] == "thread_name" ? events.erase(event) : event + 1;
  EXPECT_NE(trace_problems(unnamed), "");
}

}  // namespace
}  // namespace livewarp
