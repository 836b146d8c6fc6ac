// What the tests of every workload need to run its rows where there is no GPU.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/core/executors.h"
#include "kernels/core/workload.h"
#include "kernels/simt/simt_exec.h"

namespace livewarp {

/// Sanitizers see what code does with memory, which few settings show as well as many; in this build tests take a
/// multiple of their time.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

inline std::unique_ptr<Exec> exec_for(Executor executor) {
  if (executor == Executor::cuda) return CudaExec::create();
  return executor == Executor::simt ? make_simt_exec() : make_cpu_exec();
}

/// Where a row's code can run without a GPU.
inline Executor home_of(const VariantInfo& row) {
  return row.backend == Backend::cpu ? Executor::cpu : Executor::simt;
}

/// Rows that can be executed here.
inline std::vector<const VariantInfo*> rows_of(const Workload& workload) {
  std::vector<const VariantInfo*> rows;
  for (const VariantInfo* row : workload.variants())
    if (!row->gpu_only) rows.push_back(row);
  return rows;
}

/// The row at its defaults, and once with each other value that one of its axes offers here; under sanitizers the first
/// and the last.
inline std::vector<Choice> choices_of(const Workload& workload, const VariantInfo& row) {
  const Choice plain = default_choice(workload, row.name, row.backend);
  std::vector<Choice> choices{plain};
  for (const Param& axis : row.axes)
    for (const Option& option : axis.options) {
      const bool inner = &option != &axis.options.front() && &option != &axis.options.back();
      if (!option.reason.empty() || (sanitized && inner)) continue;
      Choice other = plain;
      other.launch[axis.id] = parse_value(axis, option.id);
      if (other.launch != plain.launch) choices.push_back(other);
    }
  return choices;
}

/// The row, its launch, and those parameters of the problem: what a failure is told by.
inline std::string text_of(const Choice& choice, const std::vector<const char*>& of_problem) {
  std::string text = choice.variant;
  for (const auto& [id, value] : choice.launch) text += " " + id + "=" + to_text(value);
  for (const char* id : of_problem)
    text += std::string(" ") + id + "=" + to_text(choice.problem.at(id));
  return text;
}

}  // namespace livewarp
