#include "ui/move/panel_timeline.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "ui/charts/timeline_chart.h"
#include "ui/frame/actions.h"
#include "ui/frame/frame.h"
#include "ui/model/format.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

constexpr double share_line = 1.3, sentence_line = 1.35, below_head = 0.25, above_shares = 0.2;
constexpr double share_gap = 0.8, swatch_width = 1.1, word_gap = 0.35;  // em
constexpr double least_chart = 4.5, least_lane = 0.95, axis = 1.25;     // em
constexpr std::array frame_counts{1, 3, 10};

/// How many frames are shown, whether they are held, and of what they are.
void put_head(Frame& frame, const Box& box, const FramesView* view) {
  const Look& look = frame.look;
  State::Frames& state = frame.state.frames;
  std::vector<Option> options;
  int current = 0;
  for (std::size_t i = 0; i < frame_counts.size(); ++i) {
    const std::string count = std::to_string(frame_counts[i]);
    options.push_back({count, count, {}});
    if (frame_counts[i] == state.shown) current = int(i);
  }
  ImGui::SetCursorScreenPos({box.x0, box.y0});
  const auto chosen = segmented(
      look, ids::timeline_frames, options, current, look.length(6),
      {.name = "Frames",
       .text = "How many of the last frames are shown. They are the last whose drawing is "
               "known: its time stamps come back some frames late.",
       .only_here = true});
  if (chosen) {
    state.shown = frame_counts[std::size_t(*chosen)];
    state.view = {};
  }
  same_line(look, 0.4);
  const Box word =
      take(look, double(text_width(look, Type::body, "frames") / look.em) + 0.2, metrics.hit);
  put(look, Type::body, look.tokens.text, word, state.shown == 1 ? "frame" : "frames");
  same_line(look, 0.6);
  const ButtonSpec hold{.icon = state.held ? Icon::play : Icon::pause,
                        .label = state.held ? "Go on" : "Hold",
                        .key = "H",
                        .active = state.held,
                        .quiet = false};
  const float after = word.x1 + look.length(0.6) + button_width(look, hold) + look.length(0.8);
  action_button(frame, ids::hold_timeline, hold);
  if (!view) return;
  const Box rest{after, box.y0, box.x1, box.y0 + look.length(metrics.hit)};
  const std::string about = view->note.empty() ? view->timeline.title : view->note;
  if (rest.width() > look.length(3))
    put(look, Type::caption, look.tokens.muted, rest,
        elided(look, Type::caption, about, rest.width()), Align::right);
  hover_text(look, rest, view->timeline.title + (view->note.empty() ? "" : "\n" + view->note));
}

std::string share_words(const FrameShare& share) {
  if (!share.ms) return missing;
  return time_text(*share.ms) + " " + percent(share.share);
}

/// The shares in columns, in as few lines as they fit into.
struct ShareGrid {
  Type word = Type::body, number = Type::number;
  std::size_t columns = 1, lines = 1;
};

ShareGrid share_grid(const Look& look, const FramesView& view, float width) {
  ShareGrid grid;
  const std::size_t count = std::max<std::size_t>(view.shares.size(), 1);
  for (const auto& [word, number] :
       {std::pair(Type::body, Type::number), std::pair(Type::caption, Type::number_caption)}) {
    float widest = 1;
    for (const FrameShare& share : view.shares)
      widest = std::max(widest, look.length(swatch_width + word_gap + share_gap) +
                                    text_width(look, word, share.what) +
                                    text_width(look, number, share_words(share)) + 2 * look.px);
    const float room = width + look.length(share_gap);
    const auto fit = std::clamp<std::size_t>(std::size_t(room / widest), 1, count);
    grid.word = word;
    grid.number = number;
    grid.lines = (count + fit - 1) / fit;
    grid.columns = (count + grid.lines - 1) / grid.lines;
    if (grid.lines == 1) break;
  }
  return grid;
}

void put_share(const Look& look, const ShareGrid& grid, const FrameShare& share, const Box& box,
               const std::string& gap) {
  Box at = box;
  at.x1 = at.x0 + look.length(swatch_width);
  put_span_swatch(look, share.kind, at);
  at = {at.x1, box.y0, box.x1, box.y1};
  at.x0 = put(look, grid.word, look.tokens.text, at, share.what) + look.length(word_gap);
  put(look, grid.number, look.tokens.muted, at, share_words(share));
  hover_text(look, box, share.about + (gap.empty() ? "" : "\n" + gap));
}

/// What a frame does how long, and the longest idle gap; in a low panel the latter is a hover text.
void put_words(const Look& look, const FramesView& view, const Box& box, const ShareGrid& grid,
               bool sentence) {
  const float height = look.length(share_line);
  const float width = (box.width() + look.length(share_gap)) / float(grid.columns);
  for (std::size_t i = 0; i < view.shares.size(); ++i) {
    const float x = box.x0 + width * float(i % grid.columns);
    const float y = box.y0 + height * float(i / grid.columns);
    put_share(look, grid, view.shares[i], {x, y, x + width - look.length(share_gap), y + height},
              sentence ? "" : view.gap);
  }
  if (!sentence) return;
  const float top = box.y0 + height * float(grid.lines);
  const Box line{box.x0, top, box.x1, top + look.length(sentence_line)};
  put(look, Type::body, look.tokens.text, line, elided(look, Type::body, view.gap, line.width()));
  hover_text(look, line, view.gap);
}

/// Of what is shown: the last frames before the run rested.
bool rests(const Frame& frame) { return frame.model.choice.paused; }

}  // namespace

std::string timeline_hindrance(const Frame& frame) {
  if (!frame.model.last_frames && rests(frame))
    return "Paused: the last frames are shown once it runs. Space lets it.";
  return {};
}

void timeline_tab(Frame& frame, const Box& box) {
  const Look& look = frame.look;
  State::Frames& state = frame.state.frames;
  frame.result.frames = FramesRequest{state.shown, state.held || state.pointed};
  const FramesView* const view = frame.model.last_frames;
  put_head(frame, box, view);
  state.pointed = false;
  Box rest = box;
  rest.y0 += look.length(metrics.hit + below_head);
  if (!view || view->timeline.empty()) {
    frame.result.animating = true;  // they come in a moment
    return void(put_middle(look, look.tokens.muted, rest, "The frames come in a moment."));
  }
  const ShareGrid grid = share_grid(look, *view, rest.width());
  float words = look.length(above_shares) + float(grid.lines) * look.length(share_line);
  // Every lane's name goes before the sentence.
  const double lanes = axis + least_lane * double(view->timeline.lanes.size());
  const bool sentence = rest.height() - words - look.length(sentence_line) >= look.length(lanes);
  if (sentence) words += look.length(sentence_line);
  Box chart = rest;
  const bool worded = rest.height() - words >= look.length(least_chart);
  if (worded) chart.y1 -= words;
  const TimelinePress press =
      timeline_chart(look, ids::timeline_plot, view->timeline, state.view, chart);
  state.pointed = press.hovered;
  if (worded)
    put_words(look, *view, {rest.x0, press.end + look.length(above_shares), rest.x1, rest.y1}, grid,
              sentence);
}

}  // namespace livewarp::ui
