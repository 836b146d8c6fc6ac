#include "app/warps/warp_table.h"

#include <algorithm>
#include <bit>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "app/base/table.h"
#include "app/measure/lens_words.h"
#include "kernels/core/base/text.h"
#include "kernels/emulator/lens/access_recorder.h"

namespace livewarp {

namespace {

using emulator::MemorySpace;
using emulator::WarpRequest;
using emulator::WarpStep;
using emulator::WarpTrace;

constexpr std::size_t longest_source = 72;

/// A mark a lane, lane 0 first; lanes that the warp lacks are left blank.
std::string lane_marks(unsigned lanes, unsigned present) {
  std::string marks;
  for (unsigned lane = 0; lane < 32; ++lane)
    marks += (present >> lane & 1) == 0 ? ' ' : (lanes >> lane & 1) != 0 ? '#' : '.';
  return marks;
}

std::string source_text(const emulator::SourceLine& line) {
  const std::string text = source_line(line);
  return text.size() <= longest_source ? text : text.substr(0, longest_source) + "\u2026";
}

/// What a request costs its memory; 0 where nobody counts that.
int cost_of(const WarpRequest& request) {
  if (request.space == MemorySpace::global) return emulator::sectors(request.access);
  if (request.space == MemorySpace::shared) return emulator::shared_wavefronts(request.access);
  return emulator::distinct_addresses(request.access);
}

const char* unit_of(const WarpRequest& request) {
  if (request.space == MemorySpace::global) return "sector";
  return request.space == MemorySpace::shared ? "wavefront" : "address";
}

emulator::AccessCount as_count(const WarpRequest& request) {
  emulator::AccessCount count;
  count.kind = request.kind;
  count.space = request.space;
  return count;
}

/// "global load of 4 bytes: 4 sectors"
std::string words_of(const WarpRequest& request) {
  const emulator::AccessCount count = as_count(request);
  const int cost = cost_of(request);
  return fmt::format("{} {} of {} {}: {} {}{}", space_of(count), name_of(count.kind),
                     request.access.bytes, request.access.bytes == 1 ? "byte" : "bytes", cost,
                     unit_of(request),
                     cost == 1                                ? ""
                     : request.space == MemorySpace::constant ? "es"
                                                              : "s");
}

std::span<const WarpRequest> requests_of(const WarpTrace& trace, const WarpStep& step) {
  return std::span(trace.requests).subspan(step.first, step.count);
}

/// What a barrier waits for.
std::string waits_for(const WarpTrace& trace) {
  const auto others = std::int64_t((trace.block.count() + 31) / 32) - 1;
  if (others == 0) return "barrier: its block has no other warp";
  return fmt::format("barrier: waits for {} other {} of its block", grouped(others),
                     others == 1 ? "warp" : "warps");
}

std::string asked_by(const WarpTrace& trace, const WarpStep& step) {
  if (step.event == emulator::WarpEvent::barrier) return waits_for(trace);
  std::string all = step.event == emulator::WarpEvent::fetch ? "texture fetch" : "";
  for (const WarpRequest& request : requests_of(trace, step))
    all += (all.empty() ? "" : "; ") + words_of(request);
  return all;
}

Json request_json(const WarpRequest& request) {
  Json addresses = Json::array();
  for (unsigned lane = 0; lane < 32; ++lane)
    if ((request.access.active >> lane & 1) != 0) addresses.push_back(request.access.address[lane]);
  const emulator::AccessCount count = as_count(request);
  return {{"space", space_of(count)},
          {"access", name_of(count.kind)},
          {"bytes", request.access.bytes},
          {"lanes", request.access.active},
          {"addresses", addresses},
          {unit_of(request) + std::string(request.space == MemorySpace::constant ? "es" : "s"),
           cost_of(request)}};
}

}  // namespace

std::string warp_table(const WarpTrace& trace, std::size_t first, std::size_t most) {
  TextTable table({{"step", ColumnAlign::right},
                   {"line"},
                   {"lanes", ColumnAlign::right},
                   {"0       8       16      24     31"},
                   {"asks"},
                   {"source"}});
  const std::size_t begin = std::min(first - 1, trace.steps.size());
  const std::size_t end = begin + std::min(most, trace.steps.size() - begin);
  for (std::size_t i = begin; i < end; ++i) {
    const WarpStep& step = trace.steps[i];
    const emulator::SourceLine& line = trace.line_of(step);
    table.add({grouped(std::int64_t(i + 1)), fmt::format("{}:{}", line.file, line.line),
               std::to_string(std::popcount(step.lanes)), lane_marks(step.lanes, trace.lanes),
               asked_by(trace, step), source_text(line)});
  }
  std::string text = table.text();
  const auto all = std::int64_t(trace.steps.size());
  if (end < trace.steps.size())
    text += fmt::format("steps {} to {} of {}\n", begin + 1, end, grouped(all));
  if (trace.cut) text += fmt::format("cut off: the warp goes on after step {}\n", grouped(all));
  return text;
}

Json to_json(const Choice& choice, const WarpTrace& trace) {
  Json steps = Json::array();
  for (const WarpStep& step : trace.steps) {
    const emulator::SourceLine& line = trace.line_of(step);
    Json requests = Json::array();
    for (const WarpRequest& request : requests_of(trace, step))
      requests.push_back(request_json(request));
    steps.push_back({{"file", line.file},
                     {"line", line.line},
                     {"source", source_line(line)},
                     {"barrier", step.event == emulator::WarpEvent::barrier},
                     {"lanes", step.lanes},
                     {"requests", std::move(requests)}});
  }
  return {{"variant", choice.variant},
          {"launch", to_json(choice.launch)},
          {"problem", to_json(trace.problem)},
          {"kernel", trace.kernel},
          {"grid", to_text(trace.grid)},
          {"block", to_text(trace.block)},
          {"block_number", trace.block_number},
          {"warp", trace.warp},
          {"lanes", trace.lanes},
          {"cut", trace.cut},
          {"steps", std::move(steps)}};
}

}  // namespace livewarp
