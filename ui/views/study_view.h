#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/core/measure/verification.h"
#include "kernels/core/model/choice.h"
#include "kernels/core/model/param.h"

namespace livewarp::ui {

/// A variant that cannot run here and is studied beside the one that does.
struct StudyView {
  Choice choice;                        ///< its own launch and memory mode, the problem of the run
  std::vector<Param> axes;              ///< with what the problem refuses filled in
  std::vector<Option> memory_modes;     ///< id = name_of(mode), reason when impossible
  std::string emulator_reason;          ///< why the emulator cannot verify it; empty: it can
  bool verifying = false;               ///< the emulator is at it
  std::optional<CheckResult> emulated;  ///< what it found of this very setting; never a time
};

}  // namespace livewarp::ui
