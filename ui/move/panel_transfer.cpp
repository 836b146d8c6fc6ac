// The tab Transfer: an experiment, what can be set of it, and what it has found.
#include "ui/move/panel_transfer.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "kernels/core/base/text.h"
#include "ui/charts/findings_table.h"
#include "ui/charts/timeline_chart.h"
#include "ui/frame/actions.h"
#include "ui/frame/analysis_tabs.h"
#include "ui/model/format.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

constexpr double number_width = 5.5, widest_list = 11;  // em

const LabEntry* chosen_entry(const Frame& frame) {
  if (!frame.model.lab || frame.model.lab->experiments.empty()) return nullptr;
  const auto& all = frame.model.lab->experiments;
  const auto found = std::ranges::find(all, frame.state.lab.experiment, &LabEntry::id);
  return found == all.end() ? &all.front() : &*found;
}

/// As set by the user, else at the defaults.
Values values_of(const Frame& frame, const LabEntry& entry) {
  Values values = defaults(entry.params);
  const auto set = frame.state.lab.values.find(entry.id);
  return set == frame.state.lab.values.end() ? values : changed(std::move(values), set->second);
}

const Findings* findings_of(const Frame& frame, const LabEntry& entry) {
  const auto found = frame.model.lab->found.find(entry.id);
  return found == frame.model.lab->found.end() ? nullptr : found->second.get();
}

float list_width(const Look& look, const std::vector<Option>& options) {
  float width = 0;
  for (const Option& option : options)
    width = std::max(width, text_width(look, Type::body, option.label));
  return std::min(width + look.length(2.4), look.length(widest_list));
}

// -- what can be set ------------------------------------------------------------------------------

Help help_of_param(const LabEntry& entry, const Param& param, const std::string& value) {
  Help about{.name = param.label, .text = param.help, .reason = param.reason};
  if (param.options.empty() && param.kind != ParamKind::toggle)
    about.range = with_minus(shortest(param.min)) + " \u2026 " + with_minus(shortest(param.max)) +
                  (param.unit.empty() ? "" : " " + param.unit);
  about.option = "livewarp transfer " + entry.id + " --" + param.id + " " + value;
  return about;
}

float field_width_of(const Look& look, const Param& param) {
  if (param.kind == ParamKind::toggle) return look.length(2.6);
  return param.options.empty() ? look.length(number_width) : list_width(look, param.options);
}

void choice_field(Frame& frame, const LabEntry& entry, const Param& param, bool enabled,
                  Value& value, float width) {
  std::vector<Option> options = param.options;
  if (!enabled)
    for (Option& option : options)
      option.reason = param.reason.empty() ? "an experiment runs" : param.reason;
  const auto at = std::ranges::find(options, to_text(value), &Option::id);
  const auto chosen = dropdown(frame.look, param.id.c_str(), options, int(at - options.begin()),
                               width, help_of_param(entry, param, {}));
  if (chosen) value = parse_value(param, options[std::size_t(*chosen)].id);
}

void number_of_lab(Frame& frame, const LabEntry& entry, const Param& param, bool enabled,
                   Value& value, float width) {
  const auto* const whole = std::get_if<std::int64_t>(&value);
  const Help about = help_of_param(entry, param, to_text(value));
  double number = whole ? double(*whole) : std::get<double>(value);
  const std::string shown = whole ? grouped(*whole) : shortest(number);
  const FieldChange change = number_field(frame.look, param.id.c_str(), number,
                                          {.min = param.min,
                                           .max = param.max,
                                           .logarithmic = param.log_scale,
                                           .integer = whole != nullptr,
                                           .enabled = enabled,
                                           .shown = shown,
                                           .unit = param.unit},
                                          width);
  help(frame.look, about);
  if (!change.edited) return;
  number = std::clamp(number, param.min, param.max);
  if (whole)
    value = std::int64_t(std::llround(number));
  else
    value = number;
}

/// A control where the cursor stands, which changes the value.
void field(Frame& frame, const LabEntry& entry, const Param& param, Value& value, float width) {
  const bool enabled = param.reason.empty() && frame.model.lab->running.empty();
  if (!param.options.empty()) return choice_field(frame, entry, param, enabled, value, width);
  if (param.kind != ParamKind::toggle)
    return number_of_lab(frame, entry, param, enabled, value, width);
  const bool on = std::get<bool>(value);
  if (toggle(frame.look, param.id.c_str(), on, enabled)) value = !on;
  help(frame.look, help_of_param(entry, param, to_text(value)));
}

/// Label and control of each parameter, in lines as long as the box. Returns where they end.
float fields(Frame& frame, const LabEntry& entry, const Box& box) {
  const Look& look = frame.look;
  float x = box.x0, y = box.y0;
  if (entry.params.empty()) return y;
  Values values = values_of(frame, entry);
  ImGui::PushID(entry.id.c_str());
  for (const Param& param : entry.params) {
    const float label = text_width(look, Type::caption, param.label) + look.length(0.4),
                width = field_width_of(look, param);
    if (x > box.x0 && x + label + width > box.x1) {
      x = box.x0;
      y += look.length(metrics.hit + 0.2);
    }
    put(look, Type::caption, look.tokens.muted, {x, y, box.x1, y + look.length(metrics.hit)},
        param.label);
    ImGui::SetCursorScreenPos({x + label, y});
    field(frame, entry, param, values.at(param.id), width);
    x += label + width + look.length(0.9);
  }
  ImGui::PopID();
  frame.state.lab.values[entry.id] = std::move(values);
  return y + look.length(metrics.hit);
}

/// Which experiment, and the button that runs it. Returns what is left of their line.
Box head(Frame& frame, const LabEntry& entry, const Box& box) {
  const Look& look = frame.look;
  std::vector<Option> options;
  int now = 0;
  for (const LabEntry& one : frame.model.lab->experiments) {
    if (&one == &entry) now = int(options.size());
    options.push_back({one.id, one.label, {}});
  }
  const float width = list_width(look, options);
  ImGui::SetCursorScreenPos({box.x0, box.y0});
  if (const auto chosen =
          dropdown(look, ids::lab_experiment, options, now, width,
                   {.name = "Experiment", .text = entry.about, .option = "livewarp transfer "}))
    frame.state.lab.experiment = options[std::size_t(*chosen)].id;
  const ButtonSpec run{.icon = Icon::measure,
                       .label = findings_of(frame, entry) ? "Run again" : "Run",
                       .key = enter_key(frame),
                       .quiet = false};
  float x = box.x0 + width + look.length(0.4);
  ImGui::SetCursorScreenPos({x, box.y0});
  action_button(frame, ids::run_experiment, run);
  x += button_width(look, run) + look.length(1.2);
  return {x, box.y0, box.x1, box.y0 + look.length(metrics.hit)};
}

// -- what was found -------------------------------------------------------------------------------

/// One thing that can be looked at.
struct Page {
  std::string label;
  const Graph* graph = nullptr;
  const Timeline* timeline = nullptr;
  const FindingsTable* table = nullptr;
  bool left_out = false;
};

std::vector<Page> pages_of(const Findings& findings) {
  std::vector<Page> pages;
  for (const Graph& graph : findings.graphs)
    if (!graph.empty()) pages.push_back({.label = graph.title, .graph = &graph});
  for (const Timeline& timeline : findings.timelines)
    if (!timeline.empty())
      pages.push_back({.label = "Timeline: " + timeline.title, .timeline = &timeline});
  for (const FindingsTable& table : findings.tables)
    pages.push_back(
        {.label = "Table: " + table.title.substr(0, table.title.find(':')), .table = &table});
  if (!findings.left_out.empty()) pages.push_back({.label = "What is left out", .left_out = true});
  return pages;
}

/// The list of pages; returns the one that is shown.
const Page& chosen_page(Frame& frame, const LabEntry& entry, const std::vector<Page>& pages,
                        const Box& row) {
  const Look& look = frame.look;
  std::string& shown = frame.state.lab.pages[entry.id];
  const auto known = std::ranges::find(pages, shown, &Page::label);
  const std::size_t now = known == pages.end() ? 0 : std::size_t(known - pages.begin());
  std::vector<Option> options;
  for (const Page& page : pages)
    options.push_back({"page-" + std::to_string(options.size()), page.label, {}});
  float width = 0;
  for (const Page& page : pages)
    width = std::max(width, text_width(look, Type::body, page.label) + look.length(2.4));
  width = std::min(width, row.width());
  ImGui::SetCursorScreenPos({row.x0, row.y0});
  if (const auto chosen = dropdown(look, ids::lab_page, options, int(now), width,
                                   {.name = "Shows",
                                    .text = "A graph, a timeline or a table of what was found.",
                                    .only_here = true}))
    shown = pages[std::size_t(*chosen)].label;
  return pages[now];
}

void put_lines(const Look& look, const std::vector<std::string>& sentences, Box box) {
  for (const std::string& sentence : sentences)
    for (const std::string& line : wrapped(look, Type::body, sentence, box.width(), 200)) {
      const Box row{box.x0, box.y0, box.x1, box.y0 + look.length(metrics.table_row)};
      if (row.y1 > box.y1) return;
      put(look, Type::body, look.tokens.text, row, line);
      box.y0 = row.y1;
    }
}

void put_page(Frame& frame, const LabEntry& entry, const Page& page, const Findings& findings,
              const Box& box) {
  const Look& look = frame.look;
  const std::string id = "##lab-" + entry.id + "-" + page.label;
  if (page.graph)
    put_graph(look, id.c_str(), *page.graph, frame.state.lab.graphs[page.label], box, false);
  if (page.timeline)
    timeline_chart(look, id.c_str(), *page.timeline, frame.state.lab.timelines[page.label], box);
  if (page.table) put_findings_table(look, id.c_str(), *page.table, box);
  if (page.left_out) put_lines(look, findings.left_out, box);
}

/// The first sentence in one or two lines, the rest where the pointer rests. Returns where it ends.
float put_verdict_of(const Look& look, const Findings& findings, const Box& box) {
  std::vector<std::string> sentences = findings.verdict;
  if (findings.partial) sentences.insert(sentences.begin(), "Partial: it was stopped early.");
  if (sentences.empty()) return box.y0;
  std::string all;
  for (const std::string& sentence : sentences) all += (all.empty() ? "" : "\n") + sentence;
  const bool roomy = box.height() > look.length(14);
  Box text = box;
  text.y1 = text.y0 + look.length(metrics.table_row * (roomy ? 3 : 1));
  std::vector<std::string> lines;
  for (const std::string& sentence : sentences)
    for (const std::string& line : wrapped(look, Type::body, sentence, box.width(), 200))
      lines.push_back(line);
  const std::size_t room = roomy ? 3 : 1;
  if (lines.size() > room) {
    lines.resize(room);
    lines.back() = elided(look, Type::body, lines.back() + " \u2026", box.width());
  }
  put_lines(look, lines, text);
  text.y1 = text.y0 + look.length(metrics.table_row) * float(lines.size());
  hover_text(look, text, all);
  return text.y1 + look.length(0.2);
}

/// `row`: in which the list of pages has its place.
void found(Frame& frame, const LabEntry& entry, const Findings& findings, const Box& row, Box box) {
  const Look& look = frame.look;
  box.y0 = put_verdict_of(look, findings, box);
  const std::vector<Page> pages = pages_of(findings);
  if (pages.empty()) {
    if (!frame.model.lab->running.empty())
      put_middle(look, look.tokens.muted, box, "The first figures come in a moment.");
    return;
  }
  const Page& page = chosen_page(frame, entry, pages, row);
  put_page(frame, entry, page, findings, box);
}

}  // namespace

LabRequest wanted_experiment(const Frame& frame) {
  const LabEntry* const entry = chosen_entry(frame);
  return entry ? LabRequest{entry->id, values_of(frame, *entry)} : LabRequest{};
}

std::string experiment_hindrance(const Frame& frame) {
  if (frame.model.job) return busy_text(frame.model);
  const LabEntry* const entry = chosen_entry(frame);
  return entry ? entry->refusal : "";
}

std::string experiment_command(const Frame& frame) {
  const LabEntry* const entry = chosen_entry(frame);
  std::string line = "livewarp transfer";
  if (!entry) return line;
  line += " " + entry->id;
  const Values values = values_of(frame, *entry);
  for (const Param& param : entry->params)
    if (values.at(param.id) != param.default_value)
      line += " --" + param.id + " " + to_text(values.at(param.id));
  return line;
}

bool transfer_is_shown(const Frame& frame) {
  return analysis_is_shown(frame) &&
         chosen_tab(frame.state).id == std::string_view(ids::transfer_tab);
}

void step_experiment(Frame& frame, int direction) {
  const LabEntry* const entry = chosen_entry(frame);
  if (!entry) return;
  const auto& all = frame.model.lab->experiments;
  const auto now = entry - all.data(), count = std::ptrdiff_t(all.size());
  frame.state.lab.experiment = all[std::size_t((now + direction + count) % count)].id;
}

void step_finding(Frame& frame, int direction) {
  const LabEntry* const entry = chosen_entry(frame);
  const Findings* const findings = entry ? findings_of(frame, *entry) : nullptr;
  if (!findings) return;
  const std::vector<Page> pages = pages_of(*findings);
  if (pages.empty()) return;
  std::string& shown = frame.state.lab.pages[entry->id];
  const auto known = std::ranges::find(pages, shown, &Page::label);
  const auto now = known == pages.end() ? 0 : known - pages.begin(),
             count = std::ptrdiff_t(pages.size());
  shown = pages[std::size_t((now + direction + count) % count)].label;
}

const char* proposed_experiment(const Frame& frame) {
  return experiment_hindrance(frame).empty() ? ids::run_experiment : nullptr;
}

void transfer_tab(Frame& frame, const Box& box) {
  const Look& look = frame.look;
  frame.result.lab = wanted_experiment(frame);
  const LabEntry* const entry = chosen_entry(frame);
  if (!entry) {
    frame.result.animating = true;  // it comes with the next frame
    return;
  }
  const Box row = head(frame, *entry, box);
  Box rest = box;
  rest.y0 = row.y1 + look.length(0.2);
  rest.y0 = fields(frame, *entry, rest) + look.length(0.3);
  if (const Findings* const findings = findings_of(frame, *entry)) {
    found(frame, *entry, *findings, row, rest);
    return;
  }
  put_middle(look, look.tokens.muted, rest,
             entry->refusal.empty() ? entry->answers : entry->refusal + ".");
}

}  // namespace livewarp::ui
