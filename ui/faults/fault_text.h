#pragma once

#include <memory>

#include "ui/edit/code_editor.h"
#include "ui/views/fault_view.h"

namespace livewarp::ui {

/// The kernel as the tab Faults shows it.
struct FaultText {
  CodeEditor editor;
  TextDifference difference;
  SharedText shown;                      ///< which text it is
  const FaultVerdict* marked = nullptr;  ///< whose lines are marked
  bool secret = false;                   ///< and whether any may be
};

}  // namespace livewarp::ui
