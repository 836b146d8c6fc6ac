#include "kernels/core/exec/cuda/cuda_timeline.h"

#include "kernels/core/exec/cuda/cuda_empty_kernel.h"

namespace livewarp {

void CudaTimeline::begin_step() {
  end_publish();
  drop_step();
  step_.emplace();
  stage_ = Stage::kernel;
}

void CudaTimeline::end_step() {
  end_publish();
  if (!step_) return;
  pause();
  ended_steps_.push_back(std::move(*step_));
  step_.reset();
}

void CudaTimeline::stage(Stage stage) {
  if (stage == Stage::publish) {
    end_publish();
    pause();
    // The step may have ended with a copy, and OpenGL have drawn since: that the GPU turns to
    // kernels again is not the picture's time.
    run_empty_kernel(stream_);
    in_stage_.emplace(words_of(Stage::publish));
    publish_.emplace(Interval{pool_.take(), pool_.take()});
    publish_->begin.record(stream_);
    publish_->end.record(stream_);
    return;
  }
  end_publish();
  stage_ = stage;
}

void CudaTimeline::before_command(std::string_view launch) {
  // The mark is made here and not in stage(), so that an empty stage costs no event.
  if (publish_ || !step_) return;
  const std::string_view own = keep_spans_ ? launch.substr(0, launch.find('<')) : "";
  if (!step_->empty() && step_->back().begins == stage_) {
    if (!own.empty() || !step_->back().launch.empty()) mark(stage_, own);
    return;
  }
  if (gpu_shared_ && stage_ == Stage::kernel && !step_->empty()) {
    end_stage();  // the copies end here, by the copy engine's clock
    run_empty_kernel(stream_);
  }
  mark(stage_, own);
}

void CudaTimeline::after_command() {
  // A publish ends with its last command, which only the next other command shows.
  if (publish_) publish_->end.record(stream_);
}

void CudaTimeline::pause() {
  end_stage();
  in_step_.reset();
}

void CudaTimeline::end_stage() {
  if (step_ && !step_->empty() && step_->back().begins) mark({});
}

void CudaTimeline::end_publish() {
  if (!publish_) return;
  ended_publishes_.push_back(std::move(*publish_));
  publish_.reset();
  in_stage_.reset();
}

void CudaTimeline::drop_step() {
  if (step_) recycle(*step_);
  step_.reset();
  if (!publish_) in_stage_.reset();
  in_step_.reset();
}

std::vector<StepTime> CudaTimeline::collect() {
  std::vector<StepTime> times;
  if (clock_) clock_->keep();
  while (!ended_steps_.empty()) {
    Marks& marks = ended_steps_.front();
    if (!marks.empty() && !marks.back().event.done()) break;
    times.push_back(time_of(marks));
    note_spans(marks);
    recycle(marks);
    ended_steps_.pop_front();
  }
  return times;
}

std::vector<double> CudaTimeline::collect_publish() {
  std::vector<double> times;
  while (!ended_publishes_.empty()) {
    Interval& interval = ended_publishes_.front();
    if (!interval.end.done()) break;
    times.push_back(interval.end.since(interval.begin));
    note_span(Stage::publish, {}, interval.begin, interval.end);
    pool_.give(std::move(interval.begin));
    pool_.give(std::move(interval.end));
    ended_publishes_.pop_front();
  }
  return times;
}

void CudaTimeline::mark(std::optional<Stage> begins, std::string_view launch) {
  in_stage_.reset();
  if (begins) {
    if (!in_step_) in_step_.emplace(name_);
    in_stage_.emplace(words_of(*begins));
  }
  CudaEvent event = pool_.take();
  event.record(stream_);
  step_->push_back({std::move(event), begins, std::string(launch)});
}

void CudaTimeline::recycle(Marks& marks) {
  for (Mark& mark : marks) pool_.give(std::move(mark.event));
  marks.clear();
}

void CudaTimeline::note_span(Stage stage, const std::string& launch, const CudaEvent& begin,
                             const CudaEvent& end) {
  if (!keep_spans_ || !clock_) return;
  spans_.push_back({stage,
                    launch.empty() ? words_of(stage) : launch,
                    {clock_->steady_ms(begin), clock_->steady_ms(end)},
                    clock_->uncertainty_ms()});
}

void CudaTimeline::note_spans(const Marks& marks) {
  for (std::size_t i = 0; i + 1 < marks.size(); ++i)
    if (marks[i].begins)
      note_span(*marks[i].begins, marks[i].launch, marks[i].event, marks[i + 1].event);
}

StepTime CudaTimeline::time_of(const Marks& marks) const {
  StepTime time;
  if (clock_ && marks.size() > 1) {
    time.span = {clock_->steady_ms(marks.front().event), clock_->steady_ms(marks.back().event)};
    time.clock_uncertainty = clock_->uncertainty_ms();
  }
  for (std::size_t i = 0; i + 1 < marks.size(); ++i) {
    if (!marks[i].begins) continue;
    const double milliseconds = marks[i + 1].event.since(marks[i].event);
    switch (*marks[i].begins) {
    case Stage::upload: time.upload += milliseconds; break;
    case Stage::kernel: time.kernel += milliseconds; break;
    case Stage::download: time.download += milliseconds; break;
    case Stage::publish: break;  // never a step's mark
    }
  }
  return time;
}

}  // namespace livewarp
