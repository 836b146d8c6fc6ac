// What warps do with memory, as a table of source lines.
#include <algorithm>
#include <optional>
#include <ostream>

#include <fmt/format.h>

#include "app/commands.h"
#include "app/json_report.h"
#include "app/lens_words.h"
#include "app/output_file.h"
#include "app/table.h"
#include "app/version.h"
#include "kernels/core/text.h"
#include "kernels/simt/lens.h"

namespace livewarp {

namespace {

using simt::AccessCount;
using simt::LensKernel;
using simt::LensLine;
using simt::MemorySpace;

std::string each(std::int64_t total, const AccessCount& count) {
  return plain_number(double(total) / double(count.requests), 3);
}

/// As much of a line of source as stands beside its counts.
std::string beginning(const std::string& text) {
  constexpr std::size_t most = 100;
  return text.size() <= most ? text : text.substr(0, most) + "\u2026";
}

/// Sectors are what global memory is asked for, wavefronts what shared memory takes; a texture unit asks by ways of
/// its own.
bool has_sectors(const AccessCount& count) {
  return count.space == MemorySpace::global && count.kind != simt::AccessKind::texture;
}
bool has_wavefronts(const AccessCount& count) { return count.space == MemorySpace::shared; }

std::vector<std::string> cells_of(const LensLine& line) {
  const AccessCount& count = line.count;
  const bool global = has_sectors(count), shared = has_wavefronts(count);
  std::vector<std::string> cells{fmt::format("{}:{}", line.line.file, line.line.line),
                                 fmt::format("{} {}", space_of(count), name_of(count.kind)),
                                 std::to_string(count.bytes),
                                 grouped(count.requests),
                                 each(count.lanes, count),
                                 global ? each(count.sectors, count) : "",
                                 global ? each(count.ideal_sectors, count) : "",
                                 global
                                     ? fmt::format("{:.0f} %", 100.0 * double(count.bytes_used) /
                                                                   (32.0 * double(count.sectors)))
                                     : "",
                                 shared ? each(count.wavefronts, count) : "",
                                 shared ? each(count.ideal_wavefronts, count) : "",
                                 shared ? std::to_string(count.degree) : "",
                                 at_source_level(count) ? "source-level count" : "",
                                 beginning(source_line(line.line))};
  return cells;
}

void print(std::ostream& out, const LensKernel& kernel) {
  out << fmt::format("\n{}, grid {}, block {}{}: {} {}, {:.1f} of 32 lanes active\n", kernel.kernel,
                     to_text(kernel.grid), to_text(kernel.block),
                     kernel.launches > 1 ? fmt::format(", {} launches", kernel.launches) : "",
                     grouped(kernel.warps), kernel.warps == 1 ? "warp" : "warps", kernel.active);
  TextTable table({{"line"},
                   {"access"},
                   {"bytes a lane", Align::right},
                   {"requests", Align::right},
                   {"lanes", Align::right},
                   {"sectors", Align::right},
                   {"ideal", Align::right},
                   {"used", Align::right},
                   {"wavefronts", Align::right},
                   {"ideal", Align::right},
                   {"bank degree", Align::right},
                   {"note"},
                   {"source"}});
  for (const LensLine& line : kernel.lines) table.add(cells_of(line));
  out << table.text();
}

Json to_json(const LensLine& line) {
  const AccessCount& count = line.count;
  const auto where = [](bool it_is, std::int64_t number) { return it_is ? Json(number) : Json(); };
  const bool global = has_sectors(count), shared = has_wavefronts(count);
  return {{"file", line.line.file},
          {"line", line.line.line},
          {"source", source_line(line.line)},
          {"space", space_of(count)},
          {"access", name_of(count.kind)},
          {"bytes", count.bytes},
          {"requests", count.requests},
          {"lanes", count.lanes},
          {"sectors", where(global, count.sectors)},
          {"ideal_sectors", where(global, count.ideal_sectors)},
          {"bytes_used", where(global, count.bytes_used)},
          {"wavefronts", where(shared, count.wavefronts)},
          {"ideal_wavefronts", where(shared, count.ideal_wavefronts)},
          {"bank_degree", where(shared, count.degree)},
          {"source_level", at_source_level(count)}};
}

Json to_json(const LensKernel& kernel) {
  Json lines = Json::array();
  for (const LensLine& line : kernel.lines) lines.push_back(to_json(line));
  return {{"kernel", kernel.kernel},
          {"grid", to_text(kernel.grid)},
          {"block", to_text(kernel.block)},
          {"launches", kernel.launches},
          {"warps", kernel.warps},
          {"active_lanes", kernel.active},
          {"lines", lines}};
}

/// The step that is looked at, once and alone, for a profiler to count what the lens has counted. Derived fields are
/// taken as they are: no kernel runs before it.
int run_on_gpu(const Context& context, const LensRequest& request) {
  const Workload& workload = *request.workload;
  const Row row = row_of(context, request.choice);
  if (!row.skip.empty()) {
    *context.err << "livewarp: " << cannot_run_text(row, row.skip) << "\n";
    return exit_wrong;
  }
  HostState in = workload.initial_state(request.choice.problem);
  in.primed = true;
  const auto exec = context.make_exec(Executor::cuda);
  const auto simulation = workload.simulate(request.choice, Executor::cuda, &in);
  simulation->step(*exec);
  exec->synchronize();
  *context.out << workload.info().name << " " << request.choice.variant << ", "
               << problem_text(workload, request.choice.problem) << ": one step was made\n";
  return exit_ok;
}

}  // namespace

int run_lens(const Context& context, const LensRequest& request) {
  std::optional<OutputFile> file;
  if (!request.json.empty()) file.emplace(request.json);
  const Workload& workload = *request.workload;
  const std::string row = workload.info().name + " " + request.choice.variant;
  if (const VariantInfo* info = workload.find(request.choice.variant);
      info && info->backend != Backend::cuda) {
    *context.err << "livewarp: " << row << " is no CUDA row: there are no warps to look at\n";
    return exit_wrong;
  }
  if (request.on_gpu) return run_on_gpu(context, request);
  const simt::Lens lens = simt::look(workload, request.choice, {request.whole_grid, request.warp});
  if (!lens.refusal.empty()) {
    *context.err << "livewarp: " << row << ": " << lens.refusal << "\n";
    return exit_wrong;
  }
  if (std::ranges::all_of(lens.kernels,
                          [](const LensKernel& kernel) { return kernel.warps == 0; })) {
    *context.err << fmt::format("livewarp: {}: its blocks have no warp {}, the first is 0\n", row,
                                request.warp.value_or(0));
    return exit_bad_request;
  }
  *context.out << row << ", " << problem_text(workload, lens.problem) << "\n"
               << "counted on the host, "
               << (request.whole_grid ? "all blocks" : "the block in the middle of each grid")
               << "; sectors, wavefronts and lanes a request\n"
               << "accesses as they are written: a GPU's compiler may merge neighbouring ones\n";
  for (const LensKernel& kernel : lens.kernels)
    if (!kernel.lines.empty()) print(*context.out, kernel);
  if (!file) return exit_ok;
  Json kernels = Json::array();
  for (const LensKernel& kernel : lens.kernels) kernels.push_back(to_json(kernel));
  file->write(Json{{"version", version_text()},
                   {"workload", workload.info().name},
                   {"variant", request.choice.variant},
                   {"launch", to_json(request.choice.launch)},
                   {"problem", to_json(lens.problem)},
                   {"kernels", kernels}}
                  .dump(2) +
              "\n");
  return exit_ok;
}

}  // namespace livewarp
