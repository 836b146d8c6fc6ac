#pragma once

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <deque>
  #include <optional>
  #include <string>
  #include <string_view>
  #include <utility>
  #include <vector>

  #include "kernels/core/exec/cuda/cuda_clock.h"
  #include "kernels/core/exec/cuda/cuda_event.h"
  #include "kernels/core/exec/exec.h"
  #include "kernels/core/exec/stage_span.h"
  #include "kernels/core/exec/step_time.h"
  #include "kernels/core/exec/tool_range.h"

namespace livewarp {

/// When commands of one stream began and ended, by events that are read late and never waited for.
///
/// A step is a row of marks; the time between two marks belongs to the stage that the first one
/// begins. A mark that begins none is a pause: nothing is counted until the step goes on, so a step
/// that is issued over several frames does not count the gaps between them. A publish pauses an
/// open step.
class CudaTimeline {
 public:
  explicit CudaTimeline(cudaStream_t stream) : stream_(stream) {}

  void begin_step();
  void end_step();
  /// What follows counts under `stage`.
  void stage(Stage stage);
  /// Around each command that runs on the device; `launch` names what a kernel's or a library's
  /// launch is, and is empty for other commands. While spans are kept each of them has marks of its
  /// own.
  void before_command(std::string_view launch = {});
  void after_command();
  /// Whether OpenGL draws on the same GPU: then what a kernel waits for it after a copy belongs to
  /// no stage. Without, the way from the copy to the kernel is part of the step.
  /// And then steps tell when they were, to be compared with drawings.
  void share_gpu(bool shared) {
    gpu_shared_ = shared;
    if (shared && !clock_) clock_.emplace();
  }
  /// Nothing more is issued for now.
  void pause();
  void end_publish();
  /// Forgets the step that was begun and not ended.
  void drop_step();

  /// Steps and publishes that have finished since the last call, oldest first.
  std::vector<StepTime> collect();
  std::vector<double> collect_publish();

  /// See `CudaExec`.
  void call_steps(const std::string& name) { name_ = name; }
  void keep_spans(bool keep) { keep_spans_ = keep; }
  std::vector<StageSpan> take_spans() { return std::exchange(spans_, {}); }

  CudaEventPool& pool() { return pool_; }

 private:
  struct Mark {
    CudaEvent event;
    std::optional<Stage> begins;
    std::string launch;
  };
  using Marks = std::vector<Mark>;
  struct Interval {
    CudaEvent begin, end;
  };

  void mark(std::optional<Stage> begins, std::string_view launch = {});
  void end_stage();
  void recycle(Marks& marks);
  StepTime time_of(const Marks& marks) const;
  void note_span(Stage stage, const std::string& launch, const CudaEvent& begin,
                 const CudaEvent& end);
  void note_spans(const Marks& marks);

  cudaStream_t stream_;
  CudaEventPool pool_{8};
  std::optional<Marks> step_;  ///< begun and not ended
  Stage stage_ = Stage::kernel;
  bool gpu_shared_ = false;
  std::optional<CudaClock> clock_;
  std::deque<Marks> ended_steps_;
  std::optional<Interval> publish_;
  std::deque<Interval> ended_publishes_;
  std::string name_ = "step";
  std::optional<ToolRange> in_step_, in_stage_;  ///< while the host issues them
  bool keep_spans_ = false;
  std::vector<StageSpan> spans_;
};

}  // namespace livewarp

#endif
