#include "app/warps/warp_view.h"

#include <algorithm>
#include <bit>
#include <exception>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "app/measure/lens_view.h"
#include "app/measure/lens_words.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/emulator/lens/warp_trace.h"

namespace livewarp {

namespace {

using emulator::WarpTrace;

/// Bytes of an element of the picture in an array; 0: it shows none of it. Of a state that is drawn
/// point by point or cell by cell all fields have such elements; a picture shows its result alone,
/// or what its parts say.
std::size_t shown_bytes(const WarpTrace& trace, const NamedMemory& memory) {
  if (!trace.shown.reason.empty() || memory.name == "scratch") return 0;
  const bool result_alone = trace.shown.bytes > 0 && trace.shown.parts.empty();
  if (!result_alone) return trace.shown.element_bytes(memory);
  const auto result = std::ranges::find_if(trace.arrays, [&](const NamedMemory& each) {
    return each.written && each.name.ends_with(emulator::name_after) &&
           trace.shown.element_bytes(each) > 0;
  });
  if (result == trace.arrays.end() || memory.name != result->name) return 0;
  return trace.shown.element_bytes(memory);
}

void take_arrays(const WarpTrace& trace, ui::WarpView& view) {
  for (const NamedMemory& each : trace.arrays) {
    ui::WarpArray array{each.name, reinterpret_cast<std::uintptr_t>(each.first), each.bytes};
    if (const auto shown = trace.shown.array(each.name)) {
      array.element = shown_bytes(trace, each);
      array.width = shown->width;
      array.height = shown->height;
      array.part = shown->part;
    }
    view.arrays.push_back(std::move(array));
  }
}

/// A number for each different one.
template <class T>
std::uint8_t number_of(std::vector<T>& all, const T& one) {
  const auto found = std::ranges::find(all, one);
  const auto number = std::uint8_t(found - all.begin());
  if (found == all.end()) all.push_back(one);
  return number;
}

std::int16_t array_of(const ui::WarpView& view, const emulator::WarpAccess& access) {
  if (access.active == 0) return -1;
  const std::uint64_t at = access.address[std::size_t(std::countr_zero(access.active))];
  for (std::size_t i = 0; i < view.arrays.size(); ++i)
    if (at - view.arrays[i].first < view.arrays[i].bytes) return std::int16_t(i);
  return -1;
}

ui::WarpAccess access_of(const emulator::WarpRequest& request, ui::WarpView& view) {
  const emulator::WarpAccess& from = request.access;
  emulator::AccessCount count;
  count.kind = request.kind;
  count.space = request.space;
  ui::WarpAccess access;
  access.pattern = {from.active, from.address, from.bytes};
  access.what = number_of(view.words, std::string(space_of(count)) + " " + name_of(request.kind));
  access.writes = request.kind != emulator::AccessKind::read;
  if (request.space == emulator::MemorySpace::shared) {
    access.space = ui::LensSpace::shared;
    access.cost = std::uint16_t(emulator::shared_wavefronts(from));
    access.degree = std::uint16_t(emulator::bank_conflicts(from));
    const emulator::LaneGroups groups = emulator::lane_groups(from);
    access.groups =
        number_of(view.groups,
                  std::vector<unsigned>(groups.lanes.begin(), groups.lanes.begin() + groups.count));
  } else if (request.space == emulator::MemorySpace::constant) {
    access.space = ui::LensSpace::constant;
    access.cost = std::uint16_t(emulator::distinct_addresses(from));
  } else {
    access.cost = std::uint16_t(emulator::sectors(from));
    access.array = array_of(view, from);
  }
  return access;
}

/// The source around all lines that the warp comes to, and where in it each of them stands.
void take_source(const Workload& workload, const WarpTrace& trace, ui::WarpView& view) {
  const VariantInfo* const variant = workload.find(view.request.choice.variant);
  std::map<std::string, std::vector<int>> marked;
  for (const emulator::SourceLine& line : trace.lines) marked[line.file].push_back(line.line);
  for (const auto& [path, lines] : marked) {
    const bool own = variant && path == variant->file;
    view.files.insert(own ? view.files.begin() : view.files.end(), listing_of(path, lines));
  }
  std::erase_if(view.files, [](const ui::LensFile& file) { return file.lines.empty(); });
  for (const emulator::SourceLine& line : trace.lines) {
    ui::WarpLine place;
    for (std::size_t file = 0; file < view.files.size(); ++file) {
      if (view.files[file].path != line.file) continue;
      const auto& lines = view.files[file].lines;
      const auto row = std::ranges::find(lines, line.line, &ui::LensLine::number);
      if (row == lines.end()) continue;
      place = {std::uint32_t(file), std::uint32_t(row - lines.begin())};
    }
    view.lines.push_back(place);
  }
}

ui::WarpEvent event_of(emulator::WarpEvent event) {
  switch (event) {
  case emulator::WarpEvent::barrier: return ui::WarpEvent::barrier;
  case emulator::WarpEvent::fetch: return ui::WarpEvent::fetch;
  case emulator::WarpEvent::none: break;
  }
  return ui::WarpEvent::none;
}

void take(const Workload& workload, const WarpTrace& trace, ui::WarpView& view) {
  view.problem = lens_size(workload, trace.problem);
  view.kernel = trace.kernel;
  view.grid = trace.grid;
  view.block = trace.block;
  view.at = {unsigned(trace.block_number % trace.grid.x),
             unsigned(trace.block_number / trace.grid.x % trace.grid.y),
             unsigned(trace.block_number / trace.grid.x / trace.grid.y)};
  if (view.request.block) view.at = *view.request.block;  // it may be none of the grid's
  view.refusal = trace.refusal;
  if (!view.refusal.empty()) return;
  view.lanes = trace.lanes;
  view.cut = trace.cut;
  view.not_shown = trace.shown.reason;
  take_arrays(trace, view);
  take_source(workload, trace, view);
  view.steps.reserve(trace.steps.size());
  for (const emulator::WarpStep& step : trace.steps)
    view.steps.push_back({step.line, step.lanes, step.first, step.count, event_of(step.event)});
  view.accesses.reserve(trace.requests.size());
  for (const emulator::WarpRequest& request : trace.requests)
    view.accesses.push_back(access_of(request, view));
  if (view.steps.empty() || view.files.empty())
    view.refusal = "this program does not hold the source of its kernel";
}

}  // namespace

ui::WarpView follow_warp(const Workload& workload, const ui::WarpRequest& request,
                         std::stop_token stop) {
  ui::WarpView view;
  view.request = request;
  const VariantInfo* const variant = workload.find(request.choice.variant);
  if (!variant || variant->backend != Backend::cuda) {
    view.refusal = "runs on the CPU: it has no warps";
    return view;
  }
  try {
    emulator::WarpAim aim;
    aim.warp = request.warp;
    aim.stop = std::move(stop);
    aim.block_at = request.block;
    take(workload, emulator::trace_warp(workload, request.choice, aim), view);
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception& error) {
    view.refusal = error.what();
  }
  return view;
}

}  // namespace livewarp
