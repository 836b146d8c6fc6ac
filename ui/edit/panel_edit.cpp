// The tab Edit: a variant's kernel in an editor, and beside it what becomes of it.
#include "ui/edit/panel_edit.h"

#include <imgui.h>

#include <algorithm>
#include <utility>

#include "ui/edit/draft.h"
#include "ui/explain/control_flow.h"
#include "ui/explain/looked_at.h"
#include "ui/frame/actions.h"
#include "ui/frame/analysis_tabs.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

constexpr double variant_list = 10, exercise_width = 14, least_path = 8, most_path = 20;  // em
constexpr double exercises_list = 9;                                                      // em
constexpr double head_line = 1.5, line_gap = 0.2;
constexpr double findings_beside = 48;  // em: from this width on they stand beside the editor
constexpr double findings_width = 21, findings_gap = 0.8;
constexpr double findings_share = 0.42;  // of the height, below it
constexpr double findings_below = 9;     // em: from this height on
constexpr double low_panel = 15;         // em
constexpr double low_window = 55;        // em: in a lower one an exercise is given all of it

std::string edit_command(const Frame& frame) {
  if (const ExerciseView* const exercise = open_exercise(frame))
    return "livewarp exercise " + exercise->name;
  return "livewarp edit " + frame.model.choice.workload;
}

/// Another kernel begins as the project has it; one that was begun is as it was left.
Draft& draft_of(Frame& frame, const EditStart& start) {
  const std::string key = frame.state.kernels.shown + "/" + start.kernel;
  std::shared_ptr<Draft>& draft = frame.state.kernels.drafts[key];
  if (!draft) {
    draft = std::make_shared<Draft>();
    draft->editor.begin_with(start.text);
    draft->original = draft->editor.text();
  }
  frame.state.kernels.open = draft;
  return *draft;
}

/// What was saved to the watched file, and which lines something is said of.
void follow_draft(const Frame& frame, const EditView& view, Draft& draft) {
  draft.editor.allow_typing(view.watched.empty());
  const bool watched = view.watched == frame.state.kernels.watch;  // by now
  if (watched && view.watched_text && view.watched_text != draft.watched) {
    draft.watched = view.watched_text;
    if (*draft.watched != *draft.text()) draft.editor.replace_by(*draft.watched);
  }
  if (view.verdict && view.verdict != draft.marked) {
    draft.marked = view.verdict;
    draft.editor.mark(frame.look, view.verdict->messages);
  }
}

// -- controls -------------------------------------------------------------------------------------

/// In a low panel all stand in one line, for the lines of the kernel: what finds no room there is
/// reached by the line "/", and where the tab stands alone.
bool leaves_out(const Look& look, const ControlFlow& flow, const Box& box, float width) {
  return box.height() < look.length(low_panel) && flow.room() < width;
}

struct FlowAction {
  const char* id;
  ButtonSpec spec;
};
void flow_actions(Frame& frame, ControlFlow& flow, const Box& box,
                  std::initializer_list<FlowAction> actions) {
  for (const FlowAction& each : actions) {
    const float width = button_width(frame.look, each.spec);
    if (leaves_out(frame.look, flow, box, width)) continue;
    flow.place(width);
    action_button(frame, each.id, each.spec);
  }
}

/// A file that another editor writes.
void watch_field(Frame& frame, ControlFlow& flow, const Box& box) {
  const Look& look = frame.look;
  if (leaves_out(look, flow, box, look.length(least_path))) return;
  State::Kernels& state = frame.state.kernels;
  const auto em = double(look.em);
  const float width = look.length(std::clamp(double(flow.room()) / em, least_path, most_path));
  flow.place(width);
  const bool typed = state.typed_path.has_value();
  std::string text = typed ? *state.typed_path : state.watch;
  const EditView* const view = edit_view_of(frame);
  const bool typing = path_field(
      look, ids::watch_kernel, text,
      {.empty = "Watch a file\u2026", .wrong = !typed && view && !view->watched_trouble.empty()},
      width);
  help(look, {.name = "Watched file",
              .text = "A file that you change with an editor of your own: its text is tried at "
                      "each save. Type its path or drop it here; empty, the kernel is typed here.",
              .option = edit_command(frame) +
                        (open_exercise(frame) ? " --with FILE" : " --with FILE --watch")});
  if (typing) state.typed_path = text;
  if (typed && !typing) {
    state.watch = text;
    state.typed_path.reset();
  }
}

/// Returns where they end.
float edit_controls(Frame& frame, const VariantEntry* variant, const Box& box) {
  const Look& look = frame.look;
  const bool exercise = open_exercise(frame);
  ControlFlow flow(look, box);
  flow.place(look.length(exercise ? exercise_width : variant_list));
  if (exercise)
    exercise_list(frame, look.length(exercise_width));
  else if (variant)
    looked_at_list(frame, ids::edit_variant, *variant, edit_command(frame),
                   "Whose kernel is rewritten: a CUDA variant, whether it runs or not.",
                   look.length(variant_list));
  const std::string write = saving(frame, "Write .cuh"), save = saving(frame, "Save patch"),
                    result = saving(frame, "Write result");
  flow_actions(
      frame, flow, box,
      {{ids::check_kernel, {.label = "Check", .key = "Ctrl S", .quiet = false}},
       {ids::diff_kernel, {.label = "Diff", .active = frame.state.kernels.diff, .quiet = false}},
       {ids::revert_kernel, {.label = "Revert", .quiet = false}},
       {ids::save_kernel, {.label = write, .quiet = false}},
       exercise ? FlowAction{ids::save_exercise, {.label = result, .quiet = false}}
                : FlowAction{ids::save_patch, {.label = save, .quiet = false}}});
  if (const float width = look.length(exercises_list);
      !exercise && !leaves_out(look, flow, box, width)) {
    flow.place(width);
    exercise_list(frame, width);
  }
  watch_field(frame, flow, box);
  return flow.end();
}

// -- the parts ------------------------------------------------------------------------------------

void editor_part(Frame& frame, Draft& draft, const Box& box) {
  if (frame.state.kernels.diff)
    draft.difference.draw(frame.look, "edit-diff", box, draft.original, draft.text());
  else
    draft.editor.draw(frame.look, "edit-source", box);
}

bool findings_have_room(const Look& look, const Box& box) {
  return box.width() >= look.length(findings_beside) || box.height() >= look.length(findings_below);
}

/// Editor and findings, side by side where there is room for both.
void edit_parts(Frame& frame, const EditView& view, Draft& draft, const Box& box) {
  const Look& look = frame.look;
  Box editor = box, findings = box;
  if (!has_edit_findings(view) || !findings_have_room(look, box))
    return editor_part(frame, draft, editor);
  if (box.width() >= look.length(findings_beside)) {
    findings.x0 = box.x1 - look.length(findings_width);
    editor.x1 = findings.x0 - look.length(findings_gap);
  } else {
    findings.y0 = box.y1 - float(findings_share) * box.height();
    editor.y1 = findings.y0 - look.length(line_gap);
  }
  editor_part(frame, draft, editor);
  edit_findings(frame, view, findings);
}

/// The variant that an opening meant, once its workload runs. One that can run does so by then.
void look_at_meant(Frame& frame) {
  std::optional<Choice>& meant = frame.state.kernels.meant;
  if (!meant || frame.model.choice.workload != meant->workload) return;
  const VariantEntry* const variant = frame.variant(meant->variant);
  if (variant && !variant->running && !variant->reason.empty()) {
    choose_variant(frame, *variant);
    frame.studied = *meant;
  }
  meant.reset();
}

}  // namespace

std::string edit_hindrance(const Frame& frame) {
  return open_exercise(frame) ? "" : looked_at_hindrance(frame, "edited");
}

const char* proposed_check(const Frame& frame) {
  const EditView* const view = edit_view_of(frame);
  if (!check_hindrance(frame).empty() || view->checking) return nullptr;
  const bool known = view->verdict && *view->verdict->text == *open_draft(frame)->text();
  return known ? nullptr : ids::check_kernel;
}

void follow_edit(Frame& frame) {
  const EditView* const view = frame.model.edit;
  State::Kernels& state = frame.state.kernels;
  if (!view) return;
  if (view->opening.number != state.openings) {
    state.openings = view->opening.number;
    state.watch = view->opening.watch;
    state.typed_path.reset();
    state.meant = view->opening.choice;
    state.diff = false;
    show_tab(frame, ids::edit_tab);
    if (view->exercise && frame.height < low_window) frame.state.shown = Shown::analysis;
  }
  look_at_meant(frame);
}

void edit_tab(Frame& frame, const Box& box) {
  const Look& look = frame.look;
  const ExerciseView* const exercise = open_exercise(frame);
  const VariantEntry* const variant = looked_at_variant(frame);
  if (!variant && !exercise) return;
  State::Kernels& state = frame.state.kernels;
  const Choice choice = exercise ? exercise->choice : looked_at_choice(frame, *variant);
  const std::string name = exercise ? exercise->name : "", shown = edit_key(choice, name);
  if (std::exchange(state.shown, shown) != shown) state.open.reset();
  const EditView* const view = edit_view_of(frame);
  const bool can = view && view->start.text && view->start.refusal.empty();
  Draft* const draft = can ? &draft_of(frame, view->start) : nullptr;
  if (draft) follow_draft(frame, *view, *draft);
  Box rest = box;
  rest.y0 = edit_controls(frame, variant, box) + look.length(line_gap);
  if (draft) {
    Box line = rest;
    line.y1 = line.y0 + look.length(head_line);
    rest.y0 = line.y1 + look.length(line_gap);
    put_edit_head(frame, *view, line, findings_have_room(look, rest));
    edit_parts(frame, *view, *draft, rest);
  } else {
    put_middle(look, look.tokens.muted, rest,
               view && !view->start.refusal.empty() ? view->start.refusal
                                                    : "Looking up its kernel\u2026");
  }
  frame.result.edit = EditRequest{choice, draft ? draft->text() : nullptr, state.watch, name};
}

}  // namespace livewarp::ui
