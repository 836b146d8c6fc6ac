// How a session comes from one choice to another: on the run it has, or with one that is made
// beside it.
#include <algorithm>
#include <utility>

#include "app/measure/selected_variants.h"
#include "app/session/session.h"
#include "kernels/core/base/detect.h"
#include "kernels/core/base/error.h"
#include "kernels/core/decomposition/ranks.h"

namespace livewarp {

using namespace std::chrono_literals;

namespace {

/// A run that is ready this soon replaces the old one within the frame.
constexpr auto unnoticed = 20ms;
/// Two changes of the problem that are no further apart come from one movement of the hand.
constexpr auto changing = 200ms;

std::unique_ptr<CudaExec> cuda_exec_of(const EditedRun* edited) {
  if (!edited) return CudaExec::create();
  std::unique_ptr<Exec> made = edited->make_exec(Executor::cuda, {});
  auto* const exec = dynamic_cast<CudaExec*>(made.get());
  if (!exec) throw Error("the edited kernel does not run on this GPU");
  made.release();
  return std::unique_ptr<CudaExec>(exec);
}

}  // namespace

/// True if the present run could take the change with its state kept.
bool Session::edit_in_place(const Choice& wanted) {
  bool fits = false;
  runner_->read([&](const Simulation& run) { fits = run.can_adjust(wanted.problem); });
  if (!fits) return false;
  const VariantInfo& info = *workload_->find(wanted.variant);
  const Executor executor = executor_of(info);
  const bool computes_otherwise = wanted.variant != choice_.variant ||
                                  wanted.launch != choice_.launch ||
                                  wanted.problem != choice_.problem;
  std::optional<double> predicted_ms = 0;  // a CPU's runner predicts by itself
  if (executor == Executor::cuda && computes_otherwise) predicted_ms = guessed_ms(wanted);
  const bool leaves_edited = edited_ && !runs_in(*edited_, wanted);
  // Other processes join a simulation when it is made.
  const bool regrouped = present_ranks() && decomposition_of(wanted.launch).parts !=
                                                decomposition_of(choice_.launch).parts;
  if (executor != executor_ || wanted.memory != choice_.memory || !predicted_ms || leaves_edited ||
      regrouped) {
    begin(wanted, runner_->snapshot());
    return true;
  }
  const bool other_precision = precision_of(wanted.launch) != precision_of(choice_.launch);
  if (other_precision) require_memory(*workload_, wanted, executor);  // the state is stored anew
  if (computes_otherwise && runner_->edit_waits()) {
    edit_when_idle(wanted);
    return true;
  }
  if (computes_otherwise) {
    runner_->edit([&](Simulation& simulation) {
      simulation.adjust(wanted.problem, wanted.view);
      std::optional<MainLaunch> launch;
      try {
        simulation.select(wanted.variant, wanted.launch);
        if (executor == Executor::cuda) launch = livewarp::main_launch(simulation);
        if (launch) require_reserve(*launch, wanted.launch, present_gpu_limits());
      } catch (...) {
        simulation.adjust(choice_.problem, choice_.view);
        simulation.select(choice_.variant, choice_.launch);
        throw;
      }
      prediction_.aim(*workload_, wanted);
      if (executor == Executor::cuda) main_launch_ = launch;
      return *predicted_ms;
    });
    if (wanted.problem != choice_.problem)
      rests_from_ = std::chrono::steady_clock::now() + changing;
    if (wanted.problem != choice_.problem || other_precision) readouts_.disturb();
    picture_stale_ = true;
  } else if (wanted.view != choice_.view) {
    runner_->restyle(wanted.view);
    readouts_.ask_soon();
  }
  set_choice(wanted);
  name_steps();
  if (computes_otherwise) begin_check();
  return true;
}

/// A kernel with a thread per body holds a GPU for a wave of blocks, however small its slices are:
/// the frames go on until that is done.
void Session::edit_when_idle(const Choice& wanted) {
  runner_->hold(true);
  verification_worker_.cancel();
  preparing_ = Preparing{
      .before = choice_, .edited_before = edited_, .in_place_after = status_.predicted_ms};
  set_choice(wanted);
  step_stats_.restart();
  status_ = {};
}

void Session::take_edit() {
  if (runner_->edit_waits()) return;
  const Choice wanted = choice_;
  const bool step_owed = step_owed_;
  give_up_preparing();
  or_notice(notices_, "the change could not be made", [&] { edit_in_place(wanted); });
  if (step_owed) single_step();
}

/// What a step of the wanted choice takes on a GPU, at most: by this is split what would hold it
/// for too long. Where no trial was made it is a multiple of what the present steps take; the first
/// step tells. Nothing where not even that is known: then a trial is made, beside the frame.
std::optional<double> Session::guessed_ms(const Choice& wanted) const {
  constexpr double slower = 3;  // than the present variant
  if (const auto known = predictions_.known(*workload_, wanted, Executor::cuda)) return known;
  const double items = workload_->cost(choice_).items;
  if (status_.predicted_ms <= 0 || items <= 0) return {};
  return slower * status_.predicted_ms * workload_->cost(wanted).items / items;
}

void Session::set_choice(const Choice& choice) {
  workload_ = registry_.find(choice.workload);
  variant_ = edited_ ? &edited_->info : workload_->find(choice.variant);
  choice_ = choice;
  chosen_[choice.workload] = choice;
  offers_.note(choice, variant_->backend);
}

void Session::name_steps() { runner_->note_steps(spans_, choice_.workload + " " + variant_name()); }

Choice Session::choice_of(const Workload& workload) const {
  const auto last = chosen_.find(workload.info().name);
  if (last == chosen_.end()) return first_choice(registry_, machine(), workload.info().name);
  Choice choice = last->second;
  choice.paused = false;
  return choice;
}

void Session::use_fitter(Fitter fitter, Fitted start) {
  fitter_ = std::move(fitter);
  fitted_[start.choice.workload] = std::move(start);
}

/// `wanted`, or what fits this machine, where a workload is opened for the first time and nothing
/// else is asked for.
Choice Session::fitted(const Workload& workload, const Choice& wanted) {
  const std::string& name = workload.info().name;
  if (!fitter_ || chosen_.contains(name) || wanted != choice_of(workload)) return wanted;
  return (fitted_[name] = fitter_(workload, wanted)).choice;
}

std::string Session::fitted_text() const {
  const auto fitted = fitted_.find(choice_.workload);
  if (fitted == fitted_.end()) return "";
  const Values &now = choice_.problem, &then = fitted->second.choice.problem;
  const std::vector<std::string>& sizes = workload_->info().size_params;
  const bool same =
      std::ranges::all_of(sizes, [&](const std::string& id) { return now.at(id) == then.at(id); });
  return same ? fitted->second.text : "";
}

StartRequest Session::request(const Choice& choice, std::optional<HostState> state) const {
  const Workload* workload = registry_.find(choice.workload);
  return {workload, choice, executor_of(*workload->find(choice.variant)), std::move(state)};
}

/// Throws `Error` if there is not memory enough, with all as it was. An edited kernel goes on where
/// it can.
void Session::begin(const Choice& choice, std::optional<HostState> state,
                    std::optional<RunReadouts> found) {
  const auto kept = edited_ && runs_in(*edited_, choice) ? edited_ : nullptr;
  const std::string left = edited_ && !kept ? edited_->info.title : "";
  begin_with(kept, choice, std::move(state), std::move(found));
  if (!left.empty())
    notices_.add(Severity::info, left + ": what runs now is the project's kernel",
                 "Each setting has an edited kernel checked anew: Ctrl S in the tab Edit.");
}

void Session::begin_with(std::shared_ptr<const EditedRun> edited, const Choice& choice,
                         std::optional<HostState> state, std::optional<RunReadouts> found) {
  const bool fresh = !state || state->steps == 0;
  StartRequest start = request(choice, std::move(state));
  require_memory(*start.workload, choice, start.executor);
  start.after_gpu = executor_ == Executor::cuda;
  runner_->hold(true);
  verification_worker_.cancel();
  preparing_ = Preparing{.before = choice_, .edited_before = edited_, .found = std::move(found)};
  start.edited = edited;
  edited_ = std::move(edited);
  set_choice(choice);
  step_stats_.restart();
  status_ = {};
  if (fresh) readouts_.forget();
  run_builder_.begin(std::move(start));
  take_prepared(unnoticed);
}

void Session::take_prepared(std::chrono::milliseconds patience) {
  if (!preparing_) return;
  if (preparing_->in_place_after) return take_edit();
  std::optional<Prepared> prepared = run_builder_.take(patience);
  if (!prepared) return;
  try {
    if (prepared->failure) std::rethrow_exception(prepared->failure);
    adopt(std::move(*prepared));
    return;
  } catch (const std::exception& problem) {
    notices_.add_failure(variant_->title, problem);
  }
  give_up_preparing();
}

/// The run of the present choice begins.
void Session::adopt(Prepared prepared) {
  prepared.simulation->restyle(choice_.view);
  std::unique_ptr<Runner> runner;
  std::optional<MainLaunch> launch;
  if (prepared.executor == Executor::cuda) {
    launch = livewarp::main_launch(*prepared.simulation);
    runner = make_cuda_runner(std::move(prepared.simulation), prepared.predicted_ms,
                              cuda_exec_of(edited_.get()));
  } else {
    // The variant may change under this runner: it predicts for the choice of the moment.
    prediction_.aim(*workload_, choice_);
    Predictor predictor;
    if (prepared.executor == Executor::cpu)
      predictor = [this](std::stop_token stop) {
        return prediction_.step_ms(predictions_, Executor::cpu, Job{std::move(stop)});
      };
    const ExecMaker make = edited_ ? edited_->make_exec : ExecMaker(make_exec);
    runner = make_cpu_runner(std::move(prepared.simulation), prepared.executor,
                             std::move(predictor), make);
  }
  runner_ = std::move(runner);
  name_steps();
  main_launch_ = launch;
  executor_ = prepared.executor;
  if (preparing_ && preparing_->found) readouts_ = std::move(*preparing_->found);
  preparing_.reset();
  picture_stale_ = true;
  begin_check();
  if (std::exchange(step_owed_, false)) single_step();
}

void Session::run_edited(EditedRun edited) {
  if (job() || preparing_ || !runs_in(edited, choice_)) return;
  or_notice(notices_, "the edited kernel could not be run", [&] {
    begin_with(std::make_shared<const EditedRun>(std::move(edited)), choice_, runner_->snapshot(),
               {});
  });
}

void Session::run_original() {
  if (!edited_ || job() || preparing_) return;
  or_notice(notices_, "the project's kernel could not be run",
            [&] { begin_with(nullptr, choice_, runner_->snapshot(), {}); });
}

/// The old run goes on.
void Session::give_up_preparing() {
  run_builder_.cancel();
  edited_ = preparing_->edited_before;
  set_choice(preparing_->before);
  const double step_ms = preparing_->in_place_after.value_or(0);
  preparing_.reset();
  step_owed_ = false;
  runner_->hold(false);
  begin_check();
  status_.predicted_ms = step_ms;  // what another change is guessed by
}

}  // namespace livewarp
