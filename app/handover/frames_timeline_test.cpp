#include "app/handover/frames_timeline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

/// Frames as lanes: what is noted, where it stands, and what is said of it.
namespace livewarp {
namespace {

/// Two frames of 10 ms from 1000 on: what a GPU does with two steps each, and what the host does.
std::vector<NotedSpan> of_a_gpu() {
  std::vector<NotedSpan> noted;
  const auto stage = [&](Stage what, const char* name, double begin, double end) {
    noted.push_back({Track::stream, name, {begin, end}, 0.001, what});
  };
  for (double at = 990; at < 1040; at += 10) {
    noted.push_back({Track::frame, "publish", {at + 0.5, at + 0.75}});
    noted.push_back({Track::frame, "swap", {at + 4, at + 9}});
    noted.push_back({Track::frame, "frame", {at, at + 9}});
    noted.push_back({Track::frame, "wait", {at + 9, at + 10}});
    noted.push_back({Track::stream, "toy plain, 3 steps", {at + 3, at + 6}, 0.001});
    stage(Stage::upload, "copy in", at + 3, at + 3.5);
    stage(Stage::kernel, "kernel", at + 3.5, at + 5.5);
    stage(Stage::download, "copy out", at + 5.5, at + 6);
    stage(Stage::publish, "publish", at + 0.5, at + 1);
    noted.push_back({Track::scene, "picture", {at + 1, at + 2}, 0.02});
    noted.push_back({Track::panels, "panels", {at + 2, at + 2.5}, 0.02});
  }
  return noted;
}

FramesShown two_frames() {
  FramesShown shown;
  shown.title = "Plain: 2 frames of 10.0 ms";
  shown.span = {1000, 1020};
  shown.frames = 2;
  shown.on_gpu = shown.drawn_by_gpu = true;
  return shown;
}

std::vector<TimelineSpan> on(const ui::FramesView& view, const std::string& lane) {
  std::vector<TimelineSpan> spans;
  for (const TimelineSpan& span : view.timeline.spans)
    if (view.timeline.lanes[span.lane] == lane) spans.push_back(span);
  return spans;
}

const ui::FrameShare* share_of(const ui::FramesView& view, const std::string& what) {
  const auto found = std::ranges::find(view.shares, what, &ui::FrameShare::what);
  return found == view.shares.end() ? nullptr : &*found;
}

TEST(FramesTimeline, StagesOfAGpuHaveLanesOfTheirOwn) {
  const ui::FramesView view = frames_timeline(of_a_gpu(), two_frames());
  EXPECT_EQ(view.timeline.lanes,
            (std::vector<std::string>{"Host", "Copies in", "Kernels", "Copies out", "Publish",
                                      "GL draw", "GL panels"}));
  ASSERT_EQ(on(view, "Kernels").size(), 2u) << "the step as a whole is not told twice";
  const TimelineSpan kernel = on(view, "Kernels")[0];
  EXPECT_EQ(kernel.name, "toy plain, 3 steps");
  EXPECT_EQ(kernel.kind, SpanKind::kernel);
  EXPECT_DOUBLE_EQ(kernel.begin_ms, 3.5);
  EXPECT_DOUBLE_EQ(kernel.end_ms, 5.5);
  EXPECT_DOUBLE_EQ(kernel.uncertainty_ms, 0.001);
  EXPECT_EQ(on(view, "Copies in")[1].kind, SpanKind::copy_in);
  EXPECT_EQ(on(view, "Copies out")[1].kind, SpanKind::copy_out);
  EXPECT_DOUBLE_EQ(view.timeline.end_ms, 20);
  for (const TimelineSpan& span : view.timeline.spans) {
    EXPECT_GE(span.begin_ms, 0);
    EXPECT_LE(span.end_ms, 20);
  }
  EXPECT_EQ(view.timeline.marks_ms, (std::vector<double>{9, 19}));
  EXPECT_EQ(view.timeline.mark, "swap");
  for (const TimelineSpan& span : on(view, "Host"))
    EXPECT_EQ(span.kind == SpanKind::wait, span.name == "swap" || span.name == "wait");
}

TEST(FramesTimeline, SharesAreOfAFrame) {
  const ui::FramesView view = frames_timeline(of_a_gpu(), two_frames());
  EXPECT_DOUBLE_EQ(view.frame_ms, 10);
  const struct {
    const char* what;
    double ms;
  } expected[]{{"kernels", 2}, {"copies", 1},   {"publish", 0.5},
               {"draw", 1},    {"panels", 0.5}, {"host waits", 6}};
  for (const auto& [what, ms] : expected) {
    const ui::FrameShare* share = share_of(view, what);
    ASSERT_TRUE(share) << what;
    EXPECT_NEAR(share->ms.value_or(-1), ms, 1e-9) << what;
    EXPECT_NEAR(share->share, ms / 10, 1e-9) << what;
  }
}

TEST(FramesTimeline, WhatCudaDrawsStandsApartFromWhatOpenGlShows) {
  std::vector<NotedSpan> noted = of_a_gpu();
  for (double at = 990; at < 1040; at += 10)
    noted.push_back({Track::picture, "picture", {at + 0.9, at + 1}, 0.001});
  const ui::FramesView view = frames_timeline(noted, two_frames());
  EXPECT_EQ(view.timeline.lanes,
            (std::vector<std::string>{"Host", "Copies in", "Kernels", "Copies out", "Publish",
                                      "Draw", "GL draw", "GL panels"}));
  EXPECT_EQ(on(view, "Draw").size(), 2u);
  EXPECT_EQ(on(view, "Draw")[0].kind, SpanKind::draw);
  ASSERT_TRUE(share_of(view, "draw") && share_of(view, "shown"));
  EXPECT_NEAR(*share_of(view, "draw")->ms, 0.1, 1e-9);
  EXPECT_NEAR(*share_of(view, "shown")->ms, 1, 1e-9);
}

TEST(FramesTimeline, WhatGoesOnTwiceAtOnceCountsOnce) {
  std::vector<NotedSpan> noted{{Track::worker, "toy plain", {1001, 1005}},
                               {Track::worker, "toy plain", {1003, 1007}},
                               {Track::frame, "frame", {1000, 1010}}};
  FramesShown shown = two_frames();
  shown.on_gpu = false;
  const ui::FramesView view = frames_timeline(noted, shown);
  EXPECT_NEAR(*share_of(view, "CPU steps")->ms, 3, 1e-9);
  EXPECT_EQ(view.timeline.lanes, (std::vector<std::string>{"Host", "CPU steps"}));
}

TEST(FramesTimeline, LaunchesOfAStepAreToldApart) {
  std::vector<NotedSpan> noted = of_a_gpu();
  noted.push_back({Track::stream, "walk", {900, 950}, 0.001, Stage::kernel});  // long ago
  for (double at = 990; at < 1040; at += 10) {
    noted.push_back({Track::stream, "sort", {at + 3.5, at + 4}, 0.001, Stage::kernel});
    noted.push_back({Track::stream, "walk", {at + 4, at + 5.5}, 0.001, Stage::kernel});
  }
  std::erase_if(noted, [](const NotedSpan& span) { return span.name == "kernel"; });
  const ui::FramesView view = frames_timeline(noted, two_frames());
  ASSERT_EQ(on(view, "Kernels").size(), 4u);
  EXPECT_EQ(on(view, "Kernels")[1].name, "walk, toy plain, 3 steps");
  EXPECT_NEAR(*share_of(view, "kernels")->ms, 2, 1e-9);
  EXPECT_TRUE(share_of(view, "kernels")->about.ends_with("\nsort: 0.500 ms\nwalk: 1.500 ms"));
}

TEST(FramesTimeline, TheLongestGapIsSaidInWords) {
  // From the end of a step to the next publish: 4.5 ms.
  const ui::FramesView view = frames_timeline(of_a_gpu(), two_frames());
  EXPECT_EQ(view.gap,
            "The GPU is idle for 4.50 ms at most, after a copy out and before a publish; the host "
            "is in \u201cswap\u201d meanwhile.");
  std::vector<NotedSpan> all = of_a_gpu();
  all.push_back({Track::stream, "kernel", {1000, 1020}, 0, Stage::kernel});
  EXPECT_EQ(frames_timeline(all, two_frames()).gap, "The GPU is never idle in these frames.");
  FramesShown host = two_frames();
  host.on_gpu = false;
  EXPECT_EQ(frames_timeline(of_a_gpu(), host).gap, "No step of the CPU runs in these frames.");
  const std::vector<NotedSpan> step{{Track::worker, "toy plain", {1000, 1013}},
                                    {Track::frame, "draw", {1012, 1019}}};
  EXPECT_EQ(frames_timeline(step, host).gap,
            "The CPU computes no step for 7.00 ms at most; the host is in \u201cdraw\u201d "
            "meanwhile.");
}

TEST(FramesTimeline, WhatSoftwareDrawsKeepsNoGpuBusy) {
  FramesShown shown = two_frames();
  shown.drawn_by_gpu = false;
  std::vector<NotedSpan> noted{{Track::stream, "kernel", {1000, 1010}, 0, Stage::kernel},
                               {Track::scene, "picture", {1010, 1020}}};
  EXPECT_TRUE(frames_timeline(noted, shown).gap.starts_with("The GPU is idle for 10.0 ms at most"));
  shown.drawn_by_gpu = true;
  EXPECT_EQ(frames_timeline(noted, shown).gap, "The GPU is never idle in these frames.");
}

TEST(FramesTimeline, NoStepIsShownBeforeItsResultIsVerified) {
  FramesShown shown = two_frames();
  shown.verified = false;
  const ui::FramesView view = frames_timeline(of_a_gpu(), shown);
  EXPECT_TRUE(on(view, "Kernels").empty());
  EXPECT_TRUE(on(view, "Copies in").empty());
  EXPECT_FALSE(on(view, "Host").empty());
  EXPECT_FALSE(share_of(view, "kernels")->ms);
  EXPECT_FALSE(share_of(view, "copies"));
  EXPECT_EQ(view.gap, "");
  EXPECT_EQ(view.note, "Steps are shown once their result is verified.");
}

TEST(FramesTimeline, LanesThatAreKeptStayThoughEmpty) {
  FramesShown shown = two_frames();
  shown.kept[std::size_t(FrameLane::check)] = true;
  const ui::FramesView view = frames_timeline(of_a_gpu(), shown);
  EXPECT_EQ(view.timeline.lanes.back(), "Verification");
}

TEST(FramesTimeline, ALongStepThatGoesOnIsShown) {
  std::vector<NotedSpan> noted{{Track::stream, std::string("plain") + goes_on, {990, 1100}}};
  const ui::FramesView view = frames_timeline(noted, two_frames());
  ASSERT_EQ(on(view, "Kernels").size(), 1u);
  EXPECT_EQ(view.gap, "The GPU is never idle in these frames.");
}

}  // namespace
}  // namespace livewarp
