#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/measure/context.h"
#include "app/measure/variant_run.h"

namespace livewarp {

/// Keys keep the order in which they are written.
using Json = nlohmann::ordered_json;

Json to_json(const Value& value);
Json to_json(const Values& values);
/// CPU, GPUs, CUDA versions.
Json to_json(const Machine& machine);
/// What every report begins with: machine, version, date.
Json report_head(const Context& context);
/// id, label, backend, threads, value in base units, unit, method.
Json to_json(const Ceilings& ceilings);

/// A value as a field of comma-separated values, quoted where it must be; null is blank, objects
/// are "key=value;key=value".
std::string csv_cell(const Json& value);

/// One variant's result. Whatever does not exist is null: no time without a verified result, no
/// number that is not finite. Keys: workload, variant, backend, executor, launch, memory, problem,
/// conditions, verified, error, worst, median_ms, min_ms, p95_ms, count, rate, rate_unit, ceiling,
/// of_ceiling; then what explains them, among it first_step_ms (a GPU's first step after the host
/// has written the state), clocks, power and energy (see gpu_json.h), isa (resolved where the
/// launch says "auto") and no_time, why a variant has none; and history, what course texts say of
/// the variant: text, gpu, text_ms, which is theirs and never measured here.
Json to_json(const VariantResult& result);

/// What bench and verify write: machine, version, date, ceilings, results[], skipped[] with
/// reasons, and whether it was interrupted.
std::string json_report(const Context& context, const std::vector<VariantResult>& results,
                        const Ceilings& ceilings, bool interrupted);

/// The same as comma-separated values, a heading line first (RFC 4180), skipped variants among
/// them; the last column says why a variant has no time. Numbers stand at full precision; missing
/// ones are blank.
std::string csv_report(const std::vector<VariantResult>& results);

}  // namespace livewarp
