#include "app/report/report_content.h"

#include "app/handover/profiler_commands.h"
#include "app/measure/sweep.h"
#include "app/options/choice_options.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

const VariantResult* fastest_but(const std::vector<VariantResult>& results,
                                 const VariantResult* left_out) {
  const VariantResult* best = nullptr;
  const auto is_reference = [](const VariantResult& result) {
    return result.variant.info->name == result.variant.workload->info().reference;
  };
  for (const VariantResult& result : results) {
    if (&result == left_out || !timed(result)) continue;
    if (!best || (is_reference(*best) && !is_reference(result)) ||
        (is_reference(*best) == is_reference(result) &&
         result.measurement->rate() > best->measurement->rate()))
      best = &result;
  }
  return best;
}

}  // namespace

const VariantResult* fastest_of(const std::vector<VariantResult>& results) {
  return fastest_but(results, nullptr);
}

const VariantResult* runner_up(const std::vector<VariantResult>& results) {
  const VariantResult* best = fastest_of(results);
  return best ? fastest_but(results, best) : nullptr;
}

std::vector<ReportCommand> commands_of(const VariantResult& result) {
  const SelectedVariant& variant = result.variant;
  const Workload& workload = *variant.workload;
  const std::string bench = bench_command(workload, variant.choice);
  const auto with = [&](const std::string& verb) {
    return "livewarp " + verb + bench.substr(std::string("livewarp bench").size());
  };
  std::vector<ReportCommand> commands{{"measure it", bench}, {"verify it", with("verify")}};
  if (variant.info->backend == Backend::cuda && !variant.info->gpu_only)
    commands.push_back({"count its accesses", with("lens")});
  commands.push_back({"watch it", to_command_line(workload, variant.choice)});
  for (const Profiler profiler : {Profiler::ncu, Profiler::nsys}) {
    if (!profiler_reason(*variant.info, profiler).empty()) continue;
    const bool ncu = profiler == Profiler::ncu;
    commands.push_back({ncu ? "look into its kernel" : "see what runs when",
                        profiler_command(profiler, workload, variant.choice,
                                         ncu ? main_kernel(workload, variant.choice) : "")});
  }
  return commands;
}

std::string against_command(const Workload& workload, const Choice& a, const Choice& b) {
  const std::string first = bench_command(workload, a);
  std::string against = b.variant;
  for (const auto& [id, value] : b.launch) against += "," + id + "=" + to_text(value);
  if (b.memory != a.memory) against += ",memory=" + std::string(name_of(b.memory));
  return "livewarp ab" + first.substr(std::string("livewarp bench").size()) + " --against " +
         shell_word(against);
}

}  // namespace livewarp
