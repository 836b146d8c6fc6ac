// The tab Lens: what warps do with memory, beside the kernel's source.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "kernels/core/text.h"
#include "ui/format.h"
#include "ui/frame.h"
#include "ui/ids.h"
#include "ui/panel_lens.h"
#include "ui/widgets_lens.h"

namespace livewarp::ui {

namespace {

constexpr double number_column = 2.4, access_column = 6.2, requests_column = 4.2, cost_column = 5.6,
                 lanes_column = 3.4;  // em
constexpr double header_row = 1.3;
constexpr double figure_fits = 44;   // em: from this width on it stands beside the source
constexpr double figure_height = 9;  // ... and from this height on
constexpr double figure_share = 0.36, widest_figure = 26;
constexpr double most_packed = 1.05;  // times the ideal: above it a cost stands out

/// The row that is looked at: that of the cursor, or the CUDA row that was looked at last.
const VariantRow* lens_row(Frame& frame) {
  State::Lens& lens = frame.state.lens;
  const auto kernel_row = [&](const std::string& name) {
    const VariantRow* row = frame.row(name);
    return row && row->info->backend == Backend::cuda ? row : nullptr;
  };
  const VariantRow* row = kernel_row(frame.state.cursor);
  if (!row) row = kernel_row(lens.variant);
  if (!row && frame.model.workload) row = kernel_row(frame.model.workload->info().default_cuda);
  if (row) lens.variant = row->info->name;
  return row;
}

bool runs(const Frame& frame, const VariantRow& row) {
  return row.info->name == frame.model.choice.variant;
}

/// Workloads have rows of equal names.
std::string name_of(const Choice& choice) { return choice.workload + "/" + choice.variant; }

/// What is to be looked at: of a row that does not run, with the block that was chosen here.
Choice wish(const Frame& frame, const VariantRow& row) {
  Choice choice;
  choice.workload = frame.model.choice.workload;
  choice.variant = row.info->name;
  choice.problem = frame.wanted.problem;
  choice.launch = runs(frame, row) ? frame.wanted.launch : row.choice.launch;
  if (runs(frame, row)) return choice;
  const auto chosen = frame.state.lens.blocks.find(name_of(choice));
  if (chosen != frame.state.lens.blocks.end()) choice.launch[ids::block] = chosen->second;
  return choice;
}

// -- what is looked at ----------------------------------------------------------------------------

void row_list(Frame& frame, const VariantRow& current, float width) {
  std::vector<Option> options;
  std::vector<const VariantRow*> rows;
  int at = 0;
  for (const VariantRow& row : frame.model.rows) {
    if (row.info->backend != Backend::cuda) continue;
    if (&row == &current) at = int(rows.size());
    rows.push_back(&row);
    options.push_back({row.info->name, row.info->title, {}});
  }
  const auto chosen = dropdown(frame.look, ids::lens_row, options, at, width,
                               {.name = "Row",
                                .text = "The CUDA row whose kernels are looked at. It runs too, "
                                        "if it can run here.",
                                .option = "livewarp lens --variant"});
  if (chosen) choose_row(frame, *rows[std::size_t(*chosen)]);
}

void block_list(Frame& frame, const VariantRow& row, const Choice& looked_at, float width) {
  const Param* const block = find_param(row.info->axes, ids::block);
  const auto current = looked_at.launch.find(ids::block);
  if (!block || block->options.empty() || current == looked_at.launch.end()) return;
  same_line(frame.look, 0.3);
  const int at = option_index(block->options, to_text(current->second));
  const auto chosen = dropdown(frame.look, ids::lens_block, block->options, at, width,
                               {.name = "Block",
                                .text = "Threads of a block. Of the running row it is the block "
                                        "that runs.",
                                .option = "livewarp lens --block"});
  if (!chosen) return;
  Value value = parse_value(*block, block->options[std::size_t(*chosen)].id);
  if (runs(frame, row))
    set_value(frame.wanted, *block, true, std::move(value));
  else
    frame.state.lens.blocks[name_of(looked_at)] = std::move(value);
}

void kernel_list(Frame& frame, const LensView& view, float width) {
  State::Lens& lens = frame.state.lens;
  if (view.kernels.size() < 2) return;
  std::vector<Option> options;
  for (const LensKernel& kernel : view.kernels)
    options.push_back({std::to_string(options.size()), kernel.name, {}});
  same_line(frame.look, 0.3);
  if (const auto chosen = dropdown(frame.look, ids::lens_kernel, options, lens.kernel, width,
                                   {.name = "Kernel",
                                    .text = "Which kernel of the step is shown.",
                                    .option = "livewarp lens"}))
    lens.kernel = *chosen;
}

// -- the source and its counts --------------------------------------------------------------------

struct Columns {
  Box number, source, access, requests, cost, lanes;
  bool with_requests = true;
};

Columns columns_of(const Look& look, const Box& row) {
  Columns columns{row, row, row, row, row, row};
  columns.with_requests = row.width() > look.length(36);
  float right = row.x1;
  const auto from_right = [&](Box& box, double width) {
    box.x1 = right;
    box.x0 = right -= look.length(width);
    box.x1 -= look.length(0.4);
  };
  from_right(columns.lanes, lanes_column);
  from_right(columns.cost, cost_column);
  from_right(columns.requests, columns.with_requests ? requests_column : 0);
  from_right(columns.access, access_column);
  columns.number.x1 = row.x0 + look.length(number_column - 0.5);
  columns.source.x0 = row.x0 + look.length(number_column);
  columns.source.x1 = columns.access.x0 - look.length(0.5);
  return columns;
}

void header(const Look& look, const Box& line) {
  const Columns columns = columns_of(look, line);
  const auto head = [&](const Box& box, std::string_view text, Align align, const char* about) {
    put(look, Type::caption, look.tokens.muted, box, text, align);
    hover_text(look, box, about);
  };
  head(columns.source, "source", Align::left, "");
  head(columns.access, "access", Align::left, "What a line does with memory, and how wide.");
  if (columns.with_requests)
    head(columns.requests, "requests", Align::right, "Instructions of whole warps.");
  head(columns.cost, "cost / ideal", Align::right,
       "Of one request, in the mean: sectors of 32 bytes of global memory, turns (wavefronts) of "
       "shared memory. Ideal: if its bytes lay side by side.");
  head(columns.lanes, "lanes", Align::right, "Active lanes of a request, of 32, in the mean.");
  put_rule(look, line);
}

void put_counts(const Look& look, const LensAccess& access, const Columns& columns) {
  const Tokens& tokens = look.tokens;
  put(look, Type::caption, tokens.text, columns.access, access.what);
  if (columns.with_requests)
    put(look, Type::number_caption, tokens.text, columns.requests, grouped(access.requests),
        Align::right);
  if (access.space == LensSpace::other) {
    put(look, Type::number_caption, tokens.muted, columns.cost, missing, Align::right);
  } else {
    const bool dear = access.cost > most_packed * access.ideal;
    put(look, dear ? Type::number_caption : Type::number_caption, dear ? tokens.warn : tokens.text,
        columns.cost, trimmed(access.cost, 3) + " / " + trimmed(access.ideal, 3), Align::right);
  }
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

/// An access of a line, the first one with the line's text.
void access_row(Frame& frame, const std::string& path, const LensLine& line, std::size_t which) {
  const Look& look = frame.look;
  State::Lens& lens = frame.state.lens;
  const std::string id = path + ":" + std::to_string(line.number) + "-" + std::to_string(which);
  const Press pressed = press(look, id.c_str(), 0, metrics.table_row);
  const bool chosen = is_chosen(lens, path, line.number, which);
  if (chosen)
    put_ground(look, look.tokens.selected, pressed.box, 0);
  else if (pressed.hovered)
    put_ground(look, look.tokens.hover, pressed.box, 0);
  const Columns columns = columns_of(look, pressed.box);
  if (which == 0) {
    put(look, Type::number_caption, look.tokens.muted, columns.number, std::to_string(line.number),
        Align::right);
    put(look, Type::number_caption, look.tokens.text, columns.source, line.text);
  }
  put_counts(look, line.accesses[which], columns);
  help(look,
       {.name = path + ":" + std::to_string(line.number),
        .text = line.text.substr(std::min(line.text.find_first_not_of(' '), line.text.size())),
        .option = "livewarp lens"});
  if (pressed.clicked) choose_access(lens, path, line.number, which);
  if (chosen && lens.scroll) {
    ImGui::SetScrollHereY(0.3f);
    lens.scroll = false;
  }
}

void plain_row(const Look& look, const LensLine& line) {
  const Box row = take(look, 0, metrics.table_row);
  Columns columns = columns_of(look, row);
  columns.source.x1 = row.x1;
  if (line.number > 0)
    put(look, Type::number_caption, look.tokens.muted, columns.number, std::to_string(line.number),
        Align::right);
  put(look, Type::number_caption, look.tokens.muted, columns.source,
      line.number > 0 ? line.text : "\u22ef");
}

void source_lines(Frame& frame, const LensFile& file) {
  const Look& look = frame.look;
  put(look, Type::caption, look.tokens.muted, take(look, 0, metrics.table_row), file.path);
  gap(look, 0);
  for (const LensLine& line : file.lines) {
    if (line.accesses.empty()) {
      plain_row(look, line);
      gap(look, 0);
    }
    for (std::size_t i = 0; i < line.accesses.size(); ++i) {
      access_row(frame, file.path, line, i);
      gap(look, 0);
    }
  }
}

void source(Frame& frame, const LensKernel& kernel, const Box& box) {
  const Look& look = frame.look;
  const float bar =
      look.length(metrics.scrollbar);  // what the lines leave to it, the head does too
  Box head = box;
  head.x1 -= bar;
  head.y1 = head.y0 + look.length(header_row);
  header(look, head);
  ImGui::SetCursorScreenPos({box.x0, head.y1});
  ImGui::BeginChild("lens-source", {box.width(), box.y1 - head.y1}, ImGuiChildFlags_None,
                    ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysVerticalScrollbar);
  {
    const ids::Scope scope(ids::analysis);
    ImGui::PushID(ids::lens_line);
    for (const LensFile& file : kernel.files) source_lines(frame, file);
    ImGui::PopID();
  }
  ImGui::EndChild();
}

// -- all of it ------------------------------------------------------------------------------------

const LensAccess* chosen_access(const State::Lens& lens, const LensKernel& kernel) {
  for (const LensFile& file : kernel.files)
    for (const LensLine& line : file.lines)
      for (std::size_t i = 0; i < line.accesses.size(); ++i)
        if (is_chosen(lens, file.path, line.number, i)) return &line.accesses[i];
  return nullptr;
}

double weight_of(const LensKernel& kernel) {
  double weight = 0;
  for (const LensFile& file : kernel.files)
    for (const LensLine& line : file.lines)
      for (const LensAccess& access : line.accesses) weight += double(access.requests);
  return weight;
}

/// Another row begins with its main kernel: that with most accesses.
void choose_kernel(State::Lens& lens, const LensView& view) {
  if (lens.shown != name_of(view.choice))
    lens.kernel = int(std::ranges::max_element(view.kernels, {}, weight_of) - view.kernels.begin());
  lens.shown = name_of(view.choice);
  lens.kernel = std::clamp(lens.kernel, 0, std::max(0, int(view.kernels.size()) - 1));
}

/// What a person should look at first: the access that costs most above its ideal, or else most.
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

void sentence(Frame& frame, const Box& box, const std::string& text) {
  const Look& look = frame.look;
  const std::vector<std::string> lines = wrapped(look, Type::body, text, box.width());
  Box at = box;
  at.y0 = (box.y0 + box.y1) / 2 - look.length(metrics.hit * double(lines.size()) / 2);
  for (const std::string& line : lines) {
    at.y1 = at.y0 + look.length(metrics.hit);
    put(look, Type::body, look.tokens.muted, at, line, Align::center);
    at.y0 = at.y1;
  }
}

bool fits_beside(const Look& look, const Box& box) {
  return box.width() >= look.length(figure_fits) && box.height() >= look.length(figure_height);
}

void kernel_view(Frame& frame, const LensKernel& kernel, const Box& box, bool figure_alone) {
  const Look& look = frame.look;
  State::Lens& lens = frame.state.lens;
  if (!chosen_access(lens, kernel)) choose_worst(lens, kernel);
  const LensAccess* const access = chosen_access(lens, kernel);
  const bool beside = fits_beside(look, box);
  Box left = box, right = box;
  if (beside) {
    const float width = std::min(float(figure_share) * box.width(), look.length(widest_figure));
    right.x0 = box.x1 - width;
    left.x1 = right.x0 - look.length(1.2);
  }
  if (beside || !figure_alone) source(frame, kernel, left);
  if (access && (beside || figure_alone)) lens_figure(frame, *access, right);
}

/// In a narrow panel the figure takes the place of the source.
void figure_switch(Frame& frame, const Box& box) {
  if (fits_beside(frame.look, box)) return;
  State::Lens& lens = frame.state.lens;
  same_line(frame.look, 0.3);
  if (button(frame.look, ids::lens_lanes, {.label = "Lanes", .active = lens.figure}))
    lens.figure = !lens.figure;
  help(frame.look, {.name = "Lanes",
                    .text = "Where the lanes of the chosen line go, in place of the source.",
                    .only_here = true});
}

void facts(const Look& look, const LensView& view, const LensKernel& kernel, const Box& box) {
  put(look, Type::caption, look.tokens.muted, box,
      fmt::format("{:.1f} of 32 lanes active", kernel.active) + middle_dot + kernel.launch +
          middle_dot + "counted at " + view.problem);
  hover_text(
      look, box,
      "The step is executed on the host, by the kernel's own source; the block in the middle "
      "of the grid is looked at, at a size that takes a moment: the present one, halved as often "
      "as it "
      "takes. Lanes: mean over the basic "
      "blocks of the code.");
}

}  // namespace

void lens_tab(Frame& frame, const Box& box) {
  const Look& look = frame.look;
  State::Lens& lens = frame.state.lens;
  const VariantRow* const row = lens_row(frame);
  if (!row)
    return sentence(frame, box, "There is no CUDA row here whose kernels could be looked at.");
  const Choice looked_at = wish(frame, *row);
  frame.result.lens = looked_at;
  const LensView* const view = frame.model.lens;
  const bool counted = view && view->choice == looked_at;
  ImGui::SetCursorScreenPos({box.x0, box.y0});
  row_list(frame, *row, look.length(11));
  block_list(frame, *row, looked_at, look.length(5.5));
  if (counted) {
    choose_kernel(lens, *view);
    kernel_list(frame, *view, look.length(10));
    Box rest = box;
    rest.y0 += look.length(metrics.hit + 0.3);
    figure_switch(frame, rest);
  }
  same_line(look, 0.6);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const Box line{at.x, box.y0, box.x1, box.y0 + look.length(metrics.hit)};
  Box below = box;
  below.y0 = line.y1 + look.length(0.3);
  if (!counted)
    return sentence(frame, below,
                    frame.model.job ? "Nothing is counted while times are measured."
                                    : "Counting\u2026");
  if (!view->refusal.empty()) return sentence(frame, below, view->refusal);
  if (view->kernels.empty()) return sentence(frame, below, "The step launches no kernel.");
  const LensKernel& kernel = view->kernels[std::size_t(lens.kernel)];
  facts(look, *view, kernel, line);
  kernel_view(frame, kernel, below, lens.figure);
}

}  // namespace livewarp::ui
