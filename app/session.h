#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/bench_job.h"
#include "app/checker.h"
#include "app/fit.h"
#include "app/launch_recorder.h"
#include "app/meters.h"
#include "app/notices.h"
#include "app/paced.h"
#include "app/predict.h"
#include "app/preparer.h"
#include "app/records.h"
#include "app/runner.h"
#include "kernels/core/series.h"
#include "kernels/core/verification.h"
#include "kernels/registry.h"
#include "ui/choices.h"

namespace livewarp {

/// What was found out about the state of a run.
struct Findings {
  std::vector<Readout> readouts;
  SeriesRecorder series;  ///< of those that are worth a plot, since the start of the run
  std::optional<double> first_conserved;  ///< from which the drift is counted
};

/// A run as it stands.
struct Standing {
  Choice choice;
  HostState state;
  Findings found;
};

/// The live run: holds the present choice and makes the machine do it. A change rebuilds the least; a
/// change that cannot be made leaves everything as it was and becomes a notice. Where a run must be
/// made anew, it is prepared beside the frames while the old one rests: `choice` is the new one already,
/// without a number; if it fails or is cancelled, the old run goes on. Knows no window.
class Session final : public Paced {
 public:
  /// `start` must be complete (see `checked_choice`). Throws `Error` if it cannot run. With `simt`
  /// CUDA rows are executed from their source on the host: for tests; no time is shown for them.
  Session(const Registry& registry, const Machine& machine, Choice start,
          Executor cuda_rows = Executor::cuda);
  ~Session();
  /// Workloads that are gone to for the first time start with what `fitter` makes of them; `start` is what it said of
  /// the first one. Without it they start as `first_choice` says.
  void use_fitter(Fitter fitter, Fitted start);

  // -- what a person does ---------------------------------------------------------------------------
  void apply(Choice wanted);
  void single_step();  ///< one step while paused; of a run that is being prepared once it is there
  void reset();        ///< the initial state again
  Standing standing() const;
  /// The run goes on from there, whatever has run since.
  void go_back(Standing to);
  void paint(const Stroke& stroke);
  void look(const Viewport& viewport);  ///< the part of a field that is shown
  /// Measures rows of the running backend: all that can run, or the named one. With all of them goes
  /// `also`, a setting of the present problem that the table does not list.
  void measure(const std::optional<std::string>& variant, const std::optional<Choice>& also = {});
  /// Measures settings of the running workload, at whatever problem.
  void measure(const std::vector<Choice>& settings);
  /// Ends a job that measures, and a run that is being prepared.
  void cancel_job();
  /// What measuring all rows of the running backend takes, with `also` as in `measure`, roughly and at most.
  double measure_all_seconds(const std::optional<Choice>& also = {}) const;

  // -- once a frame ---------------------------------------------------------------------------------
  /// Takes what has ended: steps, checks, readouts, jobs.
  void collect();
  bool publish(DisplayTarget& target, bool always);
  bool on_gpu() const override { return executor_ == Executor::cuda; }
  void start_steps(double budget_ms) override;
  bool computing() override;
  void forget_publish_times();  ///< pictures take another way from now on
  /// While a job measures: null otherwise. The frame asks it for its turn to draw.
  BenchJob* job() { return job_.get(); }
  /// While the chosen run is being made.
  bool preparing() const { return preparing_.has_value(); }

  // -- what is so -----------------------------------------------------------------------------------
  const Registry& registry() const { return registry_; }
  const Machine& machine() const { return machine_; }
  const Workload& workload() const { return *workload_; }
  const VariantInfo& variant() const { return *variant_; }
  const Choice& choice() const { return choice_; }
  /// What runs if a person goes to that workload: the setting it had last, else that of a first start.
  Choice choice_of(const Workload& workload) const;
  /// Who computes the state that is published.
  Executor executor() const { return executor_; }
  /// What its steps launch on a GPU, as far as the driver tells; empty on the host.
  std::optional<MainLaunch> main_launch() const { return preparing_ ? std::nullopt : main_launch_; }
  /// The setting in which a row is listed and measured, which is the one that a person who goes to it gets: the present
  /// one as far as the row offers it.
  Choice row_choice(const VariantInfo& info) const;
  /// Why a row cannot run now; empty if it can.
  std::string unavailable(const VariantInfo& info) const;
  Executor executor_of(const VariantInfo& info) const {
    return info.backend == Backend::cuda ? cuda_rows_ : Executor::cpu;
  }
  const Meters& meters() const { return meters_; }
  const Records& records() const { return records_; }
  /// Those that a setting of the running workload is to be compared with, once a job has measured them.
  Ceilings ceilings(const Choice& choice) const;
  /// The finding that lets the present setting show a time, with its progress while it is made.
  CheckResult check() const;
  double check_progress() const { return checker_.progress(); }
  bool checking() const { return checker_.busy() || checker_.wants_state(); }
  /// What made the GPU unusable in this run; empty while it is sound.
  const std::string& gpu_error() const { return gpu_broken_; }
  /// What of the present problem was fitted to the machine; empty once its size is another.
  std::string fitted_text() const;
  double predicted_ms() const { return status_.predicted_ms; }
  double running_ms() const { return status_.running_ms; }
  const std::vector<Readout>& readouts() const { return found_.readouts; }
  const std::vector<Series>& series() const { return found_.series.all(); }
  std::int64_t steps() const { return steps_; }
  double time() const { return time_; }
  View view() const;
  /// The present state, copied.
  HostState snapshot() const { return runner_->snapshot(); }
  /// The picture that the present result is, all its pixels. Throws `Error` where there is none.
  Image result() const;
  Notices& notices() { return notices_; }

 private:
  /// What goes on if the run that is being prepared comes to nothing.
  struct Preparing {
    Choice before;
    std::optional<Findings> found;  ///< about the run that is being prepared
  };

  StartRequest request(const Choice& choice, std::optional<HostState> state) const;
  void begin(const Choice& choice, std::optional<HostState> state,
             std::optional<Findings> found = {});
  void take_prepared(std::chrono::milliseconds patience);
  void adopt(Prepared prepared);
  void give_up_preparing();
  void set_choice(const Choice& choice);
  void forget_readouts();
  void disturb_conserved();
  void add_drifts();
  Choice fitted(const Workload& workload, const Choice& wanted);
  bool edit_in_place(const Choice& wanted);
  void begin_check();
  void poll_check();
  void poll_job();
  void poll_readouts();
  void poll_predictions();
  std::optional<HostState> copied_state();
  void leave_gpu(const std::string& reason);
  int allowance() const;
  bool is_measured(const VariantInfo& info) const;
  std::vector<BenchRow> rows_to_measure(const std::optional<std::string>& variant,
                                        const std::optional<Choice>& also) const;
  void begin_job(std::vector<BenchRow> rows);

  const Registry& registry_;
  Machine machine_;
  Executor cuda_rows_;
  Choice choice_;
  std::map<std::string, Choice> chosen_;  ///< last, by workload
  ui::Remembered remembered_;
  Fitter fitter_;
  std::map<std::string, Fitted> fitted_;  ///< by workload
  const Workload* workload_ = nullptr;
  const VariantInfo* variant_ = nullptr;
  Executor executor_ = Executor::cpu;
  std::string gpu_broken_;

  Records records_;
  Notices notices_;
  Meters meters_;
  RunStatus status_;
  std::int64_t steps_ = 0;
  double time_ = 0;
  bool picture_stale_ = true;

  Findings found_;
  /// When stock was last asked for, and when heat was last brought in from outside: older stock is no
  /// beginning of a drift.
  std::chrono::steady_clock::time_point stock_asked_{}, disturbed_{};
  double stock_time_ = 0;  ///< of the simulation, when it was asked for
  std::chrono::steady_clock::time_point next_diagnosis_{};
  /// While a hand changes the problem from frame to frame, no state is copied for a check that the next
  /// frame would drop: from then on it rests.
  std::chrono::steady_clock::time_point rests_from_{};

  CeilingStore ceilings_;    ///< before the job that fills it
  Predictions predictions_;  ///< before all whose threads ask it
  PredictionTarget prediction_;
  std::unique_ptr<Runner> runner_;
  std::optional<MainLaunch> main_launch_;  ///< of its steps
  Checker checker_;
  Preparer preparer_;
  std::optional<Preparing> preparing_;
  bool step_owed_ = false;  ///< to the run that is being prepared
  std::unique_ptr<BenchJob> job_;
  std::vector<std::string> left_out_;  ///< of the job's rows
};

/// A complete choice for a window to start with: of the workload named (or the first), its default row
/// for this machine.
Choice first_choice(const Registry& registry, const Machine& machine, const std::string& workload);

}  // namespace livewarp
