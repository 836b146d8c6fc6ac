#include "app/measure/json_report.h"

#include <array>
#include <ctime>
#include <utility>

#include "app/base/dated_name.h"
#include "app/base/version.h"
#include "app/telemetry/clocks_text.h"
#include "app/telemetry/gpu_json.h"
#include "app/telemetry/json_number.h"
#include "kernels/core/base/text.h"
#include "kernels/core/measure/verification.h"
#include "ui/model/ladder.h"

namespace livewarp {

namespace {

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

Json version_json(int cuda) {
  return cuda ? Json(std::to_string(cuda / 1000) + "." + std::to_string(cuda % 1000 / 10)) : Json();
}

Json to_json(const GpuInfo& gpu) {
  return {{"index", gpu.index},
          {"name", gpu.name},
          {"compute_capability", std::to_string(gpu.major) + "." + std::to_string(gpu.minor)},
          {"multiprocessors", gpu.multiprocessors},
          {"clock_khz", gpu.clock_khz},
          {"memory_clock_khz", gpu.memory_clock_khz},
          {"bus_bits", gpu.bus_bits},
          {"memory_bytes", gpu.memory_bytes},
          {"l2_bytes", gpu.l2_bytes},
          {"max_threads_per_block", gpu.max_threads_per_block},
          {"can_map_host", gpu.can_map_host},
          {"managed", gpu.managed},
          {"concurrent_managed", gpu.concurrent_managed},
          {"memory_pools", gpu.memory_pools},
          {"pageable_access", gpu.pageable_access},
          {"host_page_tables", gpu.host_page_tables},
          {"pci", gpu.pci},
          {"reason", text_or_null(gpu.reason)}};
}

Json to_json(const KernelFigures& kernel) {
  return {{"registers", kernel.resources.registers},
          {"local_bytes", kernel.resources.local_bytes},
          {"static_shared", kernel.resources.static_shared},
          {"dynamic_shared", kernel.shared_bytes},
          {"grid", to_text(kernel.grid)},
          {"blocks_per_sm", kernel.occupancy.blocks},
          {"occupancy", json_number(kernel.occupancy.share)},
          {"limiter", kernel.occupancy.limiter}};
}

Json conditions_of(const VariantResult& result) {
  if (!result.measurement) return {};
  return result.measurement->conditions == Conditions::live ? "live" : "bench";
}

bool was_compared(const CheckResult& check) {
  return check.ok() || check.verdict == Verdict::failed;
}

std::string failure_of(const VariantResult& result) {
  return result.broken.empty() ? result.check().failure : result.broken;
}

void add_times(Json& json, const VariantResult& result) {
  const bool timed = result.measurement && result.verified();
  for (const char* key : {"median_ms", "min_ms", "p95_ms", "count", "rate", "rate_unit",
                          "compulsory_bandwidth", "requested_bandwidth", "ceiling", "of_ceiling"})
    json[key] = nullptr;
  if (!timed) return;
  const Measurement& measured = *result.measurement;
  json["median_ms"] = json_number(measured.step.median);
  json["min_ms"] = json_number(measured.step.min);
  json["p95_ms"] = json_number(measured.step.p95);
  json["count"] = measured.step.count;
  json["time_steps"] = measured.time_steps;
  json["rate"] = json_number(measured.rate());
  json["rate_unit"] = result.variant.workload->info().item_rate;
  const double seconds = measured.step.median / 1000;
  json["compulsory_bandwidth"] = json_number(measured.cost.compulsory_bytes / seconds);
  json["requested_bandwidth"] = json_number(measured.cost.requested_bytes / seconds);
  if (result.of_ceiling) {
    json["ceiling"] = result.of_ceiling->ceiling;
    json["of_ceiling"] = json_number(result.of_ceiling->share);
  }
  json["spread"] = json_number(measured.step.spread);
  json["half_width_ms"] = json_number(measured.step.half_width);
  json["kernel_ms"] = json_number(measured.kernel.median);
  json["copies_ms"] = json_number(measured.copies.median);
  if (measured.first_ms) json["first_step_ms"] = json_number(*measured.first_ms);
  json["converged"] = measured.converged;
  if (!measured.cost.note.empty()) json["note"] = measured.cost.note;
  json["states"] = measured.states;
  json["clock"] = measured.clock == Clock::events ? "CUDA events" : "steady clock";
  json["sm_clock_mhz"] = measured.sm_clock_mhz ? Json(measured.sm_clock_mhz) : Json();
  add_gpu(json, measured);
  if (result.clocks) json["clocks"] = to_json(*result.clocks);
  if (result.kernel) json["kernel"] = to_json(*result.kernel);
}

/// What texts say of the variant, at sizes of their own: never measured here.
Json history_json(const VariantInfo& variant, const Values& launch) {
  Json history = Json::array();
  for (const TextFigure& figure : ui::history_of(variant, launch))
    history.push_back({{"text", figure.source.text},
                       {"gpu", text_or_null(figure.source.gpu)},
                       {"text_ms", json_number(figure.ms)}});
  return history;
}

/// A field of a CSV line, quoted where it must be.
std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

/// Text of a JSON value for a table cell: objects as "key=value;key=value".
std::string csv_text(const Json& value) {
  if (value.is_null()) return {};
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_object()) return value.dump();
  std::string text;
  for (const auto& [key, entry] : value.items())
    text += (text.empty() ? "" : ";") + key + "=" + csv_text(entry);
  return text;
}

}  // namespace

std::string csv_cell(const Json& value) { return csv_field(csv_text(value)); }

Json to_json(const Value& value) {
  return std::visit([](const auto& content) { return Json(content); }, value);
}

Json to_json(const Values& values) {
  Json json = Json::object();
  for (const auto& [id, value] : values) json[id] = to_json(value);
  return json;
}

Json to_json(const Machine& machine) {
  Json gpus = Json::array();
  for (const GpuInfo& gpu : machine.gpus) gpus.push_back(to_json(gpu));
  return {{"cpu",
           {{"name", machine.cpu.name},
            {"cores", machine.cpu.cores},
            {"isas", machine.cpu.isas},
            {"memory_bytes", machine.cpu.memory_bytes}}},
          {"gpus", gpus},
          {"gpu_reason", text_or_null(machine.gpu_reason)},
          {"driver_cuda", version_json(machine.driver_cuda)},
          {"runtime_cuda", version_json(machine.runtime_cuda)}};
}

Json to_json(const Ceilings& ceilings) {
  Json all = Json::array();
  for (const Ceiling& ceiling : ceilings.all)
    all.push_back({{"id", ceiling.id},
                   {"label", ceiling.label},
                   {"backend", name_of(ceiling.backend)},
                   {"threads", ceiling.backend == Backend::cpu ? Json(ceiling.threads) : Json()},
                   {"value", json_number(ceiling.value)},
                   {"value_in_unit", json_number(in_unit(ceiling))},
                   {"unit", ceiling.unit},
                   {"method", ceiling.method}});
  return all;
}

Json to_json(const VariantResult& result) {
  const SelectedVariant& variant = result.variant;
  const bool compared = was_compared(result.check());
  Json json = {{"workload", variant.workload->info().name},
               {"variant", variant.info->name},
               {"backend", name_of(variant.info->backend)},
               {"executor", name_of(variant.executor)},
               {"launch", to_json(variant.choice.launch)},
               {"memory", name_of(memory_of(variant))},
               {"problem", to_json(variant.choice.problem)},
               {"conditions", conditions_of(result)},
               {"verified", result.verified()},
               {"error", compared ? json_number(result.check().error) : Json()},
               {"worst", compared ? json_number(result.check().worst) : Json()}};
  add_times(json, result);
  const Tolerance tolerance = tolerance_of(*variant.workload, variant.choice);
  json["tolerance"] = {{"rms", tolerance.rms}, {"worst", tolerance.worst}};
  json["compared"] = text_or_null(result.check().scope);
  json["isa"] = text_or_null(isa_of(variant));
  json["failure"] = text_or_null(failure_of(result));
  json["no_time"] =
      result.measurement && result.verified() ? Json() : text_or_null(result.why_not_done());
  if (Json history = history_json(*variant.info, variant.choice.launch); !history.empty())
    json["history"] = std::move(history);
  return json;
}

Json report_head(const Context& context) {
  return {{"machine", to_json(*context.machine)},
          {"version", version_text()},
          {"date", date_of(std::time(nullptr))}};
}

std::string json_report(const Context& context, const std::vector<VariantResult>& results,
                        const Ceilings& ceilings, bool interrupted) {
  Json report = report_head(context);
  report["partial"] = interrupted;
  report["ceilings"] = to_json(ceilings);
  report["results"] = Json::array();
  report["skipped"] = Json::array();
  for (const VariantResult& result : results) {
    const SelectedVariant& variant = result.variant;
    if (variant.skip.empty())
      report["results"].push_back(to_json(result));
    else
      report["skipped"].push_back({{"workload", variant.workload->info().name},
                                   {"variant", variant.info->name},
                                   {"backend", name_of(variant.info->backend)},
                                   {"executor", name_of(variant.executor)},
                                   {"reason", variant.skip}});
  }
  return report.dump(2) + "\n";
}

std::string csv_report(const std::vector<VariantResult>& results) {
  constexpr std::array columns{"workload",
                               "variant",
                               "backend",
                               "executor",
                               "launch",
                               "memory",
                               "problem",
                               "conditions",
                               "verified",
                               "error",
                               "worst",
                               "median_ms",
                               "min_ms",
                               "p95_ms",
                               "spread",
                               "count",
                               "rate",
                               "rate_unit",
                               "ceiling",
                               "of_ceiling",
                               "isa",
                               "failure",
                               "sm_clock_mhz",
                               "memory_clock_mhz",
                               "power_w",
                               "temperature_c",
                               "throttled",
                               "energy_j",
                               "items_per_joule",
                               "no_energy",
                               "gpu",
                               "first_step_ms",
                               "compulsory_bandwidth",
                               "requested_bandwidth",
                               "no_time"};
  std::string text;
  for (const char* column : columns) text += (text.empty() ? "" : ",") + std::string(column);
  text += "\r\n";
  for (const VariantResult& result : results) {
    Json json = to_json(result);
    if (!result.variant.skip.empty()) json["verified"] = nullptr;  // nobody has tried
    std::string line;
    for (const char* column : columns)
      line += (line.empty() ? "" : ",") + (json.contains(column) ? csv_cell(json[column]) : "");
    text += line + "\r\n";
  }
  return text;
}

}  // namespace livewarp
