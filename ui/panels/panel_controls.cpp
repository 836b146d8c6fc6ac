#include <imgui.h>

#include <algorithm>
#include <array>

#include "kernels/core/base/text.h"
#include "ui/frame/actions.h"
#include "ui/frame/frame.h"
#include "ui/model/format.h"
#include "ui/model/ids.h"
#include "ui/model/kernel_text.h"

namespace livewarp::ui {

namespace {

constexpr double lesson_line = 1.2;  // em
constexpr double dot_room = 0.35;    // left of labels

float rest_of_line() { return std::max(ImGui::GetContentRegionAvail().x, 1.0f); }

void row_label(const Look& look, std::string_view text) {
  put(look, Type::body, look.tokens.text, take(look, metrics.label, metrics.hit), text);
  same_line(look, 0);
}

void backend_row(Frame& frame, const VariantEntry& shown) {
  std::array<Option, 2> options{Option{"cuda", "CUDA", {}}, Option{"cpu", "CPU", {}}};
  row_label(frame.look, "Backend");
  const int current = shown.info->backend == Backend::cuda ? 0 : 1;
  // A backend none of whose variants can run is still offered: its variants can be studied.
  if (const auto chosen = segmented(frame.look, ids::backend, options, current, rest_of_line(),
                                    {.name = "Backend",
                                     .text = "Variants that run on the GPU or on the CPU. One "
                                             "that cannot run here can be studied.",
                                     .option = "--backend"}))
    choose_backend(frame, *chosen == 0 ? Backend::cuda : Backend::cpu);
}

void title_row(Frame& frame, const VariantEntry& shown) {
  const Look& look = frame.look;
  const auto arrow = [&](const char* id, Icon icon, int offset) {
    if (button(look, id, {.icon = icon, .quiet = false, .width = metrics.hit}))
      move_cursor(frame, offset);
    help(look, {.name = offset < 0 ? "Variant above" : "Variant below",
                .key = offset < 0 ? "\u2191" : "\u2193",
                .text = "Another way to compute the same step.",
                .option = "--variant " + shown.info->name});
  };
  arrow(ids::previous_variant, Icon::chevron_left, -1);
  same_line(look, 0.4);
  Box title = take(look, double(rest_of_line() / look.em) - metrics.hit - 0.4, metrics.hit);
  put(look, Type::heading, shown.reason.empty() ? look.tokens.text : look.tokens.muted, title,
      shown.info->title, Align::center);
  same_line(look, 0.4);
  arrow(ids::next_variant, Icon::chevron_right, +1);
}

/// The line without its last words, so that an ellipsis fits.
std::string cut_at_word(const Look& look, std::string line, float width) {
  while (text_width(look, Type::body, line + " \u2026") > width) {
    const std::size_t space = line.rfind(' ');
    if (space == std::string::npos) break;
    line.erase(space);
  }
  return line + " \u2026";
}

void lesson(Frame& frame, const VariantEntry& shown) {
  const Look& look = frame.look;
  State& state = frame.state;
  const std::vector<std::string> lines =
      wrapped(look, Type::body, shown.info->lesson, rest_of_line());
  const std::size_t room = std::size_t(frame.columns.lesson_lines);
  const bool folded = !state.lesson_open && lines.size() > room;
  // As many lines whatever the lesson, so that the controls below stay where they are.
  const std::size_t count = folded || !state.lesson_open ? room : lines.size();
  const float more = text_width(look, Type::body, "more") + look.length(0.6);
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) gap(look, 0);
    Box box = take(look, 0, lesson_line);
    const bool last = folded && i + 1 == count;
    if (last) box.x1 -= more;
    if (i < lines.size())
      put(look, Type::body, look.tokens.text, box,
          last ? cut_at_word(look, lines[i], box.width()) : lines[i]);
  }
  const bool can_fold = state.lesson_open && lines.size() > room;
  if (!folded && !can_fold) return;
  if (can_fold) {
    gap(look, 0);
    take(look, 0.1, lesson_line);
  }
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - more);
  const Press link = press(look, ids::lesson, double(more / look.em), lesson_line);
  help(look, {.name = "Lesson",
              .key = "L",
              .text = folded ? "Shows the rest of this lesson."
                             : "Shows the beginning of the lesson alone.",
              .only_here = true});
  put(look, Type::body, look.tokens.accent, link.box, folded ? "more" : "less", Align::right);
  if (link.clicked) state.lesson_open = !state.lesson_open;
}

void variant_group(Frame& frame) {
  const VariantEntry* shown = frame.cursor_variant();
  if (!shown) return;
  heading(frame.look, "Variant");
  backend_row(frame, *shown);
  title_row(frame, *shown);
  study_head(frame);
  lesson(frame, *shown);
  study_looks(frame);
}

/// What the axes above made of the kernel, as much of it as has room.
void kernel_line(const Frame& frame) {
  if (!frame.model.kernel_use || frame.studied) return;
  const Look& look = frame.look;
  const Box box = take(look, 0, lesson_line);
  std::string text;
  for (const std::string& part : kernel_parts(*frame.model.kernel_use)) {
    std::string more = text;
    if (!more.empty()) more += middle_dot;
    more += part;
    if (!text.empty() && text_width(look, Type::caption, more) > box.width()) break;
    text = more;
  }
  put(look, Type::caption, look.tokens.muted, box, text);
  hover_text(look, box, kernel_hover(*frame.model.kernel_use));
}

void launch_group(Frame& frame) {
  if (frame.axes().empty() && (!frame.model.kernel_use || frame.studied)) return;
  gap(frame.look, metrics.heading_before);
  heading(frame.look, "Launch");
  axes(frame);
  parts(frame);
  kernel_line(frame);
}

/// One of several with ids as on the command line; a single one is only named.
std::optional<std::string> one_of(Frame& frame, const char* id, const char* text,
                                  const std::vector<Option>& options, std::string_view current,
                                  const Help& about) {
  const Look& look = frame.look;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (look.highlight == id)
    put_highlight(look, {at.x - look.length(0.45), at.y - look.length(0.12),
                         at.x + rest_of_line() + look.length(0.2),
                         at.y + look.length(metrics.hit + 0.12)});
  row_label(look, text);
  const int index = option_index(options, std::string(current));
  if (options.size() <= 1) {
    put(look, Type::body, look.tokens.muted, take(look, 0, metrics.hit),
        index >= 0 ? options[std::size_t(index)].label : std::string(current));
    return std::nullopt;
  }
  const float width = rest_of_line();
  const auto chosen = options.size() <= 3 && segments_fit(look, options, width)
                          ? segmented(look, id, options, index, width, about)
                          : dropdown(look, id, options, index, width, about);
  if (!chosen) return std::nullopt;
  return options[std::size_t(*chosen)].id;
}

/// How it moves, of a mode that cannot be tried here.
void memory_words(const Frame& frame) {
  const Look& look = frame.look;
  const std::string_view words = what_it_does(frame.setting().memory);
  for (const std::string& line : wrapped(look, Type::body, words, rest_of_line())) {
    put(look, Type::body, look.tokens.muted, take(look, 0, lesson_line), line);
    gap(look, 0);
  }
}

void memory_group(Frame& frame) {
  const Look& look = frame.look;
  gap(look, metrics.heading_before);
  heading(look, "Memory");
  if (const auto id =
          one_of(frame, ids::memory, "Mode", frame.memory_modes(), name_of(frame.setting().memory),
                 {.name = "Memory mode",
                  .text = "Where the state lives, and how it moves in every step. Now: " +
                          std::string(what_it_does(frame.setting().memory)),
                  .option = "--memory"}))
    frame.setting().memory = parse_memory(*id);
  if (frame.studied) return memory_words(frame);
  if (const auto id =
          one_of(frame, ids::display, "Display path", frame.model.display_paths,
                 name_of(frame.wanted.display),
                 {.name = "Display path",
                  .text = "How results reach OpenGL. It never changes what a step costs.",
                  .option = "--display"}))
    frame.wanted.display = parse_display(*id);
  if (frame.model.path_reason.empty()) return;
  Box box = take(look, 0, lesson_line);
  put_icon(look, Icon::warn, look.tokens.warn, box, Align::left, 0.9);
  box.x0 += look.length(1.3);
  const std::string text = path_text(frame.model), &advice = frame.model.path_advice;
  put(look, Type::body, look.tokens.muted, box, text);
  hover_text(look, box, advice.empty() ? text : text + "\n" + advice);
}

void steps_row(Frame& frame) {
  std::vector<Option> options{{"0", "automatic", {}}};
  for (const int count : {1, 2, 4, 8, 16})
    options.push_back({std::to_string(count), std::to_string(count), {}});
  row_label(frame.look, "Steps per frame");
  const std::string chosen_now = std::to_string(frame.wanted.steps_per_frame);
  if (option_index(options, chosen_now) < 0)  // from the command line
    options.push_back({chosen_now, chosen_now, {}});
  const int current = option_index(options, chosen_now);
  if (const auto chosen = dropdown(
          frame.look, ids::steps_per_frame, options, current, rest_of_line(),
          {.name = "Steps per frame",
           .text = "Steps from one picture to the next. Automatic: as many as fit into a frame.",
           .range = "0 \u2026 " + grouped(most_steps_per_frame) + ", 0 for automatic",
           .option = "--steps-per-frame"}))
    frame.wanted.steps_per_frame = std::stoi(options[std::size_t(*chosen)].id);
}

void result_row(Frame& frame) {
  if (!frame.model.result_is_picture) return;
  row_label(frame.look, "Result");
  const std::string word = saving(frame, "Save");
  action_button(frame, ids::save_result, {.label = word, .quiet = false});
}

bool has_group(const Frame& frame, ParamGroup group) {
  return std::any_of(frame.model.params.begin(), frame.model.params.end(),
                     [&](const Param& param) { return param.group == group; });
}

void folding_group(Frame& frame, const char* id, const char* text, ParamGroup group,
                   std::optional<bool>& open_state) {
  gap(frame.look, metrics.heading_before);
  const bool open = open_state.value_or(frame.columns.open_folds);
  if (fold_heading(frame.look, id, text, open)) open_state = !open;
  if (!open) return;
  parameters(frame, group);
  if (group != ParamGroup::view) return;
  steps_row(frame);
  result_row(frame);
}

}  // namespace

void controls_panel(Frame& frame) {
  const Look& look = frame.look;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(look.length(metrics.window_x + dot_room),
                                                          look.length(metrics.window_y + 0.2)));
  const bool open = ImGui::Begin(ids::controls, nullptr,
                                 ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoFocusOnAppearing);
  ImGui::PopStyleVar();
  if (open && frame.model.workload) {
    const ids::Scope scope(ids::controls);
    variant_group(frame);
    launch_group(frame);
    memory_group(frame);
    if (has_group(frame, ParamGroup::problem)) {
      gap(look, metrics.heading_before);
      heading(look, "Problem");
      parameters(frame, ParamGroup::problem);
    }
    if (has_group(frame, ParamGroup::start))
      folding_group(frame, ids::start_group, "Start", ParamGroup::start, frame.state.start_open);
    folding_group(frame, ids::view_group, "View", ParamGroup::view, frame.state.view_open);
  }
  highlight_window(look, "controls");
  ImGui::End();
}

}  // namespace livewarp::ui
