#include "ui/model/choices.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "kernels/core/base/dim.h"
#include "kernels/core/base/text.h"
#include "ui/model/format.h"

namespace livewarp::ui {

namespace {

Value number_value(const Param& param, double number) {
  if (param.kind == ParamKind::integer) return std::int64_t(std::llround(number));
  return number;
}

double number_of(const Value& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return double(*whole);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return 0;
}

/// From a block that is no preset: the preset next to it in threads.
std::optional<Value> preset_beside(const Param& block, const std::string& from, int direction) {
  const auto threads = [](const std::string& shape) {
    return std::int64_t(parse_dim(shape).count());
  };
  const std::int64_t now = threads(from);
  const Option* best = nullptr;
  for (const Option& preset : block.options) {
    const std::int64_t away = (threads(preset.id) - now) * direction;
    if (!preset.reason.empty() || away < 0) continue;
    if (!best || away < (threads(best->id) - now) * direction) best = &preset;
  }
  return best ? std::optional<Value>(best->id) : std::nullopt;
}

}  // namespace

int option_index(std::span<const Option> options, const std::string& id) {
  for (std::size_t i = 0; i < options.size(); ++i)
    if (options[i].id == id) return int(i);
  return -1;
}

const Value& value_of(const Choice& choice, const Param& param, bool axis) {
  const Values& values = axis                              ? choice.launch
                         : param.group == ParamGroup::view ? choice.view
                                                           : choice.problem;
  const auto found = values.find(param.id);
  return found == values.end() ? param.default_value : found->second;
}

void set_value(Choice& choice, const Param& param, bool axis, Value value) {
  Values& values = axis                              ? choice.launch
                   : param.group == ParamGroup::view ? choice.view
                                                     : choice.problem;
  values[param.id] = std::move(value);
}

std::optional<Value> neighbour(const Param& param, const Value& value, int direction) {
  int i = option_index(param.options, to_text(value));
  if (i < 0 && param.block) return preset_beside(param, to_text(value), direction);
  if (i < 0) return std::nullopt;
  for (i += direction; i >= 0 && i < int(param.options.size()); i += direction)
    if (param.options[std::size_t(i)].reason.empty())
      return parse_value(param, param.options[std::size_t(i)].id);
  return std::nullopt;
}

std::optional<Value> scaled(const Param& param, const Value& value, int direction) {
  if (param.kind != ParamKind::integer && param.kind != ParamKind::real) return std::nullopt;
  const double now = number_of(value);
  double next = direction > 0 ? now * 2 : now / 2;
  if (param.kind == ParamKind::integer) next = std::floor(next);
  next = std::clamp(next, param.min, param.max);
  if (next == now) return std::nullopt;
  return number_value(param, next);
}

double tidy(const Param& param, double value) {
  if (param.kind == ParamKind::integer && param.log_scale && value >= 1)
    value = std::exp2(std::round(std::log2(value)));
  else if (param.step > 0)
    value = param.min + std::round((value - param.min) / param.step) * param.step;
  else if (param.kind == ParamKind::integer)
    value = std::round(value);
  if (param.kind == ParamKind::real && value != 0) {
    const double unit = std::pow(10.0, std::floor(std::log10(std::abs(value))) - 2);
    // Dividing by a whole power of ten gives the nearest double to the decimal text.
    value = unit < 1 ? std::round(value / unit) / std::round(1 / unit)
                     : std::round(value / unit) * unit;
  }
  return std::clamp(value, param.min, param.max);
}

const VariantEntry* variant_beside(std::span<const VariantEntry* const> variants,
                                   const std::string& from, int offset) {
  if (variants.empty()) return nullptr;
  const auto at = std::find_if(variants.begin(), variants.end(), [&](const VariantEntry* variant) {
    return variant->info->name == from;
  });
  const auto index = at == variants.end() ? 0 : at - variants.begin() + offset;
  return variants[std::size_t(std::clamp<std::ptrdiff_t>(index, 0, std::ssize(variants) - 1))];
}

std::vector<std::string> ids_of_size(const Model& model) {
  if (!model.workload) return {};
  const std::vector<std::string>& sizes = model.workload->info().size_params;
  if (!sizes.empty()) return sizes;
  if (!model.view.handles.scale.empty()) return {model.view.handles.scale};
  return {"width", "height"};
}

std::vector<std::string> setting_parts(const Model& model, bool with_memory) {
  std::vector<std::string> parts;
  const auto add = [&](const Param& param, bool axis) {
    parts.push_back(lowered(param.label) + " " +
                    value_text(param, value_of(model.choice, param, axis)));
  };
  for (const Param& axis : model.axes)
    if (axis.id == "block") add(axis, true);
  for (const std::string& id : ids_of_size(model))
    if (const Param* size = find_param(model.params, id)) add(*size, false);
  if (with_memory) parts.emplace_back(label_of(model.choice.memory));
  for (const bool usual : {false, true})
    for (const Param& axis : model.axes)
      if (axis.id != "block" && !goes_without_saying(axis, value_of(model.choice, axis, true)) &&
          (value_of(model.choice, axis, true) == axis.default_value) == usual)
        add(axis, true);
  return parts;
}

std::string value_text(const Param& param, const Value& value) {
  if (const int i = option_index(param.options, to_text(value)); i >= 0)
    return param.options[std::size_t(i)].label;
  if (const bool* on = std::get_if<bool>(&value)) return *on ? "on" : "off";
  const auto* whole = std::get_if<std::int64_t>(&value);
  return with_minus(whole ? grouped(*whole) : to_text(value));
}

}  // namespace livewarp::ui
