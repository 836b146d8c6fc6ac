#include "app/options/choice_options.h"

#include <algorithm>
#include <array>
#include <optional>

#include <CLI/App.hpp>

#include "app/base/platform.h"
#include "app/base/suggest.h"
#include "app/options/part_options.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/decomposition/decomposition.h"
#include "kernels/core/model/block_rule.h"
#include "kernels/core/model/image.h"

namespace livewarp {

namespace {

const char* heading(ParamGroup group) {
  switch (group) {
  case ParamGroup::launch: return "Launch:";
  case ParamGroup::problem: return "Problem:";
  case ParamGroup::start: return "Start:";
  case ParamGroup::view: break;
  }
  return "View:";
}

std::string number_text(const Param& param, double number) {
  return param.kind == ParamKind::integer ? grouped(std::int64_t(number)) : shortest(number);
}

/// What may follow the option: the offered values, or the range with its unit.
std::string values_text(const Param& param) {
  std::string text;
  for (const Option& option : param.options) text += (text.empty() ? "" : "|") + option.id;
  if (param.block) text += std::array{"|W", "|WxH", "|WxHxD"}[param.block->dimensions() - 1];
  if (!text.empty()) return text;
  if (param.kind == ParamKind::toggle) return "on|off";
  if (param.kind == ParamKind::file) return "FILE";
  text = number_text(param, param.min) + "\u2026" + number_text(param, param.max);
  return param.unit.empty() ? text : text + " " + param.unit;
}

void declare_param(OptionGroup group, const Param& param, const std::string& remark,
                   ParsedOptions& given) {
  if (param.kind == ParamKind::toggle)
    group.toggle(param.id, given, param.help + remark);
  else
    group.given(param.id, values_text(param), given, param.help + remark);
}

std::string default_remark(const Param& param) {
  if (param.kind == ParamKind::file) return {};
  const auto* number = std::get_if<std::int64_t>(&param.default_value);
  std::string text = number ? grouped(*number) : to_text(param.default_value);
  const auto digit = [](const std::string& word) {
    return !word.empty() && word.front() >= '0' && word.front() <= '9';
  };
  for (const Option& option : param.options)
    if (option.id == text && digit(option.id) && !digit(option.label))
      text += ", " + option.label;  // a number that stands for something
  return " Default " + text + ".";
}

bool is_number(const std::vector<Option>& options) {
  std::int64_t number = 0;
  return std::ranges::all_of(options, [&](const Option& o) { return read_integer(o.id, number); });
}

/// One option for an axis that several variants have: all values that any of them offers.
void declare_axis(CLI::App& app, const std::string& id,
                  const std::vector<const VariantInfo*>& variants, ParsedOptions& given) {
  std::optional<Param> merged;
  std::vector<std::string> owners;
  bool same_default = true;
  for (const VariantInfo* variant : variants) {
    const Param* axis = find_param(variant->axes, id);
    if (!axis) continue;
    owners.push_back(variant->name);
    if (!merged) {
      merged = *axis;
      continue;
    }
    same_default = same_default && merged->default_value == axis->default_value;
    merged->min = std::min(merged->min, axis->min);
    merged->max = std::max(merged->max, axis->max);
    if (axis->block && axis->block->dimensions() > merged->block->dimensions())
      merged->block = axis->block;
    for (const Option& option : axis->options)
      if (std::ranges::find(merged->options, option.id, &Option::id) == merged->options.end())
        merged->options.push_back(option);
  }
  if (merged->kind == ParamKind::choice && is_number(merged->options))
    std::ranges::sort(merged->options, {}, [](const Option& o) { return std::stoll(o.id); });
  std::string remark = same_default ? default_remark(*merged) : "";
  if (owners.size() < variants.size()) remark += " Of " + joined(owners) + ".";
  declare_param({app, heading(merged->group)}, *merged, remark, given);
}

std::string names_of(const std::vector<const VariantInfo*>& variants) {
  std::string text;
  for (const VariantInfo* variant : variants) text += (text.empty() ? "" : "|") + variant->name;
  return text;
}

/// The memory modes that any of the variants offers.
std::string memory_values(const std::vector<const VariantInfo*>& variants) {
  std::string values;
  std::vector<MemoryMode> modes;
  for (const VariantInfo* variant : variants) {
    if (variant->backend == Backend::cpu) continue;
    for (const MemoryMode mode : variant->memory_modes) {
      if (std::ranges::find(modes, mode) != modes.end()) continue;
      modes.push_back(mode);
      values += (values.empty() ? "" : "|") + std::string(name_of(mode));
    }
  }
  return values;
}

bool is_view(const Param& param) { return param.group == ParamGroup::view; }

MemoryMode given_memory(const VariantInfo& variant, const std::string& text) {
  const MemoryMode mode = parse_memory(text);
  if (variant.backend == Backend::cpu && mode != MemoryMode::host)
    throw Error("memory " + text + ": " + variant.name +
                " is a CPU variant, its state lives in host memory");
  return mode;
}

int given_steps(const std::string& text) {
  std::int64_t steps = 0;
  if (!read_integer(text, steps) || steps < 0 || steps > most_steps_per_frame)
    throw Error("steps-per-frame " + as_shown(text) + ": must be 0 \u2026 " +
                grouped(most_steps_per_frame) + " (0: as many as fit)");
  return int(steps);
}

const VariantInfo& chosen_variant(const Workload& workload, const ParsedOptions& given,
                                  Backend fallback) {
  const auto backend = given.find("backend");
  if (backend != given.end()) fallback = parse_backend(backend->second);
  const auto variant = given.find("variant");
  if (variant == given.end())
    return named_variant(workload, fallback == Backend::cuda ? workload.info().default_cuda
                                                             : workload.info().default_cpu);
  const VariantInfo& chosen = named_variant(workload, variant->second);
  if (backend != given.end() && chosen.backend != fallback)
    throw Error("variant " + chosen.name + " is of backend " +
                std::string(name_of(chosen.backend)) + ", not of " + backend->second);
  return chosen;
}

/// An axis that was given and that the chosen variant lacks: says which variants have it.
void check_foreign_axes(const Workload& workload, const VariantInfo& variant,
                        const ParsedOptions& given) {
  for (const auto& [id, text] : given) {
    if (find_param(variant.axes, id)) continue;
    std::vector<std::string> owners;
    for (const VariantInfo* other : workload.variants())
      if (find_param(other->axes, id)) owners.push_back(other->name);
    if (!owners.empty())
      throw Error("variant " + variant.name + " has no axis " + id,
                  "it belongs to " + joined(owners) + "; name one with --variant");
  }
}

/// A file brings values of its own, the number of bodies for one: others are refused.
void check_against_files(const Workload& workload, const ParsedOptions& given) {
  Choice choice = default_choice(workload, "", Backend::cpu);
  const Values wanted = given_params(workload, given, false);
  for (const auto& [id, value] : wanted) choice.problem[id] = value;
  const Values found = checked_choice(workload, choice).problem;
  for (const auto& [id, value] : wanted)
    if (found.at(id) != value)
      throw Error(option_name(id) + " " + to_text(value) + ": in the file it is " +
                      to_text(found.at(id)),
                  "leave out " + option_name(id));
}

}  // namespace

void declare_choice(CLI::App& app, const Workload& workload,
                    const std::vector<const VariantInfo*>& variants, ParsedOptions& given) {
  OptionGroup launch(app, heading(ParamGroup::launch));
  launch.given("variant", names_of({workload.variants().begin(), workload.variants().end()}), given,
               "How the step is computed; livewarp list " + workload.info().name +
                   " tells them apart.");
  launch.given("backend", "cuda|cpu", given, "Variants of this backend.");
  std::vector<std::string> declared;
  for (const VariantInfo* variant : variants)
    for (const Param& axis : variant->axes) {
      if (std::ranges::find(declared, axis.id) != declared.end()) continue;
      declared.push_back(axis.id);
      declare_axis(app, axis.id, variants, given);
    }
  if (std::ranges::find(declared, parts_axis_id) != declared.end()) declare_devices(launch, given);
  if (const std::string modes = memory_values(variants); !modes.empty())
    launch.given("memory", modes, given,
                 "Where the state of a CUDA variant lives and how it moves: in device memory, from "
                 "a pool or not; copied in and out every step, from plain (pageable) or "
                 "page-locked (pinned) memory; read across the bus (mapped, zero-copy); or in "
                 "pages that migrate to whoever touches them (managed), are prefetched (prefetch), "
                 "or of which the driver is told how they are used (read-mostly, preferred-gpu, "
                 "accessed-by). For bench and verify several, separated by commas, or all.");
  for (const ParamGroup wanted : {ParamGroup::problem, ParamGroup::start, ParamGroup::view})
    for (const Param& param : workload.info().params)
      if (param.group == wanted)
        declare_param({app, heading(wanted)}, param, default_remark(param), given);
}

void declare_steps_per_frame(CLI::App& app, ParsedOptions& given) {
  OptionGroup(app, "Picture:")
      .given("steps-per-frame", "0\u2026" + grouped(most_steps_per_frame), given,
             "Steps from one picture to the next; 0: as many as fit.");
}

void declare_display(CLI::App& app, ParsedOptions& given) {
  OptionGroup picture(app, "Picture:");
  picture.given("display", "automatic|interop|buffer|copy|upload", given,
                "How results reach OpenGL. Interop: CUDA writes fields and volumes straight into "
                "textures, points and images into buffers; buffer: all into buffers. Automatic: "
                "interop where it works, else a copy.");
  declare_steps_per_frame(app, given);
  picture.flag(
      "paused", [&given](auto&) { given["paused"] = "on"; }, "Start paused.");
}

Backend usual_backend(const Workload& workload, const Machine& machine) {
  return machine.has_gpu() && workload.compiled_for(Executor::cuda) ? Backend::cuda : Backend::cpu;
}

Value read_value(const Param& param, const std::string& text) {
  if (param.kind == ParamKind::file && !text.empty()) {
    const std::string path = absolute_path(text);
    param.file->check(path);  // what cannot be opened is a bad request, before anything begins
    return parse_value(param, path);
  }
  return parse_value(param, text);
}

void declare_params(CLI::App& app, const std::string& heading, const std::vector<Param>& params,
                    ParsedOptions& given) {
  for (const Param& param : params)
    if (!app.get_option_no_throw(option_name(param.id)))
      declare_param({app, heading}, param, default_remark(param), given);
}

Values read_params(const std::vector<Param>& params, const ParsedOptions& given) {
  Values values = defaults(params);
  for (const Param& param : params)
    if (const auto found = given.find(param.id); found != given.end())
      values[param.id] = read_value(param, found->second);
  return values;
}

Values given_params(const Workload& workload, const ParsedOptions& given, bool view) {
  Values values;
  for (const Param& param : workload.info().params) {
    if (is_view(param) != view) continue;
    const auto text = given.find(param.id);
    if (text != given.end()) values[param.id] = read_value(param, text->second);
  }
  return values;
}

const VariantInfo& named_variant(const Workload& workload, const std::string& name) {
  if (const VariantInfo* variant = workload.find(name)) return *variant;
  std::vector<std::string> known;
  for (const VariantInfo* variant : workload.variants()) known.push_back(variant->name);
  throw Error(workload.info().name + " has no variant " + name, advice_among(name, known));
}

Choice choice_from(const Workload& workload, const ParsedOptions& asked, Backend fallback) {
  const ParsedOptions given = with_selected(workload, asked);
  const VariantInfo& variant = chosen_variant(workload, given, fallback);
  check_foreign_axes(workload, variant, given);
  Choice choice = default_choice(workload, variant.name, fallback);
  for (const Param& axis : variant.axes) {
    const auto text = given.find(axis.id);
    if (text != given.end()) choice.launch[axis.id] = read_value(axis, text->second);
  }
  for (const bool view : {false, true})
    for (const auto& [id, value] : given_params(workload, given, view))
      (view ? choice.view : choice.problem)[id] = value;
  if (const auto text = given.find("memory"); text != given.end())
    choice.memory = given_memory(variant, text->second);
  if (const auto text = given.find("display"); text != given.end())
    choice.display = parse_display(text->second);
  if (const auto text = given.find("steps-per-frame"); text != given.end())
    choice.steps_per_frame = given_steps(text->second);
  choice.paused = given.contains("paused");
  return checked_choice(workload, choice);
}

ParsedOptions with_selected(const Workload& workload, ParsedOptions given) {
  bool any = false;
  for (const Param& param : workload.info().params) {
    const auto path = given.find(param.id);
    const bool named = path != given.end() && !path->second.empty();
    any = any || named;
    for (const auto& [id, value] : param.selects) {
      if (named)
        given.try_emplace(id, to_text(value));
      else if (const auto text = given.find(id);
               text != given.end() && text->second == to_text(value))
        throw Error(option_name(id) + " " + text->second + ": there is no file",
                    "name one with " + option_name(param.id));
    }
  }
  if (any) check_against_files(workload, given);
  return given;
}

std::vector<Choice> choices_of_cuda(const Workload& workload, const ParsedOptions& given,
                                    const std::function<Choice(const ParsedOptions&)>& choice_of) {
  std::vector<Choice> choices;
  std::optional<Error> refusal;
  for (const VariantInfo* variant : workload.variants()) {
    if (variant->backend != Backend::cuda) continue;
    ParsedOptions named = given;
    named["variant"] = variant->name;
    try {
      choices.push_back(choice_of(named));
    } catch (const Error& error) {
      if (!refusal) refusal = error;
    }
  }
  if (choices.empty() && refusal) throw Error(*refusal);
  return choices;
}

std::vector<std::string> to_arguments(const Workload& workload, const Choice& choice) {
  const Choice plain = default_choice(workload, choice.variant, Backend::cpu);
  // What a named file would select must be said where it is something else; without one it is as
  // good as the default.
  Values problem = plain.problem;
  for (const Param& param : workload.info().params) {
    const auto path = choice.problem.find(param.id);
    if (path == choice.problem.end()) continue;
    const bool named = path->second != param.default_value;
    for (const auto& [id, value] : param.selects)
      if (const auto now = choice.problem.find(id);
          named || (now != choice.problem.end() && now->second == value))
        problem[id] = value;
  }
  std::vector<std::string> line{workload.info().name, "--variant", choice.variant};
  const auto add_option = [&](const std::string& option, std::string value) {
    line.push_back(option);
    line.push_back(std::move(value));
  };
  const auto add = [&](const Values& values, const Values& standard) {
    for (const auto& [id, value] : values) {
      const auto found = standard.find(id);
      if (found == standard.end() || found->second != value)
        add_option(option_name(id), to_text(value));
    }
  };
  add(choice.launch, plain.launch);
  if (choice.memory != plain.memory) add_option("--memory", std::string(name_of(choice.memory)));
  if (choice.display != plain.display)
    add_option("--display", std::string(name_of(choice.display)));
  add(choice.problem, problem);
  add(choice.view, plain.view);
  if (choice.steps_per_frame != 0)
    add_option("--steps-per-frame", std::to_string(choice.steps_per_frame));
  if (choice.paused) line.emplace_back("--paused");
  return line;
}

std::string to_command_line(const Workload& workload, const Choice& choice,
                            const std::string& command) {
  std::string line = command;
  for (const std::string& word : to_arguments(workload, choice)) line += " " + shell_word(word);
  return line;
}

}  // namespace livewarp
