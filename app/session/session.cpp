#include "app/session/session.h"

#include <algorithm>
#include <utility>

#include "app/measure/selected_variants.h"
#include "kernels/core/base/error.h"
#include "kernels/core/measure/verification.h"

namespace livewarp {

using namespace std::chrono_literals;

Session::Session(const Registry& registry, const Machine& machine, Choice start_choice,
                 Executor cuda_executor)
    : registry_(registry), offers_(machine, cuda_executor), verification_worker_(make_exec),
      run_builder_(predictions_), bench_({offers_, result_cache_, predictions_, notices_, spans_}) {
  verification_worker_.note_in(spans_);
  const Workload* workload = registry_.find(start_choice.workload);
  if (!workload) throw Error("there is no workload " + start_choice.workload);
  const Choice complete =
      offers_.with_possible_block(*workload, checked_choice(*workload, std::move(start_choice)));
  const std::string reason = unavailable(*workload->find(complete.variant));
  if (!reason.empty()) throw Error("variant " + complete.variant + " cannot run: " + reason);
  require_memory(*workload, complete, executor_of(*workload->find(complete.variant)));
  set_choice(complete);
  Prepared prepared = prepare(request(complete, {}), predictions_);
  if (prepared.failure) std::rethrow_exception(prepared.failure);
  adopt(std::move(prepared));
}

Session::~Session() = default;

void Session::apply(Choice wanted) {
  if (job()) return;
  or_notice(notices_, "the change could not be made", [&] {
    const Workload* workload = registry_.find(wanted.workload);
    if (!workload) throw Error("there is no workload " + wanted.workload);
    wanted = checked_choice(*workload, std::move(wanted), &choice_);
    if (wanted == choice_) return;
    const std::string reason = unavailable(*workload->find(wanted.variant));
    if (!reason.empty()) throw Error(workload->find(wanted.variant)->title + ": " + reason);
    if (workload != workload_ || wanted.variant != choice_.variant)
      wanted = offers_.with_possible_block(*workload, wanted);
    const std::string refusal =
        workload->refusal(wanted, executor_of(*workload->find(wanted.variant)));
    if (!refusal.empty()) throw Error(workload->find(wanted.variant)->title + ": " + refusal);
    wanted = fitted(*workload, wanted);
    if (preparing_ && same_setting(wanted, choice_)) {
      set_choice(wanted);
      return;
    }
    if (preparing_) give_up_preparing();
    if (wanted == choice_ || (workload == workload_ && edit_in_place(wanted))) return;
    std::optional<HostState> kept;
    if (workload == workload_)
      runner_->read([&](const Simulation& run) { kept = run.snapshot_for(wanted.problem); });
    begin(wanted, std::move(kept));
  });
}

void Session::begin_check() {
  readouts_.ask_anew();
  step_stats_.restart();
  status_ = {};
  if (edited_) return verification_worker_.cancel();  // it was checked before it could run
  const auto known = result_cache_.check(choice_, executor_);
  if (known && (known->verdict == Verdict::here || known->verdict == Verdict::failed)) {
    verification_worker_.cancel();
    return;
  }
  verification_worker_.check(*workload_, choice_, executor_,
                             result_cache_.sizes_known(choice_, executor_));
}

CheckResult Session::check() const {
  if (preparing_) return {};
  if (edited_) return edited_->check;
  if (const auto known = result_cache_.check(choice_, executor_)) return *known;
  CheckResult result;
  result.verdict = verification_worker_.busy() ? Verdict::checking : Verdict::unchecked;
  return result;
}

void Session::single_step() {
  if (!choice_.paused || job()) return;
  if (preparing_)
    step_owed_ = true;
  else
    runner_->single_step();
}

void Session::reset() {
  if (job() || preparing_) return;
  or_notice(notices_, "the run could not begin anew",
            [&] { begin(checked_choice(*workload_, choice_), {}); });
}

RunSnapshot Session::run_snapshot() const { return {choice_, runner_->snapshot(), readouts_}; }

void Session::go_back(RunSnapshot to) {
  if (job()) return;
  or_notice(notices_, "the run could not go back", [&] {
    if (preparing_) give_up_preparing();
    begin(to.choice, std::move(to.state), std::move(to.found));
  });
}

void Session::paint(const Stroke& stroke) {
  if (job() || preparing_) return;
  runner_->paint(stroke);
  readouts_.disturb();  // what is painted comes from outside
}

void Session::move_on(double seconds) {
  if (choice_.paused || job() || preparing_) return;
  const Seconds span{moved_, moved_ + seconds};
  moved_ = span.to;
  if (auto spots = workload_->moving(choice_.problem, choice_.view, span); !spots.empty())
    paint({.spots = std::move(spots)});
}

void Session::look(const Viewport& viewport) { runner_->look(viewport); }

int Session::allowance() const {
  if (job() || preparing_ || choice_.paused) return 0;
  if (choice_.steps_per_frame == 0) return most_steps_per_frame;
  return static_cast<int>(ceil_div(choice_.steps_per_frame, workload_->time_steps(choice_)));
}

void Session::start_steps(double budget_ms) { runner_->start(allowance(), budget_ms); }

bool Session::computing() { return runner_->computing(); }

void Session::collect() {
  take_prepared(0ms);
  status_ = runner_->collect();
  take_steps();
  for (const double ms : status_.publish_ms) step_stats_.publish.add(ms);
  constexpr std::size_t enough = 20;
  const bool sound = !edited_ && check().ok() && !spans_.wanted();  // marks of launches cost time
  if (sound && !status_.finished.empty() && step_stats_.step.size() >= enough)
    result_cache_.set_live(choice_, executor_, step_stats_.step.summary().median);
  if (!status_.error.empty()) {
    leave_gpu(status_.error);
    return;
  }
  runner_->read([this](const Simulation& simulation) {
    steps_ = simulation.steps();
    time_ = simulation.time();
  });
  if (preparing_) {
    status_ = {};  // of the old run
    return;
  }
  poll_check();
  poll_readouts();
  predict_beside();
  if (bench_.poll(*workload_)) {
    runner_->hold(false);
    begin_check();
  }
}

/// What ran while others computed is no measurement: on a GPU beside steps of a check or a trial,
/// on the host beside all that is done there. Execution from source never is.
void Session::take_steps() {
  const std::uint64_t stepping = verification_worker_.stepping();
  const std::uint64_t before = std::exchange(stepping_, stepping);
  const bool beside_steps = stepping % 2 == 1 || stepping != before;
  const bool disturbed = executor_ == Executor::emulator ||
                         (on_gpu() ? beside_steps : company_ || verification_worker_.busy());
  const int time_steps = workload_->time_steps(choice_);  // that a pass makes
  for (const StepTime& pass : status_.finished) {
    const bool begun_so = disturbed_steps_ > 0;
    disturbed_steps_ = std::max(0, disturbed_steps_ - pass.steps);
    if (disturbed || begun_so)
      step_stats_.count_steps(pass.steps);
    else
      step_stats_.add_step(pass.over(time_steps), draw_log_);
  }
  if (status_.untimed > 0) step_stats_.count_steps(status_.untimed);
  disturbed_steps_ = std::max(0, disturbed_steps_ - status_.untimed);
  if (disturbed) disturbed_steps_ = status_.under_way;
}

void Session::note_drawings(const FrameDrawings& drawings) {
  const auto note = [&](Track track, const char* name, const std::vector<TimeSpan>& drawn,
                        double uncertainty) {
    for (const TimeSpan& span : drawn) spans_.add({track, name, span, uncertainty});
  };
  const auto& [before, by_opengl, only_shows] = drawings;
  note(Track::picture, "picture", before.scenes, before.uncertainty);
  note(Track::scene, only_shows ? "picture shown, with waits for its turn" : "picture",
       by_opengl.scenes, by_opengl.uncertainty);
  note(Track::panels, "panels", by_opengl.panels, by_opengl.uncertainty);
  draw_log_.add(drawings.all());
  step_stats_.sort_out(draw_log_);
}

bool Session::primed() const {
  bool primed = false;
  runner_->read([&](const Simulation& simulation) { primed = simulation.primed(); });
  return primed;
}

bool Session::under_way() const {
  if (job() || preparing_ || verification_worker_.busy() || verification_worker_.has_news() ||
      runner_->busy())
    return true;
  // A check waits for a state that only a step makes: nothing happens before it.
  if (verification_worker_.wants_state()) return primed();
  return readouts_.due(*runner_);
}

void Session::poll_readouts() {
  const RunReadouts::Source source{*runner_,   verification_worker_,
                                   *workload_, choice_,
                                   time_,      [this] { return copied_state(); }};
  if (const std::string failure = readouts_.poll(source, !job() && hand_rests()); !failure.empty())
    notices_.add(Severity::error, "the readouts cannot be computed: " + failure,
                 "They are tried again when the setting changes.");
}

/// Nothing where there is no memory for it, or the GPU has failed: that is told as the run's error.
std::optional<HostState> Session::copied_state() {
  try {
    return runner_->snapshot();
  } catch (const std::exception& problem) {
    if (!on_gpu()) notices_.add_failure("the state could not be copied", problem);
    return std::nullopt;
  }
}

bool Session::publish(DisplayTarget& target, bool always) {
  if (!runner_->publish(target, always || picture_stale_)) return false;
  picture_stale_ = false;
  return true;
}

void Session::forget_publish_times() { step_stats_.publish.clear(); }

View Session::view() const {
  View view;
  runner_->read([&](const Simulation& simulation) { view = simulation.view(); });
  // Another workload's run is seen until the chosen one is made: its handles name parameters that
  // the choice lacks.
  if (preparing_ && preparing_->before.workload != choice_.workload) view.handles = {};
  return view;
}

Image Session::result() const {
  if (preparing_) throw Error("there is no result yet: the run is being prepared");
  return workload_->result_image(choice_.problem, runner_->snapshot());
}

void Session::poll_check() {
  while (const auto result = verification_worker_.take_result()) {
    result_cache_.set_check(choice_, executor_, *result);
    if (result->verdict == Verdict::failed)
      notices_.add(Severity::error, variant_->title + ": " + result->failure,
                   "No time is shown for it.");
    if (result->verdict == Verdict::unchecked)
      notices_.add(Severity::warning, variant_->title + ": " + result->failure,
                   check().ok() ? "At the check sizes it was right." : "No time is shown for it.");
  }
  if (!verification_worker_.wants_state() || !hand_rests() || !primed()) return;
  // A check's step takes as long as the run's and makes that longer: where it is long, the run's
  // own time stands first, by what the check sizes have shown.
  constexpr double long_step_ms = 50;
  if (on_gpu() && status_.predicted_ms > long_step_ms && !choice_.paused &&
      step_stats_.step.size() == 0)
    return;
  if (auto state = copied_state())
    verification_worker_.give_state(std::move(*state), status_.predicted_ms);
  else
    verification_worker_.cancel();
}

/// After an error that no call to the GPU survives its variants go grey and the CPU goes on from
/// the seed; after any other the run rests.
void Session::leave_gpu(const std::string& reason) {
  if (!on_gpu() || cuda_sticky_error().empty()) {
    notices_.add(Severity::error, variant_->title + ": " + reason,
                 "The run rests. R starts again.");
    choice_.paused = true;
    runner_->edit([&](Simulation&) { return on_gpu() ? status_.predicted_ms : 0; });
    return;
  }
  lose_gpu(reason);
}

void Session::lose_gpu(const std::string& reason) {
  offers_.lose_gpu(reason);
  lost_ = preparing_ ? preparing_->before : choice_;
  Choice next = default_choice(*workload_, workload_->info().default_cpu, Backend::cpu);
  next.problem = choice_.problem;
  next.view = choice_.view;
  notices_.add(Severity::error, "the GPU stopped: " + reason,
               "The CPU goes on from the initial state. Restart to use the GPU again.",
               Remedy::restart);
  if (preparing_) {
    run_builder_.cancel();
    preparing_.reset();
  }
  edited_.reset();
  verification_worker_.cancel();
  bench_.drop();
  set_choice(next);
  readouts_.forget();
  Prepared prepared = prepare(request(next, {}), predictions_);
  if (prepared.failure) {
    next = default_choice(*workload_, next.variant, Backend::cpu);  // of a size that any host holds
    set_choice(next);
    prepared = prepare(request(next, {}), predictions_);
  }
  if (prepared.failure) std::rethrow_exception(prepared.failure);
  adopt(std::move(prepared));
}

Choice first_choice(const Registry& registry, const Machine& machine, const std::string& name) {
  const Workload* workload =
      name.empty() ? registry.workloads().front().get() : registry.find(name);
  if (!workload) throw Error("there is no workload " + name);
  const WorkloadInfo& info = workload->info();
  const VariantInfo* cuda = workload->find(info.default_cuda);
  const bool gpu = cuda && unavailable_reason(*cuda, Executor::cuda, machine).empty();
  Choice choice = default_choice(*workload, gpu ? info.default_cuda : info.default_cpu,
                                 gpu ? Backend::cuda : Backend::cpu);
  choice.problem = changed(choice.problem, info.window_start(gpu ? Backend::cuda : Backend::cpu));
  for (const auto& [id, value] : info.window_view) choice.view[id] = value;
  return choice;
}

}  // namespace livewarp
