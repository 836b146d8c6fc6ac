#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/edit/edited_run.h"
#include "app/measure/launch_recorder.h"
#include "app/measure/predict.h"
#include "app/measure/result_cache.h"
#include "app/run/run_builder.h"
#include "app/run/run_readouts.h"
#include "app/run/runner.h"
#include "app/run/span_log.h"
#include "app/run/step_source.h"
#include "app/run/step_stats.h"
#include "app/run/verification_worker.h"
#include "app/session/bench_coordinator.h"
#include "app/session/fit.h"
#include "app/session/notices.h"
#include "app/session/variant_offers.h"
#include "kernels/core/measure/verification.h"
#include "kernels/core/model/series.h"
#include "kernels/registry.h"

namespace livewarp {

/// A run as it stands.
struct RunSnapshot {
  Choice choice;
  HostState state;
  RunReadouts found;
};

/// The live run: holds the present choice and makes the machine do it. A change rebuilds the least;
/// a change that cannot be made leaves everything as it was and becomes a notice. Where a run must
/// be made anew, it is prepared beside the frames while the old one rests: `choice` is the new one
/// already, without a number; if it fails or is cancelled, the old run goes on. Knows no window.
class Session final : public StepSource {
 public:
  /// `start` must be complete (see `checked_choice`). Throws `Error` if it cannot run. With the
  /// emulator CUDA variants are executed from their source on the host: for tests; no time is shown
  /// for them.
  Session(const Registry& registry, const Machine& machine, Choice start,
          Executor cuda_executor = Executor::cuda);
  ~Session();
  /// Workloads that are opened for the first time start with what `fitter` makes of them; `start`
  /// is what it said of the first one. Without it they start as `first_choice` says.
  void use_fitter(Fitter fitter, Fitted start);

  // -- what the user does ----------------------------------------------------------------------
  void apply(Choice wanted);
  void single_step();  ///< one step while paused; of a run that is being prepared once it is there
  void reset();        ///< the initial state again
  RunSnapshot run_snapshot() const;
  /// The run goes on from there, whatever has run since.
  void go_back(RunSnapshot to);
  void paint(const Stroke& stroke);
  /// What moves by itself over the picture goes on for so many seconds, painted as a hand would;
  /// while paused it rests.
  void move_on(double seconds);
  void look(const Viewport& viewport);  ///< the part of a field that is shown
  /// Measures variants of the running backend: all that can run, or the named one. With all of them
  /// goes `also`, a setting of the present problem that the table does not list.
  void measure(const std::optional<std::string>& variant, const std::optional<Choice>& also = {});
  /// Measures settings of the running workload, at whatever problem.
  void measure(const std::vector<Choice>& settings);
  /// Reads a step of the running setting by several clocks.
  void measure_clocks();
  /// Counts a step of the running setting by the GPU's hardware.
  void read_counters();
  /// Jobs measure a variant for so long, at most: for tests that ask for no good time.
  void bench_for(double seconds) { bench_.bench_for(seconds); }
  /// The CPU goes on, as after an error that no call to the GPU survives; tests without a GPU call
  /// it.
  void lose_gpu(const std::string& reason);
  /// Measures all roofs of who computes the running variant, and then all variants.
  void measure_roofs();
  /// Jobs that measure wait until no other process does.
  void take_turns(const Turns& turns, int device);
  /// Measures the running setting, B, in turn with another one of the same problem, A.
  void compare(const Choice& a);
  /// Searches a space of settings of the running workload for the fastest.
  void tune(const SettingSpace& space, const TuneOptions& options);
  /// Runs an experiment of the lab on that GPU, or on the host.
  void experiment(std::unique_ptr<Experiment> experiment, Values values, int device);
  /// Times the blocks of a launch of the running workload on that GPU.
  void trace_blocks(ui::BlocksView view, int device);
  /// Verifies and times an edited kernel on the GPU.
  void check_edited(EditJob::Task task);
  /// Lets a kernel of the user's run in place of the variant's, from the present state; of another
  /// setting it does nothing. It goes on until what it computes changes.
  void run_edited(EditedRun edited);
  void run_original();  ///< the variant's own kernel again, from the present state
  /// Ends a job that measures, and a run that is being prepared.
  void cancel_job();
  /// What measuring all variants of the running backend takes, with `also` as in `measure`, roughly
  /// and at most.
  double measure_all_seconds(const std::optional<Choice>& also = {}) const {
    return bench_.seconds_for_all(running(), also);
  }

  // -- once a frame ----------------------------------------------------------------------------
  /// Whether something else computes on the cores: then steps of the host are no measurement.
  void note_company(bool company) { company_ = company; }
  /// Takes what has ended: steps, checks, readouts, jobs.
  void collect();
  bool publish(DisplayTarget& target, bool always);
  bool on_gpu() const override { return executor_ == Executor::cuda; }
  void start_steps(double budget_ms) override;
  bool computing() override;
  /// What was drawn, as far as it is known by now.
  void note_drawings(const FrameDrawings& drawings);
  void forget_publish_times();  ///< pictures take another way from now on
  /// While a job measures: null otherwise. The frame asks it for its turn to draw.
  MeasuringJob* job() const { return bench_.job(); }
  /// What the last comparison found, or has found until now; empty before the first.
  std::optional<CompareJob::Found> compared() const { return bench_.compared(); }
  bool comparing() const { return bench_.comparing(); }
  /// What the last search found, or has found until now; null before the first.
  std::shared_ptr<const TuneJob::Found> tuned() const { return bench_.tuned(); }
  bool tuning() const { return bench_.tuning(); }
  /// What the last experiment found, or has found until now; null before the first.
  std::shared_ptr<const LabJob::Found> experimented() const { return bench_.experimented(); }
  bool experimenting() const { return bench_.experimenting(); }
  /// What the last one of blocks found; null before the first.
  std::shared_ptr<const ui::BlocksView> traced_blocks() const { return bench_.traced_blocks(); }
  bool checking_edited() const { return bench_.checking_edited(); }
  /// What the last one of an edited kernel found; null before the first, and if it was cancelled.
  std::shared_ptr<const KernelVerdict> edited() const { return bench_.edited(); }
  /// While the chosen run is being made.
  bool preparing() const { return preparing_.has_value(); }
  /// Whether something goes on beside the picture, or has ended and is to be collected. A paused
  /// run of which nothing is under way looks the same in the next frame.
  bool under_way() const;

  // -- what is so ------------------------------------------------------------------------------
  const Registry& registry() const { return registry_; }
  const Machine& machine() const { return offers_.machine(); }
  const Workload& workload() const { return *workload_; }
  /// Of an edited kernel with a title that says so.
  const VariantInfo& variant() const { return *variant_; }
  /// What runs, as exports name it: "naive", "naive, edited".
  std::string variant_name() const { return choice_.variant + (edited_ ? ", edited" : ""); }
  /// The user's kernel that runs in place of the variant's own; null: none does.
  const EditedRun* edited_run() const { return edited_.get(); }
  const Choice& choice() const { return choice_; }
  /// What runs if the user opens that workload: the setting it had last, else that of a first
  /// start.
  Choice choice_of(const Workload& workload) const;
  /// Who computes the state that is published.
  Executor executor() const { return executor_; }
  /// What its steps launch on a GPU, as far as the driver tells; empty on the host.
  std::optional<MainLaunch> main_launch() const { return preparing_ ? std::nullopt : main_launch_; }
  /// See `VariantOffers`.
  Choice variant_choice(const VariantInfo& info) const {
    return offers_.choice_of(running(), info);
  }
  std::string unavailable(const VariantInfo& info) const { return offers_.unavailable(info); }
  Executor executor_of(const VariantInfo& info) const { return offers_.executor_of(info); }
  const StepStats& step_stats() const { return step_stats_; }
  /// By which the moments of steps and drawings may be off beside each other.
  double clocks_uncertainty_ms() const { return draw_log_.uncertainty(); }
  const ResultCache& result_cache() const { return result_cache_; }
  /// Those that a setting of the running workload is to be compared with, once a job has measured
  /// them.
  Ceilings ceilings(const Choice& choice) const { return bench_.ceilings(*workload_, choice); }
  /// All of who computes the running variant, likewise: of the host's cores where it is emulated.
  Ceilings roofs() const { return bench_.roofs(executor_); }
  /// The finding that lets the present setting show a time, with its progress while it is made.
  CheckResult check() const;
  double check_progress() const { return verification_worker_.progress(); }
  bool checking() const {
    return verification_worker_.busy() || verification_worker_.wants_state();
  }
  /// What made the GPU unusable in this run; empty while it is sound.
  const std::string& gpu_error() const { return offers_.gpu_error(); }
  /// What ran on the GPU when that happened; empty while it is sound.
  const std::optional<Choice>& lost() const { return lost_; }
  /// What of the present problem was fitted to the machine; empty once its size is another.
  std::string fitted_text() const;
  double predicted_ms() const { return status_.predicted_ms; }
  double running_ms() const { return status_.running_ms; }
  const std::vector<Readout>& readouts() const { return readouts_.latest(); }
  /// What the workload draws over its picture; null: nothing.
  std::shared_ptr<const Outline> outline() const { return readouts_.outline(choice_.view); }
  const std::vector<Series>& series() const { return readouts_.series(); }
  std::int64_t steps() const { return steps_; }
  double time() const { return time_; }
  View view() const;
  /// The present state, copied.
  HostState snapshot() const { return runner_->snapshot(); }
  /// The picture that the present result is, all its pixels. Throws `Error` where there is none.
  Image result() const;
  Notices& notices() { return notices_; }
  const Notices& notices() const { return notices_; }
  /// Who notes what happens when, for a trace.
  SpanLog& spans() { return spans_; }

 private:
  /// What goes on if the run that is being prepared comes to nothing.
  struct Preparing {
    Choice before;
    std::shared_ptr<const EditedRun> edited_before;
    std::optional<RunReadouts> found;  ///< about the run that is being prepared
    /// The present run takes the change once the GPU is through with what it has begun of it: a
    /// step of which should take so many milliseconds.
    std::optional<double> in_place_after;
  };

  StartRequest request(const Choice& choice, std::optional<HostState> state) const;
  void begin(const Choice& choice, std::optional<HostState> state,
             std::optional<RunReadouts> found = {});
  void begin_with(std::shared_ptr<const EditedRun> edited, const Choice& choice,
                  std::optional<HostState> state, std::optional<RunReadouts> found);
  bool measures_edited();
  void take_steps();
  void take_prepared(std::chrono::milliseconds patience);
  void adopt(Prepared prepared);
  void give_up_preparing();
  void set_choice(const Choice& choice);
  void name_steps();
  Choice fitted(const Workload& workload, const Choice& wanted);
  bool edit_in_place(const Choice& wanted);
  void edit_when_idle(const Choice& wanted);
  void take_edit();
  std::optional<double> guessed_ms(const Choice& wanted) const;
  void begin_check();
  void poll_check();
  void poll_readouts();
  void predict_beside();
  bool hand_rests() const { return std::chrono::steady_clock::now() >= rests_from_; }
  bool primed() const;
  std::optional<HostState> copied_state();
  void leave_gpu(const std::string& reason);
  int allowance() const;
  Running running() const { return {*workload_, *workload_->find(choice_.variant), choice_}; }
  void begin_job(std::vector<BenchEntry> planned);
  void rest_for_job(const std::function<void(HostState)>& begin);

  const Registry& registry_;
  SpanLog spans_;  ///< before all who note there
  VariantOffers offers_;
  Choice choice_;
  std::optional<Choice> lost_;
  std::map<std::string, Choice> chosen_;  ///< last, by workload
  Fitter fitter_;
  std::map<std::string, Fitted> fitted_;  ///< by workload
  const Workload* workload_ = nullptr;
  const VariantInfo* variant_ = nullptr;
  std::shared_ptr<const EditedRun> edited_;  ///< runs, or is being prepared
  Executor executor_ = Executor::cpu;

  ResultCache result_cache_;
  Notices notices_;
  StepStats step_stats_;
  DrawLog draw_log_;
  std::uint64_t stepping_ = 0;  ///< of the verification worker, when it was looked at last
  int disturbed_steps_ = 0;     ///< that began beside others and have not ended
  RunStatus status_;
  std::int64_t steps_ = 0;
  double time_ = 0;
  double moved_ = 0;  ///< seconds that things have moved over the picture
  bool picture_stale_ = true;
  bool company_ = false;

  RunReadouts readouts_;
  /// While a hand changes the problem from frame to frame, no state is copied for a check that the
  /// next frame would drop: from then on it rests.
  std::chrono::steady_clock::time_point rests_from_{};

  Predictions predictions_;  ///< before all whose threads ask it
  PredictionTarget prediction_;
  std::unique_ptr<Runner> runner_;
  std::optional<MainLaunch> main_launch_;  ///< of its steps
  VerificationWorker verification_worker_;
  RunBuilder run_builder_;
  std::optional<Preparing> preparing_;
  bool step_owed_ = false;  ///< to the run that is being prepared
  BenchCoordinator bench_;
};

/// A complete choice for a window to start with: of the workload named (or the first), its default
/// variant for this machine.
Choice first_choice(const Registry& registry, const Machine& machine, const std::string& workload);

}  // namespace livewarp
