#include "app/measure/bench_table.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/base/table.h"
#include "app/measure/sweep.h"
#include "app/telemetry/gpu_json.h"
#include "kernels/core/base/text.h"
#include "kernels/core/measure/verification.h"
#include "kernels/core/model/memory_modes.h"

namespace livewarp {

namespace {

/// ms with 3 decimals, or us with 1 where all times are below 1 ms: one unit for the column.
struct TimeUnit {
  const char* name;
  double factor;
  int decimals;
};
TimeUnit time_unit(const std::vector<VariantResult>& results) {
  bool any = false, any_long = false;
  for (const VariantResult& result : results) {
    if (!timed(result)) continue;
    any = true;
    any_long = any_long || result.measurement->step.median >= 1;
  }
  return any && !any_long ? TimeUnit{"\u00b5s", 1000, 1} : TimeUnit{"ms", 1, 3};
}

std::string note_of(const VariantResult& result) {
  if (!result.broken.empty()) return result.broken;
  if (result.check().verdict == Verdict::failed) return result.check().failure;
  if (result.interrupted) return "interrupted";
  if (!timed(result)) return "";
  const std::string disturbed = disturbance_text(*result.measurement);
  const std::string& note = result.measurement->cost.note;
  return note + (note.empty() || disturbed.empty() ? "" : "; ") + disturbed;
}

std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

/// GB/s; blank where the bytes are not known.
std::string bandwidth_cell(const Measurement& measured, double bytes) {
  return bytes > 0 ? plain_number(bytes / measured.step.median / 1e6, 3) : "";
}

std::vector<std::string> time_cells(const VariantResult& result, const TimeUnit& unit,
                                    const Prefix& prefix) {
  if (!timed(result)) return {missing, "", "", "", missing, "", "", ""};
  const Measurement& measured = *result.measurement;
  const auto in_unit = [&](double ms) {
    return fmt::format("{:.{}f}", ms * unit.factor, unit.decimals);
  };
  std::string share = result.of_ceiling
                          ? percent(result.of_ceiling->share) + " of " + result.of_ceiling->ceiling
                          : "";
  return {in_unit(measured.step.median),
          measured.copies.median > 0 ? in_unit(measured.copies.median) : "",
          is_managed(memory_of(result.variant)) && measured.first_ms ? in_unit(*measured.first_ms)
                                                                     : "",
          measured.step.count > 1 ? percent(measured.step.spread) : "1 sample",
          plain_number(measured.rate() / prefix.factor, 4),
          bandwidth_cell(measured, measured.cost.compulsory_bytes),
          bandwidth_cell(measured, measured.cost.requested_bytes),
          std::move(share)};
}

std::vector<std::string> kernel_cells(const VariantResult& result) {
  if (!result.kernel || !timed(result)) return {"", "", ""};
  const KernelFigures& kernel = *result.kernel;
  return {std::to_string(kernel.resources.registers), std::to_string(kernel.resources.local_bytes),
          fmt::format("{:.0f} %", 100 * kernel.occupancy.share)};
}

/// SM clock, power, energy of a step, items a joule; blank where they are not told.
std::vector<std::string> energy_cells(const VariantResult& result) {
  if (!timed(result)) return {"", "", "", ""};
  const Measurement& measured = *result.measurement;
  const GpuConditions& gpu = measured.gpu;
  const auto of = [](const ReadingRange& range) {
    return range.count ? fmt::format("{:.0f}", range.median) : std::string();
  };
  const auto items = measured.items_per_joule();
  const Prefix prefix = prefix_for(items.value_or(0));
  return {of(gpu.sm_mhz), of(gpu.power_w), gpu.energy_j ? energy_text(*gpu.energy_j) : "",
          items ? plain_number(*items / prefix.factor, 3) + " " + prefix.name : ""};
}

std::string owner_text(const Ceiling& ceiling) {
  if (ceiling.backend == Backend::cuda) return "the GPU";
  return ceiling.threads == 1 ? "1 CPU thread" : std::to_string(ceiling.threads) + " CPU threads";
}

const VariantResult* fastest(const std::vector<VariantResult>& results) {
  const VariantResult* best = nullptr;
  for (const VariantResult& result : results)
    if (timed(result) && (!best || result.measurement->rate() > best->measurement->rate()))
      best = &result;
  return best;
}

}  // namespace

std::string bench_table(const std::vector<VariantResult>& results) {
  const TimeUnit unit = time_unit(results);
  const VariantResult* best = fastest(results);
  const Prefix prefix = prefix_for(best ? best->measurement->rate() : 0);
  std::string rate_unit = results.empty() ? "" : results.front().variant.workload->info().item_rate;
  if (!prefix.name.empty()) rate_unit = prefix.name + " " + rate_unit;
  const std::string item = results.empty() ? "" : results.front().variant.workload->info().item;
  TextTable table({{"variant"},
                   {"executor"},
                   {"launch"},
                   {"memory"},
                   {std::string("median ") + unit.name, ColumnAlign::right},
                   {"copies", ColumnAlign::right},
                   {"first step", ColumnAlign::right},
                   {"spread", ColumnAlign::right},
                   {rate_unit, ColumnAlign::right},
                   {"compulsory GB/s", ColumnAlign::right},
                   {"requested GB/s", ColumnAlign::right},
                   {"nearest ceiling", ColumnAlign::right},
                   {"error", ColumnAlign::right},
                   {"registers", ColumnAlign::right},
                   {"local bytes", ColumnAlign::right},
                   {"occupancy", ColumnAlign::right},
                   {"SM MHz", ColumnAlign::right},
                   {"W", ColumnAlign::right},
                   {"energy", ColumnAlign::right},
                   {item + "s/J", ColumnAlign::right},
                   {""}});
  for (const VariantResult& result : results) {
    const SelectedVariant& variant = result.variant;
    if (!variant.skip.empty()) continue;
    std::vector<std::string> cells{variant.info->name, std::string(name_of(variant.executor)),
                                   launch_text(variant), std::string(name_of(memory_of(variant)))};
    for (std::string& cell : time_cells(result, unit, prefix)) cells.push_back(std::move(cell));
    const bool compared = result.check().ok() || result.check().verdict == Verdict::failed;
    cells.push_back(compared ? error_text(result.check().error) : missing);
    for (std::string& cell : kernel_cells(result)) cells.push_back(std::move(cell));
    for (std::string& cell : energy_cells(result)) cells.push_back(std::move(cell));
    cells.push_back(note_of(result));
    table.add(std::move(cells));
  }
  const bool in_cache = std::ranges::any_of(results, [](const VariantResult& result) {
    return timed(result) && result.of_ceiling && result.of_ceiling->share > 1;
  });
  std::string text = table.empty() ? "" : table.text();
  std::string several;  // variants
  for (const VariantResult& result : results)
    if (timed(result) && result.measurement->time_steps > 1)
      several += fmt::format("{}{} {}", several.empty() ? "" : ", ", result.variant.info->name,
                             result.measurement->time_steps);
  if (!several.empty()) text += "Times are per time step; a pass makes several: " + several + ".\n";
  const bool hidden = std::ranges::any_of(results, [](const VariantResult& result) {
    return timed(result) && result.measurement->time_steps > 1 && result.check().error == 0;
  });
  if (hidden) text += "Error 0 of several steps: within the rounding error of each of them.\n";
  const bool first = std::ranges::any_of(results, [](const VariantResult& result) {
    return timed(result) && is_managed(memory_of(result.variant)) && result.measurement->first_ms;
  });
  if (first)
    text += "First step: the host has just written the state, whose pages then move; the median is "
            "of the steady state.\n";
  if (in_cache)
    text += "Above 100 %: a copy of main memory is slower than data in a cache, and than reading "
            "without writing.\n";
  return text;
}

std::string classic_lines(const std::vector<VariantResult>& results) {
  const VariantResult* best = fastest(results);
  if (!best || best->measurement->cost.flops <= 0 || best->measurement->cost.items <= 0) return {};
  const WorkloadInfo& info = best->variant.workload->info();
  const Measurement& measured = *best->measurement;
  std::int64_t count = 1;
  for (const std::string& id : info.size_params)
    count *= get_integer(best->variant.choice.problem, id);
  // Where the sides multiply to the operations, that is what they count.
  const std::string counted =
      double(count) == measured.cost.items ? info.item + "s" : info.elements;
  const std::string elements =
      info.size_params.empty() ? "" : grouped(count) + " " + counted + ", ";
  constexpr int steps = 10;
  const double flops = measured.cost.flops / measured.cost.items;
  return fmt::format("{}total time for {} steps: {} ms ({})\n"
                     "= {} billion {}s per second\n"
                     "= {} GFLOP/s at {} flops per {}\n",
                     elements, steps, plain_number(steps * measured.step.median, 4),
                     best->variant.info->name, plain_number(measured.rate() / 1e9, 4), info.item,
                     plain_number(measured.rate() * flops / 1e9, 4), rounded(flops, 6), info.item);
}

std::string ceilings_text(const Ceilings& ceilings) {
  std::string text, owner;
  for (auto at = ceilings.all.begin(); at != ceilings.all.end(); ++at) {
    const auto same = [&](const Ceiling& other) {
      return other.id == at->id && owner_text(other) == owner_text(*at);
    };
    const auto rivals = std::ranges::count_if(ceilings.all, same);
    // Variants of different sizes have bandwidths of their own. A rate was only measured again: the
    // best is the ceiling.
    const bool bandwidth = at->unit == "GB/s";
    if (!bandwidth && std::any_of(ceilings.all.begin(), at, same)) continue;
    Ceiling shown = *at;
    if (!bandwidth)
      for (const Ceiling& other : ceilings.all)
        if (same(other)) shown.value = std::max(shown.value, other.value);
    const std::string next = owner_text(shown);
    if (next != owner)
      text += (text.empty() ? "Ceilings of " : "\n            ") + next + ": ";
    else
      text += ", ";
    owner = next;
    text += shown.label + " " + plain_number(in_unit(shown), 3) + " " + shown.unit;
    if (bandwidth && rivals > 1) text += " (" + shown.method + ")";
  }
  return text.empty() ? "" : text + "\n";
}

}  // namespace livewarp
