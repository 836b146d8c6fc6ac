#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include "app/base/platform.h"
#include "app/run/runner.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/milliseconds.h"
#include "kernels/core/exec/tool_range.h"

namespace livewarp {
namespace {

using SteadyClock = std::chrono::steady_clock;

class CpuRunner final : public Runner {
 public:
  CpuRunner(std::unique_ptr<Simulation> simulation, Executor executor, Predictor predictor,
            ExecMaker make_exec)
      : simulation_(std::move(simulation)), executor_(executor), predictor_(std::move(predictor)),
        make_exec_(std::move(make_exec)), publish_exec_(make_exec_(executor, {})),
        worker_([this](std::stop_token quit) { work(quit); }) {}

  ~CpuRunner() override {
    worker_.request_stop();
    {
      std::lock_guard lock(control_);
      step_stop_.request_stop();
    }
    wake_.notify_all();
  }

  Executor executor() const override { return executor_; }

  RunStatus collect() override {
    RunStatus status;
    std::lock_guard lock(control_);
    status.finished = std::exchange(finished_, {});
    status.publish_ms = std::exchange(publish_ms_, {});
    status.predicted_ms = predicted_ms_;
    status.running_ms = busy_ ? ms_since(step_start_) : 0;
    status.error = error_;
    return status;
  }

  void start(int allowance, double) override {
    std::lock_guard lock(control_);
    allowance_ = error_.empty() ? allowance : 0;
    wake_.notify_all();
  }

  bool busy() override {
    std::lock_guard lock(control_);
    return busy_ || single_steps_ > 0 || !strokes_.empty() || !finished_.empty() || !error_.empty();
  }

  std::int64_t changes() override {
    std::lock_guard lock(state_);
    return commits_;
  }

  void single_step() override {
    std::lock_guard lock(control_);
    ++single_steps_;
    wake_.notify_all();
  }

  bool publish(DisplayTarget& target, bool always) override {
    const auto start = SteadyClock::now();
    {
      std::lock_guard lock(state_);
      if (!always && published_ == commits_) return false;
      const PicturePlace place = target.begin(simulation_->picture(), nullptr);
      simulation_->publish(place, *publish_exec_);
      target.end(nullptr);
      published_ = commits_;
    }
    std::lock_guard lock(control_);
    publish_ms_.push_back(ms_since(start));
    return true;
  }

  void paint(const Stroke& stroke) override {
    std::lock_guard lock(control_);
    strokes_.push_back(stroke);
    wake_.notify_all();
  }

  void look(const Viewport& viewport) override {
    if (viewport == viewport_) return;
    viewport_ = viewport;
    std::lock_guard lock(state_);
    simulation_->look(viewport);
    published_ = 0;
  }

  void edit(const std::function<double(Simulation&)>& change) override {
    halt();
    Resume resume{*this};  // also when the change throws
    std::lock_guard lock(state_);
    resume.predicted_ms = change(*simulation_);
    ++commits_;
  }

  void hold(bool held) override {
    if (!held) {
      std::lock_guard lock(control_);
      held_ = false;
      wake_.notify_all();
      return;
    }
    halt();
    Resume resume{*this};
    std::lock_guard lock(control_);
    resume.predicted_ms = predicted_ms_;
    held_ = true;
  }

  void restyle(const Values& view) override {
    std::lock_guard lock(state_);
    simulation_->restyle(view);
    ++commits_;
  }

  HostState snapshot() override {
    std::lock_guard lock(state_);
    return simulation_->snapshot();
  }

  void note_steps(SpanLog& log, const std::string& name) override {
    std::lock_guard lock(control_);
    log_ = &log;
    name_ = name;
  }

  void read(const std::function<void(const Simulation&)>& use) override {
    std::lock_guard lock(state_);
    use(*simulation_);
  }

 private:
  /// Ends the step under way; none begins before `Resume`.
  void halt() {
    std::unique_lock lock(control_);
    halted_ = true;
    step_stop_.request_stop();
    idle_.wait(lock, [this] { return !busy_; });
  }

  /// Lets a halted worker go on; what was known about the old setting is known no more, and what
  /// the last frame allowed was allowed to it.
  struct Resume {
    CpuRunner& runner;
    double predicted_ms = 0;
    ~Resume() {
      std::lock_guard lock(runner.control_);
      runner.step_stop_ = std::stop_source();
      runner.halted_ = false;
      runner.allowance_ = 0;
      runner.predicted_ms_ = predicted_ms;
      runner.finished_.clear();
      runner.error_.clear();
      runner.wake_.notify_all();
    }
  };

  void work(std::stop_token quit) {
    lower_thread_priority();
    while (true) {
      std::stop_token stop;
      bool predict = false, step = false;
      std::vector<Stroke> strokes;
      {
        std::unique_lock lock(control_);
        wake_.wait(lock, [&] {
          return quit.stop_requested() ||
                 (!halted_ && !held_ && (allowance_ + single_steps_ > 0 || !strokes_.empty()));
        });
        if (quit.stop_requested()) return;
        strokes = std::exchange(strokes_, {});
        step = allowance_ + single_steps_ > 0;
        if (step) --(allowance_ > 0 ? allowance_ : single_steps_);
        busy_ = true;
        step_start_ = SteadyClock::now();
        stop = step_stop_.get_token();
        predict = step && predicted_ms_ == 0;
      }
      std::string error;
      try {
        paint_strokes(strokes);
        if (predict) predict_step(stop);
        if (step) one_step(stop);
      } catch (const Cancelled&) {
        // The next state is garbage now, the present one is sound.
      } catch (const std::exception& problem) {
        error = problem.what();
      }
      std::lock_guard lock(control_);
      if (!error.empty()) {
        error_ = error;  // until the frame has seen it nothing more is tried
        allowance_ = single_steps_ = 0;
      }
      busy_ = false;
      idle_.notify_all();
    }
  }

  void paint_strokes(const std::vector<Stroke>& strokes) {
    if (strokes.empty()) return;
    std::lock_guard lock(state_);
    for (const Stroke& stroke : strokes) simulation_->paint(stroke, *publish_exec_);
    ++commits_;
  }

  void predict_step(std::stop_token stop) {
    const double predicted = predictor_ ? predictor_(stop) : 0;
    std::lock_guard lock(control_);
    predicted_ms_ = predicted;
    step_start_ = SteadyClock::now();
  }

  void one_step(std::stop_token stop) {
    // The threads that an executor holds ready are kept from step to step.
    if (!exec_ || exec_stop_ != stop) {
      exec_ = make_exec_(executor_, stop);
      exec_stop_ = stop;
    }
    if (!simulation_->primed()) {
      simulation_->prime(*exec_);
      std::lock_guard lock(state_);
      simulation_->commit();
      ++commits_;
    }
    const double kernel_ms = timed_step();
    {
      std::lock_guard lock(state_);
      simulation_->commit();
      ++commits_;
    }
    std::lock_guard lock(control_);
    finished_.push_back({0, kernel_ms, 0});
    predicted_ms_ = kernel_ms;
  }

  /// Milliseconds that it took.
  double timed_step() {
    SpanLog* log = nullptr;
    std::string name;
    {
      std::lock_guard lock(control_);
      log = log_;
      name = name_;
    }
    const ToolRange range(name);
    const Noting noting(log, Track::worker, std::move(name));
    const auto start = SteadyClock::now();
    simulation_->step(*exec_);
    return ms_since(start);
  }

  std::unique_ptr<Simulation> simulation_;
  Executor executor_;
  Predictor predictor_;
  ExecMaker make_exec_;
  std::unique_ptr<Exec> publish_exec_;
  std::unique_ptr<Exec> exec_;  ///< of the steps; the worker's
  std::stop_token exec_stop_;   ///< that it looks at

  std::mutex state_;  ///< held while the present state is read or replaced
  std::int64_t commits_ = 1, published_ = 0;

  std::mutex control_;
  std::condition_variable wake_, idle_;
  std::stop_source step_stop_;
  std::vector<Stroke> strokes_;
  Viewport viewport_;    ///< of the thread that draws
  bool halted_ = false;  ///< while the simulation is edited
  bool held_ = false, busy_ = false;
  int allowance_ = 0, single_steps_ = 0;
  double predicted_ms_ = 0;
  SteadyClock::time_point step_start_{};
  std::vector<StepTime> finished_;
  std::vector<double> publish_ms_;
  std::string error_;
  SpanLog* log_ = nullptr;
  std::string name_ = "step";  ///< of a step, there

  std::jthread worker_;  ///< last: it starts when all else stands
};

}  // namespace

std::unique_ptr<Runner> make_cpu_runner(std::unique_ptr<Simulation> simulation, Executor executor,
                                        Predictor predictor, ExecMaker make_exec) {
  return std::make_unique<CpuRunner>(std::move(simulation), executor, std::move(predictor),
                                     std::move(make_exec));
}

}  // namespace livewarp
