#include "ui/charts/timeline_chart.h"

#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "kernels/core/base/milliseconds.h"
#include "ui/testing/fake_frames.h"
#include "ui/widgets/offscreen_frame.h"

/// A timeline's layout, and what its chart writes and costs.
namespace livewarp::ui {
namespace {

TimelineSpan span_of(std::size_t lane, double begin, double end) {
  return {.lane = lane, .name = "x", .begin_ms = begin, .end_ms = end};
}

TEST(TimelineLayout, WhatContainsOthersComesFirstAndDepthCountsThem) {
  Timeline timeline;
  timeline.lanes = {"a", "b"};
  // In no order: on lane 0 a frame of two parts, of which one has a part, and what follows.
  timeline.spans = {span_of(1, 0, 1),  span_of(0, 10, 12), span_of(0, 2, 4),
                    span_of(0, 0, 10), span_of(0, 2, 3),   span_of(0, 5, 10)};
  std::vector<std::size_t> order;
  std::vector<int> depths;
  std::vector<bool> contain;
  for (const PlacedSpan& each : placed_spans(timeline)) {
    order.push_back(each.span);
    depths.push_back(each.depth);
    contain.push_back(each.contains);
  }
  EXPECT_EQ(order, (std::vector<std::size_t>{3, 2, 4, 5, 1, 0}));
  EXPECT_EQ(depths, (std::vector<int>{0, 1, 2, 1, 0, 0}));
  EXPECT_EQ(contain, (std::vector<bool>{true, true, false, false, false, false}));
}

TEST(TimelineLayout, SpansThatOverlapFollowOneAnother) {
  Timeline timeline;
  timeline.lanes = {"a"};
  timeline.spans = {span_of(0, 0, 10), span_of(0, 9.998, 20)};
  for (const PlacedSpan& each : placed_spans(timeline)) EXPECT_EQ(each.depth, 0);
}

TEST(TimelineLayout, TicksAreRoundNumbersOfTheUnitThatFits) {
  const TimeTicks ms = time_ticks({0, 48}, 6);
  EXPECT_STREQ(ms.unit.name, "ms");
  EXPECT_EQ(ms.labels, (std::vector<std::string>{"0", "10", "20", "30", "40"}));
  const TimeTicks us = time_ticks({10.1, 10.6}, 6);
  EXPECT_STREQ(us.unit.name, "\u00b5s");
  EXPECT_EQ(us.labels,
            (std::vector<std::string>{"10,100", "10,200", "10,300", "10,400", "10,500", "10,600"}));
  const TimeTicks part = time_ticks({1, 2.1}, 5);
  EXPECT_EQ(part.labels, (std::vector<std::string>{"1.0", "1.5", "2.0"}));
  const TimeTicks seconds = time_ticks({0, 2500}, 3);
  EXPECT_STREQ(seconds.unit.name, "s");
  EXPECT_EQ(seconds.labels, (std::vector<std::string>{"0", "1", "2"}));
  for (const double length : {1e-4, 3e-3, 0.7, 19.0, 640.0, 9e4})
    for (const double room : {1.0, 2.5, 7.0, 31.0}) {
      const TimeTicks ticks = time_ticks({7, 7 + length}, room);
      EXPECT_LE(double(ticks.labels.size()), room + 1) << length << " " << room;
      EXPECT_EQ(ticks.labels.size(), ticks.at_ms.size());
    }
}

TEST(TimelineLayout, ZoomKeepsTheMomentAndNothingLeavesTheWhole) {
  Timeline timeline;
  timeline.lanes = {"a"};
  timeline.spans = {span_of(0, 0, 100)};
  timeline.end_ms = 100;
  TimelineView view;
  EXPECT_EQ(shown_time(timeline, view), (Span{0, 100}));
  zoom_time(timeline, view, 25, 0.5);
  EXPECT_EQ(shown_time(timeline, view), (Span{12.5, 62.5})) << "25 stays a quarter along";
  move_time(timeline, view, 1000);
  EXPECT_EQ(shown_time(timeline, view), (Span{50, 100}));
  move_time(timeline, view, -1000);
  EXPECT_EQ(shown_time(timeline, view), (Span{0, 50}));
  for (int i = 0; i < 200; ++i) zoom_time(timeline, view, 10, 0.5);
  const Span nearest = shown_time(timeline, view);
  EXPECT_GT(nearest.high - nearest.low, 1e-5) << "no clock tells more";
  for (int i = 0; i < 200; ++i) zoom_time(timeline, view, 10, 2);
  EXPECT_EQ(shown_time(timeline, view), (Span{0, 100}));
  timeline.spans[0].end_ms = 40;  // another picture, shorter
  timeline.end_ms = 40;
  EXPECT_EQ(shown_time(timeline, view), (Span{0, 40}));
}

TEST(TimelineLayout, ASpanSaysWhenItWasAndHowWellThatIsKnown) {
  Timeline timeline;
  timeline.lanes = {"Stream 2"};
  timeline.spans = {span_of(0, 1.23456, 3.5)};
  const TimeTicks ticks = time_ticks({0, 10}, 5);
  EXPECT_EQ(about_span(timeline, timeline.spans[0], ticks),
            "x \u00b7 Stream 2\nbegins at 1.23 ms, lasts 2.27 ms");
  timeline.spans[0].uncertainty_ms = 0.004;
  EXPECT_EQ(about_span(timeline, timeline.spans[0], ticks),
            "x \u00b7 Stream 2\nbegins at 1.23 ms, lasts 2.27 ms\n"
            "both ends \u00b14.00 \u00b5s: another clock told them");
}

/// Draws one frame of a chart.
class TimelineSheet {
 public:
  TimelineSheet(int width, int height, double lines) : frame_({}, width, height, lines) {
    ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
  }
  ~TimelineSheet() { set_textures(true); }
  TimelineSheet(const TimelineSheet&) = delete;
  TimelineSheet& operator=(const TimelineSheet&) = delete;
  TimelinePress draw(const Timeline& timeline, TimelineView& view) {
    TimelinePress press;
    written.clear();
    frame_.draw(
        [&](const Look& look, const Box& box) {
          const auto begin = std::chrono::steady_clock::now();
          press = timeline_chart(look, "chart", timeline, view,
                                 box.inset(look.length(1), look.length(1)));
          ms = ms_since(begin);
          em = look.em;
        },
        &written);
    set_textures(false);
    return press;
  }
  bool says(const std::string& text) const {
    return std::ranges::any_of(written,
                               [&](const Written& each) { return each.text == text && !each.cut; });
  }
  double ms = 0;
  float em = 16;
  std::vector<Written> written;

 private:
  /// As if somebody drew with them.
  static void set_textures(bool gone) {
    for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
      if (texture->Status == ImTextureStatus_WantCreate) texture->SetTexID(1);
      gone |= texture->Status == ImTextureStatus_WantDestroy;
      if (gone) texture->SetTexID(ImTextureID_Invalid);
      texture->SetStatus(gone ? ImTextureStatus_Destroyed : ImTextureStatus_OK);
    }
  }
  OffscreenFrame frame_;
};

TEST(TimelineChart, WritesNamesUnitAndMarks) {
  const FramesView frames = fake_frames();
  TimelineSheet sheet(1280, 400, 25);
  TimelineView view;
  const TimelinePress press = sheet.draw(frames.timeline, view);
  for (const char* text : {"Host", "Copies in", "Kernels", "Copies out", "Publish", "GL draw",
                           "GL panels", "shared", "swap", "ms", "0", "40"})
    EXPECT_TRUE(sheet.says(text)) << text;
  for (const Written& each : sheet.written) EXPECT_FALSE(each.cut) << each.text;
  EXPECT_LE(press.end, 400);
  EXPECT_FALSE(press.span) << "no mouse is there";
}

TEST(TimelineChart, LabelsNeverOverlapHoweverLowItIs) {
  Timeline timeline = many_spans(400);
  for (int i = 0; i < 20; ++i) timeline.lane("Stream " + std::to_string(5 + i));
  for (const int height : {120, 200, 420, 900}) {
    TimelineSheet sheet(900, height, height / 16.0);
    TimelineView view;
    sheet.draw(timeline, view);
    int names = 0;
    for (const Written& each : sheet.written) {
      names += each.text.starts_with("Stream");
      EXPECT_FALSE(each.cut) << each.text << " at " << height;
    }
    // The height of a line of text, and its lanes.
    EXPECT_LE(0.9f * float(names) * sheet.em, float(height)) << height;
    EXPECT_GE(names, 1) << height;
    std::vector<std::pair<float, float>> labels;
    for (const Written& each : sheet.written)
      if (each.text.find_first_not_of("0123456789.,") == std::string::npos)
        labels.emplace_back(each.x0, each.x1);
    std::ranges::sort(labels);
    for (std::size_t i = 1; i < labels.size(); ++i)
      EXPECT_LT(labels[i - 1].second, labels[i].first) << height;
  }
}

TEST(TimelineChart, NothingIsAProblem) {
  TimelineSheet sheet(400, 200, 12);
  TimelineView view;
  sheet.draw({}, view);
  Timeline timeline;
  timeline.lane("empty");
  sheet.draw(timeline, view);
  EXPECT_TRUE(sheet.says("empty"));
}

// A chart has 0.3 ms of a frame; the factor is for machines under load and sanitizers.
TEST(TimelineChart, ThousandsOfSpansAreCheap) {
  const Timeline timeline = many_spans(8000);
  TimelineSheet sheet(1920, 500, 31);
  TimelineView view;
  std::vector<double> times;
  for (int i = 0; i < 60; ++i) {
    sheet.draw(timeline, view);
    times.push_back(sheet.ms);
  }
  std::ranges::sort(times);
  RecordProperty("median_us", int(1000 * times[30]));
  std::printf("8,000 spans: %.3f ms a frame (median of 60)\n", times[30]);
  EXPECT_LT(times[30], 20 * 0.3);
}

TEST(TimelineChart, NamesAreReadOnEveryBar) {
  for (const Theme theme : {Theme::dark, Theme::light}) {
    const Tokens& tokens = tokens_of(theme);
    const Fonts fonts{};
    const Look look{.tokens = tokens, .fonts = fonts};
    for (const Slot slot : {Slot::kernel, Slot::copy, Slot::publish, Slot::draw, Slot::ui}) {
      const Color ground = tokens.series[std::size_t(slot)], ink = ink_on(look, ground);
      EXPECT_GT(contrast_of(ink, ground), 4.5) << int(slot) << " of theme " << int(theme);
    }
    EXPECT_GT(contrast_of(ink_on(look, tokens.edge), tokens.edge), 4.4) << int(theme);
  }
}

}  // namespace
}  // namespace livewarp::ui
