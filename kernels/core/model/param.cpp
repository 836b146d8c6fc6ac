#include "kernels/core/model/param.h"

#include <algorithm>
#include <cmath>
#include <thread>
#include <utility>

#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/model/block_rule.h"

namespace livewarp {

namespace {

/// Doubles hold whole numbers exactly up to here.
constexpr double exact_limit = 9007199254740992.0;

bool is_whole(double number) {
  return std::trunc(number) == number && std::abs(number) <= exact_limit;
}

/// A number for error texts: grouped if it is whole, else its shortest form.
std::string shown(double number) {
  if (is_whole(number)) return grouped(std::int64_t(number));
  return number < 0 ? "\u2212" + shortest(-number) : shortest(number);
}

std::string shown(const Value& value) { return as_shown(to_text(value)); }

[[noreturn]] void refuse(const Param& param, const std::string& value, const std::string& why,
                         const std::string& advice = {}) {
  throw Error(param.id + " " + (value.empty() ? std::string("(empty)") : value) + ": " + why,
              advice);
}

std::string offered_text(const Param& param) {
  std::vector<std::string> offered;
  for (const Option& option : param.options)
    if (option.reason.empty()) offered.push_back(as_shown(option.id));
  return joined(offered);
}

void check_range(const Param& param, double number) {
  if (!std::isfinite(number)) refuse(param, shortest(number), "must be a finite number");
  if (number < param.min || number > param.max)
    refuse(param, shown(number), "must be " + shown(param.min) + " \u2026 " + shown(param.max));
}

void check_option(const Param& param, const Value& value) {
  const std::string text = to_text(value);
  for (const Option& option : param.options) {
    if (option.id != text) continue;
    if (!option.reason.empty()) refuse(param, as_shown(text), option.reason);
    return;
  }
  refuse(param, as_shown(text), "offered are " + offered_text(param));
}

void check_block(const Param& param, const std::string& text) {
  const Dim3 shape = parse_block(text);
  if (const std::string reason = block_refusal(param, shape); !reason.empty())
    refuse(param, as_shown(to_text(shape)), reason, "presets are " + offered_text(param));
}

template <class T>
const T& typed(const Param& param, const Value& value, const char* kind) {
  if (const T* content = std::get_if<T>(&value)) return *content;
  refuse(param, shown(value), std::string("must be ") + kind);
}

Value read_number(const Param& param, const std::string& text) {
  double number = 0;
  if (param.kind == ParamKind::integer) {
    std::int64_t whole = 0;
    if (read_integer(ungrouped(text), whole)) return whole;
    // "1e6" is how people write large counts.
    if (read_real(text, number) && is_whole(number)) return std::int64_t(number);
    refuse(param, text, "must be a whole number");
  }
  if (!read_real(text, number)) refuse(param, text, "must be a number");
  return number;
}

Value read_toggle(const Param& param, const std::string& text) {
  if (text == "on" || text == "true" || text == "1") return true;
  if (text == "off" || text == "false" || text == "0") return false;
  refuse(param, text, "must be on or off");
}

Param declared(std::string id, std::string label, std::string unit, ParamKind kind,
               Value default_value, std::string help) {
  Param param;
  param.id = std::move(id);
  param.label = std::move(label);
  param.unit = std::move(unit);
  param.kind = kind;
  param.default_value = std::move(default_value);
  param.help = std::move(help);
  return param;
}

template <class T>
const T& read(const Values& values, const std::string& id, const char* kind) {
  const auto found = values.find(id);
  if (found == values.end()) throw Error(id + ": no value given");
  if (const T* content = std::get_if<T>(&found->second)) return *content;
  throw Error(id + " " + shown(found->second) + ": must be " + kind);
}

}  // namespace

std::string to_text(const Value& value) {
  struct Writer {
    std::string operator()(bool on) const { return on ? "on" : "off"; }
    std::string operator()(std::int64_t number) const { return std::to_string(number); }
    std::string operator()(double number) const { return shortest(number); }
    std::string operator()(const std::string& text) const { return text; }
  };
  return std::visit(Writer{}, value);
}

Value parse_value(const Param& param, const std::string& text) {
  Value value;
  switch (param.kind) {
  case ParamKind::integer:
  case ParamKind::real: value = read_number(param, text); break;
  case ParamKind::choice: value = param.block ? block_text(param, parse_block(text)) : text; break;
  case ParamKind::file: value = text; break;
  case ParamKind::toggle: value = read_toggle(param, text); break;
  }
  check_value(param, value);
  return value;
}

void check_value(const Param& param, const Value& value) {
  switch (param.kind) {
  case ParamKind::integer: {
    const auto number = typed<std::int64_t>(param, value, "a whole number");
    if (!param.options.empty())
      check_option(param, value);
    else
      check_range(param, double(number));
    break;
  }
  case ParamKind::real: check_range(param, typed<double>(param, value, "a number")); break;
  case ParamKind::choice:
    typed<std::string>(param, value,
                       param.block ? "like 128, 32x8 or 8x8x4" : "one of the offered names");
    if (param.block)
      check_block(param, std::get<std::string>(value));
    else
      check_option(param, value);
    break;
  case ParamKind::toggle: typed<bool>(param, value, "on or off"); break;
  case ParamKind::file: typed<std::string>(param, value, "the path of a file"); break;
  }
  if (!param.reason.empty() && value != param.default_value)
    refuse(param, shown(value), param.reason);
}

Values changed(Values values, const Values& changes) {
  for (const auto& [id, value] : changes) values[id] = value;
  return values;
}

Values defaults(const std::vector<Param>& params) {
  Values values;
  for (const Param& param : params) values[param.id] = param.default_value;
  return values;
}

const Param* find_param(const std::vector<Param>& params, const std::string& id) {
  for (const Param& param : params)
    if (param.id == id) return &param;
  return nullptr;
}

std::int64_t get_integer(const Values& values, const std::string& id) {
  return read<std::int64_t>(values, id, "a whole number");
}
double get_real(const Values& values, const std::string& id) {
  return read<double>(values, id, "a number");
}
bool get_toggle(const Values& values, const std::string& id) {
  return read<bool>(values, id, "on or off");
}
const std::string& get_text(const Values& values, const std::string& id) {
  return read<std::string>(values, id, "text");
}

Param integer_param(std::string id, std::string label, std::string unit, std::int64_t min,
                    std::int64_t max, std::int64_t default_value, std::string help) {
  Param param = declared(std::move(id), std::move(label), std::move(unit), ParamKind::integer,
                         default_value, std::move(help));
  param.min = double(min);
  param.max = double(max);
  param.step = 1;
  return param;
}

Param real_param(std::string id, std::string label, std::string unit, double min, double max,
                 double default_value, std::string help) {
  Param param = declared(std::move(id), std::move(label), std::move(unit), ParamKind::real,
                         default_value, std::move(help));
  param.min = min;
  param.max = max;
  return param;
}

Param choice_param(std::string id, std::string label, std::vector<Option> options,
                   std::string default_id, std::string help) {
  Param param = declared(std::move(id), std::move(label), {}, ParamKind::choice,
                         std::move(default_id), std::move(help));
  param.options = std::move(options);
  return param;
}

Param file_param(std::string id, std::string label, const FileType& type, Values selects,
                 std::string help) {
  Param param = declared(std::move(id), std::move(label), {}, ParamKind::file, std::string(),
                         std::move(help));
  param.file = &type;
  param.selects = std::move(selects);
  return param;
}

Param integer_axis(std::string id, std::string label, std::string unit,
                   std::vector<std::int64_t> offered, std::int64_t default_value,
                   std::string help) {
  Param param = declared(std::move(id), std::move(label), std::move(unit), ParamKind::integer,
                         default_value, std::move(help));
  param.group = ParamGroup::launch;
  param.step = 1;
  for (const std::int64_t value : offered)
    param.options.push_back({std::to_string(value), grouped(value), {}});
  if (!offered.empty()) {
    param.min = double(*std::min_element(offered.begin(), offered.end()));
    param.max = double(*std::max_element(offered.begin(), offered.end()));
  }
  return param;
}

Param automatic(Param axis) {
  axis.options.front().label = "auto";
  return axis;
}

Param choice_axis(std::string id, std::string label, std::vector<Option> options,
                  std::string default_id, std::string help) {
  Param param = choice_param(std::move(id), std::move(label), std::move(options),
                             std::move(default_id), std::move(help));
  param.group = ParamGroup::launch;
  return param;
}

Param seed_param(std::string help) {
  Param param = integer_param("seed", "Seed", "", 0, 999'999, 1, std::move(help));
  param.group = ParamGroup::start;
  return param;
}

Param log_scaled(Param param) {
  param.log_scale = true;
  return param;
}

Param threads_axis(const std::string& shared) {
  const int cores = std::max(1, int(std::thread::hardware_concurrency()));
  Param param =
      integer_param("threads", "Threads", "", 1, cores, cores,
                    "Threads of the operating system that share the " + shared + " among them.");
  param.group = ParamGroup::launch;
  return param;
}

std::size_t chosen_place(const std::vector<Param>& params, const Values& values,
                         const std::string& id) {
  const Param* const param = find_param(params, id);
  const std::string& text = get_text(values, id);
  for (std::size_t i = 0; param && i < param->options.size(); ++i)
    if (param->options[i].id == text) return i;
  throw Error(id + " " + text + ": not known");
}

}  // namespace livewarp
