#pragma once

#include <optional>
#include <string>

#include "app/session/session.h"
#include "ui/model/model.h"

namespace livewarp {

/// A, the pinned setting, and B, the running one, measured in turn until the difference is decided:
/// what `livewarp ab` does, in the window. The run rests meanwhile and goes on from where it was.
class AbComparison {
 public:
  /// Nothing happens where they cannot be compared: `describe` says why.
  void begin(Session& session, const std::optional<Choice>& a) const;
  /// Writes what was found, is being found, or keeps it from being found into what panels read.
  void describe(const Session& session, const std::optional<Choice>& a, ui::Model& model) const;
};

}  // namespace livewarp
