#pragma once

namespace livewarp {

/// Milliseconds of one step by stage.
struct StepTime {
  double upload = 0, kernel = 0, download = 0;
  double total() const { return upload + kernel + download; }
  StepTime over(int count) const { return {upload / count, kernel / count, download / count}; }
};

}  // namespace livewarp
