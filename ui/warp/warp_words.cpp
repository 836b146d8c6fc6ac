#include "ui/warp/warp_words.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "kernels/core/base/text.h"
#include "ui/model/format.h"
#include "ui/model/lens_figure.h"

namespace livewarp::ui {

namespace {

std::string counted(std::int64_t count, const char* what, const char* ending = "s") {
  return fmt::format("{} {}{}", grouped(count), what, count == 1 ? "" : ending);
}

std::string from_to(std::int64_t first, std::int64_t last) {
  return first == last ? grouped(first) : grouped(first) + " \u2026 " + grouped(last);
}

/// Bytes that a lane is from the one before it; nothing where they differ.
std::optional<std::int64_t> stride_of(const LanePattern& pattern) {
  std::optional<std::int64_t> stride;
  for (int lane = 1; lane < warp_lanes; ++lane) {
    if ((pattern.active >> (lane - 1) & 3u) != 3u) continue;
    const auto apart =
        std::int64_t(pattern.address[std::size_t(lane)] - pattern.address[std::size_t(lane) - 1]);
    if (stride && *stride != apart) return {};
    stride = apart;
  }
  return stride;
}

/// The first and the last byte that lanes touch.
std::pair<std::uint64_t, std::uint64_t> span_of(const LanePattern& pattern) {
  std::uint64_t first = ~std::uint64_t{0}, last = 0;
  for (unsigned lanes = pattern.active; lanes != 0; lanes &= lanes - 1) {
    const std::uint64_t at = pattern.address[std::size_t(std::countr_zero(lanes))];
    first = std::min(first, at);
    last = std::max(last, at + pattern.bytes - 1);
  }
  return {first, last};
}

/// Of a picture with rows the row, and the columns, where all lie in one.
std::string in_rows(const WarpArray& array, std::int64_t first, std::int64_t last) {
  if (array.element == 0 || array.height <= 1 || array.width <= 0) return {};
  const std::int64_t row = first / array.width, end = last / array.width;
  if (row != end) return ", rows " + from_to(row, end);
  return ", row " + grouped(row) + ", columns " + from_to(first % array.width, last % array.width);
}

std::string place_of(const WarpView& view, const WarpAccess& access) {
  if (access.array < 0 || access.pattern.active == 0) return {};
  const WarpArray& array = view.arrays[std::size_t(access.array)];
  const auto [first, last] = span_of(access.pattern);
  const std::size_t element = array.element > 0 ? array.element : access.pattern.bytes;
  const auto from = std::int64_t((first - array.first) / element);
  const auto to = std::int64_t((last - array.first) / element);
  const std::optional<std::int64_t> stride = stride_of(access.pattern);
  std::string text =
      array.name + ": " + (from == to ? "element " : "elements ") + from_to(from, to);
  if (array.element == 0) text += fmt::format(" of {} bytes", element);
  if (from == to) return text + in_rows(array, from, to);
  if (!stride)
    text += ", here and there";
  else if (std::abs(*stride) > std::int64_t(std::max<std::size_t>(access.pattern.bytes, element)))
    text += ", " + grouped(std::abs(*stride) / std::int64_t(element)) + " apart";
  return text + in_rows(array, from, to);
}

std::string cost_of_global(const WarpAccess& access) {
  const std::vector<CacheLine> lines = cache_lines(access.pattern);
  int asked = 0;
  for (const CacheLine& line : lines) asked += 32 - int(std::ranges::count(line.lanes, 0u));
  std::string text = counted(access.cost, "sector") + " of 32 bytes in " +
                     counted(std::int64_t(lines.size()), "cache line");
  if (access.pattern.bytes % 4 != 0 || access.cost == 0) return text;
  return text + fmt::format("; of the bytes moved {:.0f} % are requested",
                            100.0 * 4 * asked / (32.0 * access.cost));
}

std::string cost_of(const WarpView& view, const WarpAccess& access) {
  switch (access.space) {
  case LensSpace::shared: {
    std::string text = counted(access.cost, "wavefront") + " over the 32 banks, " +
                       (access.degree > 1 ? fmt::format("conflict degree {}", access.degree)
                                          : "no bank conflict (degree 1)");
    const std::size_t groups = view.groups[access.groups].size();
    if (groups > 1) text += fmt::format("; {} lanes go at a time", 32 / groups);
    return text;
  }
  case LensSpace::constant:
    return access.cost == 1 ? "one address for all lanes: one broadcast"
                            : counted(access.cost, "address", "es") + ", one after another";
  case LensSpace::global:
  case LensSpace::texture: break;
  }
  return cost_of_global(access);
}

std::string barrier_words(const WarpView& view) {
  const auto others = std::int64_t(view.warps()) - 1;
  if (others == 0) return "barrier: the block has no other warp to wait for";
  return "barrier: waits until the block's other " +
         (others == 1 ? std::string("warp has come") : grouped(others) + " warps have come");
}

}  // namespace

WarpWords warp_words(const WarpView& view, const WarpStep& step, const WarpAccess* access) {
  if (step.event == WarpEvent::barrier) return {barrier_words(view), {}, {}};
  if (!access && step.event == WarpEvent::fetch)
    return {"texture fetch", "where a fetch goes is not followed", {}};
  if (!access) return {"no access of memory", {}, {}};
  WarpWords words;
  words.head = view.words[access->what] + " of " +
               counted(std::int64_t(access->pattern.bytes), "byte") + " a lane";
  words.where = place_of(view, *access);
  words.cost = cost_of(view, *access);
  return words;
}

std::string warp_name(const WarpView& view) {
  std::string at = "(" + grouped(view.at.x);
  if (view.grid.y > 1 || view.grid.z > 1) at += ", " + grouped(view.at.y);
  if (view.grid.z > 1) at += ", " + grouped(view.at.z);
  return "warp " + std::to_string(view.request.warp) + " of " + std::to_string(view.warps()) +
         " in block " + at + ") of " + view.kernel;
}

}  // namespace livewarp::ui
