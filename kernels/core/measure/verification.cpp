#include "kernels/core/measure/verification.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/exec/exec.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

namespace {

/// How much of its tolerance an error uses; what is not a number uses all of it and more.
double severity(const Discrepancy& found, const Tolerance& tolerance) {
  const double share = std::max(relative_error(found.rms(), tolerance.rms),
                                relative_error(found.worst(), tolerance.worst));
  return std::isnan(found.rms()) ? std::numeric_limits<double>::infinity() : share;
}

std::string failure_text(const Discrepancy& found, const Tolerance& tolerance,
                         const WorkloadInfo& info) {
  if (found.count() == 0) return "nothing was compared: " + found.quantity();
  const std::string where = "wrong result: " + found.quantity() + " of " + info.element + " " +
                            grouped(found.worst_index());
  if (std::isnan(found.rms())) return where + " is not a number, or was never written";
  if (!(found.rms() <= tolerance.rms))
    return where + ", error " + rounded(found.rms(), 2) + " > " + rounded(tolerance.rms, 2);
  return where + ", worst error " + rounded(found.worst(), 2) + " > " + rounded(tolerance.worst, 2);
}

const VariantInfo& variant(const Workload& workload, const Choice& choice) {
  if (const VariantInfo* info = workload.find(choice.variant)) return *info;
  throw Error(workload.info().name + " has no variant " + choice.variant);
}

/// Collects the comparisons of a check and keeps the worst.
class Judge {
 public:
  Judge(const Workload& workload, const Choice& choice)
      : info_(workload.info()), finds_(variant(workload, choice).finds) {
    result_.tolerance = tolerance_of(workload, choice);
  }

  /// What was compared after some steps: what they find beside their work is among it.
  void hear(const std::vector<Discrepancy>& all) {
    for (const Discrepancy& found : all) hear(found);
    if (!finds_.empty() && std::ranges::find(all, finds_, &Discrepancy::quantity) == all.end())
      missing_ = "wrong result: the step has found no " + finds_;
  }
  CheckResult verdict(Verdict if_ok, std::string scope) {
    result_.scope = std::move(scope);
    if (!heard_) result_.failure = "nothing was compared";
    if (result_.failure.empty()) result_.failure = missing_;
    result_.verdict = result_.failure.empty() ? if_ok : Verdict::failed;
    return result_;
  }

 private:
  void hear(const Discrepancy& found) {
    const double share = severity(found, result_.tolerance);
    const bool fits = found.within(result_.tolerance);
    // A failure outranks every success, whatever their errors.
    const bool worse = !heard_ || (result_.failure.empty() && !fits) ||
                       (result_.failure.empty() == fits && share > share_);
    heard_ = true;
    if (!worse) return;
    share_ = share;
    result_.error = found.rms();
    result_.worst = found.worst();
    result_.quantity = found.quantity();
    result_.failure = fits ? "" : failure_text(found, result_.tolerance, info_);
  }

  const WorkloadInfo& info_;
  std::string finds_, missing_;
  CheckResult result_;
  double share_ = 0;
  bool heard_ = false;
};

/// A part [first, last] of a job's progress.
Job part(const Job& job, double first, double last) {
  return {job.stop,
          [&job, first, last](double fraction) {
            if (job.progress) job.progress(first + (last - first) * fraction);
          },
          job.stepping};
}

struct Stepped {
  HostState out;
  std::int64_t elements = 0;
};

std::int64_t elements_of(const PictureSpec& picture) {
  switch (picture.kind) {
  case PictureKind::points: return picture.count;
  case PictureKind::field:
  case PictureKind::volume: return picture.full_width * picture.full_height * picture.full_depth;
  case PictureKind::image: break;
  }
  if (picture.full_width > 0) return picture.full_width * picture.full_height;
  return std::int64_t(picture.width) * picture.height;
}

std::unique_ptr<Simulation> simulation_for(const Exec& exec, const Workload& workload,
                                           const Choice& choice, const HostState& in) {
  if (!exec.traces()) return workload.simulate(choice, exec.executor(), &in);
  if (auto traced = workload.simulate_traced(choice, &in)) return traced;
  throw Error("this build has no kernels that tell what they do with memory");
}

/// Steps of the variant from `in`, each into memory that was poisoned before.
Stepped stepped(const Workload& workload, const Choice& choice, Executor executor,
                const ExecFactory& make_exec, const HostState& in, const Job& job, int steps = 1) {
  const Stepping stepping(job);
  const std::unique_ptr<Exec> exec = make_exec(executor);
  const std::unique_ptr<Simulation> simulation = simulation_for(*exec, workload, choice, in);
  for (int i = 0; i < steps; ++i) {
    simulation->poison_next();
    simulation->step(*exec);
    simulation->commit();
    exec->synchronize();
  }
  return {simulation->snapshot(), elements_of(simulation->picture())};
}

/// The state as the variant of `choice` stores it: what a comparison starts from.
HostState as_stored(const Workload& workload, const Choice& choice, Executor executor,
                    const HostState& state) {
  if (precision_of(choice.launch) == state.precision) return state;
  return workload.simulate(choice, executor, &state)->snapshot();
}

/// In their order, at most so many, without those of far more work than the rest.
std::vector<Choice> some_of(const Workload& workload, const std::vector<Choice>& choices) {
  constexpr std::size_t most = 8;
  constexpr double largest_share = 0.1;  // of the most work
  const auto items = [&](const Choice& choice) { return workload.cost(choice).items; };
  double largest = 0;
  for (const Choice& choice : choices) largest = std::max(largest, items(choice));
  std::vector<Choice> small, some;
  for (const Choice& choice : choices)
    if (items(choice) <= largest_share * largest) small.push_back(choice);
  if (small.empty()) return choices;
  // The one with most work is among them: it has several blocks.
  std::ranges::stable_sort(small, {}, items);
  const std::size_t count = std::min(most, small.size());
  for (std::size_t i = 1; i <= count; ++i) some.push_back(small[i * small.size() / count - 1]);
  return some;
}

}  // namespace

Tolerance tolerance_of(const Workload& workload, const Choice& choice) {
  const VariantInfo& info = variant(workload, choice);
  const Precision precision = precision_of(choice.launch);
  if (precision == Precision::fp32)
    return info.launch_tolerance ? info.launch_tolerance(choice.launch) : info.tolerance;
  return workload.tolerance(info.backend, precision);
}

std::vector<Choice> check_choices(const Workload& workload, const Choice& choice,
                                  Executor executor) {
  std::vector<Choice> choices;
  for (Values& problem : workload.check_problems(choice)) {
    Choice sized = choice;
    sized.problem = std::move(problem);
    if (workload.refusal(sized, executor).empty()) choices.push_back(std::move(sized));
  }
  return choices;
}

std::optional<Choice> largest_check(const Workload& workload, const Choice& choice,
                                    Executor executor) {
  std::vector<Choice> choices = check_choices(workload, choice, executor);
  if (choices.empty()) return {};
  return std::move(*std::ranges::max_element(
      choices, {}, [&](const Choice& sized) { return workload.cost(sized).items; }));
}

CheckResult check_sizes(const Workload& workload, const Choice& choice, Executor executor,
                        const ExecFactory& make_exec, const Job& job, CheckDepth depth,
                        CheckShare share) {
  Judge judge(workload, choice);
  const std::vector<Choice> all = check_choices(workload, choice, executor);
  const std::vector<Choice> choices = depth == CheckDepth::all ? all : some_of(workload, all);
  for (std::size_t i = std::size_t(share.index); i < choices.size(); i += std::size_t(share.of)) {
    const double first = double(i) / double(choices.size());
    const double last = double(i + 1) / double(choices.size());
    job.at(first);
    const Choice& sized = choices[i];
    HostState in = workload.initial_state(sized.problem);
    in.primed = true;  // a step computes from the state as it is, whatever made its derived fields
    in = as_stored(workload, sized, executor, in);
    std::vector<int> lengths = workload.check_lengths(sized);
    if (depth == CheckDepth::some) lengths.resize(std::min<std::size_t>(lengths.size(), 1));
    for (const int steps : lengths) {
      const Stepped step = stepped(workload, sized, executor, make_exec, in, job, steps);
      judge.hear(
          workload.compare(sized.problem, in, step.out, CompareScope{}, part(job, first, last)));
    }
  }
  job.at(1);
  const std::string of_all =
      choices.size() == all.size() ? "" : " of " + grouped(std::int64_t(all.size()));
  const std::string scope = "every output at " + grouped(std::int64_t(choices.size())) + of_all +
                            (all.size() == 1 ? " check size" : " check sizes");
  const bool left_to_others = share.index > 0 && std::size_t(share.index) >= choices.size();
  if (left_to_others) return CheckResult{Verdict::at_check_sizes, 0, 0, {}, {}, scope, {}};
  return judge.verdict(Verdict::at_check_sizes, scope);
}

CheckResult check_here(const Workload& workload, const Choice& choice, Executor executor,
                       const ExecFactory& make_exec, const HostState& state, const Job& job,
                       CheckDepth depth) {
  const double longest_whole_comparison = depth == CheckDepth::all ? 2 : 0.1;  // seconds
  constexpr std::int64_t random_elements = 1024;
  const WorkloadInfo& info = workload.info();
  Judge judge(workload, choice);
  job.at(0);
  Choice here = choice;
  here.problem = workload.checkable(choice.problem);
  HostState in = as_stored(workload, here, executor, state);
  in.primed = true;
  const Stepped step = stepped(workload, here, executor, make_exec, in, job);
  CompareScope scope;
  if (workload.reference_seconds(here.problem) >= longest_whole_comparison &&
      step.elements > random_elements)
    scope.samples = random_elements;
  judge.hear(workload.compare(here.problem, in, step.out, scope, part(job, 0, 1)));
  job.at(1);
  const std::string all =
      grouped(step.elements) + " " + (step.elements == 1 ? info.element : info.elements);
  return judge.verdict(Verdict::here,
                       scope.samples ? grouped(scope.samples) + " of " + all : "all " + all);
}

}  // namespace livewarp
