#pragma once

#include <string>

#include "kernels/core/base/time_span.h"
#include "kernels/core/exec/exec.h"

namespace livewarp {

/// "copy in", "kernel", "copy out", "publish".
const char* words_of(Stage stage);

/// When commands of one stage ran on a device without a pause, in ms of the steady clock. Of the
/// kernels' stage each launch has its own, unless others run beside it, and so has what is between
/// launches.
struct StageSpan {
  Stage stage = Stage::kernel;
  std::string name;  ///< of the kernel or library, without template arguments; else of the stage
  TimeSpan span;
  double clock_uncertainty = 0;  ///< of both ends
};

}  // namespace livewarp
