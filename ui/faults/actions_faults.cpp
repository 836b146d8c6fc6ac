// Actions on faults of kernels, and on the quiz about them.
#include <imgui.h>

#include "ui/faults/panel_faults.h"
#include "ui/frame/actions.h"
#include "ui/frame/analysis_tabs.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

std::string no_switch(const Frame& frame) {
  if (!open_fault(frame)) return faults_hindrance(frame);
  return open_question(frame) ? std::string() : frame.model.faults->hindrance;
}

std::string no_diff(const Frame& frame) {
  if (is_secret(frame)) return "The change is shown once the question is answered.";
  return faults_hindrance(frame);
}

std::string no_variant(const Frame& frame) {
  const FaultOffer* const fault = open_fault(frame);
  if (!fault) return faults_hindrance(frame);
  const Choice& now = frame.model.choice;
  return unless(now.workload != fault->workload || now.variant != fault->variant,
                "It runs already, without the fault.");
}

std::string fault_option(const Frame& frame, const char* rest) {
  const FaultOffer* const fault = open_fault(frame);
  return "livewarp fault " + (fault && !open_question(frame) ? fault->name : "NAME") + rest;
}

/// In the quiz the answer that is marked, else the fault that is looked at.
void step(Frame& frame, int by) {
  show_tab(frame, ids::faults_tab);
  State::Faults& state = frame.state.faults;
  if (const FaultQuestion* const question = open_question(frame)) {
    const auto count = int(question->choices.size());
    state.cursor = std::size_t((int(state.cursor) + by + count) % count);
    return;
  }
  const std::vector<FaultOffer>& offers = frame.model.faults->offers;
  const auto count = int(offers.size());
  const int now = int(open_fault(frame) - offers.data());
  state.name = offers[std::size_t((now + by + count) % count)].name;
}

void plant_or_answer(Frame& frame, int) {
  show_tab(frame, ids::faults_tab);
  if (open_question(frame))
    answer_question(frame);
  else
    switch_fault(frame);
}

void switch_quiz(Frame& frame, int) {
  show_tab(frame, ids::faults_tab);
  State::Faults& state = frame.state.faults;
  state.quiz = !state.quiz;
  if (!state.quiz) return;
  state.answer.reset();
  state.question = state.cursor = 0;
  state.asked = state.right = 0;
  state.diff = false;
}

}  // namespace

// clang-format off
std::vector<Action> fault_actions() {
  return {
    {.id = ids::step_fault, .label = "Next fault, or answer; with Shift the one before",
     .chords = {{ImGuiKey_C, +1}, {ImGuiKey_C | ImGuiMod_Shift, -1}}, .line = {HelpGroup::running},
     .reason = faults_hindrance, .run = step},
    {.id = ids::switch_fault, .label = "Plant the fault, or take it back",
     .help = "Plants the fault into its kernel, compiles that for the emulator and checks it, in a "
             "process of its own; the live run goes on without it. In the quiz it answers.",
     .option = [](const Frame& frame) {
       return fault_option(frame, is_planted(frame) ? " --mended" : ""); },
     .shown_key = "Enter", .reason = no_switch,
     .run = plant_or_answer},
    {.id = ids::fault_diff, .label = "What the fault changes",
     .help = "The sound kernel and the faulty one, line by line.",
     .option = [](const Frame& frame) { return fault_option(frame, ""); }, .reason = no_diff,
     .chosen = [](const Frame& frame) { return frame.state.faults.diff; },
     .run = [](Frame& frame, int) {
       show_tab(frame, ids::faults_tab);
       frame.state.faults.diff = !frame.state.faults.diff; }},
    {.id = ids::fault_variant, .label = "Run the fault's variant, without the fault",
     .help = "The live run goes over to the workload and the variant whose kernel is shown, as the "
             "project has it.",
     .option = [](const Frame& frame) {
       const FaultOffer* const fault = open_fault(frame);
       return fault ? "livewarp " + fault->workload + " --variant " + fault->variant
                    : std::string("livewarp"); },
     .reason = no_variant,
     .run = [](Frame& frame, int) { frame.result.run_fault = open_fault(frame)->name; },
     .changes_run = true},
    {.id = ids::fault_quiz, .label = "Quiz: which fault is it?", .chords = {{ImGuiKey_U}},
     .line = {HelpGroup::running},
     .help = "Shows kernels with a fault, and asks which one it is: C moves the mark, Enter answers "
             "and goes on, U ends it.",
     .option = "livewarp fault 1 --quiz", .reason = faults_hindrance,
     .chosen = [](const Frame& frame) { return frame.state.faults.quiz; }, .run = switch_quiz},
  };
}
// clang-format on

}  // namespace livewarp::ui
