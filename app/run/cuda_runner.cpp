#include <algorithm>
#include <chrono>
#include <deque>
#include <utility>

#include "app/run/runner.h"
#include "app/run/slices.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/milliseconds.h"
#include "kernels/core/exec/executors.h"

namespace livewarp {
namespace {

/// While it lives, commands go to the device at once.
class AtOnce {
 public:
  explicit AtOnce(CudaExec& exec) : exec_(exec) { exec_.set_queued(false); }
  ~AtOnce() { exec_.set_queued(true); }
  AtOnce(const AtOnce&) = delete;
  AtOnce& operator=(const AtOnce&) = delete;

 private:
  CudaExec& exec_;
};

/// Share of the time for steps in which a frame may enqueue them: short ones take the host as long
/// as the GPU, and it collects them too.
constexpr double most_enqueuing = 0.4;

/// Launches that a step in parts has in the stream: so many are shorter than any frame.
constexpr int most_ahead = 64;

/// How many steps of so many milliseconds are timed together. Two events are some microseconds
/// apart though nothing lies between them, and more where the stream has run dry.
int steps_together(double step_ms) {
  constexpr double short_ms = 0.1, sample_ms = 0.3;
  return step_ms > 0 && step_ms < short_ms ? int(sample_ms / std::max(step_ms, 0.002)) : 1;
}

class CudaRunner final : public Runner {
 public:
  CudaRunner(std::unique_ptr<Simulation> simulation, double predicted_ms,
             std::unique_ptr<CudaExec> exec)
      : simulation_(std::move(simulation)), exec_(std::move(exec)), predicted_ms_(predicted_ms) {
    exec_->set_queued(true);
  }

  ~CudaRunner() override { drain(); }

  Executor executor() const override { return Executor::cuda; }

  RunStatus collect() override {
    try {
      take_results();
    } catch (const std::exception& problem) {
      error_ = problem.what();
    }
    RunStatus status = std::exchange(ended_, {});
    status.predicted_ms = predicted_ms_;
    status.running_ms = under_way_ > 0 ? age_ms() : 0;
    status.under_way = under_way_;
    status.error = error_;
    return status;
  }

  void start(int allowance, double budget_ms) override {
    if (!error_.empty() || held_) return;
    try {
      if (abandoned_ && exec_->in_flight() > 0) return;
      if (abandoned_) drain();
      take_results();  // a step that ended while the frame was drawn makes room for the next
      paint_strokes();
      top_up(allowance, budget_ms);
    } catch (const std::exception& problem) {
      error_ = problem.what();
    }
  }

  bool computing() override {
    try {
      return under_way_ > 0 && error_.empty() && exec_->in_flight() > 0;
    } catch (const std::exception& problem) {
      error_ = problem.what();
      return false;
    }
  }

  bool busy() override {
    return under_way_ > 0 || single_steps_ > 0 || partly_issued_ || readouts_enqueued_ ||
           !strokes_.empty() || !ended_.finished.empty() || ended_.untimed > 0 || !error_.empty();
  }

  std::int64_t changes() override { return commits_; }

  void single_step() override { ++single_steps_; }

  bool publish(DisplayTarget& target, bool always) override {
    // While a step is issued in parts there is nothing new to show, and its waiting commands must
    // not be overtaken.
    if (!error_.empty() || exec_->waiting() > 0) return false;
    if (!always && published_ == commits_) return false;
    const PicturePlace place = target.begin(simulation_->picture(), exec_->stream());
    {
      const AtOnce at_once(*exec_);
      simulation_->publish(place, *exec_);
    }
    target.end(exec_->stream());
    published_ = commits_;
    return true;
  }

  void paint(const Stroke& stroke) override { strokes_.push_back(stroke); }

  void look(const Viewport& viewport) override {
    if (viewport == viewport_) return;
    viewport_ = viewport;
    simulation_->look(viewport);
    published_ = 0;
  }

  void edit(const std::function<double(Simulation&)>& change) override {
    error_.clear();
    drain();
    // Before anything is forgotten: what is refused changes nothing.
    predicted_ms_ = change(*simulation_);
    recent_.clear();
    ++commits_;
  }

  void hold(bool held) override {
    if (held) abandon();
    held_ = held;
  }

  bool edit_waits() override {
    try {
      return slice_count(predicted_ms_) > 1 && exec_->in_flight() > 0;
    } catch (const std::exception& problem) {
      error_ = problem.what();
      return false;
    }
  }

  void restyle(const Values& view) override {
    simulation_->restyle(view);
    ++commits_;
  }

  HostState snapshot() override {
    try {
      return simulation_->snapshot();
    } catch (const std::exception& problem) {
      error_ = problem.what();
      throw;
    }
  }

  bool enqueue_readouts() override {
    // Waiting commands of a step must not be overtaken.
    if (!error_.empty() || exec_->waiting() > 0 || readouts_enqueued_) return true;
    try {
      const AtOnce at_once(*exec_);
      readouts_enqueued_ = simulation_->enqueue_readouts(*exec_);
      readouts_of_ = commits_;
      if (readouts_enqueued_) exec_->set_mark();
    } catch (const std::exception& problem) {
      error_ = problem.what();
      return true;
    }
    return readouts_enqueued_;
  }
  std::optional<DeviceReadouts> finished_readouts() override {
    if (!readouts_enqueued_ || !error_.empty() || !passed_mark()) return {};
    readouts_enqueued_ = false;
    return DeviceReadouts{simulation_->device_readouts(), readouts_of_};
  }

  void note_steps(SpanLog& log, const std::string& name) override {
    log_ = &log;
    name_ = name;
    exec_->call_steps(name);
  }

  void read(const std::function<void(const Simulation&)>& use) override { use(*simulation_); }

 private:
  /// Forgets the steps under way: what the device has of them computes for nobody.
  void abandon() {
    exec_->drop_waiting();
    ended_ = {};
    timed_.clear();
    under_way_ = 0;
    partly_issued_ = false;
    abandoned_ = true;
  }

  /// The same, and waits for the device.
  void drain() {
    abandon();
    try {
      exec_->synchronize();
      exec_->collect();
      exec_->collect_publish();
    } catch (const std::exception& problem) {
      error_ = problem.what();
    }
    readouts_enqueued_ = false;
    abandoned_ = false;
  }

  bool passed_mark() {
    try {
      return exec_->passed_mark();
    } catch (const std::exception& problem) {
      error_ = problem.what();
      return false;
    }
  }

  /// Keeps what ended for the next to collect.
  void take_results() {
    const bool noted = log_ && log_->wanted();
    exec_->keep_spans(noted);
    const std::vector<StepTime> steps = exec_->collect();
    const std::vector<double> pictures = exec_->collect_publish();
    for (const StepTime& each : steps) {
      if (timed_.empty()) break;
      const Timed timed = timed_.front();
      timed_.pop_front();
      if (noted) log_->add({Track::stream, name_of(timed), each.span, each.clock_uncertainty});
      StepTime step = each.over(timed.steps);
      step.steps = timed.steps;
      step.slices = timed.slices;
      under_way_ -= timed.steps;
      if (timed.lead_in) {
        ended_.untimed += timed.steps;
      } else if (fills_slices(step, timed.slices)) {
        ended_.finished.push_back(step);
        recent_.add(step.total());
      } else {
        ++ended_.untimed;
        recent_.clear();
        predicted_ms_ = step.total();
      }
    }
    for (const StageSpan& stage : exec_->take_spans())
      if (noted)
        log_->add({Track::stream, stage.name, stage.span, stage.clock_uncertainty, stage.stage});
    ended_.publish_ms.insert(ended_.publish_ms.end(), pictures.begin(), pictures.end());
    if (recent_.size() > 0) predicted_ms_ = recent_.summary().median;
  }

  /// Between two steps: what was issued so far is the present state, and the stream keeps the
  /// order.
  void paint_strokes() {
    if (partly_issued_ || strokes_.empty()) return;
    {
      const AtOnce at_once(*exec_);
      for (const Stroke& stroke : strokes_) simulation_->paint(stroke, *exec_);
    }
    strokes_.clear();
    ++commits_;
  }

  void top_up(int allowance, double budget_ms) {
    if (partly_issued_) {
      pump_slices();
      commit_if_issued();
      return;
    }
    const bool single = allowance == 0 && single_steps_ > 0 && under_way_ == 0;
    if (single) {
      --single_steps_;
      allowance = 1;
    }
    if (allowance > 0 && !simulation_->primed()) {
      prime();
      if (partly_issued_) return;
    }
    const int together = steps_together(predicted_ms_);
    const double sample_ms = together * predicted_ms_;
    const int fit = sample_ms > 0 ? together * std::max(1, int(budget_ms / sample_ms)) : 1;
    int left = std::min(allowance, fit - under_way_);
    // What an idle device begins with waits for the host between its steps.
    if (together > 1 && left > together && under_way_ == 0) left -= start_steps(together, true);
    // Short steps take longer to enqueue than to compute: the frame is not kept for it.
    const auto begun = std::chrono::steady_clock::now();
    while (left > 0 && !partly_issued_) {
      left -= start_steps(std::min(left, together), false);
      if (ms_since(begun) >= most_enqueuing * budget_ms) break;
    }
  }

  /// Keeps launches in the stream from one frame to the next, and more of them where the device had
  /// done all before it was looked at for the first time.
  void pump_slices() {
    const int in_flight = exec_->in_flight();
    if (in_flight == 0 && !seen_busy_) launches_ahead_ = std::min(2 * launches_ahead_, most_ahead);
    seen_busy_ = in_flight >= launches_ahead_;
    if (in_flight < launches_ahead_) exec_->pump(launches_ahead_ - in_flight);
  }

  /// As long as a step, and issued in parts like one.
  void prime() {
    const bool split = set_slices();
    simulation_->prime(*exec_);
    issue(split);
  }

  /// Enqueues steps that are timed together, and returns how many.
  int start_steps(int count, bool lead_in) {
    const bool split = set_slices();
    if (under_way_ == 0) started_ = std::chrono::steady_clock::now();
    const bool held = count > 1;
    if (held) exec_->hold();
    exec_->begin_step();
    for (int k = 1; k < count; ++k) {
      simulation_->step(*exec_);
      simulation_->commit();  // the stream gets them all at once: nobody sees a state between
    }
    simulation_->step(*exec_);
    exec_->end_step();
    if (held) exec_->release();
    timed_.push_back({count, slice_count(predicted_ms_), lead_in});
    under_way_ += count;
    issue(split);
    return count;
  }

  /// Prepares the executor to split what comes, if it is predicted to hold the device for too long.
  bool set_slices() {
    const int slices = slice_count(predicted_ms_);
    exec_->set_slice_count(slices);
    return slices > 1;
  }

  void issue(bool split) {
    partly_issued_ = true;
    const double launch_ms = predicted_ms_ / double(std::max<std::size_t>(exec_->waiting(), 1));
    // One computes and one waits, so that the device does not wait for the next frame.
    launches_ahead_ = int(std::clamp(longest_launch_ms / launch_ms, 2.0, double{most_ahead}));
    seen_busy_ = false;
    exec_->pump(split ? launches_ahead_ : 1 << 20);
    commit_if_issued();
  }

  /// Once all of a step's commands are in the stream, whatever follows there sees its result.
  void commit_if_issued() {
    if (exec_->waiting() > 0) return;
    partly_issued_ = false;
    simulation_->commit();
    ++commits_;
  }

  /// Where the prediction was much too long, slices are too small to fill the GPU, and their sum is
  /// no time of the step. The next one is predicted by it, and cut as it should be.
  static bool fills_slices(const StepTime& step, int slices) {
    return slices == 1 || step.total() / slices >= longest_launch_ms / 4;
  }

  double age_ms() const { return ms_since(started_); }

  std::unique_ptr<Simulation> simulation_;
  std::unique_ptr<CudaExec> exec_;
  SampleRing recent_{16};
  double predicted_ms_ = 0;
  int single_steps_ = 0;
  int under_way_ = 0;  ///< timed steps begun and not collected
  bool partly_issued_ = false, held_ = false, abandoned_ = false, readouts_enqueued_ = false;
  std::int64_t commits_ = 1, published_ = 0;
  std::int64_t readouts_of_ = 0;  ///< the state of which it is taken
  std::chrono::steady_clock::time_point started_{};
  struct Timed {
    int steps, slices;
    bool lead_in;  ///< they do not count
  };
  std::string name_of(const Timed& timed) const {
    return timed.steps == 1 ? name_ : name_ + ", " + std::to_string(timed.steps) + " steps";
  }
  std::deque<Timed> timed_;  ///< what is under way and was not collected
  int launches_ahead_ = 1;   ///< that a step in parts has in the stream
  bool seen_busy_ = false;   ///< when that was looked at last, none had ended
  std::vector<Stroke> strokes_;
  Viewport viewport_;
  RunStatus ended_;  ///< steps and publishes that ended and were not collected
  std::string error_;
  SpanLog* log_ = nullptr;
  std::string name_ = "step";  ///< of a step, there
};

}  // namespace

std::unique_ptr<Runner> make_cuda_runner(std::unique_ptr<Simulation> simulation,
                                         double predicted_ms, std::unique_ptr<CudaExec> exec) {
  return std::make_unique<CudaRunner>(std::move(simulation), predicted_ms, std::move(exec));
}

}  // namespace livewarp
