#pragma once

#include <string>

#include "ui/frame/frame.h"

/// Which fault the tab Faults is about, and what may be told of it.
namespace livewarp::ui {

/// Null: there are none.
const FaultOffer* open_fault(const Frame& frame);
/// Of the quiz; null: it does not run.
const FaultQuestion* open_question(const Frame& frame);
/// The quiz runs, and this question waits for its answer: nothing gives the fault away.
bool is_secret(const Frame& frame);
/// Whether it stands in the kernel that is shown.
bool is_planted(const Frame& frame);
/// Whether anybody asked what finds it.
bool is_tried(const Frame& frame);
/// Of the kernel as it is shown; null: nothing is known yet, or it is a secret.
const FaultVerdict* open_verdict(const Frame& frame);
/// Its kernel; null: it is not known yet.
const FaultSource* open_source(const Frame& frame);

/// Shows that fault; the quiz ends.
void look_at_fault(Frame& frame, const std::string& name);
/// Plants it, or takes it back.
void switch_fault(Frame& frame);
/// The answer that is marked, or the next question.
void answer_question(Frame& frame);

}  // namespace livewarp::ui
