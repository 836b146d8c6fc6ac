#include <algorithm>
#include <ostream>
#include <utility>

#include "app/base/table.h"
#include "app/base/version.h"
#include "app/commands/commands.h"
#include "app/measure/json_report.h"
#include "kernels/core/base/text.h"
#include "kernels/core/model/block_rule.h"
#include "kernels/core/workload/shared_reserve.h"

namespace livewarp {

namespace {

/// "block 32|64|[128]|256" or "threads 1…64 [64]".
std::string axis_text(const Param& axis) {
  const std::string standard = to_text(axis.default_value);
  if (axis.options.empty())
    return axis.id + " " + as_shown(shortest(axis.min)) + "\u2026" + as_shown(shortest(axis.max)) +
           " [" + as_shown(standard) + "]";
  std::string values;
  for (const Option& option : axis.options) {
    values += values.empty() ? "" : "|";
    values += option.id == standard ? "[" + option.id + "]" : option.id;
  }
  if (axis.block) values += "|\u2026";
  return axis.id + " " + values;
}

std::string axes_text(const VariantInfo& info) {
  std::vector<std::string> axes;
  for (const Param& axis : info.axes)
    if (!axis.aside) axes.push_back(axis_text(axis));
  return joined(axes);
}

/// Why a variant's own executor cannot run it here; empty if it can.
std::string reason_here(const Context& context, const Workload& workload, const VariantInfo& info) {
  const Executor executor = info.backend == Backend::cuda ? Executor::cuda : Executor::cpu;
  std::string reason = unavailable_reason(info, executor, *context.machine);
  if (!reason.empty() || workload.compiled_for(executor)) return reason;
  return "this build has no " + std::string(name_of(executor)) + " code for it";
}

/// Reasons that stand below a table, each once: the table has their numbers.
class Notes {
 public:
  /// "[1]" for the first; empty for no reason.
  std::string mark(const std::string& reason) {
    if (reason.empty()) return "";
    const auto known = std::ranges::find(reasons_, reason);
    const auto index = known - reasons_.begin();
    if (known == reasons_.end()) reasons_.push_back(reason);
    return "[" + std::to_string(index + 1) + "]";
  }
  std::string text() const {
    std::string all;
    for (std::size_t i = 0; i < reasons_.size(); ++i)
      all += "[" + std::to_string(i + 1) + "] " + reasons_[i] + "\n";
    return all;
  }

 private:
  std::vector<std::string> reasons_;
};

/// What single values of its axes, or single memory modes, cannot do in a variant: "memory
/// pageable, pinned: why".
std::vector<std::string> limits_of(const VariantInfo& info) {
  std::vector<std::string> limits;
  for (const Param& axis : info.axes)
    for (const Option& option : axis.options)
      if (!option.reason.empty())
        limits.push_back(axis.id + " " + option.id + ": " + option.reason);
  std::vector<std::pair<std::string, std::vector<std::string>>> modes;  // by reason
  for (const MemoryRefusal& refusal : info.memory_refusals) {
    const auto same =
        std::ranges::find(modes, refusal.reason, [](const auto& m) { return m.first; });
    auto& group = same != modes.end()
                      ? *same
                      : modes.emplace_back(refusal.reason, std::vector<std::string>{});
    group.second.emplace_back(name_of(refusal.mode));
  }
  for (const auto& [reason, names] : modes)
    limits.push_back("memory " + joined(names) + ": " + reason);
  return limits;
}

/// Whether a CUDA variant that has no GPU here can be executed from its source all the same.
bool runs_from_source(const Context& context, const Workload& workload, const VariantInfo& info) {
  return unavailable_reason(info, Executor::emulator, *context.machine).empty() &&
         workload.compiled_for(Executor::emulator);
}

/// "yes", "from source [1]", "no [1]", "yes [2][3]": with the numbers of what is to be said.
std::string here_text(const Context& context, const Workload& workload, const VariantInfo& info,
                      Notes& notes) {
  const std::string reason = reason_here(context, workload, info);
  std::string marks = notes.mark(reason);
  for (const std::string& limit : limits_of(info)) marks += notes.mark(limit);
  const std::string here = reason.empty()                              ? "yes"
                           : runs_from_source(context, workload, info) ? "emulated"
                                                                       : "no";
  return here + (marks.empty() ? marks : " " + marks);
}

/// The memory modes that any of the CUDA variants offers, on a line of their own.
std::string memory_line(const Workload& workload) {
  std::vector<std::string> modes;
  for (const MemoryMode mode : cuda_memory_modes())
    if (std::ranges::any_of(workload.variants(), [&](const VariantInfo* variant) {
          return std::ranges::find(variant->memory_modes, mode) != variant->memory_modes.end();
        }))
      modes.emplace_back(name_of(mode));
  return modes.empty() ? "" : "memory of CUDA variants: " + joined(modes) + "\n";
}

/// What the dots behind the presets of a block stand for.
std::string block_line(const Workload& workload) {
  const bool any = std::ranges::any_of(workload.variants(), [](const VariantInfo* variant) {
    return find_param(variant->axes, "block") != nullptr;
  });
  return any ? "block \u2026: any other shape that the kernel can take (96, 48x4); what it cannot is "
               "refused with the reason\n"
             : "";
}

/// What all CUDA variants have beside their own axes.
std::string reserve_line(const Workload& workload) {
  for (const VariantInfo* const variant : workload.variants())
    if (const Param* const axis = find_param(variant->axes, reserve_axis_id);
        axis && axis->reason.empty())
      return axis_text(*axis) +
             " KiB: of all CUDA variants, shared memory that nothing uses, which "
             "lowers their occupancy\n";
  return "";
}

const char* kind_name(ParamKind kind) {
  switch (kind) {
  case ParamKind::integer: return "integer";
  case ParamKind::real: return "real";
  case ParamKind::choice: return "choice";
  case ParamKind::toggle: return "toggle";
  case ParamKind::file: return "file";
  }
  return "";
}

Json param_json(const Param& param) {
  Json json = {{"id", param.id},
               {"label", param.label},
               {"unit", param.unit},
               {"kind", kind_name(param.kind)},
               {"default", to_json(param.default_value)},
               {"help", param.help}};
  if (param.kind == ParamKind::integer || param.kind == ParamKind::real) {
    json["min"] = param.min;
    json["max"] = param.max;
  }
  for (const auto& [id, value] : param.selects) json["selects"][id] = to_json(value);
  for (const Option& option : param.options) json["options"].push_back(option.id);
  if (param.block) json["allowed"] = param.block->asks();
  return json;
}

Json variant_json(const Context& context, const Workload& workload, const VariantInfo& info) {
  const std::string reason = reason_here(context, workload, info);
  Json json = {{"name", info.name},
               {"title", info.title},
               {"backend", name_of(info.backend)},
               {"axes", Json::array()},
               {"memory_modes", Json::array()},
               {"topic", info.topic},
               {"lesson", info.lesson},
               {"source", info.source},
               {"file", info.file},
               {"tolerance", {{"rms", info.tolerance.rms}, {"worst", info.tolerance.worst}}},
               {"gpu_only", info.gpu_only},
               {"library", info.library.empty() ? Json() : Json(info.library)},
               {"reason", reason.empty() ? Json() : Json(reason)}};
  for (const Param& axis : info.axes) json["axes"].push_back(param_json(axis));
  for (const MemoryMode mode : info.memory_modes) json["memory_modes"].push_back(name_of(mode));
  for (const MemoryRefusal& refusal : info.memory_refusals)
    json["memory_refusals"][std::string(name_of(refusal.mode))] = refusal.reason;
  return json;
}

Json workload_json(const Context& context, const Workload& workload) {
  const WorkloadInfo& info = workload.info();
  Json json = {{"name", info.name},           {"title", info.title},
               {"summary", info.summary},     {"item_rate", info.item_rate},
               {"reference", info.reference}, {"size_params", info.size_params},
               {"params", Json::array()},     {"variants", Json::array()}};
  for (const Param& param : info.params) json["params"].push_back(param_json(param));
  for (const VariantInfo* variant : workload.variants())
    json["variants"].push_back(variant_json(context, workload, *variant));
  return json;
}

class ListCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {"every variant: backend, axes, and why it cannot run here",
            "Lists every variant with its axes (the default in brackets), and why it cannot run on "
            "this machine.",
            WorkloadArgument::optional};
  }
  void declare(CLI::App& app, const CommandScope& scope) override {
    workload_ = scope.workload;
    OptionGroup output(app, "Output:");
    declare_json(output, json_);
  }
  int run(const Context& context) override;

 private:
  const Workload* workload_ = nullptr;  ///< null: all
  NamedOutput json_;
};

int ListCommand::run(const Context& context) {
  json_.open();
  Json all = Json::array();
  bool first = true;
  for (const Workload* workload : context.workloads) {
    if (workload_ && workload_ != workload) continue;
    const WorkloadInfo& info = workload->info();
    *context.out << (std::exchange(first, false) ? "" : "\n") << info.name << ": " << info.title
                 << ". " << info.summary << "\n";
    TextTable table({{"variant"}, {"backend"}, {"title"}, {"lesson"}, {"runs here"}, {"axes"}});
    Notes notes;
    for (const VariantInfo* variant : workload->variants())
      table.add({variant->name, std::string(name_of(variant->backend)), variant->title,
                 variant->topic, here_text(context, *workload, *variant, notes),
                 axes_text(*variant)});
    *context.out << table.text() << memory_line(*workload) << block_line(*workload)
                 << reserve_line(*workload) << notes.text();
    all.push_back(workload_json(context, *workload));
  }
  json_.write(Json{{"version", version_text()}, {"workloads", all}}.dump(2) + "\n");
  return exit_ok;
}

}  // namespace

std::unique_ptr<Command> make_list_command() { return std::make_unique<ListCommand>(); }

}  // namespace livewarp
