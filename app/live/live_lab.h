#pragma once

#include <optional>
#include <string>

#include "app/session/session.h"
#include "ui/model/model.h"

namespace livewarp {

/// The transfer lab of the window: which experiments there are, which one runs, and what each has
/// found.
class LiveLab {
 public:
  /// `device`: the GPU that computes.
  explicit LiveLab(int device) : device_(device) {}

  /// What the user asked for in this frame; empty: the tab is not shown.
  void want(std::optional<ui::LabRequest> request) { request_ = std::move(request); }
  /// Begins what was asked for last, while the run rests. What is wrong with it becomes a notice.
  void begin(Session& session);
  /// Writes the lab into what panels read, once its tab has been shown.
  void describe(const Session& session, ui::Model& model);

 private:
  int device_;
  std::optional<ui::LabRequest> request_;
  ui::LabView view_;
};

}  // namespace livewarp
