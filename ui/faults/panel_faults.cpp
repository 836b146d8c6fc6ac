// The tab Faults: a list, the kernel with its fault or without, and who finds it.
#include "ui/faults/panel_faults.h"

#include <imgui.h>

#include <algorithm>
#include <string>
#include <vector>

#include "ui/explain/control_flow.h"
#include "ui/faults/fault_text.h"
#include "ui/frame/actions.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

constexpr double list_width = 15, narrow_list = 11;  // em
constexpr double all_side_by_side = 70;              // em: list, kernel and findings
constexpr double two_side_by_side = 46;              // em: kernel and findings; the list opens
constexpr double fault_findings_width = 24, narrow_findings = 19, parts_gap = 0.8;
constexpr double state_line = 1.5, below_controls = 0.2;
constexpr double findings_part = 0.5;  // of the height, below the kernel

const char* switch_label(const Frame& frame) {
  if (is_secret(frame)) return "Answer";
  if (open_question(frame)) return "Next question";
  return is_planted(frame) ? "Mend" : "Plant";
}

void fault_dropdown(Frame& frame, float width) {
  const std::vector<FaultOffer>& offers = frame.model.faults->offers;
  std::vector<Option> options;
  int now = 0;
  for (const FaultOffer& offer : offers) {
    if (&offer == open_fault(frame)) now = int(options.size());
    options.push_back({offer.name, offer.title, {}});
  }
  const auto chosen =
      dropdown(frame.look, ids::fault_rows, options, now, width,
               {.name = "Fault", .text = "Which fault is looked at.", .option = "livewarp fault"});
  if (chosen) look_at_fault(frame, offers[std::size_t(*chosen)].name);
}

/// Returns where they end.
float fault_controls(Frame& frame, const Box& box, bool with_list) {
  const Look& look = frame.look;
  ControlFlow flow(look, box);
  if (with_list && !open_question(frame)) {
    flow.place(look.length(narrow_list));
    fault_dropdown(frame, look.length(narrow_list));
  }
  const auto put_button = [&](const char* id, const ButtonSpec& spec) {
    flow.place(button_width(look, spec));
    action_button(frame, id, spec);
  };
  put_button(ids::switch_fault, {.label = switch_label(frame), .key = "Enter", .quiet = false});
  if (!is_secret(frame))
    put_button(ids::fault_diff,
               {.label = "Diff", .active = frame.state.faults.diff, .quiet = false});
  put_button(ids::fault_variant, {.label = "Run its variant", .quiet = false});
  put_button(ids::fault_quiz,
             {.label = "Quiz", .key = "U", .active = frame.state.faults.quiz, .quiet = false});
  return flow.end();
}

// -- the line above the kernel --------------------------------------------------------------------

struct StateLine {
  Icon icon = Icon::ring;
  Color color;
  std::string text;
};

StateLine quiz_line(const Frame& frame) {
  const Tokens& tokens = frame.look.tokens;
  const State::Faults& state = frame.state.faults;
  const FaultQuestion& question = *open_question(frame);
  const std::string score = state.asked > 0 ? " \u00b7 " + std::to_string(state.right) + " of " +
                                                  std::to_string(state.asked) + " right"
                                            : "";
  if (!state.answer)
    return {Icon::ring, tokens.text,
            "Question " + std::to_string(state.question + 1) + ": which fault is in it?" + score};
  const FaultOffer& fault = frame.model.faults->offers.at(question.fault);
  const bool right = *state.answer == question.fault;
  return {right ? Icon::tick : Icon::cross, right ? tokens.ok : tokens.error,
          (right ? "right: " : "it is: ") + fault.title + score};
}

StateLine state_of(const Frame& frame) {
  const Tokens& tokens = frame.look.tokens;
  const FaultsView& view = *frame.model.faults;
  if (open_question(frame)) return quiz_line(frame);
  if (!view.hindrance.empty()) return {Icon::warn, tokens.warn, view.hindrance};
  if (!is_tried(frame)) return {Icon::ring, tokens.muted, "the kernel as the project has it"};
  const char* const now = is_planted(frame) ? "planted" : "mended";
  const FaultVerdict* const verdict = open_verdict(frame);
  if (!verdict)
    return {Icon::arc, tokens.muted,
            std::string(now) + (view.checking ? " \u00b7 checking" : " \u00b7 to be checked")};
  return {verdict->found ? Icon::cross : Icon::tick, verdict->found ? tokens.error : tokens.ok,
          std::string(now) + " \u00b7 " + verdict->head};
}

void put_state(Frame& frame, const Box& line) {
  const Look& look = frame.look;
  const StateLine state = state_of(frame);
  if (state.icon == Icon::arc) frame.result.animating = true;
  Box left = line;
  if (const FaultSource* const source = open_source(frame)) {
    const float width =
        std::min(text_width(look, Type::number_caption, source->kernel) + look.length(0.4),
                 line.width() / 2);
    put(look, Type::number_caption, look.tokens.muted, line.right_part(width), source->kernel,
        Align::right);
    left.x1 -= width;
  }
  put_icon(look, state.icon, state.color, left, Align::left);
  left.x0 += look.length(1.4);
  put(look, Type::body, state.color, left, state.text);
  hover_text(look, left,
             state.text + (frame.model.faults->advice.empty() ? std::string()
                                                              : "\n" + frame.model.faults->advice));
}

// -- the kernel -----------------------------------------------------------------------------------

/// Its planted lines, and the one that was found; none while it is a secret.
std::vector<EditMessage> marks_of(const Frame& frame, const FaultSource& source) {
  std::vector<EditMessage> marks;
  const FaultVerdict* const verdict = open_verdict(frame);
  if (!verdict || !is_planted(frame)) return marks;
  for (const auto& [first, last] : source.lines)
    for (int line = first; line <= last; ++line)
      marks.push_back({EditMark::warning, line, "planted"});
  if (verdict->line > 0) marks.push_back({EditMark::error, verdict->line, verdict->text});
  return marks;
}

void follow_text(const Frame& frame, const FaultSource& source, FaultText& text) {
  const SharedText& wanted = is_planted(frame) ? source.planted : source.sound;
  const FaultVerdict* const verdict = open_verdict(frame);
  const bool secret = is_secret(frame), other = text.shown != wanted;
  if (other) text.editor.begin_with(wanted);
  if (!other && verdict == text.marked && secret == text.secret) return;
  text.shown = wanted;
  text.marked = verdict;
  text.secret = secret;
  text.editor.allow_typing(false);
  const std::vector<EditMessage> marks = marks_of(frame, source);
  text.editor.mark(frame.look, marks);
  if (!marks.empty()) text.editor.show_line(std::max(1, marks.front().line - 3));
}

void kernel_part(Frame& frame, const Box& box) {
  const FaultSource* const source = open_source(frame);
  if (!source || !source->refusal.empty()) {
    put_middle(frame.look, frame.look.tokens.muted, box,
               source ? source->refusal : "Looking up its kernel\u2026");
    return;
  }
  std::shared_ptr<FaultText>& text = frame.state.faults.text;
  if (!text) text = std::make_shared<FaultText>();
  follow_text(frame, *source, *text);
  if (frame.state.faults.diff && !is_secret(frame))
    text->difference.draw(frame.look, "fault-diff-text", box, source->sound, source->planted);
  else
    text->editor.draw(frame.look, "fault-source", box);
}

/// State, kernel and findings: side by side, or one below another.
void fault_parts(Frame& frame, const Box& box) {
  const Look& look = frame.look;
  Box kernel = box, findings = box;
  if (box.width() >= look.length(two_side_by_side - narrow_list)) {
    const bool wide = box.width() >= look.length(all_side_by_side - list_width);
    findings.x0 = box.x1 - look.length(wide ? fault_findings_width : narrow_findings);
    kernel.x1 = findings.x0 - look.length(parts_gap);
  } else {
    findings.y0 = box.y1 - float(findings_part) * box.height();
    kernel.y1 = findings.y0 - look.length(below_controls);
  }
  Box line = kernel;
  line.y1 = line.y0 + look.length(state_line);
  put_state(frame, line);
  kernel.y0 = line.y1 + look.length(below_controls);
  kernel_part(frame, kernel);
  fault_findings(frame, findings);
}

}  // namespace

std::string faults_hindrance(const Frame& frame) {
  return open_fault(frame) ? "" : "This program holds no faults.";
}

const char* proposed_fault(const Frame& frame) {
  return action(ids::switch_fault).reason(frame).empty() ? ids::switch_fault : nullptr;
}

void faults_tab(Frame& frame, const Box& box) {
  const FaultOffer* const fault = open_fault(frame);
  if (!fault) return;
  const Look& look = frame.look;
  const bool with_list = box.width() >= look.length(all_side_by_side) || open_question(frame);
  Box rest = box;
  rest.y0 = fault_controls(frame, box, !with_list) + look.length(below_controls);
  if (with_list) {
    const bool wide = box.width() >= look.length(all_side_by_side);
    Box list = rest.with_width(look.length(wide ? list_width : narrow_list));
    fault_list(frame, list);
    rest.x0 = list.x1 + look.length(parts_gap);
  }
  fault_parts(frame, rest);
  // What was pressed in this frame counts in the next one.
  if (const FaultOffer* const now = open_fault(frame))
    frame.result.fault = FaultRequest{now->name, is_planted(frame), is_tried(frame)};
}

}  // namespace livewarp::ui
