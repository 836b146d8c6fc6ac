#include "app/session.h"

#include <algorithm>
#include <utility>

#include "kernels/core/error.h"

namespace livewarp {

using namespace std::chrono_literals;

namespace {
constexpr int most_steps_per_frame = 16;
constexpr double bench_seconds = 1.5;
constexpr double longest_unasked_ms = 5000;  ///< slower rows are left out of "measure all"

}  // namespace

Session::Session(const Registry& registry, const Machine& machine, Choice start_choice,
                 Executor cuda_rows)
    : registry_(registry), machine_(machine), cuda_rows_(cuda_rows), checker_(make_exec) {
  const Workload* workload = registry_.find(start_choice.workload);
  if (!workload) throw Error("there is no workload " + start_choice.workload);
  const Choice complete = checked_choice(*workload, std::move(start_choice));
  const std::string reason = unavailable(*workload->find(complete.variant));
  if (!reason.empty()) throw Error("variant " + complete.variant + " cannot run: " + reason);
  start(complete, nullptr);
}

Session::~Session() = default;

std::string Session::unavailable(const VariantInfo& info) const {
  if (info.backend == Backend::cuda && !gpu_broken_.empty()) return gpu_broken_;
  return unavailable_reason(info, executor_of(info), machine_);
}

void Session::apply(Choice wanted) {
  if (job_) return;
  try {
    const Workload* workload = registry_.find(wanted.workload);
    if (!workload) throw Error("there is no workload " + wanted.workload);
    wanted = checked_choice(*workload, std::move(wanted));
    if (wanted == choice_) return;
    const std::string reason = unavailable(*workload->find(wanted.variant));
    if (!reason.empty()) throw Error(workload->find(wanted.variant)->title + ": " + reason);
    const std::string refusal =
        workload->refusal(wanted, executor_of(*workload->find(wanted.variant)));
    if (!refusal.empty()) throw Error(workload->find(wanted.variant)->title + ": " + refusal);
    if (workload == workload_ && edit_in_place(wanted)) return;
    start(wanted, nullptr);
  } catch (const Error& error) {
    notices_.add(error);
  } catch (const std::exception& error) {
    notices_.add(ui::Severity::error, error.what());
  }
}

/// True if the present run could take the change with its state kept.
bool Session::edit_in_place(const Choice& wanted) {
  const VariantInfo& info = *workload_->find(wanted.variant);
  const bool same_place = executor_of(info) == executor_ && wanted.memory == choice_.memory;
  if (!same_place) {
    bool fits = false;
    // A trial on the old run tells whether its state serves the wanted problem.
    runner_->edit(
        [&](Simulation& simulation) { fits = simulation.adjust(wanted.problem, wanted.view); });
    if (!fits) return false;
    const HostState state = runner_->snapshot();
    start(wanted, &state);
    return true;
  }
  const bool computes_otherwise = wanted.variant != choice_.variant ||
                                  wanted.launch != choice_.launch ||
                                  wanted.problem != choice_.problem;
  if (computes_otherwise) {
    bool fits = false;
    runner_->edit([&](Simulation& simulation) {
      prediction_->aim(*workload_, wanted);
      fits = simulation.adjust(wanted.problem, wanted.view);
      if (fits) simulation.select(wanted.variant, wanted.launch);
    });
    if (!fits) return false;
    picture_stale_ = true;
  } else if (wanted.view != choice_.view) {
    runner_->restyle(wanted.view);
  }
  choice_ = wanted;
  variant_ = &info;
  if (computes_otherwise) begin_check();
  return true;
}

void Session::start(const Choice& choice, const HostState* state) {
  const Workload& workload = *registry_.find(choice.workload);
  const VariantInfo& info = *workload.find(choice.variant);
  const Executor executor = executor_of(info);
  auto simulation = workload.simulate(choice, executor, state);
  std::unique_ptr<Runner> runner;
  if (executor == Executor::cuda) {
    runner =
        make_cuda_runner(std::move(simulation), predict_step_ms(workload, choice, executor, {}));
  } else {
    // The row may change under this runner: it predicts for the choice of the moment.
    prediction_->aim(workload, choice);
    Predictor predictor;
    if (executor == Executor::cpu)
      predictor = [target = prediction_](std::stop_token stop) {
        return target->step_ms(Executor::cpu, stop);
      };
    runner = make_cpu_runner(std::move(simulation), executor, std::move(predictor));
  }
  checker_.cancel();
  runner_ = std::move(runner);
  workload_ = &workload;
  variant_ = &info;
  executor_ = executor;
  choice_ = choice;
  picture_stale_ = true;
  if (!state) {
    readouts_.clear();
    first_conserved_.reset();
    next_diagnosis_ = {};
  }
  begin_check();
}

void Session::begin_check() {
  meters_.restart();
  status_ = {};
  const auto known = records_.check(choice_, executor_);
  if (known && (known->verdict == Verdict::here || known->verdict == Verdict::failed)) {
    checker_.cancel();
    return;
  }
  checker_.check(*workload_, choice_, executor_, records_.sizes_known(choice_, executor_));
}

CheckResult Session::check() const {
  if (const auto known = records_.check(choice_, executor_)) return *known;
  CheckResult result;
  result.verdict = checker_.busy() ? Verdict::checking : Verdict::unchecked;
  return result;
}

void Session::single_step() {
  if (choice_.paused && !job_) runner_->single_step();
}

void Session::reset() {
  if (job_) return;
  try {
    start(choice_, nullptr);
  } catch (const std::exception& error) {
    notices_.add(ui::Severity::error, error.what());
  }
}

void Session::paint(const Stroke& stroke) {
  if (job_) return;
  runner_->paint(stroke);
  first_conserved_.reset();  // what is painted comes from outside
}

void Session::look(const Viewport& viewport) { runner_->look(viewport); }

int Session::allowance() const {
  if (job_ || choice_.paused) return 0;
  if (choice_.steps_per_frame == 0) return most_steps_per_frame;
  return static_cast<int>(ceil_div(choice_.steps_per_frame, workload_->time_steps(choice_)));
}

void Session::tick(double budget_ms) {
  status_ = runner_->tick(allowance(), budget_ms);
  // What ran while a check computed on the same cores is no measurement, and execution from source
  // never is.
  const bool disturbed = checker_.busy() || executor_ == Executor::simt;
  for (const StepTime& step : status_.finished) {
    if (disturbed) {
      meters_.count_step();
    } else {
      meters_.add_step(step);
    }
  }
  for (const double ms : status_.publish_ms) meters_.publish.add(ms);
  constexpr std::size_t enough = 20;
  if (!status_.finished.empty() && meters_.step.size() >= enough && check().ok())
    records_.set_live(choice_, executor_, meters_.step.summary().median);
  if (!status_.error.empty()) {
    leave_gpu(status_.error);
    return;
  }
  runner_->read([this](const Simulation& simulation) {
    steps_ = simulation.steps();
    time_ = simulation.time();
  });
  poll_check();
  poll_readouts();
  poll_job();
}

bool Session::publish(DisplayTarget& target, bool always) {
  if (!runner_->publish(target, always || picture_stale_)) return false;
  picture_stale_ = false;
  return true;
}

View Session::view() const {
  View view;
  runner_->read([&](const Simulation& simulation) { view = simulation.view(); });
  return view;
}

void Session::poll_check() {
  while (const auto result = checker_.take_result()) {
    records_.set_check(choice_, executor_, *result);
    if (result->verdict == Verdict::failed)
      notices_.add(ui::Severity::error, variant_->title + ": " + result->failure,
                   "No time is shown for it.");
  }
  if (!checker_.wants_state()) return;
  bool primed = false;
  runner_->read([&](const Simulation& simulation) { primed = simulation.primed(); });
  if (primed) checker_.give_state(runner_->snapshot());
}

void Session::poll_readouts() {
  if (auto found = checker_.take_readouts()) {
    readouts_ = std::move(*found);
    std::vector<Readout> drifts;
    for (const Readout& readout : readouts_) {
      // A sampled value scatters by more than what a sound run drifts.
      if (!readout.conserved || readout.origin == Origin::sampled) continue;
      if (!first_conserved_) first_conserved_ = readout.value;
      Readout drift = readout;
      drift.id += "-drift";
      drift.label += " drift";
      drift.unit = "";
      drift.digits = 2;
      drift.value = *first_conserved_ != 0 ? readout.value / *first_conserved_ - 1 : 0;
      drifts.push_back(drift);
    }
    readouts_.insert(readouts_.end(), drifts.begin(), drifts.end());
  }
  const auto now = std::chrono::steady_clock::now();
  if (job_ || checker_.busy() || checker_.wants_state() || now < next_diagnosis_) return;
  // Rarely, since it stops the GPU for the time of a copy.
  next_diagnosis_ = now + 4s;
  checker_.diagnose(*workload_, choice_.problem, runner_->snapshot());
}

void Session::measure(const std::optional<std::string>& variant) {
  if (job_) return;
  std::vector<BenchRow> rows;
  for (const VariantInfo* info : workload_->variants()) {
    if (variant ? info->name != *variant : info->backend != variant_->backend) continue;
    if (!unavailable(*info).empty() || executor_of(*info) == Executor::simt) continue;
    Choice choice =
        info == variant_ ? choice_ : default_choice(*workload_, info->name, info->backend);
    choice.problem = choice_.problem;
    if (std::ranges::count(info->memory_modes, choice_.memory)) choice.memory = choice_.memory;
    const Executor executor = executor_of(*info);
    if (!variant) {
      const double ms = predict_step_ms(*workload_, choice, executor, {});
      if (ms > longest_unasked_ms) {
        notices_.add(ui::Severity::info,
                     info->title + ": left out, a step takes " +
                         std::to_string(static_cast<int>(ms / 1000)) + " s",
                     "Enter on its row measures it all the same.");
        continue;
      }
    }
    rows.push_back(
        {choice, executor, records_.check(choice, executor).value_or(CheckResult{}), {}, {}});
  }
  if (rows.empty()) return;
  checker_.cancel();
  runner_->edit([](Simulation&) {});  // drops the step under way
  job_ = std::make_unique<BenchJob>(*workload_, std::move(rows), runner_->snapshot(), bench_seconds,
                                    make_exec);
}

double Session::measure_all_seconds() const {
  const auto runs = [this](const VariantInfo* info) {
    return info->backend == variant_->backend && unavailable(*info).empty();
  };
  return bench_seconds * static_cast<double>(std::ranges::count_if(workload_->variants(), runs));
}

void Session::cancel_job() {
  if (job_) job_->cancel();
}

void Session::poll_job() {
  if (!job_) return;
  for (const BenchRow& row : job_->take()) {
    if (row.check.verdict != Verdict::unchecked)
      records_.set_check(row.choice, row.executor, row.check);
    if (row.measurement) records_.set_bench(row.choice, *row.measurement);
    if (!row.failure.empty())
      notices_.add(ui::Severity::error, row.choice.variant + ": " + row.failure);
  }
  if (!job_->progress().finished) return;
  job_.reset();
  begin_check();
}

/// After an error of the GPU its rows go grey and the CPU goes on from the seed.
void Session::leave_gpu(const std::string& reason) {
  if (executor_ != Executor::cuda) {
    notices_.add(ui::Severity::error, variant_->title + ": " + reason,
                 "The run rests. R starts again.");
    choice_.paused = true;
    runner_->edit([](Simulation&) {});
    return;
  }
  gpu_broken_ = reason;
  Choice next = default_choice(*workload_, workload_->info().default_cpu, Backend::cpu);
  next.problem = choice_.problem;
  next.view = choice_.view;
  notices_.add(ui::Severity::error, "the GPU stopped: " + reason,
               "The CPU goes on from the initial state. Restart to use the GPU again.");
  start(next, nullptr);
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
  for (const auto& [id, value] : info.window_problem) choice.problem[id] = value;
  return choice;
}

}  // namespace livewarp
