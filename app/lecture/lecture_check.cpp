#include "app/lecture/lecture_check.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "app/measure/predict.h"
#include "app/measure/selected_variants.h"
#include "kernels/core/base/error.h"
#include "kernels/core/measure/measurement.h"

namespace livewarp {

namespace {

std::string with_advice(const std::string& text, const std::string& advice) {
  return advice.empty() ? text : text + " (" + advice + ")";
}

std::string waiting(double seconds, const char* how) {
  return fmt::format("the hall waits {} {:.1f} s for its first step: at most {:g} s", how, seconds,
                     longest_wait);
}

/// Seconds until the first step of a choice is done, by the clock; nothing is done that is
/// predicted to take much longer than anybody waits.
std::string wait_trouble(const SelectedVariant& variant, const Context& context) {
  Job job;
  job.stop = context.stop;
  const double predicted =
      predict_step_ms(*variant.workload, variant.choice, variant.executor, job) / 1000;
  if (predicted > longest_wait) return waiting(predicted, "about");
  const auto begin = std::chrono::steady_clock::now();
  const auto exec = context.make_exec(variant.executor);
  Simulations one;
  one.push_back(variant.workload->simulate(variant.choice, variant.executor));
  timed_steps(one, *exec)(1);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return seconds > longest_wait ? waiting(seconds, "") : std::string();
}

/// Why the choice does not run here as wanted; empty if it does.
std::string trouble_of(const Choice& choice, const Context& context) {
  try {
    const SelectedVariant variant = selected_variant(context, choice);
    if (!variant.skip.empty()) return cannot_run_text(variant, variant.skip);
    require_memory(variant);
    return wait_trouble(variant, context);
  } catch (const Error& error) {
    return with_advice(error.what(), error.advice());
  }
}

/// A variant of which one is guessed, as it is then measured; the first of them is what is shown.
void add_candidate(const Workload& workload, const std::string& name, std::vector<Choice>& shown) {
  if (!workload.find(name) || name == shown.front().variant) return;
  Choice choice = default_choice(workload, name, Backend::cpu);
  choice.problem = shown.front().problem;
  shown.push_back(std::move(choice));
}

}  // namespace

std::vector<std::string> lecture_problems(const Lecture& lecture, const Context& context,
                                          const std::function<void(int slide)>& at) {
  std::vector<LectureFault> faults = lecture.faults;
  const bool has_gpu = context.machine->has_gpu();
  for (int i = 0; i < int(lecture.slides.size()); ++i) {
    if (context.stop.stop_requested()) throw Cancelled();
    at(i);
    const Slide& slide = lecture.slides[std::size_t(i)];
    if (slide.seconds <= 0)
      faults.push_back({slide.line, i, "slide \"" + slide.title + "\" has no planned time",
                        "a time stands behind the title: 3 min"});
    const SlideSide& side = slide.on(has_gpu);
    if (!side.choice) continue;
    std::vector<Choice> shown{*side.choice};
    for (const std::string& name : side.candidates)
      add_candidate(*context.registry->find(side.choice->workload), name, shown);
    for (const Choice& choice : shown)
      if (const std::string trouble = trouble_of(choice, context); !trouble.empty())
        faults.push_back({slide.line, i, "slide \"" + slide.title + "\": " + trouble, ""});
  }
  std::ranges::stable_sort(faults, {}, &LectureFault::line);
  std::vector<std::string> problems;
  for (const LectureFault& fault : faults)
    problems.push_back(with_advice(lecture.said(fault), fault.advice));
  return problems;
}

}  // namespace livewarp
