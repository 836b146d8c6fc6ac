#pragma once

#include "kernels/core/base/time_span.h"
#include "kernels/core/exec/exec.h"

namespace livewarp {

/// "copy in", "kernel", "copy out", "publish".
const char* words_of(Stage stage);

/// When commands of one stage ran on a device without a pause, in ms of the steady clock.
struct StageSpan {
  Stage stage = Stage::kernel;
  TimeSpan span;
  double clock_uncertainty = 0;  ///< of both ends
};

}  // namespace livewarp
