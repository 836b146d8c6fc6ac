#include "app/explain/lens_table.h"

#include <set>
#include <utility>

#include <fmt/format.h>

#include "app/base/table.h"
#include "app/measure/lens_words.h"
#include "kernels/core/base/text.h"
#include "kernels/emulator/lens/findings.h"

namespace livewarp {

namespace {

using emulator::AccessCount;
using emulator::Finding;
using emulator::KernelAccesses;
using emulator::LineAccesses;
using emulator::MemorySpace;

std::string each(std::int64_t total, const AccessCount& count) {
  return plain_number(double(total) / double(count.requests), 3);
}

/// As much of a line of source as stands beside its counts.
std::string beginning(const std::string& text) {
  constexpr std::size_t most = 100;
  return text.size() <= most ? text : text.substr(0, most) + "\u2026";
}

/// Sectors are what global memory is asked for, wavefronts what shared memory takes; a texture unit
/// asks by ways of its own.
bool has_sectors(const AccessCount& count) {
  return count.space == MemorySpace::global && count.kind != emulator::AccessKind::texture;
}
bool has_wavefronts(const AccessCount& count) { return count.space == MemorySpace::shared; }

/// What is to be said of an access: of its way to memory, and of what else is to be mended.
std::string words_of(const AccessCount& count) {
  std::string text;
  for (const Finding& finding : emulator::findings(count))
    if (text.empty() || !finding.good) text += (text.empty() ? "" : "; ") + finding.words;
  return text;
}

std::vector<std::string> cells_of(const LineAccesses& line) {
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
                                 words_of(count),
                                 at_source_level(count) ? "source-level count" : "",
                                 beginning(source_line(line.line))};
  return cells;
}

Json findings_json(const AccessCount& count) {
  Json all = Json::array();
  for (const Finding& finding : emulator::findings(count))
    all.push_back({{"good", finding.good},
                   {"words", finding.words},
                   {"reason", finding.reason},
                   {"cure", finding.cure}});
  return all;
}

Json line_json(const LineAccesses& line) {
  const AccessCount& count = line.count;
  const auto where = [](bool it_is, std::int64_t number) { return it_is ? Json(number) : Json(); };
  const bool global = has_sectors(count), shared = has_wavefronts(count);
  const bool texture = count.kind == emulator::AccessKind::texture;
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
          {"structure_bytes", where(count.structure > 0, count.structure)},
          {"constant_addresses", where(count.space == MemorySpace::constant, count.addresses)},
          {"texture_sectors", where(texture, count.sectors)},
          {"texture_sectors_by_quads", where(texture, count.quad_sectors)},
          {"source_level", at_source_level(count)},
          {"findings", findings_json(count)}};
}

Json kernel_json(const KernelAccesses& kernel) {
  Json lines = Json::array();
  for (const LineAccesses& line : kernel.lines) lines.push_back(line_json(line));
  return {{"kernel", kernel.kernel},
          {"grid", to_text(kernel.grid)},
          {"block", to_text(kernel.block)},
          {"launches", kernel.launches},
          {"warps", kernel.warps},
          {"active_lanes", kernel.active},
          {"lines", lines}};
}

/// The kernel's accesses to one kind of memory, added up.
AccessCount sum_of(const KernelAccesses& kernel, bool (*counts)(const AccessCount&)) {
  AccessCount sum;
  for (const LineAccesses& line : kernel.lines) {
    if (!counts(line.count)) continue;
    sum.requests += line.count.requests;
    sum.sectors += line.count.sectors;
    sum.ideal_sectors += line.count.ideal_sectors;
    sum.wavefronts += line.count.wavefronts;
    sum.ideal_wavefronts += line.count.ideal_wavefronts;
  }
  return sum;
}

/// Requests, and what one takes; blank without any.
std::vector<std::string> cells_of(const AccessCount& sum, std::int64_t AccessCount::*cost,
                                  std::int64_t AccessCount::*ideal) {
  if (sum.requests == 0) return std::vector<std::string>(3);
  return {grouped(sum.requests), each(sum.*cost, sum), each(sum.*ideal, sum)};
}

/// Each finding that something can be done about, once: why it is so, and the usual cure.
std::string explained(const KernelAccesses& kernel) {
  std::string text;
  std::set<std::string> said;
  for (const LineAccesses& line : kernel.lines)
    for (const Finding& finding : emulator::findings(line.count)) {
      if (finding.good || !said.insert(finding.words).second) continue;
      text += fmt::format("\n{}:{}: {}\n", line.line.file, line.line.line, finding.words);
      for (const std::string& part : {finding.reason, finding.cure})
        text += "  " + wrapped(part, 98, 2) + "\n";
    }
  return text;
}

}  // namespace

std::string lens_table(const KernelAccesses& kernel) {
  const std::string heading =
      fmt::format("\n{}, grid {}, block {}{}: {} {}, {:.1f} of 32 lanes active\n", kernel.kernel,
                  to_text(kernel.grid), to_text(kernel.block),
                  kernel.launches > 1 ? fmt::format(", {} launches", kernel.launches) : "",
                  grouped(kernel.warps), kernel.warps == 1 ? "warp" : "warps", kernel.active);
  TextTable table({{"line"},
                   {"access"},
                   {"bytes per lane", ColumnAlign::right},
                   {"requests", ColumnAlign::right},
                   {"lanes", ColumnAlign::right},
                   {"sectors", ColumnAlign::right},
                   {"ideal", ColumnAlign::right},
                   {"used", ColumnAlign::right},
                   {"wavefronts", ColumnAlign::right},
                   {"ideal", ColumnAlign::right},
                   {"bank degree", ColumnAlign::right},
                   {"finding"},
                   {"note"},
                   {"source"}});
  for (const LineAccesses& line : kernel.lines) table.add(cells_of(line));
  return heading + table.text() + explained(kernel);
}

std::string lens_overview(const std::vector<LensLook>& looks) {
  constexpr ColumnAlign right = ColumnAlign::right;
  TextTable table({{"variant"},
                   {"kernel"},
                   {"block"},
                   {"lanes", right},
                   {"global requests", right},
                   {"sectors", right},
                   {"ideal", right},
                   {"shared requests", right},
                   {"wavefronts", right},
                   {"ideal", right},
                   {"note"}});
  for (const LensLook& look : looks) {
    for (const KernelAccesses& kernel : look.lens.kernels) {
      if (kernel.lines.empty()) continue;
      std::vector<std::string> cells{look.choice.variant, kernel.kernel, to_text(kernel.block),
                                     fmt::format("{:.1f}", kernel.active)};
      const auto add = [&](const std::vector<std::string>& more) {
        cells.insert(cells.end(), more.begin(), more.end());
      };
      add(cells_of(sum_of(kernel, has_sectors), &AccessCount::sectors,
                   &AccessCount::ideal_sectors));
      add(cells_of(sum_of(kernel, has_wavefronts), &AccessCount::wavefronts,
                   &AccessCount::ideal_wavefronts));
      table.add(std::move(cells));
    }
    if (look.lens.refusal.empty()) continue;
    std::vector<std::string> cells(11);
    cells.front() = look.choice.variant;
    cells.back() = look.lens.refusal;
    table.add(std::move(cells));
  }
  return table.text();
}

std::string lens_csv(const std::vector<LensLook>& looks) {
  static constexpr const char* keys[] = {"file",
                                         "line",
                                         "space",
                                         "access",
                                         "bytes",
                                         "requests",
                                         "lanes",
                                         "sectors",
                                         "ideal_sectors",
                                         "bytes_used",
                                         "wavefronts",
                                         "ideal_wavefronts",
                                         "bank_degree",
                                         "structure_bytes",
                                         "constant_addresses",
                                         "texture_sectors",
                                         "texture_sectors_by_quads",
                                         "source_level"};
  std::string text = "variant,kernel";
  for (const char* const key : keys) text += std::string(",") + key;
  text += ",finding,reason,cure,source\n";
  for (const LensLook& look : looks)
    for (const KernelAccesses& kernel : look.lens.kernels)
      for (const LineAccesses& line : kernel.lines) {
        const Json json = line_json(line);
        text += csv_cell(look.choice.variant) + "," + csv_cell(kernel.kernel);
        for (const char* const key : keys) text += "," + csv_cell(json.at(key));
        text += "," + csv_cell(words_of(line.count));
        for (const auto part : {&Finding::reason, &Finding::cure}) {
          std::string said;
          for (const Finding& finding : emulator::findings(line.count))
            if (!(finding.*part).empty()) said += (said.empty() ? "" : " ") + finding.*part;
          text += "," + csv_cell(said);
        }
        text += "," + csv_cell(json.at("source")) + "\n";
      }
  return text;
}

Json to_json(const LensLook& look) {
  Json kernels = Json::array();
  for (const KernelAccesses& kernel : look.lens.kernels) kernels.push_back(kernel_json(kernel));
  return {{"variant", look.choice.variant},
          {"launch", to_json(look.choice.launch)},
          {"problem", to_json(look.lens.problem)},
          {"kernels", kernels}};
}

}  // namespace livewarp
