// The tab Lens as PTX or SASS: the kernel's source with how many instructions each line became, and
// beside it the instructions.
#include <imgui.h>

#include <algorithm>
#include <string>

#include "kernels/core/base/text.h"
#include "kernels/core/exec/waves.h"
#include "ui/explain/looked_at.h"
#include "ui/explain/panel_lens.h"
#include "ui/frame/frame.h"
#include "ui/model/format.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

constexpr double count_column = 2.8, line_column = 2.4;  // em
constexpr double source_share = 0.52;
constexpr double head_line = 1.3;  // em

using Chosen = State::Lens::Code;

/// The architecture that Occupancy looks at, else the present GPU's; 0: one that is known.
int compute_of(const Frame& frame) {
  if (frame.state.occupancy.compute != 0) return frame.state.occupancy.compute;
  const Machine* const machine = frame.model.machine;
  const GpuInfo* const gpu =
      machine && machine->has_gpu() ? machine->gpu(frame.model.device) : nullptr;
  return gpu ? gpu->major * 10 + gpu->minor : 0;
}

/// A line that has not been chosen yet: that with most instructions.
void choose_line(Chosen& chosen, const CodeKernel& kernel) {
  for (const CodeSource& source : kernel.sources)
    for (const CodeSourceLine& line : source.lines)
      if (source.path == chosen.path && line.number == chosen.line && line.instructions > 0) return;
  int most = 0;
  for (const CodeSource& source : kernel.sources)
    for (const CodeSourceLine& line : source.lines)
      if (line.instructions > most) {
        most = line.instructions;
        chosen.path = source.path;
        chosen.line = line.number;
      }
  chosen.scroll_source = chosen.scroll_code = true;
}

/// Another step begins with its main kernel.
const CodeKernel& chosen_kernel(Chosen& chosen, const CodeView& view) {
  const std::string shown = view.request.choice.workload + "/" + view.request.choice.variant;
  if (chosen.shown != shown) chosen.kernel = int(view.main);
  chosen.shown = shown;
  chosen.kernel = std::clamp(chosen.kernel, 0, int(view.kernels.size()) - 1);
  return view.kernels[std::size_t(chosen.kernel)];
}

void code_kernel_list(Frame& frame, const CodeView& view, float width) {
  if (view.kernels.size() < 2) return;
  std::vector<Option> options;
  for (const CodeKernel& kernel : view.kernels)
    options.push_back({std::to_string(options.size()), kernel.name, {}});
  same_line(frame.look, 0.3);
  Chosen& chosen = frame.state.lens.code;
  if (const auto now = dropdown(
          frame.look, ids::code_kernel, options, chosen.kernel, width,
          {.name = "Kernel", .text = "Which kernel of the step is shown.", .only_here = true})) {
    chosen.kernel = *now;
    chosen.scroll_source = chosen.scroll_code = true;
  }
}

/// What it needs, in the heading: registers and spills come of the same compilation.
/// `original`: see `looked_at_original`.
void code_heading(const Look& look, const CodeView& view, const CodeKernel& kernel,
                  const std::string& original, const Box& line) {
  std::string text = grouped(kernel.instructions) + " instructions";
  if (const auto& needs = kernel.resources) {
    text = grouped(needs->registers) + " registers" + middle_dot +
           (needs->local_bytes > 0
                ? grouped(std::int64_t(needs->local_bytes)) + " B of local memory a thread"
                : "no spills") +
           middle_dot + text;
  }
  Box rest = line;
  rest.x0 = put(look, Type::body, look.tokens.text, line, text) + look.length(0.8);
  put(look, Type::caption, original.empty() ? look.tokens.muted : look.tokens.warn, rest,
      elided(look, Type::caption, original + view.made, rest.width()));
  hover_text(look, line, kernel.name + "\n" + original + text + middle_dot + view.made);
}

bool is_of(const Chosen& chosen, const std::string& path, int line) {
  return line > 0 && chosen.line == line && chosen.path == path;
}

void choose_code(Chosen& chosen, const std::string& path, int line) {
  if (line <= 0) return;
  chosen.path = path;
  chosen.line = line;
}

// -- the source -----------------------------------------------------------------------------------

/// Words come before indentation where there is no room for both.
std::string source_text(const Look& look, const std::string& text, double room) {
  const std::size_t words = text.find_first_not_of(' ');
  if (words == std::string::npos || words <= 2) return text;
  return text_width(look, Type::number_caption, text) <= room ? text : text.substr(words - 2);
}

void source_row(Frame& frame, const std::string& path, const CodeSourceLine& line) {
  const Look& look = frame.look;
  Chosen& chosen = frame.state.lens.code;
  const bool has_code = line.instructions > 0;
  Box row;
  if (has_code) {
    const std::string id = path + ":" + std::to_string(line.number);
    const Press pressed = press(look, id.c_str(), 0, metrics.table_row);
    row = pressed.box;
    if (is_of(chosen, path, line.number))
      put_ground(look, look.tokens.selected, row, 0);
    else if (pressed.hovered)
      put_ground(look, look.tokens.hover, row, 0);
    help(look, {.name = path + ":" + std::to_string(line.number),
                .text = "Shows the " + grouped(line.instructions) + " instructions of this line.",
                .only_here = true});
    if (pressed.clicked) {
      choose_code(chosen, path, line.number);
      chosen.scroll_code = true;
    }
    if (is_of(chosen, path, line.number) && std::exchange(chosen.scroll_source, false))
      ImGui::SetScrollHereY(0.4f);
  } else {
    row = take(look, 0, metrics.table_row);
  }
  const Color color = has_code ? look.tokens.text : look.tokens.muted;
  Box number = row, text = row;
  number.x1 = row.x0 + look.length(line_column - 0.5);
  text.x0 = row.x0 + look.length(line_column);
  text.x1 = row.x1 - look.length(count_column);
  if (line.number > 0)
    put(look, Type::number_caption, look.tokens.muted, number, std::to_string(line.number),
        Align::right);
  put(look, Type::number_caption, color, text,
      line.number > 0 ? source_text(look, line.text, double(text.width())) : "\u22ef");
  if (has_code)
    put(look, Type::number_caption, look.tokens.text, row.right_part(look.length(count_column)),
        grouped(line.instructions) + " ", Align::right);
}

void code_source(Frame& frame, const CodeKernel& kernel) {
  const Look& look = frame.look;
  ImGui::PushID(ids::code_line);
  for (const CodeSource& source : kernel.sources) {
    put(look, Type::caption, look.tokens.muted, take(look, 0, metrics.table_row), source.path);
    gap(look, 0);
    for (const CodeSourceLine& line : source.lines) {
      source_row(frame, source.path, line);
      gap(look, 0);
    }
  }
  ImGui::PopID();
}

// -- the instructions -----------------------------------------------------------------------------

void instruction_row(Frame& frame, const CodeLine& line, int number) {
  const Look& look = frame.look;
  Chosen& chosen = frame.state.lens.code;
  const Press pressed = press(look, std::to_string(number).c_str(), 0, metrics.table_row);
  Box row = pressed.box;
  const bool of_chosen = is_of(chosen, line.path, line.line);
  if (of_chosen) {
    put_ground(look, look.tokens.selected, row, 0);
    put_ground(look, look.tokens.accent, row.with_width(look.length(0.2)), 0);
  } else if (pressed.hovered) {
    put_ground(look, look.tokens.hover, row, 0);
  }
  help(look, {.name = line.line > 0 ? line.path + ":" + std::to_string(line.line) : "No line",
              .text = line.label ? "A label: branches lead here." : line.text,
              .only_here = true});
  if (pressed.clicked && line.line > 0) {
    choose_code(chosen, line.path, line.line);
    chosen.scroll_source = true;
  }
  Box at = row;
  at.x1 = row.x0 + look.length(line_column + 0.2);
  if (line.line > 0)
    put(look, Type::number_caption, look.tokens.muted, at, std::to_string(line.line), Align::right);
  row.x0 = at.x1 + look.length(line.label ? 0.4 : 1.2);
  // Lines of other files have numbers of their own.
  const bool quiet = line.label || (line.line > 0 && line.path != chosen.path);
  put(look, Type::number_caption, quiet ? look.tokens.muted : look.tokens.text, row, line.text);
}

void code_stream(Frame& frame, const CodeKernel& kernel) {
  const Look& look = frame.look;
  Chosen& chosen = frame.state.lens.code;
  const float height = look.length(metrics.table_row);
  if (std::exchange(chosen.scroll_code, false)) {
    const auto first = std::ranges::find_if(
        kernel.code, [&](const CodeLine& line) { return is_of(chosen, line.path, line.line); });
    const auto above = float(std::max<std::ptrdiff_t>(0, first - kernel.code.begin() - 1));
    if (first != kernel.code.end()) ImGui::SetScrollY(above * height);
  }
  ImGui::PushID(ids::code_instruction);
  ImGuiListClipper rows;
  rows.Begin(int(kernel.code.size()), height);
  while (rows.Step())
    for (int i = rows.DisplayStart; i < rows.DisplayEnd; ++i) {
      instruction_row(frame, kernel.code[std::size_t(i)], i);
      gap(look, 0);
    }
  ImGui::PopID();
}

/// A part of the tab that scrolls by itself.
template <class Draw>
void scrolled(const char* name, const Box& box, const Draw& draw) {
  ImGui::SetCursorScreenPos({box.x0, box.y0});
  ImGui::BeginChild(name, {box.width(), box.height()}, ImGuiChildFlags_None,
                    ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysVerticalScrollbar);
  {
    const ids::Scope scope(ids::analysis);
    draw();
  }
  ImGui::EndChild();
}

void code_parts(Frame& frame, const CodeKernel& kernel, const Box& box) {
  const Look& look = frame.look;
  Box left = box, right = box;
  left.x1 = box.x0 + float(source_share) * box.width();
  right.x0 = left.x1 + look.length(0.8);
  if (kernel.sources.empty()) right.x0 = box.x0;  // of code that tells no lines
  if (!kernel.sources.empty()) scrolled("code-source", left, [&] { code_source(frame, kernel); });
  scrolled("code-stream", right, [&] { code_stream(frame, kernel); });
}

}  // namespace

void lens_code(Frame& frame, const VariantEntry& variant, const Box& box, float list_width) {
  const Look& look = frame.look;
  State::Lens& lens = frame.state.lens;
  const CodeKind kind = lens.shows == LensShows::sass ? CodeKind::sass : CodeKind::ptx;
  const CodeRequest request{looked_at_choice(frame, variant), kind, compute_of(frame)};
  frame.result.code = request;
  const CodeView* const view = frame.model.code;
  const bool known = view && view->request == request;
  if (known && view->refusal.empty()) {
    chosen_kernel(lens.code, *view);
    code_kernel_list(frame, *view, list_width);
  }
  Box rest = box;
  rest.y0 += look.length(metrics.hit + 0.2);
  if (!known)
    return void(put_middle(look, look.tokens.muted, rest,
                           frame.model.job ? "Nothing is compiled while other work is under way."
                                           : "Compiling\u2026"));
  if (!view->refusal.empty()) return void(put_middle(look, look.tokens.muted, rest, view->refusal));
  const CodeKernel& kernel = chosen_kernel(lens.code, *view);
  choose_line(lens.code, kernel);
  Box line = rest;
  line.y1 = line.y0 + look.length(head_line);
  code_heading(look, *view, kernel, looked_at_original(frame, variant, "compiled"), line);
  rest.y0 = line.y1 + look.length(0.2);
  if (rest.height() > look.length(2)) code_parts(frame, kernel, rest);
}

}  // namespace livewarp::ui
