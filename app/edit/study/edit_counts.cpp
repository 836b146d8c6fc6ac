#include "app/edit/study/edit_counts.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/base/table.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

double figure_of(const Json& line, const char* key) {
  const auto found = line.find(key);
  return found != line.end() && found->is_number() ? found->get<double>() : 0;
}

AccessSum sum_of(const Json& kernel, const char* space, const char* cost, const char* ideal) {
  AccessSum sum;
  for (const Json& line : kernel.at("lines")) {
    if (line.at("space") != space || !line.at(cost).is_number()) continue;
    sum.requests += figure_of(line, "requests");
    sum.cost += figure_of(line, cost);
    sum.ideal += figure_of(line, ideal);
  }
  return sum;
}

/// The one with the most warps of those that the edit stands in for.
const Json* main_kernel(const Json& counted, const std::string& name) {
  const Json* found = nullptr;
  if (!counted.is_object()) return found;
  for (const Json& kernel : counted.at("kernels")) {
    const std::string full = kernel.at("kernel");
    if (full.substr(0, full.find('<')) != name || figure_of(kernel, "warps") == 0) continue;
    if (!found || figure_of(kernel, "warps") > figure_of(*found, "warps")) found = &kernel;
  }
  return found;
}

}  // namespace

std::optional<KernelCounts> counts_of(const Json& counted, const std::string& kernel) {
  const Json* const main = main_kernel(counted, kernel);
  if (!main) return {};
  KernelCounts counts;
  counts.kernel = main->at("kernel").get<std::string>();
  counts.lanes = figure_of(*main, "active_lanes");
  counts.global = sum_of(*main, "global", "sectors", "ideal_sectors");
  counts.shared = sum_of(*main, "shared", "wavefronts", "ideal_wavefronts");
  for (const Json& line : main->at("lines"))
    for (const Json& finding : line.at("findings"))
      if (!finding.at("good").get<bool>())
        counts.findings.push_back({line.at("file").get<std::string>(),
                                   finding.at("words").get<std::string>(),
                                   line.at("line").get<int>()});
  return counts;
}

std::string needs_text(const GpuCode& code) {
  int registers = 0;
  std::size_t shared = 0, local = 0;
  for (const auto& [name, kernel] : code.kernels) {
    registers = std::max(registers, kernel.resources.registers);
    shared = std::max(shared, kernel.resources.static_shared);
    local = std::max(local, kernel.resources.local_bytes);
  }
  std::string text = fmt::format("{} registers a thread", registers);
  if (shared > 0) text += ", " + grouped(std::int64_t(shared)) + " bytes of static shared memory";
  if (local > 0) text += ", " + grouped(std::int64_t(local)) + " bytes of local memory (spills?)";
  return text;
}

std::string ms_text(double ms) { return plain_number(ms, 4) + " ms"; }

}  // namespace livewarp
