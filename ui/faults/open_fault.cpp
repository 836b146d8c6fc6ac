#include "ui/faults/open_fault.h"

#include <algorithm>

#include "ui/frame/analysis_tabs.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

const FaultQuestion* open_question(const Frame& frame) {
  const FaultsView* const view = frame.model.faults;
  const State::Faults& state = frame.state.faults;
  if (!view || !state.quiz || view->questions.empty()) return nullptr;
  return &view->questions[state.question % view->questions.size()];
}

const FaultOffer* open_fault(const Frame& frame) {
  const FaultsView* const view = frame.model.faults;
  if (!view || view->offers.empty()) return nullptr;
  if (const FaultQuestion* const question = open_question(frame))
    return &view->offers.at(question->fault);
  const auto found = std::ranges::find(view->offers, frame.state.faults.name, &FaultOffer::name);
  return found == view->offers.end() ? &view->offers.front() : &*found;
}

bool is_secret(const Frame& frame) { return open_question(frame) && !frame.state.faults.answer; }

bool is_tried(const Frame& frame) {
  const FaultOffer* const fault = open_fault(frame);
  return fault && (frame.state.faults.quiz || frame.state.faults.planted.contains(fault->name));
}

bool is_planted(const Frame& frame) {
  const FaultOffer* const fault = open_fault(frame);
  if (!fault) return false;
  if (frame.state.faults.quiz) return true;
  const auto found = frame.state.faults.planted.find(fault->name);
  return found != frame.state.faults.planted.end() && found->second;
}

const FaultVerdict* open_verdict(const Frame& frame) {
  const FaultOffer* const fault = open_fault(frame);
  if (!fault || is_secret(frame) || !is_tried(frame)) return nullptr;
  const auto found = frame.model.faults->verdicts.find({fault->name, is_planted(frame)});
  return found == frame.model.faults->verdicts.end() ? nullptr : found->second.get();
}

const FaultSource* open_source(const Frame& frame) {
  const FaultOffer* const fault = open_fault(frame);
  const FaultSource* const source = fault ? frame.model.faults->source.get() : nullptr;
  return source && source->name == fault->name ? source : nullptr;
}

void look_at_fault(Frame& frame, const std::string& name) {
  frame.state.faults.quiz = false;
  frame.state.faults.name = name;
  show_tab(frame, ids::faults_tab);
}

void switch_fault(Frame& frame) {
  const FaultOffer* const fault = open_fault(frame);
  if (!fault) return;
  const bool planted = is_planted(frame);
  frame.state.faults.planted[fault->name] = !planted;
}

void answer_question(Frame& frame) {
  State::Faults& state = frame.state.faults;
  const FaultQuestion* const question = open_question(frame);
  if (!question) return;
  if (state.answer) {
    state.answer.reset();
    state.question = (state.question + 1) % frame.model.faults->questions.size();
    state.cursor = 0;
    return;
  }
  state.answer = question->choices.at(std::min(state.cursor, question->choices.size() - 1));
  ++state.asked;
  if (*state.answer == question->fault) ++state.right;
}

}  // namespace livewarp::ui
