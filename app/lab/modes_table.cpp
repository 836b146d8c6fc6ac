#include "app/lab/modes_table.h"

#include <algorithm>
#include <utility>

#include "app/base/table.h"
#include "app/measure/sweep_sizes.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/model/memory_modes.h"
#include "kernels/core/workload/workload.h"
#include "ui/model/format.h"

namespace livewarp {

namespace {

const ModeTime* time_in(const ModesRow& row, MemoryMode mode) {
  const auto found = std::ranges::find(row.times, mode, &ModeTime::mode);
  return found == row.times.end() || found->steady <= 0 ? nullptr : &*found;
}

/// A row a mode, a column a workload.
template <class F>
FindingsTable table_of(const std::vector<ModesRow>& rows, const char* title, const F& time) {
  FindingsTable table{title, {{"memory", false}}, {}};
  for (const ModesRow& row : rows) table.columns.push_back({row.workload});
  for (const MemoryMode mode : cuda_memory_modes()) {
    std::vector<std::string> cells{std::string(name_of(mode))};
    bool any = false;
    for (const ModesRow& row : rows) {
      const ModeTime* const one = time_in(row, mode);
      const std::optional<double> ms = one ? time(*one) : std::nullopt;
      any = any || ms;
      cells.push_back(ms ? ui::time_text(*ms) : missing);
    }
    if (any) table.rows.push_back(std::move(cells));
  }
  return table;
}

FindingsTable problems_table(const std::vector<ModesRow>& rows) {
  FindingsTable table{
      "What was measured", {{"workload", false}, {"variant", false}, {"size"}, {"state"}}, {}};
  for (const ModesRow& row : rows)
    table.rows.push_back({row.workload, row.variant, row.size, memory_size(row.state_bytes)});
  return table;
}

/// The least and the greatest ratio over all workloads, and of which they are.
struct RatioRange {
  double least = 0, greatest = 0;
  std::string least_of, greatest_of;
  bool any() const { return !least_of.empty(); }

  void add(double ratio, const std::string& of) {
    if (!any() || ratio < least) least = ratio, least_of = of;
    if (greatest_of.empty() || ratio > greatest) greatest = ratio, greatest_of = of;
  }
  /// "1.2 times (nbody) to 40 times (heat)".
  std::string text() const {
    const auto times = [](double ratio, const std::string& of) {
      return plain_number(ratio, 2) + " times (" + of + ")";
    };
    return least_of == greatest_of ? times(least, least_of)
                                   : times(least, least_of) + " to " + times(greatest, greatest_of);
  }
};

RatioRange against_device(const std::vector<ModesRow>& rows, MemoryMode mode) {
  RatioRange range;
  for (const ModesRow& row : rows) {
    const ModeTime* const one = time_in(row, mode);
    const ModeTime* const device = time_in(row, MemoryMode::device);
    if (one && device) range.add(one->steady / device->steady, row.workload);
  }
  return range;
}

RatioRange first_against_steady(const std::vector<ModesRow>& rows, MemoryMode mode) {
  RatioRange range;
  for (const ModesRow& row : rows)
    if (const ModeTime* const one = time_in(row, mode); one && one->first)
      range.add(*one->first / one->steady, row.workload);
  return range;
}

std::vector<std::string> verdict_of(const std::vector<ModesRow>& rows) {
  std::vector<std::string> verdict;
  for (const MemoryMode mode : cuda_memory_modes()) {
    if (mode == MemoryMode::device) continue;
    if (const RatioRange range = against_device(rows, mode); range.any())
      verdict.push_back("Steady, " + std::string(name_of(mode)) + " memory takes " + range.text() +
                        " as long as device memory.");
  }
  for (const MemoryMode mode : cuda_memory_modes()) {
    if (!is_managed(mode)) continue;
    if (const RatioRange range = first_against_steady(rows, mode); range.any())
      verdict.push_back("The first step in " + std::string(name_of(mode)) + " memory takes " +
                        range.text() + " as long as a steady one.");
  }
  return verdict;
}

/// What one reason keeps from a time: "pool: heat, nbody: ...".
std::vector<std::string> left_out_of(const std::vector<ModesRow>& rows) {
  std::vector<std::pair<std::string, std::string>> reasons;  // what, and of which workloads
  for (const ModesRow& row : rows)
    for (const ModeTime& one : row.times) {
      if (one.why_not.empty()) continue;
      const std::string text = (one.wrong ? "Wrong: " : "Left out: ") +
                               std::string(name_of(one.mode)) + ": " + one.why_not;
      const auto at = std::ranges::find(reasons, text, &std::pair<std::string, std::string>::first);
      if (at == reasons.end())
        reasons.emplace_back(text, row.workload);
      else
        at->second += ", " + row.workload;
    }
  std::vector<std::string> lines;
  lines.reserve(reasons.size());
  for (const auto& [text, workloads] : reasons)
    lines.emplace_back(text).append(" (").append(workloads).append(")");
  return lines;
}

}  // namespace

std::optional<Choice> choice_within(const Workload& workload, std::size_t most_bytes) {
  const WorkloadInfo& info = workload.info();
  if (info.default_cuda.empty()) return {};
  Choice choice = default_choice(workload, info.default_cuda, Backend::cuda);
  while (workload.state_bytes(choice) > most_bytes) {
    const Values before = choice.problem;
    for (const Param* const side : swept_sides(workload)) {
      const std::int64_t half = get_integer(choice.problem, side->id) / 2;
      if (double(half) >= side->min) choice.problem[side->id] = half;
    }
    if (choice.problem == before) return {};
  }
  return choice;
}

Findings modes_findings(const std::vector<ModesRow>& rows, std::size_t most_bytes) {
  Findings findings;
  findings.setting = "states of at most " + memory_size(most_bytes);
  const auto add = [&](FindingsTable table) {
    if (!table.rows.empty()) findings.tables.push_back(std::move(table));
  };
  add(table_of(rows, "A steady step",
               [](const ModeTime& one) { return std::optional<double>(one.steady); }));
  add(table_of(rows, "The first step, after the host has written the state",
               [](const ModeTime& one) { return one.first; }));
  if (!findings.tables.empty()) add(problems_table(rows));
  findings.verdict = verdict_of(rows);
  findings.left_out = left_out_of(rows);
  for (const ModesRow& row : rows)
    for (const ModeTime& one : row.times) findings.wrong = findings.wrong || one.wrong;
  return findings;
}

}  // namespace livewarp
