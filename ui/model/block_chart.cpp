#include "ui/model/block_chart.h"

#include <algorithm>
#include <cmath>

#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp::ui {

namespace {

std::vector<unsigned> ascending(std::vector<unsigned> sides) {
  std::ranges::sort(sides);
  sides.erase(std::unique(sides.begin(), sides.end()), sides.end());
  return sides;
}

int index_in(const std::vector<unsigned>& sides, unsigned side) {
  return int(std::ranges::find(sides, side) - sides.begin());
}

/// How far apart two sides are in doublings.
double doublings(unsigned a, unsigned b) {
  return std::abs(std::log2(double(a)) - std::log2(double(b)));
}

/// Blanks away, any sign of multiplication as x.
std::string plain(std::string text) {
  for (const std::string sign : {"\u00d7", "*", "X"})
    for (std::size_t at = text.find(sign); at != std::string::npos; at = text.find(sign))
      text.replace(at, sign.size(), "x");
  std::erase_if(text, [](char c) { return c == ' ' || c == ','; });
  return text;
}

std::string offered(std::span<const Option> options) {
  std::vector<std::string> labels;
  for (const Option& option : options)
    if (option.reason.empty()) labels.push_back(as_shown(option.label));
  return joined(labels);
}

}  // namespace

BlockChart block_chart(std::span<const Option> options) {
  BlockChart chart;
  bool high = false, deep = false;
  std::vector<unsigned> widths, heights;
  for (const Option& option : options) {
    const Dim3 shape = parse_dim(option.id);
    high = high || shape.y > 1;
    deep = deep || shape.z > 1;
    widths.push_back(shape.x);
    heights.push_back(shape.y);
    chart.cells.push_back({shape});
  }
  if (!high || deep) return chart;
  chart.widths = ascending(widths);
  chart.heights = ascending(heights);
  for (BlockChart::Cell& cell : chart.cells) {
    cell.column = index_in(chart.widths, cell.shape.x);
    cell.row = index_in(chart.heights, cell.shape.y);
  }
  return chart;
}

std::optional<int> block_beside(std::span<const Option> options, int from, int dx, int dy) {
  const BlockChart chart = block_chart(options);
  if (from < 0 || from >= int(options.size())) return std::nullopt;
  if (!chart.plane()) {
    if (dx == 0) return std::nullopt;
    for (int i = from + dx; i >= 0 && i < int(options.size()); i += dx)
      if (options[std::size_t(i)].reason.empty()) return i;
    return std::nullopt;
  }
  const BlockChart::Cell& here = chart.cells[std::size_t(from)];
  std::optional<int> best;
  double best_across = 0, best_along = 0;
  for (std::size_t i = 0; i < chart.cells.size(); ++i) {
    const BlockChart::Cell& cell = chart.cells[i];
    const int steps = dx != 0 ? (cell.column - here.column) * dx : (cell.row - here.row) * dy;
    if (steps <= 0 || !options[i].reason.empty()) continue;
    const double across =
        dx != 0 ? doublings(cell.shape.y, here.shape.y) : doublings(cell.shape.x, here.shape.x);
    if (best && std::pair(across, double(steps)) >= std::pair(best_across, best_along)) continue;
    best = int(i);
    best_across = across;
    best_along = steps;
  }
  return best;
}

TypedBlock typed_block(std::span<const Option> options, const std::string& text,
                       const BlockLimit& limit) {
  Dim3 shape;
  try {
    shape = parse_dim(plain(text));
  } catch (const Error&) {
    return {{}, "block " + text + ": write 128, or 32x8"};
  }
  const std::string name = as_shown(to_text(shape));
  for (std::size_t i = 0; i < options.size(); ++i) {
    if (!(parse_dim(options[i].id) == shape)) continue;
    if (options[i].reason.empty()) return {int(i), {}};
    return {{}, options[i].reason};
  }
  if (shape.count() > std::uint64_t(limit.threads))
    return {{},
            "block " + name + ": " + limit.of + " allows " + grouped(limit.threads) + " threads"};
  return {{}, "block " + name + ": this variant offers " + offered(options)};
}

}  // namespace livewarp::ui
