#pragma once

#include <string>

#include "ui/faults/open_fault.h"
#include "ui/frame/frame.h"

namespace livewarp::ui {

/// Explain: faults that kernels have, planted, found and taken back; and a quiz about them.
void faults_tab(Frame& frame, const Box& box);
/// Why there is nothing to show; empty if there is.
std::string faults_hindrance(const Frame& frame);
/// What Enter does: plants or mends, answers or goes on.
const char* proposed_fault(const Frame& frame);

/// The faults, or the answers of the quiz, one below another (panel_fault_list.cpp).
void fault_list(Frame& frame, const Box& box);
/// What is seen, who finds it, how it is mended (panel_fault_findings.cpp).
void fault_findings(Frame& frame, const Box& box);

}  // namespace livewarp::ui
