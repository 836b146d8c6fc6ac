#include <algorithm>

#include "kernels/access/access.h"
#include "kernels/access/access_sectors.h"
#include "kernels/access/access_shown.h"
#include "kernels/core/base/dim.h"
#include "kernels/pictures/pixel_host.h"

namespace livewarp {

namespace {

/// Elements of a piece: between pieces a step can be stopped.
constexpr std::int64_t piece = 65'536;

/// Result i of a task, in Real.
template <class Real>
float result_of(const Access::Step& step, std::int64_t i) {
  const Access::Problem& problem = *step.problem;
  const std::int64_t last = problem.n - 1;
  switch (problem.task) {
  case AccessTask::copy: return step.x[i];
  case AccessTask::gather: return step.x[step.index[i]];
  case AccessTask::reverse: return step.x[last - i];
  case AccessTask::stencil: {
    Real sum = 0;
    for (std::int64_t k = i - problem.radius; k <= i + problem.radius; ++k)
      sum += Real(step.x[std::clamp<std::int64_t>(k, 0, last)]);
    return float(sum);
  }
  case AccessTask::mesh: {
    Real sum = 0;
    for (int k = step.starts[i]; k < step.starts[i + 1]; ++k)
      sum += Real(step.x[step.neighbours[k]]) - Real(step.x[i]);
    return float(sum);
  }
  case AccessTask::table: break;
  }
  Real sum = Real(step.x[i]);
  for (int j = 0; j < Access::table_size; ++j) sum += Real(step.table[j]);
  return float(sum);
}

template <class Real>
void in_order(const Access::Step& step, const Launch& launch, Exec& exec) {
  exec.for_range(step.problem->n, piece, launch.threads(), [&](Range range) {
    for (std::int64_t i = range.first; i < range.last; ++i)
      step.result[i] = result_of<Real>(step, i);
  });
}

/// Copies elements of one remainder after the other, `apart` from one to the next.
void strided(const Access::Step& step, const Launch& launch, Exec& exec) {
  const std::int64_t apart = launch.integer("step"), n = step.problem->n;
  const std::int64_t of_each = ceil_div(n, apart);
  exec.for_range(of_each * apart, piece, launch.threads(), [&](Range range) {
    std::int64_t left = range.size(), turn = range.first % of_each, first = range.first / of_each;
    for (; left > 0; turn = 0, ++first) {
      const std::int64_t turns = std::min(left, of_each - turn);
      const std::int64_t end = std::min((turn + turns) * apart + first, n);
      for (std::int64_t i = turn * apart + first; i < end; i += apart) step.result[i] = step.x[i];
      left -= turns;
    }
  });
}

std::string refuse_stride(const Access::Problem& problem, const Launch& launch, Executor) {
  const std::string refusal = access_refusal(AccessTask::copy, problem);
  if (!refusal.empty() || launch.integer("step") < problem.n) return refusal;
  return "a stride of " + std::to_string(launch.integer("step")) +
         " elements reaches beyond the array of " + std::to_string(problem.n);
}

Param step_axis() {
  return integer_axis("step", "Stride", "", {1, 2, 4, 8, 16, 17, 32, 64, 256, 1024, 4096}, 16,
                      "Elements of 4 bytes from one turn of the loop to the next.");
}

ClosedForm lines_of(const Access::Problem& problem, const Launch& launch) {
  return cache_line_form(problem, launch.integer("step"));
}

void publish(const Access::Step& step, const Access::Problem&, const Launch& launch,
             const Picture& picture, Exec& exec) {
  const AccessShown shown = access::shown_of(step, launch, picture);
  paint_on_host(picture, exec, [&](int px, int py) { return access_color(shown, px, py); });
}

}  // namespace

Variants<Access> Access::cpu_variants() {
  // Lesson reference: The formula of the task, element by element in order, on one core, with sums
  // in fp64. All numbers are whole, so that every variant must agree with it to the last bit.
  auto reference = cpu_variant<Access>("reference", "Reference", in_order<double>);

  // Lesson lines: The copy by strides on one core. A core fetches cache lines of 64 bytes: at a
  // stride of 16 numbers every load brings a line of which one number is used, and the same copy
  // takes more than sixteen times as long as in order. From 1,024 on each load lies in another
  // page, too. And 4,096 is worse than 17: powers of two put all lines into the same few sets of
  // the cache.
  auto lines = cpu_variant<Access>("lines", "Stride", strided);
  lines.source = "Drepper: What Every Programmer Should Know About Memory (2007)";
  lines.axes = {step_axis()};
  lines.refuses = refuse_stride;
  lines.closed_form = lines_of;

  // Lesson lines-threads: The same by all cores. Each can have only so many lines under way, so
  // more cores fetch more lines, used or not, until the memory's bandwidth is spent. What a stride
  // wastes no number of cores brings back.
  auto threaded = cpu_variant<Access>("lines-threads", "Stride, threads", strided);
  threaded.source = lines.source;
  threaded.axes = {step_axis(), threads_axis("elements")};
  threaded.refuses = refuse_stride;
  threaded.closed_form = lines_of;

  // Lesson threads: The task in order, in chunks for all cores. The hardware sees that addresses
  // rise and fetches ahead, so that the loop waits little; a gather by random indices it cannot
  // foresee.
  auto threads = cpu_variant<Access>("threads", "Threads", in_order<float>);
  threads.axes = {threads_axis("elements")};
  return {{reference, lines, threaded, threads}, publish};
}

}  // namespace livewarp
