// The source of a kernel with what its lines do with memory, and which access of them is chosen.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "kernels/core/base/text.h"
#include "ui/explain/panel_lens.h"
#include "ui/explain/source_rows.h"
#include "ui/frame/frame.h"
#include "ui/model/format.h"
#include "ui/model/ids.h"
#include "ui/widgets/widgets_lens.h"

namespace livewarp::ui {

namespace {

constexpr double access_column = 6.2, requests_column = 4.2, cost_column = 5.6, lanes_column = 3.4,
                 finding_column = 8.6,
                 before_access = 0.5;  // em
// Widths from which on a column stands there, in em: what there is of room is the source's first.
constexpr double finding_from = 42, requests_from = 52, access_from = 30, lanes_from = 24;
constexpr double header_row = 1.3;
constexpr double lowest_row = 1.03;   // em: the text's own height
constexpr double most_packed = 1.05;  // times the ideal: above it a cost stands out

/// How the rows of a kernel are set.
struct Rows {
  double height = metrics.table_row;  ///< em
  float longest = 0;                  ///< px: its longest line with an access
};

struct Columns {
  Box number, source, access, requests, cost, lanes, finding;
  bool with_requests = true, with_access = true, with_lanes = true, with_finding = true;
};

/// Px that are left to the source beside the columns that are there.
float source_room(const Look& look, const Box& row, const Columns& columns) {
  const double taken = (columns.with_finding ? finding_column : 0) +
                       (columns.with_lanes ? lanes_column : 0) + cost_column +
                       (columns.with_requests ? requests_column : 0) +
                       (columns.with_access ? access_column : 0);
  return row.width() - look.length(number_column + taken + before_access);
}

/// Where that lets the longest line stand there whole, a column or two make room for it.
void make_room(const Look& look, const Box& row, float longest, Columns& columns) {
  Columns fewer = columns;
  for (bool Columns::*const column : {&Columns::with_requests, &Columns::with_access}) {
    if (source_room(look, row, fewer) >= longest) break;
    fewer.*column = false;
  }
  if (source_room(look, row, fewer) >= longest) columns = fewer;
}

Columns columns_of(const Look& look, const Box& row, float longest) {
  Columns columns{row, row, row, row, row, row, row};
  const auto has_room = [&](double width) { return row.width() > look.length(width); };
  columns.with_requests = has_room(requests_from);
  columns.with_access = has_room(access_from);
  columns.with_lanes = has_room(lanes_from);
  columns.with_finding = has_room(finding_from);
  make_room(look, row, longest, columns);
  float right = row.x1;
  const auto from_right = [&](Box& box, double width) {
    box.x1 = right;
    box.x0 = right -= look.length(width);
    box.x1 -= look.length(0.4);
  };
  from_right(columns.finding, columns.with_finding ? finding_column : 0);
  from_right(columns.lanes, columns.with_lanes ? lanes_column : 0);
  from_right(columns.cost, cost_column);
  from_right(columns.requests, columns.with_requests ? requests_column : 0);
  from_right(columns.access, columns.with_access ? access_column : 0);
  columns.finding.x0 += look.length(0.4);
  columns.number = number_of_line(look, row);
  columns.source.x0 = row.x0 + look.length(number_column);
  columns.source.x1 = columns.access.x0 - look.length(before_access);
  return columns;
}

/// Above the lines of one file its path stands in place of a row of its own.
void header(const Look& look, const LensKernel& kernel, const Box& line, const Rows& rows) {
  const Columns columns = columns_of(look, line, rows.longest);
  const auto head = [&](const Box& box, std::string_view text, Align align, const char* about) {
    put(look, Type::caption, look.tokens.muted, box, text, align);
    hover_text(look, box, about);
  };
  const bool one = kernel.files.size() == 1;
  head(columns.source, one ? kernel.files.front().path : "source", Align::left, "");
  if (columns.with_access)
    head(columns.access, "access", Align::left,
         "The line's access to memory: its space, its kind, and bytes per lane.");
  if (columns.with_requests)
    head(columns.requests, "requests", Align::right,
         "Requests: memory instructions of whole warps.");
  head(columns.cost, "cost / ideal", Align::right,
       "Mean per request: sectors of 32 bytes of global memory, wavefronts of shared memory, "
       "different addresses of constant memory, of textures sectors by a model. Ideal: if its "
       "bytes were contiguous.");
  if (columns.with_lanes)
    head(columns.lanes, "lanes", Align::right, "Mean of the active lanes per request, of 32.");
  if (columns.with_finding)
    head(columns.finding, "finding", Align::left,
         "What the counts say, in the words of the field. The chosen line says why, and what "
         "helps.");
  put_rule(look, line);
}

/// The first thing to mend, or else the first that is said.
void put_finding(const Look& look, const LensAccess& access, const Box& box) {
  if (access.findings.empty()) return;
  const auto bad = std::ranges::find(access.findings, false, &LensFinding::good);
  const LensFinding& shown = bad == access.findings.end() ? access.findings.front() : *bad;
  put(look, Type::caption, shown.good ? look.tokens.muted : look.tokens.warn, box, shown.tag);
}

/// A line's text, and what is to be said of its access.
std::string line_help(const LensLine& line, const LensAccess& access) {
  std::string text = line.text.substr(std::min(line.text.find_first_not_of(' '), line.text.size()));
  for (const LensFinding& finding : access.findings)
    text += "\n" + access.what + ": " + finding.words + ". " + finding.reason;
  return text;
}

void put_counts(const Look& look, const LensAccess& access, const Columns& columns) {
  const Tokens& tokens = look.tokens;
  if (columns.with_access) put(look, Type::caption, tokens.text, columns.access, access.what);
  if (columns.with_requests)
    put(look, Type::number_caption, tokens.text, columns.requests, grouped(access.requests),
        Align::right);
  const bool dear = access.cost > most_packed * access.ideal && access.space != LensSpace::texture;
  put(look, Type::number_caption, dear ? tokens.warn : tokens.text, columns.cost,
      trimmed(access.cost, 3) + " / " + trimmed(access.ideal, 3), Align::right);
  if (columns.with_finding) put_finding(look, access, columns.finding);
  if (!columns.with_lanes) return;
  put(look, Type::number_caption, tokens.text, columns.lanes, trimmed(access.lanes, 3),
      Align::right);
  Box foot = columns.lanes;
  foot.x0 += look.length(0.4);
  put_foot_bar(look, series_color(look, Slot::kernel), foot, access.lanes / warp_lanes, 0.14);
}

bool is_chosen(const State::Lens& lens, const std::string& path, int line, std::size_t access) {
  return lens.path == path && lens.line == line && lens.access == access;
}

void choose_access(State::Lens& lens, const std::string& path, int line, std::size_t access) {
  lens.path = path;
  lens.line = line;
  lens.access = access;
}

/// Of a row, in em. The tab that stands alone is read as a page: its rows come closer where that
/// brings all of them into its height.
double row_height(const Frame& frame, const LensKernel& kernel, float room) {
  if (frame.state.shown != Shown::analysis) return metrics.table_row;
  double rows = kernel.files.size() > 1 ? double(kernel.files.size()) : 0;
  for (const LensFile& file : kernel.files)
    for (const LensLine& line : file.lines)
      rows += is_blank(line) ? blank_share : double(std::max<std::size_t>(1, line.accesses.size()));
  const double fits = std::floor(double(room - frame.look.px) / rows) / double(frame.look.em);
  return fits < lowest_row ? metrics.table_row : std::min(fits, metrics.table_row);
}

/// Of the lines that columns stand beside.
float longest_line(const Look& look, const LensKernel& kernel) {
  float longest = 0;
  for (const LensFile& file : kernel.files)
    for (const LensLine& line : file.lines)
      if (!line.accesses.empty())
        longest = std::max(longest, text_width(look, Type::number_caption, line.text));
  return longest;
}

/// An access of a line, the first one with the line's text.
void access_row(Frame& frame, const std::string& path, const LensLine& line, std::size_t which,
                const Rows& rows) {
  const Look& look = frame.look;
  State::Lens& lens = frame.state.lens;
  const std::string id = path + ":" + std::to_string(line.number) + "-" + std::to_string(which);
  const Press pressed = press(look, id.c_str(), 0, rows.height);
  const bool chosen = is_chosen(lens, path, line.number, which);
  if (chosen)
    put_ground(look, look.tokens.selected, pressed.box, 0);
  else if (pressed.hovered)
    put_ground(look, look.tokens.hover, pressed.box, 0);
  const Columns columns = columns_of(look, pressed.box, rows.longest);
  if (which == 0) {
    put(look, Type::number_caption, look.tokens.muted, columns.number, std::to_string(line.number),
        Align::right);
    put(look, Type::number_caption, look.tokens.text, columns.source,
        in_room(look, line.text, columns.source.width()));
  }
  put_counts(look, line.accesses[which], columns);
  help(look, {.name = path + ":" + std::to_string(line.number),
              .text = line_help(line, line.accesses[which]),
              .option = "livewarp lens " + frame.model.choice.workload + " --variant " +
                        frame.state.looked_at.variant});
  if (pressed.clicked) choose_access(lens, path, line.number, which);
  if (chosen && lens.scroll) {
    ImGui::SetScrollHereY(0.3f);
    lens.scroll = false;
  }
}

void plain_row(const Look& look, const LensLine& line, const Rows& rows) {
  if (is_blank(line)) return void(take(look, 0, blank_share * rows.height));
  put_source_line(look, line, take(look, 0, rows.height), look.tokens.muted);
}

void source_lines(Frame& frame, const LensFile& file, bool with_path, const Rows& rows) {
  const Look& look = frame.look;
  if (with_path) {
    put(look, Type::caption, look.tokens.muted, take(look, 0, rows.height), file.path);
    gap(look, 0);
  }
  for (const LensLine& line : file.lines) {
    if (line.accesses.empty()) {
      plain_row(look, line, rows);
      gap(look, 0);
    }
    for (std::size_t i = 0; i < line.accesses.size(); ++i) {
      access_row(frame, file.path, line, i, rows);
      gap(look, 0);
    }
  }
}

const LensAccess* chosen_access(const State::Lens& lens, const LensKernel& kernel) {
  for (const LensFile& file : kernel.files)
    for (const LensLine& line : file.lines)
      for (std::size_t i = 0; i < line.accesses.size(); ++i)
        if (is_chosen(lens, file.path, line.number, i)) return &line.accesses[i];
  return nullptr;
}

/// What the user should look at first: the access that costs most above its ideal, or else most.
void choose_worst(State::Lens& lens, const LensKernel& kernel) {
  double most = -1;
  for (const LensFile& file : kernel.files)
    for (const LensLine& line : file.lines)
      for (std::size_t i = 0; i < line.accesses.size(); ++i) {
        const LensAccess& access = line.accesses[i];
        const double beyond = std::max(0.0, access.cost - access.ideal);
        const double weight = double(access.requests) * (1000 * beyond + access.cost);
        if (weight <= most) continue;
        most = weight;
        choose_access(lens, file.path, line.number, i);
      }
  lens.scroll = true;
}

}  // namespace

void lens_source(Frame& frame, const LensKernel& kernel, const Box& box, const char* id) {
  const Look& look = frame.look;
  const float bar =
      look.length(metrics.scrollbar);  // what the lines leave to it, the head does too
  Box head = box;
  head.x1 -= bar;
  head.y1 = head.y0 + look.length(header_row);
  const Rows rows{row_height(frame, kernel, box.y1 - head.y1), longest_line(look, kernel)};
  header(look, kernel, head, rows);
  ImGui::SetCursorScreenPos({box.x0, head.y1});
  ImGui::BeginChild(id, {box.width(), box.y1 - head.y1}, ImGuiChildFlags_None,
                    ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysVerticalScrollbar);
  {
    const ids::Scope scope(ids::analysis);
    ImGui::PushID(ids::lens_line);
    const bool with_paths = kernel.files.size() > 1;
    for (const LensFile& file : kernel.files) source_lines(frame, file, with_paths, rows);
    ImGui::PopID();
  }
  ImGui::EndChild();
}

const LensAccess* lens_access(State::Lens& lens, const LensKernel& kernel) {
  if (!chosen_access(lens, kernel)) choose_worst(lens, kernel);
  return chosen_access(lens, kernel);
}

}  // namespace livewarp::ui
