// What a session measures on request, while the live run rests.
#include <utility>

#include "app/measure/context.h"
#include "app/measure/variant_run.h"
#include "app/session/session.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/measure/verification.h"

namespace livewarp {

/// So that the time of measuring all variants can be told before it is asked for.
void Session::predict_beside() {
  // On a GPU a trial takes the run's place: first its own time is to be known.
  constexpr std::size_t enough = 5;
  if (job() || choice_.paused || checking() || !check().ok()) return;
  if (on_gpu() && step_stats_.step.size() < enough) return;
  std::optional<BenchEntry> next = bench_.unpredicted(running());
  if (!next) return;
  verification_worker_.do_when_idle(
      [this, workload = workload_, next = std::move(*next)](const Job& job) {
        const Noting noting(&spans_, Track::check, "trial: " + next.choice.variant);
        try {
          predictions_.step_ms(*workload, next.choice, next.executor, job);
        } catch (const Cancelled&) {
          throw;
        } catch (const std::exception&) {
          // Said when the variant is run.
          predictions_.set_unknown(*workload, next.choice, next.executor);
        }
      });
}

void Session::measure(const std::optional<std::string>& variant,
                      const std::optional<Choice>& also) {
  begin_job(bench_.planned(running(), variant, also));
}

void Session::measure(const std::vector<Choice>& settings) {
  begin_job(bench_.planned(running(), settings));
}

/// Said to who asks for what is measured of the project's kernels alone.
bool Session::measures_edited() {
  if (!edited_) return false;
  notices_.add(Severity::info,
               variant_->title + ": this is measured of the project's kernels alone",
               "The tab Edit compares both. Revert there to measure the project's kernel.");
  return true;
}

void Session::measure_clocks() {
  if (!measures_edited()) begin_job(bench_.planned_clocks(running()));
}

void Session::read_counters() {
  if (!measures_edited()) begin_job(bench_.planned_counters(running()));
}

void Session::measure_roofs() { begin_job(bench_.planned_roofs(running())); }

void Session::begin_job(std::vector<BenchEntry> planned) {
  if (planned.empty()) return;
  rest_for_job(
      [&](HostState state) { bench_.begin(*workload_, std::move(planned), std::move(state)); });
}

void Session::tune(const SettingSpace& space, const TuneOptions& options) {
  rest_for_job([&](HostState state) { bench_.tune(running(), space, options, std::move(state)); });
}

void Session::experiment(std::unique_ptr<Experiment> experiment, Values values, int device) {
  rest_for_job([&](HostState) {
    bench_.experiment(std::move(experiment), std::move(values), device, workloads_of(registry_));
  });
}

void Session::trace_blocks(ui::BlocksView view, int device) {
  if (measures_edited()) return;
  rest_for_job([&](HostState) { bench_.trace_blocks(running(), std::move(view), device); });
}

void Session::check_edited(EditJob::Task task) {
  rest_for_job([&](HostState) { bench_.check_edited(std::move(task)); });
}

void Session::compare(const Choice& a) {
  if (measures_edited()) return;
  rest_for_job([&](HostState state) { bench_.compare(running(), a, choice_, std::move(state)); });
}

/// The run rests from now on, until its job has ended.
void Session::rest_for_job(const std::function<void(HostState)>& begin) {
  if (job() || preparing_) return;
  verification_worker_.cancel();
  runner_->hold(true);
  if (std::optional<HostState> state = copied_state()) {
    begin(std::move(*state));
    return;
  }
  runner_->hold(false);
  begin_check();
}

void Session::take_turns(const Turns& turns, int device) {
  bench_.take_turns({&turns, [this, device](Executor executor) {
                       return turn_places(machine(), device, executor);
                     }});
}

void Session::cancel_job() {
  bench_.cancel();
  if (preparing_) give_up_preparing();
}

}  // namespace livewarp
