#include "kernels/core/workload/workload.h"

#include <algorithm>
#include <cmath>

#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/model/block_rule.h"
#include "kernels/core/workload/lessons.h"

namespace livewarp {

namespace {

const VariantInfo& variant_named(const Workload& workload, const std::string& name) {
  if (const VariantInfo* info = workload.find(name)) return *info;
  std::vector<std::string> known;
  for (const VariantInfo* info : workload.variants()) known.push_back(info->name);
  throw Error(workload.info().name + " has no variant " + name, "known are " + joined(known));
}

/// The parameters of a workload that belong to the problem, or those of its view.
std::vector<Param> params_of(const WorkloadInfo& info, bool view) {
  std::vector<Param> params;
  for (const Param& param : info.params)
    if ((param.group == ParamGroup::view) == view) params.push_back(param);
  return params;
}

MemoryMode default_memory(const VariantInfo& info) {
  if (info.backend == Backend::cpu) return MemoryMode::host;
  const auto& modes = info.memory_modes;
  if (modes.empty() || std::ranges::find(modes, MemoryMode::device) != modes.end())
    return MemoryMode::device;
  return modes.front();
}

void check_memory(const VariantInfo& info, MemoryMode memory) {
  if (std::ranges::find(info.memory_modes, memory) != info.memory_modes.end()) return;
  if (const std::string reason = memory_reason(info, memory, nullptr); !reason.empty())
    throw Error("memory " + std::string(name_of(memory)) + ": " + info.name + ": " + reason);
  std::vector<std::string> offered;
  for (const MemoryMode mode : info.memory_modes) offered.emplace_back(name_of(mode));
  throw Error("memory " + std::string(name_of(memory)) + ": offered by " + info.name + " are " +
              joined(offered));
}

/// Scripts and files write 1 for 1.0, 1000.0 for 1000 and 256 for a block of 256x1: the same value
/// of the declared kind.
Value of_declared_kind(const Param& param, const Value& value) {
  if (param.block)
    if (const auto* text = std::get_if<std::string>(&value))
      return block_text(param, parse_block(*text));
  if (param.kind == ParamKind::real)
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return double(*whole);
  if (param.kind == ParamKind::integer)
    if (const auto* real = std::get_if<double>(&value))
      if (std::trunc(*real) == *real && std::abs(*real) < 9e15) return std::int64_t(*real);
  return value;
}

/// `given` checked against `params`, with defaults for what is missing. `owner` is who has them.
Values checked(const std::vector<Param>& params, const Values& given, const std::string& owner) {
  Values values = defaults(params);
  for (const auto& [id, value] : given) {
    const Param* param = find_param(params, id);
    if (!param) {
      std::vector<std::string> known;
      known.reserve(params.size());
      for (const Param& candidate : params) known.push_back(candidate.id);
      throw Error(std::string(owner).append(" has no ").append(id),
                  known.empty() ? "it has no options of its own" : "known are " + joined(known));
    }
    const Value converted = of_declared_kind(*param, value);
    check_value(*param, converted);
    values[id] = converted;
  }
  return values;
}

}  // namespace

Values WorkloadInfo::window_start(Backend backend) const {
  return backend == Backend::cuda ? changed(window_problem, gpu_window_problem) : window_problem;
}

const Param* WorkloadInfo::size() const {
  return size_params.empty() ? nullptr : find_param(params, size_params.front());
}

ClosedForm Workload::closed_form(const Choice&) const {
  return {.absent = "no formula is known of what its warps do"};
}

const VariantInfo* Workload::find(const std::string& name) const {
  for (const VariantInfo* info : variants())
    if (info->name == name) return info;
  return nullptr;
}

VariantInfo begun(const WorkloadInfo& workload, Backend backend, std::string name,
                  std::string title) {
  VariantInfo variant;
  variant.name = std::move(name);
  variant.title = std::move(title);
  if (const Lesson* lesson = find_lesson(workload.name, variant.name)) {
    variant.lesson = lesson->text;
    variant.file = lesson->file;
  }
  variant.topic = workload.variant_topic;
  variant.backend = backend;
  if (backend == Backend::cuda) {
    variant.memory_modes = cuda_memory_modes();
  } else {
    variant.source = "the formula itself";
    variant.memory_modes = {MemoryMode::host};
  }
  return variant;
}

namespace {

/// Of a workload whose method is a task, which not every variant computes: the first that the
/// variant does compute.
void choose_task(const Workload& workload, Choice& choice, Backend backend) {
  const Param* const task = find_param(workload.info().params, workload.info().method);
  const Executor executor = backend == Backend::cpu ? Executor::cpu : Executor::emulator;
  if (!task || task->id != "task" || workload.refusal(choice, executor).empty()) return;
  for (const Option& option : task->options) {
    Choice other = choice;
    other.problem[task->id] = option.id;
    if (!workload.refusal(other, executor).empty()) continue;
    choice = other;
    return;
  }
}

}  // namespace

Choice default_choice(const Workload& workload, const std::string& variant, Backend fallback) {
  const WorkloadInfo& info = workload.info();
  Choice choice;
  choice.workload = info.name;
  choice.variant = variant;
  if (variant.empty())
    choice.variant = fallback == Backend::cuda ? info.default_cuda : info.default_cpu;
  const VariantInfo& chosen = variant_named(workload, choice.variant);
  choice.launch = defaults(chosen.axes);
  choice.memory = default_memory(chosen);
  choice.problem = defaults(params_of(info, false));
  choice.view = defaults(params_of(info, true));
  choose_task(workload, choice, chosen.backend);
  return choice;
}

Choice checked_choice(const Workload& workload, Choice choice, const Choice* complete) {
  const WorkloadInfo& info = workload.info();
  if (choice.workload.empty()) choice.workload = info.name;
  if (choice.workload != info.name)
    throw Error("choice is for workload " + choice.workload + ", not " + info.name);
  const VariantInfo& chosen = variant_named(workload, choice.variant);
  choice.launch = checked(chosen.axes, choice.launch, "variant " + chosen.name);
  const bool known = complete && complete->workload == choice.workload;
  choice.problem = workload.completed(checked(params_of(info, false), choice.problem, info.name),
                                      known ? &complete->problem : nullptr);
  choice.view = checked(params_of(info, true), choice.view, "the view of " + info.name);
  if (chosen.backend == Backend::cpu)
    choice.memory = MemoryMode::host;
  else
    check_memory(chosen, choice.memory);
  if (choice.steps_per_frame < 0 || choice.steps_per_frame > most_steps_per_frame)
    throw Error("steps per frame " + grouped(choice.steps_per_frame) + ": must be 0 \u2026 " +
                grouped(most_steps_per_frame));
  return choice;
}

}  // namespace livewarp
