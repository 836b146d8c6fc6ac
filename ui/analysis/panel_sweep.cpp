#include "ui/analysis/panel_sweep.h"

#include <imgui.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "ui/frame/actions.h"
#include "ui/frame/analysis_tabs.h"
#include "ui/model/format.h"
#include "ui/model/ids.h"
#include "ui/widgets/widgets_graph.h"

namespace livewarp::ui {

namespace {

constexpr double both_fit = 44;     // em: from this width on graphs stand side by side
constexpr double tall_enough = 14;  // em: from this height on the title has a line of its own

const char* action_of(Varied varied) {
  switch (varied) {
  case Varied::size: return ids::sweep_size;
  case Varied::launch: return ids::sweep_launch;
  case Varied::reserve: return ids::sweep_reserve;
  case Varied::both: break;
  }
  return ids::sweep;
}

bool measured(const Model& model) {
  return std::ranges::any_of(model.graphs, [](const Graph& graph) { return !graph.empty(); });
}

/// "Over sizes, about 12 s", or "Sizes"; the first one is proposed, and is what Enter begins.
struct Proposal {
  const char* id;
  std::string label;
  bool first;
  ButtonSpec spec(const Frame& frame) const {
    return {.icon = first ? Icon::measure : Icon::none,
            .label = label,
            .key = first ? enter_key(frame) : "",
            .quiet = false};
  }
};

std::vector<Proposal> proposals(const Model& model, bool with_time) {
  std::vector<Proposal> all;
  for (const SweepOffer& offer : model.sweeps) {
    std::string label = offer.what;
    if (with_time && offer.varied != Varied::both)
      label = "Over " + label;
    else if (!label.empty())
      label.front() = char(std::toupper(static_cast<unsigned char>(label.front())));
    if (with_time) label += ", about " + duration(offer.seconds);
    all.push_back({action_of(offer.varied), std::move(label), all.empty()});
  }
  return all;
}

/// Side by side in the middle where they fit, else one below the other.
void put_proposals(Frame& frame, const Box& box, float y) {
  const Look& look = frame.look;
  const std::vector<Proposal> all = proposals(frame.model, true);
  const float gap = look.length(0.4);
  float sum = -gap;
  for (const Proposal& each : all) sum += button_width(look, each.spec(frame)) + gap;
  const bool beside = sum <= box.width();
  float x = std::round((box.x0 + box.x1 - sum) / 2);
  for (const Proposal& each : all) {
    const float width = button_width(look, each.spec(frame));
    if (!beside) x = std::round((box.x0 + box.x1 - width) / 2);
    ImGui::SetCursorScreenPos({x, y});
    action_button(frame, each.id, each.spec(frame));
    if (beside)
      x += width + gap;
    else
      y += look.length(metrics.hit) + gap;
  }
}

/// What is to be varied is asked before anything is measured.
void ask(Frame& frame, const Box& box) {
  const Look& look = frame.look;
  if (frame.model.job)
    return void(put_middle(look, look.tokens.muted, box, "The first points come in a moment."));
  const float end = put_middle(look, look.tokens.text, box,
                               "What is to be varied? Each setting of the running variant is "
                               "timed live, and under bench conditions.",
                               2);
  put_proposals(frame, box, end + look.length(0.4));
}

void export_buttons(Frame& frame) {
  const std::string csv = saving(frame, "Save CSV"), png = saving(frame, "Save PNG");
  same_line(frame.look);
  action_button(frame, ids::graph_csv, {.label = csv});
  same_line(frame.look, 0.15);
  action_button(frame, ids::graph_png, {.label = png});
}

/// Which of the graphs stands there where not all have room.
void graph_switch(Frame& frame) {
  std::vector<Option> options;
  options.reserve(frame.model.graphs.size());
  for (const Graph& graph : frame.model.graphs)
    options.push_back({std::to_string(options.size()), graph.title, {}});
  const Look& look = frame.look;
  int& shown = frame.state.analysis.graph;
  if (const auto chosen =
          dropdown(look, ids::graph_shown, options, shown, look.length(13),
                   {.name = "Graph", .text = "Which of the graphs is shown.", .only_here = true}))
    shown = *chosen;
}

/// Beside the graphs: another sweep, and what can be saved. Times stand in the hover text.
void tools(Frame& frame, const Box& box) {
  const Look& look = frame.look;
  std::vector<Proposal> again = proposals(frame.model, false);
  float needed = look.length(13);  // of what is saved
  for (const Proposal& each : again)
    needed += button_width(look, each.spec(frame)) + look.length(0.15);
  if (needed > box.x1 - ImGui::GetCursorScreenPos().x && again.size() > 1) again.resize(1);
  for (std::size_t i = 0; i < again.size(); ++i) {
    if (i > 0) same_line(look, 0.15);
    action_button(frame, again[i].id, again[i].spec(frame));
  }
  if (again.empty()) action_button(frame, ids::sweep, {.label = "Sweep", .quiet = false});
  export_buttons(frame);
}

/// Only the picture, and whether it rests, are other matters than the point's setting.
void run_point(Frame& frame, const Choice& point) {
  Choice wanted = point;
  wanted.view = frame.wanted.view;
  wanted.display = frame.wanted.display;
  wanted.steps_per_frame = frame.wanted.steps_per_frame;
  wanted.paused = frame.wanted.paused;
  frame.wanted = std::move(wanted);
}

/// In a low panel the title stands behind the buttons, if it has room there.
bool put_title_beside(const Look& look, const Graph& graph, const Box& box) {
  Box at{ImGui::GetItemRectMax().x + look.length(1), box.y0, box.x1,
         box.y0 + look.length(metrics.hit)};
  const float needed = text_width(look, Type::heading, graph.title) + look.length(0.7);
  if (needed > at.width()) return false;
  hover_text(look, at, graph.setting);
  at.x0 = put(look, Type::heading, look.tokens.text, at, graph.title) + look.length(0.7);
  if (at.width() > look.length(4))
    put(look, Type::caption, look.tokens.muted, at,
        elided(look, Type::caption, graph.setting, at.width()));
  return true;
}

void graphs(Frame& frame, const Box& box) {
  const Look& look = frame.look;
  const std::vector<Graph>& graphs = frame.model.graphs;
  State::Analysis& state = frame.state.analysis;
  std::vector<std::size_t> drawn;  // while the first points come, not all have some
  for (std::size_t i = 0; i < graphs.size(); ++i)
    if (!graphs[i].empty()) drawn.push_back(i);
  state.graph = std::clamp(state.graph, 0, int(graphs.size()) - 1);
  ImGui::SetCursorScreenPos({box.x0, box.y0});
  tools(frame, box);
  Box area = box;
  area.y0 += look.length(metrics.hit + 0.3);
  const bool beside = drawn.size() == 1 && box.height() < look.length(tall_enough) &&
                      put_title_beside(look, graphs[drawn[0]], box);
  const bool one = drawn.size() > 1 && box.width() < look.length(both_fit);
  if (one) {  // in place of a title
    ImGui::SetCursorScreenPos({area.x0, area.y0});
    graph_switch(frame);
    area.y0 += look.length(metrics.hit + 0.1);
    drawn = {std::size_t(state.graph)};
  }
  state.views.resize(graphs.size());
  const float gap = look.length(1.5);
  const auto count = float(drawn.size());
  const float width = (area.width() - gap * (count - 1)) / count;
  Box place{area.x0, area.y0, area.x0 + width, area.y1};
  for (const std::size_t which : drawn) {
    const GraphPoint* clicked =
        put_graph(look, ("##graph" + std::to_string(which)).c_str(), graphs[which],
                  state.views[which], place, !one && !beside);
    if (clicked && clicked->choice && !frame.model.job) run_point(frame, *clicked->choice);
    place.x0 += width + gap, place.x1 += width + gap;
  }
}

}  // namespace

std::string sweep_hindrance(const Frame& frame) {
  return measured(frame.model) ? std::string() : frame.model.graph_reason;
}

const char* proposed_sweep(const Frame& frame) {
  if (frame.model.job || frame.model.sweeps.empty()) return nullptr;
  return action_of(frame.model.sweeps.front().varied);
}

void sweep_tab(Frame& frame, const Box& box) {
  if (measured(frame.model))
    graphs(frame, box);
  else
    ask(frame, box);
}

}  // namespace livewarp::ui
