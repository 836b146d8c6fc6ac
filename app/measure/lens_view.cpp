#include "app/measure/lens_view.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "app/measure/lens_words.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/emulator/lens/findings.h"
#include "kernels/kernel_sources.h"

namespace livewarp {

namespace {

constexpr int most_before = 30, most_behind = 12;  // lines of a function, around what is marked

/// A line of the outermost level that ends a function, or stands before one.
bool ends_part(std::string_view line) {
  return line.starts_with('}') || line.starts_with('#') || line.starts_with("LIVEWARP_KERNELS");
}

double mean(std::int64_t total, const emulator::AccessCount& count) {
  return double(total) / double(count.requests);
}

ui::LensSpace space(const emulator::AccessCount& count) {
  if (count.kind == emulator::AccessKind::texture) return ui::LensSpace::texture;
  switch (count.space) {
  case emulator::MemorySpace::shared: return ui::LensSpace::shared;
  case emulator::MemorySpace::constant: return ui::LensSpace::constant;
  case emulator::MemorySpace::global:
  case emulator::MemorySpace::local: break;
  }
  return ui::LensSpace::global;
}

ui::LensAccess access_of(const emulator::AccessCount& count) {
  ui::LensAccess access;
  access.what = std::string(space_of(count)) + " " + name_of(count.kind);
  access.space = space(count);
  access.source_level = at_source_level(count);
  access.requests = count.requests;
  access.lanes = mean(count.lanes, count);
  access.costliest.active = count.costliest.active;
  access.costliest.address = count.costliest.address;
  access.costliest.bytes = count.bytes;
  for (const emulator::Finding& one : emulator::findings(count))
    access.findings.push_back({one.good, one.tag, one.words, one.reason, one.cure});
  switch (access.space) {
  case ui::LensSpace::global:
  case ui::LensSpace::texture:
    access.cost = mean(count.sectors, count);
    access.ideal = mean(count.ideal_sectors, count);
    access.used =
        double(count.bytes_used) / (32.0 * double(std::max<std::int64_t>(1, count.sectors)));
    break;
  case ui::LensSpace::constant:
    access.cost = mean(count.addresses, count);
    access.ideal = 1;
    break;
  case ui::LensSpace::shared: {
    access.cost = mean(count.wavefronts, count);
    access.ideal = mean(count.ideal_wavefronts, count);
    const emulator::LaneGroups groups = emulator::lane_groups(count.costliest);
    access.groups.assign(groups.lanes.begin(), groups.lanes.begin() + groups.count);
    break;
  }
  }
  return access;
}

using Accesses = std::map<int, std::vector<ui::LensAccess>>;  ///< of a file, by line

ui::LensFile file_of(const std::string& path, Accesses accesses) {
  std::vector<int> marked;
  for (const auto& [line, all] : accesses) marked.push_back(line);
  ui::LensFile file = listing_of(path, marked);
  for (ui::LensLine& line : file.lines)
    if (const auto found = accesses.find(line.number); found != accesses.end())
      line.accesses = std::move(found->second);
  return file;
}

/// Lines of the file at which structures begin that the kernel's name mentions: a helper that is a
/// template argument, as the tile whose pitch decides on bank conflicts. They make no access.
void add_helpers(Accesses& accesses, const std::string& path, std::string_view kernel) {
  const std::vector<std::string_view> text = kernel_lines(path);
  const auto is_letter = [](char c) {
    return c == '_' || std::isalnum(static_cast<unsigned char>(c));
  };
  kernel.remove_prefix(std::min(kernel.find('<'), kernel.size()));
  while (!kernel.empty()) {
    const auto end = std::ranges::find_if_not(kernel, is_letter) - kernel.begin();
    const std::string head = "struct " + std::string(kernel.substr(0, std::size_t(end))) + " ";
    for (std::size_t i = 0; end > 0 && i < text.size(); ++i)
      if (text[i].starts_with(head)) accesses[int(i + 1)];
    kernel.remove_prefix(std::min(std::size_t(end) + 1, kernel.size()));
  }
}

ui::LensKernel kernel_of(const emulator::KernelAccesses& kernel, const std::string& own_file) {
  std::map<std::string, Accesses> files;
  for (const emulator::LineAccesses& line : kernel.lines)
    files[line.line.file][line.line.line].push_back(access_of(line.count));
  ui::LensKernel shown;
  shown.name = kernel.kernel;
  shown.active = kernel.active;
  shown.launch = fmt::format("grid {} \u00b7 block {} \u00b7 {} {} traced", to_text(kernel.grid),
                             to_text(kernel.block), grouped(kernel.warps),
                             kernel.warps == 1 ? "warp" : "warps");
  for (auto& [path, accesses] : files) {
    add_helpers(accesses, path, kernel.kernel);
    const bool first = path == own_file;
    shown.files.insert(first ? shown.files.begin() : shown.files.end(),
                       file_of(path, std::move(accesses)));
  }
  return shown;
}

}  // namespace

std::vector<int> lines_around(std::span<const std::string_view> lines,
                              const std::vector<int>& marked) {
  const auto at = [&](int number) { return lines[std::size_t(number - 1)]; };
  std::set<int> shown;
  for (const int line : marked) {
    if (line < 1 || line > int(lines.size())) continue;
    int first = line, last = line;
    while (first > 1 && line - first < most_before && !ends_part(at(first - 1))) --first;
    while (first < line && at(first).empty()) ++first;
    while (last < int(lines.size()) && last - line < most_behind && !at(last).starts_with('}'))
      ++last;
    for (int number = first; number <= last; ++number) shown.insert(number);
  }
  std::vector<int> numbers;
  for (const int number : shown) {
    if (!numbers.empty() && number != numbers.back() + 1) numbers.push_back(0);
    numbers.push_back(number);
  }
  return numbers;
}

ui::LensFile listing_of(const std::string& path, const std::vector<int>& marked) {
  ui::LensFile file{path, {}};
  const std::vector<std::string_view> text = kernel_lines(path);
  for (const int number : text.empty() ? marked : lines_around(text, marked)) {
    const auto index = std::size_t(number - 1);
    const bool known = number > 0 && index < text.size();
    file.lines.push_back({number, known ? std::string(text[index]) : std::string(), {}});
  }
  return file;
}

std::string lens_size(const Workload& workload, const Values& problem) {
  std::string text;
  std::vector<std::string> ids = workload.info().size_params;
  if (ids.empty()) ids = {"width", "height"};
  for (const std::string& id : ids)
    if (const auto size = problem.find(id); size != problem.end())
      text += (text.empty() ? "" : "\u00d7") + as_shown(to_text(size->second));
  return text;
}

std::optional<ui::LensTraffic> lens_traffic(const Workload& workload, const Choice& choice,
                                            const emulator::Lens& lens) {
  ui::LensTraffic traffic;
  for (const emulator::KernelAccesses& kernel : lens.kernels) {
    if (kernel.warps == 0) return {};
    const double warps = double(kernel.grid.count()) * double((kernel.block.count() + 31) / 32);
    const double all = double(kernel.launches) * warps / double(kernel.warps);
    for (const emulator::LineAccesses& line : kernel.lines) {
      const emulator::AccessCount& count = line.count;
      if (count.kind == emulator::AccessKind::texture) return {};
      if (space(count) != ui::LensSpace::global) continue;
      traffic.requested += all * double(count.lanes) * count.bytes;
      traffic.moved += all * double(count.sectors) * 32;
    }
  }
  if (!(traffic.moved > 0)) return {};
  Choice small = choice;
  small.problem = lens.problem;
  traffic.cost = workload.cost(small);
  return traffic;
}

CountedTraffic count_traffic(const Workload& workload, const Choice& choice, std::stop_token stop) {
  try {
    Choice small = choice;
    small.memory = MemoryMode::host;
    small.problem = emulator::lens_problem(workload, small);
    emulator::LensScope scope;
    scope.stop = std::move(stop);
    const emulator::Lens lens = emulator::look(workload, small, scope);
    return {lens_traffic(workload, small, lens), lens.refusal};
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception& error) {
    return {{}, error.what()};
  }
}

SectorSums sectors_of(const emulator::Lens& lens) {
  SectorSums sums;
  for (const emulator::KernelAccesses& kernel : lens.kernels)
    for (const emulator::LineAccesses& line : kernel.lines) {
      const emulator::AccessCount& count = line.count;
      if (space(count) != ui::LensSpace::global) continue;
      const bool load = count.kind == emulator::AccessKind::read;
      (load ? sums.load_requests : sums.store_requests) += double(count.requests);
      (load ? sums.load_sectors : sums.store_sectors) += double(count.sectors);
    }
  return sums;
}

std::string sectors_text(const SectorSums& sums) {
  const auto all = [](double requests) { return grouped(std::llround(requests)); };
  std::string loads, stores;
  if (sums.load_requests > 0)
    loads = all(sums.load_requests) +
            fmt::format(" loads of {:.4g} sectors", sums.load_sectors / sums.load_requests);
  if (sums.store_requests > 0)
    stores = all(sums.store_requests) +
             fmt::format(" stores of {:.4g}", sums.store_sectors / sums.store_requests);
  if (loads.empty() || stores.empty()) return loads + stores + (stores.empty() ? "" : " sectors");
  return loads + ", " + stores;
}

std::optional<CountedSectors> count_sectors(const Workload& workload, const Choice& choice,
                                            std::stop_token stop) {
  Choice small = choice;
  small.memory = MemoryMode::host;
  small.problem = emulator::lens_problem(workload, small);
  const emulator::Lens lens =
      emulator::look(workload, small, {.whole_grid = true, .warp = {}, .stop = std::move(stop)});
  if (!lens.refusal.empty()) return {};
  return CountedSectors{lens_size(workload, small.problem), workload.cost(small).note,
                        sectors_text(sectors_of(lens))};
}

ui::LensView lens_view(const Workload& workload, const Choice& choice, const emulator::Lens& lens) {
  ui::LensView view;
  view.choice = choice;
  view.refusal = lens.refusal;
  view.problem = lens_size(workload, lens.problem);
  Choice small = choice;
  small.problem = lens.problem;
  if (const std::string note = workload.cost(small).note; !note.empty())
    view.problem += "; " + note;
  const VariantInfo* const variant = workload.find(choice.variant);
  for (const emulator::KernelAccesses& kernel : lens.kernels)
    if (!kernel.lines.empty())
      view.kernels.push_back(kernel_of(kernel, variant ? variant->file : ""));
  view.traffic = lens_traffic(workload, choice, lens);
  return view;
}

}  // namespace livewarp
