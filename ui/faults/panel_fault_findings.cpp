// What a fault looks like, who finds it, and how it is mended.
#include <imgui.h>

#include <string>

#include "kernels/core/base/text.h"
#include "ui/edit/panel_edit.h"
#include "ui/faults/panel_faults.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

constexpr double findings_gap = 0.4, call_row = 1.2, call_gap = 0.6;  // em

/// A few words, muted, and what they announce.
void told(const Look& look, const char* label, const std::string& text, Type type = Type::body) {
  if (text.empty()) return;
  said_lines(look, Type::caption, look.tokens.muted, label);
  said_lines(look, type, look.tokens.text, text);
  gap(look, findings_gap);
}

void sanitizer_part(const Look& look, const FaultOffer& fault) {
  said_lines(look, Type::caption, look.tokens.muted, "compute-sanitizer, on a GPU");
  if (!fault.sanitizer.empty()) {
    said_lines(look, Type::number_caption, look.tokens.text, fault.sanitizer);
    if (button(look, ids::copy_sanitizer, {.icon = Icon::copy, .label = "Copy", .quiet = false}))
      ImGui::SetClipboardText(fault.sanitizer.c_str());
    help(look, {.name = "Copy the command",
                .text = "Runs the faulty launch once under that tool, on a machine with a GPU.",
                .option = "livewarp fault " + fault.name + " --once"});
    gap(look, findings_gap / 2);
  }
  said_lines(look, Type::body, look.tokens.text, fault.sanitizer_says);
  gap(look, findings_gap);
}

/// Which launch made the error, and which call tells of it.
void calls_part(const Look& look, const FaultVerdict& verdict) {
  if (verdict.calls.empty()) return;
  said_lines(look, Type::caption, look.tokens.muted,
             "calls of the step: here, and what a GPU's runtime returns (model)");
  for (const FaultCall& call : verdict.calls) {
    const bool made = call.emulator == "fails here";
    said_lines(look, Type::number_caption, made ? look.tokens.error : look.tokens.text,
               call.call + (call.emulator.empty() ? "" : ": " + call.emulator));
    said_lines(look, Type::caption, look.tokens.muted, "GPU: " + call.gpu);
  }
  gap(look, findings_gap);
}

void verdict_part(const Look& look, const FaultVerdict& verdict) {
  said_lines(look, Type::caption, look.tokens.muted, verdict.head);
  said_lines(look, Type::body, verdict.found ? look.tokens.error : look.tokens.ok, verdict.text);
  said_lines(look, Type::caption, look.tokens.muted, verdict.advice);
  gap(look, findings_gap);
  calls_part(look, verdict);
}

void revealed(Frame& frame, const FaultOffer& fault) {
  const Look& look = frame.look;
  said_lines(look, Type::heading, look.tokens.text, fault.title);
  told(look, "seen", fault.seen);
  if (const FaultVerdict* const verdict = open_verdict(frame)) verdict_part(look, *verdict);
  sanitizer_part(look, fault);
  told(look, "mended", fault.mended);
  if (!fault.after.empty())
    said_lines(look, Type::caption, look.tokens.muted, "after " + fault.after);
  if (const FaultVerdict* const verdict = open_verdict(frame); verdict && verdict->seconds > 0)
    said_lines(look, Type::caption, look.tokens.muted,
               "the verdict took " + trimmed(verdict->seconds, 2) + " s");
}

}  // namespace

void fault_findings(Frame& frame, const Box& box) {
  const FaultOffer& fault = *open_fault(frame);
  const Look& look = frame.look;
  ImGui::SetCursorScreenPos({box.x0, box.y0});
  ImGui::BeginChild("fault-findings", {box.width(), box.height()}, ImGuiChildFlags_None,
                    ImGuiWindowFlags_NoSavedSettings);
  {
    const ids::Scope scope(ids::analysis);
    if (is_secret(frame))
      said_lines(look, Type::body, look.tokens.muted,
                 "One of the faults on the left is in this kernel. What finds it is shown once you "
                 "have answered.");
    else
      revealed(frame, fault);
    said_lines(look, Type::caption, look.tokens.muted,
               "In " + fault.about +
                   ". The faulty kernel runs in a process of its own; the live "
                   "run goes on with the sound one.");
  }
  ImGui::EndChild();
}

}  // namespace livewarp::ui
