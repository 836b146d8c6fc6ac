#include <algorithm>
#include <optional>
#include <ostream>
#include <utility>

#include "app/commands.h"
#include "app/json_report.h"
#include "app/output_file.h"
#include "app/table.h"
#include "app/version.h"
#include "kernels/core/text.h"

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
  return axis.id + " " + values;
}

std::string axes_text(const VariantInfo& info) {
  std::vector<std::string> axes;
  for (const Param& axis : info.axes) axes.push_back(axis_text(axis));
  return joined(axes);
}

/// Why a row's own executor cannot run it here; empty if it can.
std::string reason_here(const Context& context, const Workload& workload, const VariantInfo& info) {
  const Executor executor = info.backend == Backend::cuda ? Executor::cuda : Executor::cpu;
  std::string reason = unavailable_reason(info, executor, *context.machine);
  if (!reason.empty() || workload.compiled_for(executor)) return reason;
  return "this build has no " + std::string(name_of(executor)) + " code for it";
}

/// The same for tables: what single values of its axes cannot do here is said as well.
std::string reasons_text(const Context& context, const Workload& workload,
                         const VariantInfo& info) {
  std::string text = reason_here(context, workload, info);
  for (const Param& axis : info.axes)
    for (const Option& option : axis.options)
      if (!option.reason.empty())
        text += (text.empty() ? "" : "; ") + axis.id + " " + option.id + ": " + option.reason;
  for (const MemoryRefusal& refusal : info.memory_refusals)
    text += (text.empty() ? "memory " : "; memory ") + std::string(name_of(refusal.mode)) + ": " +
            refusal.reason;
  return text;
}

/// The memory modes that any of the CUDA rows offers, on a line of their own.
std::string memory_line(const Workload& workload) {
  std::vector<std::string> modes;
  for (const MemoryMode mode : cuda_memory_modes())
    if (std::ranges::any_of(workload.variants(), [&](const VariantInfo* row) {
          return std::ranges::find(row->memory_modes, mode) != row->memory_modes.end();
        }))
      modes.emplace_back(name_of(mode));
  return modes.empty() ? "" : "memory of CUDA rows: " + joined(modes) + "\n";
}

const char* kind_name(ParamKind kind) {
  switch (kind) {
  case ParamKind::integer: return "integer";
  case ParamKind::real: return "real";
  case ParamKind::choice: return "choice";
  case ParamKind::toggle: return "toggle";
  case ParamKind::file: return "file";
  case ParamKind::action: break;
  }
  return "action";
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
               {"reference", info.reference}, {"params", Json::array()},
               {"variants", Json::array()}};
  for (const Param& param : info.params) json["params"].push_back(param_json(param));
  for (const VariantInfo* variant : workload.variants())
    json["variants"].push_back(variant_json(context, workload, *variant));
  return json;
}

}  // namespace

int run_list(const Context& context, const ListRequest& request) {
  std::optional<OutputFile> file;
  if (!request.json.empty()) file.emplace(request.json);
  Json all = Json::array();
  bool first = true;
  for (const Workload* workload : context.workloads) {
    if (request.workload && request.workload != workload) continue;
    const WorkloadInfo& info = workload->info();
    *context.out << (std::exchange(first, false) ? "" : "\n") << info.name << ": " << info.title
                 << ". " << info.summary << "\n";
    TextTable table(
        {{"variant"}, {"backend"}, {"title"}, {"lesson"}, {"axes"}, {"cannot run here because"}});
    for (const VariantInfo* row : workload->variants())
      table.add({row->name, std::string(name_of(row->backend)), row->title, row->topic,
                 axes_text(*row), reasons_text(context, *workload, *row)});
    *context.out << table.text() << memory_line(*workload);
    all.push_back(workload_json(context, *workload));
  }
  if (file) file->write(Json{{"version", version_text()}, {"workloads", all}}.dump(2) + "\n");
  return exit_ok;
}

}  // namespace livewarp
