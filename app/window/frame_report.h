#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernels/core/measure/statistics.h"
#include "kernels/core/model/notice.h"
#include "kernels/core/telemetry/gpu_conditions.h"
#include "ui/views/served_view.h"

namespace livewarp {

/// What a run of the window writes with --report. Times in ms.
struct FrameReport {
  std::string window, gl_renderer, display_path, path_reason;
  std::string workload, variant, memory, command_line;
  bool verified = false;
  double error = 0;            ///< of the verification
  std::vector<double> frames;  ///< whole frames, all of them but the first second's
  Summary frame;               ///< the last ones, as the panel shows them
  Summary publish, map, unmap, upload, draw, ui;
  Summary step, kernel, copies;  ///< of a verified variant
  std::int64_t steps = 0;
  int steps_together = 1;        ///< whose mean a sample is
  int steps_beside_drawing = 0;  ///< of those timed lately: they shared the GPU, and are no samples
  double clocks_uncertainty_ms = 0;
  int gl_errors = 0;
  std::string first_gl_error, cuda_error;  ///< empty: none
  std::vector<Notice> notices;             ///< that the user was told
  double seconds = 0;
  std::optional<ui::ServedView> served;  ///< where it was seen in browsers
  GpuConditions gpu;                     ///< its shares are those of the steps
};

/// The report as JSON text.
std::string to_json(const FrameReport& report);

}  // namespace livewarp
