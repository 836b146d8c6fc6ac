#include "app/commands/commands.h"

#include <algorithm>
#include <iterator>
#include <ostream>

#include "app/base/table.h"
#include "app/measure/json_report.h"
#include "app/options/choice_options.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

/// Variants of a workload that do not run for one reason.
struct Skipped {
  const Workload* workload = nullptr;
  std::string reason;
  std::vector<std::string> variants;
};

std::vector<Skipped> skipped(const std::vector<SelectedVariant>& variants) {
  std::vector<Skipped> groups;
  for (const SelectedVariant& variant : variants) {
    if (variant.skip.empty()) continue;
    auto group = std::ranges::find_if(groups, [&](const Skipped& known) {
      return known.workload == variant.workload && known.reason == variant.skip;
    });
    if (group == groups.end()) group = groups.insert(group, {variant.workload, variant.skip, {}});
    group->variants.push_back(variant.info->name);
  }
  return groups;
}

}  // namespace

void declare_variants(CLI::App& app, const CommandScope& scope, ParsedOptions& given) {
  if (scope.workload)
    declare_choice(app, *scope.workload, scope.variants, given);
  else
    OptionGroup(app, "Run:").given("backend", "cuda|cpu", given, "Variants of this backend.");
}

void declare_device(OptionGroup& group, const Machine& machine, int& device,
                    const std::string& help) {
  const auto take = [&device, &machine](std::int64_t index) {
    device = int(index);
    if (machine.gpu(device)) return;
    const std::size_t count = machine.gpus.size();
    throw Error("device " + std::to_string(device) + ": " +
                    (count == 0 ? machine.gpu_reason
                                : "this machine has " + std::to_string(count) +
                                      (count == 1 ? " GPU" : " GPUs") + ", counted from 0"),
                "livewarp info lists them");
  };
  group.whole("device", "INDEX", 0, 1023, take, help);
}

void declare_measuring(OptionGroup& run, const Machine& machine, BenchOptions& options, int& device,
                       bool& no_wait, const std::string& help) {
  run.real("time", "SECONDS", shortest_time, longest_time, options.seconds, help);
  declare_device(run, machine, device);
  declare_no_wait(run, no_wait);
}

void skip_long_variants(Workbench& bench, const std::vector<SelectedVariant*>& variants) {
  constexpr double longest_unasked = 30;  // seconds a step
  for (SelectedVariant* const variant : variants) {
    const double seconds = variant->skip.empty() ? bench.predicted_seconds(*variant) : 0;
    if (seconds > longest_unasked)
      variant->skip = "a step would take about " + plain_number(seconds, 2) +
                      " s; name the variant with --variant to measure it all the same";
  }
}

void skip_long_variants(Workbench& bench, std::vector<SelectedVariant>& variants) {
  std::vector<SelectedVariant*> all;
  for (SelectedVariant& variant : variants) all.push_back(&variant);
  skip_long_variants(bench, all);
}

void declare_no_wait(OptionGroup& group, bool& no_wait) {
  group.flag("no-wait", no_wait,
             "Refuse where another process measures on the same GPU, or on these cores. Default: "
             "wait for its turn.");
}

bool verified_to_draw(const Context& context, Progress& progress, VariantResult& result) {
  const SelectedVariant& variant = result.variant;
  if (!variant.skip.empty()) {
    *context.err << "livewarp: " << cannot_run_text(variant, variant.skip) << "\n";
    return false;
  }
  require_memory(variant);
  Workbench bench(context, progress);
  bench.check_sizes(result);
  bench.check_here(result);
  if (result.verified()) return true;
  progress.wipe();
  *context.err << "livewarp: " << variant.workload->info().name << " " << variant.info->name
               << " draws nothing: "
               << (result.broken.empty() ? result.check().failure : result.broken) << "\n";
  return false;
}

void require_png(const std::string& file) {
  if (!file.ends_with(".png"))
    throw Error("cannot write " + file + ": pictures are PNG files", "let its name end with .png");
}

void declare_json(OptionGroup& output, NamedOutput& json) {
  output.text("json", "FILE", json.path, "Write everything to this file, at full precision.");
}

void ReportFiles::declare(OptionGroup& output) {
  declare_json(output, json);
  output.text("csv", "FILE", csv.path, "Write the table to this file, one variant a line.");
}

void ReportFiles::open() {
  if (!json.path.empty() && json.path == csv.path)
    throw Error("cannot write " + json.path + ": --json and --csv name the same file");
  json.open();
  csv.open();
}

void ReportFiles::write(const Context& context, const std::vector<VariantResult>& results,
                        const Ceilings& ceilings, bool interrupted) {
  json.write(json_report(context, results, ceilings, interrupted));
  csv.write(csv_report(results));
}

std::string problem_text(const Workload& workload, const Values& problem) {
  std::vector<std::string> parts;
  for (const Param& param : workload.info().params) {
    const auto value = problem.find(param.id);
    if (value == problem.end() || to_text(value->second).empty()) continue;
    // What only one choice of another parameter uses, a picture for one start, is said with that
    // choice.
    const bool used = std::ranges::all_of(param.selects, [&](const auto& needed) {
      const auto other = problem.find(needed.first);
      return other == problem.end() || other->second == needed.second;
    });
    if (!used) continue;
    std::string part = param.id + " " + as_shown(to_text(value->second));
    if (!param.unit.empty()) part += " " + param.unit;
    parts.push_back(part);
  }
  return joined(parts);
}

std::string skipped_text(const std::vector<SelectedVariant>& variants) {
  std::string text;
  for (const Skipped& group : skipped(variants))
    text += "Not run: " + joined(group.variants) + ": " + group.reason + "\n";
  return text;
}

void complain(const Context& context, bool interrupted,
              const std::vector<SelectedVariant>& variants) {
  if (interrupted) {
    *context.err << "livewarp: interrupted, the results are partial\n";
    return;
  }
  std::vector<SelectedVariant> unmet;
  std::ranges::copy_if(variants, std::back_inserter(unmet), &SelectedVariant::requested);
  if (std::ranges::all_of(variants,
                          [](const SelectedVariant& variant) { return !variant.skip.empty(); }))
    unmet = variants;
  for (const Skipped& group : skipped(unmet))
    *context.err << "livewarp: " << group.workload->info().name << " " << joined(group.variants)
                 << " cannot run here: " << group.reason << "\n";
}

}  // namespace livewarp
