#include "app/reports/report_comparison.h"

#include <algorithm>
#include <utility>

#include "kernels/core/base/text.h"
#include "kernels/core/decomposition/decomposition.h"

namespace livewarp {

namespace {

constexpr const char* none = "none";

bool same_variant(const SavedResult& a, const SavedResult& b) {
  return a.workload == b.workload && a.variant == b.variant && a.executor == b.executor &&
         a.memory == b.memory;
}

std::vector<Difference> setting_differences(const SavedResult& a, const SavedResult& b) {
  std::vector<Difference> all = differences(a.launch, b.launch);
  const std::vector<Difference> of_problem = differences(a.problem, b.problem);
  all.insert(all.end(), of_problem.begin(), of_problem.end());
  return all;
}

/// A problem in one piece, as all older reports have it, says nothing of exchanges.
Values without_one_part(Values values) {
  const auto parts = values.find(parts_axis_id);
  const auto* const count =
      parts == values.end() ? nullptr : std::get_if<std::int64_t>(&parts->second);
  if (count && *count > 1) return values;
  for (const char* const id : {parts_axis_id, exchange_axis_id, overlap_axis_id}) values.erase(id);
  return values;
}

}  // namespace

std::string shown(const Value& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return grouped(*whole);
  const std::string text = to_text(value);
  return text.empty() ? none : text;
}

std::vector<Difference> differences(const Values& first, const Values& second) {
  const Values a = without_one_part(first), b = without_one_part(second);
  std::vector<Difference> all;
  for (const auto& [id, value] : b) {
    const auto other = a.find(id);
    const std::string of_a = other == a.end() ? none : shown(other->second);
    if (const std::string of_b = shown(value); of_a != of_b) all.push_back({id, of_a, of_b});
  }
  for (const auto& [id, value] : a)
    if (const std::string of_a = shown(value); !b.contains(id) && of_a != none)
      all.push_back({id, of_a, none});
  return all;
}

std::vector<ReportPair> common_variants(const SavedReport& a, const SavedReport& b) {
  std::vector<ReportPair> pairs;
  std::vector<const SavedResult*> left;
  for (const SavedResult& result : b.results) left.push_back(&result);
  for (const SavedResult& of_a : a.results) {
    ReportPair best;
    for (const SavedResult* of_b : left) {
      if (!same_variant(of_a, *of_b)) continue;
      std::vector<Difference> found = setting_differences(of_a, *of_b);
      if (!best.b || found.size() < best.differences.size()) best = {&of_a, of_b, std::move(found)};
    }
    if (!best.b) continue;
    std::erase(left, best.b);
    pairs.push_back(std::move(best));
  }
  return pairs;
}

std::vector<std::string> report_differences(const SavedReport& a, const SavedReport& b) {
  std::vector<std::string> lines;
  const auto add = [&](const std::string& what, const std::string& of_a, const std::string& of_b) {
    if (of_a != of_b)
      lines.push_back(what + ": " + (of_a.empty() ? "unknown" : of_a) + " | " +
                      (of_b.empty() ? "unknown" : of_b));
  };
  add("machine", a.machine(), b.machine());
  add("version", a.version, b.version);
  add("driver_cuda", a.driver_cuda, b.driver_cuda);
  add("runtime_cuda", a.runtime_cuda, b.runtime_cuda);
  return lines;
}

}  // namespace livewarp
