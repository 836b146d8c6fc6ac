#include "ui/frame/block_chart.h"

#include <algorithm>

#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/model/block_rule.h"

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

/// Sides that are looked at: powers of two, a width's multiples of a warp, those of presets.
std::vector<unsigned> steps_of(const Param& block, int direction) {
  std::vector<unsigned> sides;
  for (unsigned side = 1; side <= most_block_threads; side *= 2) sides.push_back(side);
  for (unsigned side = warp_threads; direction == 0 && side <= most_block_threads;
       side += warp_threads)
    sides.push_back(side);
  for (const Option& preset : block.options)
    sides.push_back(side_of(parse_dim(preset.id), direction));
  return ascending(std::move(sides));
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

unsigned side_of(const Dim3& shape, int direction) {
  return direction == 0 ? shape.x : direction == 1 ? shape.y : shape.z;
}

Dim3 with_side(Dim3 shape, int direction, unsigned side) {
  (direction == 0 ? shape.x : direction == 1 ? shape.y : shape.z) = side;
  return shape;
}

std::vector<unsigned> allowed_sides(const Param& block, const Dim3& shape, int direction) {
  const unsigned own = side_of(shape, direction);
  std::vector<unsigned> sides = steps_of(block, direction);
  std::erase_if(sides, [&](unsigned side) {
    return side != own && !block_refusal(block, with_side(shape, direction, side)).empty();
  });
  sides.push_back(own);
  return ascending(std::move(sides));
}

BlockStep block_beside(const Param& block, const Dim3& from, int direction, int way) {
  const std::vector<unsigned> sides = allowed_sides(block, from, direction);
  const auto at = index_in(sides, side_of(from, direction)) + way;
  if (at >= 0 && at < int(sides.size()))
    return {with_side(from, direction, sides[std::size_t(at)]), {}};
  std::vector<unsigned> steps = steps_of(block, direction);
  if (way < 0) std::ranges::reverse(steps);
  for (const unsigned side : steps)
    if (way > 0 ? side > side_of(from, direction) : side < side_of(from, direction))
      return {{}, typed_block(block, with_side(from, direction, side)).trouble};
  return {{},
          "block " + as_shown(block_text(block, from)) +
              (way > 0 ? ": is the largest" : ": is the smallest")};
}

TypedBlock typed_block(const Param& block, const Dim3& shape) {
  const std::string reason = block_refusal(block, shape);
  if (reason.empty()) return {block_text(block, shape), {}};
  const bool named = reason.starts_with("block ");
  return {{}, named ? reason : "block " + as_shown(to_text(shape)) + ": " + reason};
}

TypedBlock typed_block(const Param& block, const std::string& text) {
  try {
    return typed_block(block, parse_block(text));
  } catch (const Error& error) {
    return {{}, error.what()};
  }
}

}  // namespace livewarp::ui
