#include "app/reports/saved_time.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>
#include <utility>

#include "app/measure/sweep_sizes.h"
#include "app/reports/report_comparison.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

bool is_size(const Workload& workload, const std::string& id) {
  return std::ranges::count(swept_sides(workload), id, &Param::id) > 0;
}

/// The value, where the parameter can have it.
std::optional<Value> possible(const std::vector<Param>& params, const std::string& id,
                              const Value& value) {
  const Param* param = find_param(params, id);
  if (!param) return {};
  // JSON has one kind of number.
  Value typed = value;
  if (param->kind == ParamKind::real)
    if (const auto* whole = std::get_if<std::int64_t>(&value)) typed = double(*whole);
  try {
    check_value(*param, typed);
  } catch (const Error&) {
    return {};
  }
  return typed;
}

/// The choice with what the result had, but for the size, and for what this machine cannot have:
/// nothing where that concerns the problem.
std::optional<Choice> as_here(const Workload& workload, const VariantInfo& variant, Choice choice,
                              const SavedResult& result) {
  for (const auto& [id, value] : result.problem) {
    const Param* param = find_param(workload.info().params, id);
    if (param && param->kind == ParamKind::file) {
      // What is in a file of another machine is not known here.
      const auto own = choice.problem.find(id);
      if (own != choice.problem.end() && own->second != value) return {};
      continue;
    }
    if (is_size(workload, id)) continue;
    const std::optional<Value> typed = possible(workload.info().params, id, value);
    if (!typed) return {};
    choice.problem[id] = *typed;
  }
  for (const auto& [id, value] : result.launch)
    if (const std::optional<Value> typed = possible(variant.axes, id, value))
      choice.launch[id] = *typed;
  return choice;
}

bool about_equal(double a, double b) {
  return std::abs(a - b) <= 0.01 * std::max(std::abs(a), std::abs(b));
}

/// How alike the steps of two settings are, for an item.
enum class Likeness { none, operations, work };

Likeness likeness(const Workload& workload, const Choice& a, const Choice& b) {
  const CostModel x = workload.cost(a).of_one_time_step(), y = workload.cost(b).of_one_time_step();
  if (!(x.items > 0 && y.items > 0) || x.precision != y.precision || x.streams != y.streams)
    return Likeness::none;
  const auto same = [&](double CostModel::*member) {
    return about_equal(x.*member / x.items, y.*member / y.items);
  };
  if (!same(&CostModel::flops) || !same(&CostModel::fetches)) return Likeness::none;
  return same(&CostModel::compulsory_bytes) ? Likeness::work : Likeness::operations;
}

Likeness likeness(const Workload& workload, const VariantInfo& variant, const Choice& choice,
                  const SavedResult& result) {
  const auto here = as_here(workload, variant, choice, result);
  if (!here || result.rate_unit != workload.info().item_rate || !(result.rate > 0))
    return Likeness::none;
  return likeness(workload, *here, choice);
}

/// How many times larger one size is than the other, as a logarithm.
double size_distance(const Workload& workload, const Values& a, const Values& b) {
  double distance = 0;
  for (const Param* side : swept_sides(workload)) {
    const auto x = a.find(side->id), y = b.find(side->id);
    if (x == a.end() || y == b.end()) return 1e9;
    const auto *own = std::get_if<std::int64_t>(&x->second),
               *other = std::get_if<std::int64_t>(&y->second);
    if (!own || !other || *own <= 0 || *other <= 0) return 1e9;
    distance += std::log(double(*own)) - std::log(double(*other));
  }
  return std::abs(distance);
}

/// Of the result and the choice, as the user reads it.
std::vector<std::string> in_words(const std::vector<Param>& params,
                                  const std::vector<Difference>& found) {
  std::vector<std::string> all;
  all.reserve(found.size());
  for (const Difference& each : found) {
    const Param* param = find_param(params, each.id);
    all.push_back((param ? lowered(param->label) : each.id) + " " + each.a + " (here " + each.b +
                  ")");
  }
  return all;
}

struct Candidate {
  const SavedResult* result = nullptr;
  Likeness alike = Likeness::none;
  std::size_t launch = 0, problem = 0;  ///< differences, but for the size
  bool other_memory = false;
  double distance = 0;

  auto rank() const { return std::tuple(-int(alike), other_memory, launch, problem, distance); }
};

Candidate candidate(const Workload& workload, const VariantInfo& variant, const Choice& choice,
                    const SavedResult& result) {
  Candidate made{.result = &result};
  made.alike = likeness(workload, variant, choice, result);
  made.launch = differences(result.launch, choice.launch).size();
  for (const Difference& each : differences(result.problem, choice.problem))
    made.problem += is_size(workload, each.id) ? 0 : 1;
  made.other_memory = result.memory != name_of(choice.memory);
  made.distance = size_distance(workload, result.problem, choice.problem);
  return made;
}

std::vector<std::string> all_differences(const Workload& workload, const VariantInfo& variant,
                                         const Choice& choice, const SavedResult& result) {
  std::vector<std::string> all =
      in_words(workload.info().params, differences(result.problem, choice.problem));
  const auto launch = in_words(variant.axes, differences(result.launch, choice.launch));
  all.insert(all.end(), launch.begin(), launch.end());
  if (const std::string_view own = name_of(choice.memory); result.memory != own)
    all.push_back("memory " + result.memory + " (here " + std::string(own) + ")");
  return all;
}

}  // namespace

bool is_of(const SavedResult& result, const Workload& workload, const VariantInfo& variant) {
  return result.workload == workload.info().name && result.variant == variant.name &&
         result.executor == name_of(variant.backend);
}

bool rates_compare(const Workload& workload, const VariantInfo& variant, const Choice& choice,
                   const SavedResult& result) {
  return likeness(workload, variant, choice, result) == Likeness::work;
}

bool times_compare(const Workload& workload, const VariantInfo& variant, const Choice& choice,
                   const SavedResult& result) {
  const auto here = as_here(workload, variant, choice, result);
  return here && rates_compare(workload, variant, choice, result) &&
         about_equal(workload.cost(*here).of_one_time_step().items,
                     workload.cost(choice).of_one_time_step().items);
}

SavedTime saved_time(const SavedReport& report, const Workload& workload,
                     const VariantInfo& variant, const Choice& choice) {
  std::optional<Candidate> best;
  std::string no_time;
  for (const SavedResult& result : report.results) {
    if (!is_of(result, workload, variant)) continue;
    if (!result.is_timed()) {
      no_time = result.no_time;
      continue;
    }
    const Candidate next = candidate(workload, variant, choice, result);
    if (!best || next.rank() < best->rank()) best = next;
  }
  if (!best)
    return {.reason = no_time.empty() ? "the file has no result of this variant"
                                      : "no time in the file: " + no_time};
  SavedTime time{.result = best->result};
  time.differences = all_differences(workload, variant, choice, *best->result);
  if (time.differences.empty()) {
    time.median_ms = best->result->median_ms;
  } else if (best->alike == Likeness::work) {
    time.rate = best->result->rate;
  } else {
    if (best->alike == Likeness::operations) time.distant_rate = best->result->rate;
    time.reason = "other work: " + joined(time.differences);
  }
  return time;
}

std::vector<std::string> unknown_variants(const SavedReport& report,
                                          const std::vector<const Workload*>& workloads) {
  std::vector<std::string> unknown;
  for (const SavedResult& result : report.results) {
    const bool known = std::ranges::any_of(workloads, [&](const Workload* workload) {
      return workload->info().name == result.workload && workload->find(result.variant);
    });
    const std::string name = result.workload + " " + result.variant;
    if (!known && std::ranges::find(unknown, name) == unknown.end()) unknown.push_back(name);
  }
  return unknown;
}

}  // namespace livewarp
