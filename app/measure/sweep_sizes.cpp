#include "app/measure/sweep_sizes.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

std::vector<std::string> side_ids(const Workload& workload) {
  const std::vector<std::string>& sizes = workload.info().size_params;
  return sizes.empty() ? std::vector<std::string>{"width", "height"} : sizes;
}

/// Where a sweep over sizes begins, as a share of the default: 1/64 of the elements of a line,
/// about as much of a field's sides together.
std::int64_t first_size(const std::vector<const Param*>& sides) {
  constexpr std::int64_t shares[]{64, 16, 8};
  const std::int64_t wanted = std::get<std::int64_t>(sides.front()->default_value) /
                              shares[std::min<std::size_t>(sides.size(), 3) - 1];
  return std::max({wanted, std::int64_t(sides.front()->min), std::int64_t{1}});
}

/// All sides as the main one, or, of a picture, in proportion to it; a result of a given size goes
/// along.
Choice sized(const Workload& workload, const Choice& choice, std::int64_t n) {
  Choice result = choice;
  if (sides_are_equal(workload)) {
    for (const Param* side : swept_sides(workload)) result.problem[side->id] = n;
    return result;
  }
  const double factor = double(n) / double(swept_size(workload, choice));
  for (const char* const id : {"width", "height", "result_width", "result_height"}) {
    const auto now = result.problem.find(id);
    if (now == result.problem.end()) continue;
    const auto pixels = std::get<std::int64_t>(now->second);
    if (pixels > 0) now->second = std::max<std::int64_t>(1, std::llround(double(pixels) * factor));
  }
  return result;
}

/// A file has a size of its own.
bool stays(const Workload& workload, const Choice& choice) {
  try {
    return checked_choice(workload, choice).problem == choice.problem;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

std::vector<const Param*> swept_sides(const Workload& workload) {
  std::vector<const Param*> sides;
  for (const std::string& id : side_ids(workload)) {
    const Param* side = find_param(workload.info().params, id);
    if (!side || side->kind != ParamKind::integer) return {};
    sides.push_back(side);
  }
  return sides;
}

std::int64_t swept_size(const Workload& workload, const Choice& choice) {
  return get_integer(choice.problem, side_ids(workload).front());
}

bool sides_are_equal(const Workload& workload) { return !workload.info().size_params.empty(); }

std::vector<SweepStep> size_steps(const Workload& workload, const Choice& choice,
                                  const SweepOver& over) {
  const std::vector<const Param*> sides = swept_sides(workload);
  if (sides.empty()) return {};
  const std::int64_t from = over.from.value_or(first_size(sides));
  const auto most = std::int64_t(sides.front()->max);
  const std::int64_t to = std::min(over.to.value_or(most), most);
  std::vector<SweepStep> steps;
  std::int64_t n = 1;
  while (n < from) n *= 2;
  for (; n <= to && n < std::int64_t{1} << 62; n *= 2) {
    SweepStep step{double(n), grouped(n), sized(workload, choice, n)};
    if (stays(workload, step.choice)) steps.push_back(std::move(step));
  }
  return steps;
}

std::string size_label(const Workload& workload) {
  std::string label, unit;
  for (const Param* side : swept_sides(workload)) {
    if (!label.empty() && !sides_are_equal(workload)) continue;
    label += (label.empty() ? "" : " = ") + side->label;
    unit = side->unit;
  }
  std::string lower = label;
  std::ranges::transform(lower, lower.begin(),
                         [](unsigned char c) { return char(std::tolower(c)); });
  return unit.empty() || unit == lower ? label : label + ", " + unit;
}

std::string size_text(const Workload& workload, const Values& problem) {
  const std::vector<const Param*> sides = swept_sides(workload);
  std::string text;
  for (const Param* side : sides)
    if (const auto value = problem.find(side->id); value != problem.end())
      text += (text.empty() ? "" : "\u00d7") + as_shown(to_text(value->second));
  if (sides.size() != 1 || text.empty()) return text;
  return lowered(sides[0]->label) + " " + text;
}

const Param* method_of(const Workload& workload) {
  return find_param(workload.info().params, workload.info().method);
}

std::vector<std::string> varied_params(const Workload& workload) {
  constexpr double most_values = 64;
  const std::vector<const Param*> sides = swept_sides(workload);
  std::vector<std::string> names;
  for (const Param& param : workload.info().params) {
    const bool few = param.kind == ParamKind::choice ||
                     (param.kind == ParamKind::integer && param.max - param.min < most_values);
    if (param.group == ParamGroup::problem && few && param.id != workload.info().method &&
        std::ranges::find(sides, &param) == sides.end())
      names.push_back(param.id);
  }
  for (const VariantInfo* const variant : workload.variants())  // an axis of that name comes first
    std::erase_if(names, [&](const std::string& id) { return find_param(variant->axes, id); });
  return names;
}

bool varies_method(const Workload& workload, const SweepOver& over) {
  if (over.id.empty()) return false;
  const std::vector<std::string> others = varied_params(workload);
  return over.id == workload.info().method || std::ranges::count(others, over.id) > 0;
}

const Param* swept_param(const Workload& workload, const VariantInfo* variant,
                         const SweepOver& over) {
  if (varies_method(workload, over)) return find_param(workload.info().params, over.id);
  return variant ? find_param(variant->axes, over.id) : nullptr;
}

const Value* swept_value(const Workload& workload, const Choice& choice, const SweepOver& over) {
  const Values& values = varies_method(workload, over) ? choice.problem : choice.launch;
  const auto found = values.find(over.id);
  return found == values.end() ? nullptr : &found->second;
}

Choice with_swept(const Workload& workload, Choice choice, const SweepOver& over,
                  const Value& value) {
  Values& values = varies_method(workload, over) ? choice.problem : choice.launch;
  values[over.id] = value;
  return choice;
}

}  // namespace livewarp
