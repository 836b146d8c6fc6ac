#include "ui/widgets/widgets_lens.h"

#include <imgui.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "kernels/core/base/text.h"
#include "ui/widgets/widgets_draw.h"

namespace livewarp::ui {

namespace {

constexpr double lowest_row = 0.3, highest_row = 1.1;  // em
constexpr double shade = 0.28;                         // of what is fetched for nobody

/// Cells in 32 columns and as many rows as have room; the gaps between them go where they are too
/// small for any.
class Grid {
 public:
  Grid(const Look& look, const Box& box, std::size_t rows)
      : box_(box), rows_(std::min(int(rows), int(box.height() / look.length(lowest_row)))),
        width_(box.width() / float(warp_lanes)),
        height_(std::clamp(box.height() / float(std::max(rows_, 1)), look.length(lowest_row),
                           look.length(highest_row))),
        gap_x_(width_ > 4 * look.px ? look.px : 0), gap_y_(height_ > 4 * look.px ? look.px : 0) {}
  int rows() const { return std::max(rows_, 0); }
  float bottom() const { return box_.y0 + float(rows()) * height_; }
  Box at(int column, int row) const {
    const float x = box_.x0 + float(column) * width_, y = box_.y0 + float(row) * height_;
    return {std::round(x), std::round(y), std::round(x + width_) - gap_x_,
            std::round(y + height_) - gap_y_};
  }

 private:
  Box box_;
  int rows_;
  float width_, height_, gap_x_, gap_y_;
};

bool is_under_mouse(const Box& cell) {
  return ImGui::IsMouseHoveringRect(min_of(cell), max_of(cell));
}

/// "lane 3", "lanes 3, 7, 11", "lanes 0 ... 31".
std::string lanes_text(unsigned mask) {
  const int count = std::popcount(mask), first = std::countr_zero(mask);
  const int last = 31 - std::countl_zero(mask);
  if (count == 1) return fmt::format("lane {}", first);
  if (count > 2 && last - first == count - 1) return fmt::format("lanes {} \u2026 {}", first, last);
  std::string text = "lanes ";
  for (int lane = 0, said = 0; lane < warp_lanes; ++lane) {
    if ((mask & 1u << lane) == 0) continue;
    if (said == 6) return text + " \u2026";
    text += (said++ > 0 ? ", " : "") + std::to_string(lane);
  }
  return text;
}

/// Of a lane, or the middle of several: from one colour of the theme to another along the warp.
Color lane_color(const Look& look, unsigned lanes) {
  const Color from = series_color(look, Slot::kernel), to = series_color(look, Slot::draw);
  const int first = std::countr_zero(lanes), last = 31 - std::countl_zero(lanes);
  const double share = double(first + last) / 2 / (warp_lanes - 1);
  const auto mixed = [share](std::uint8_t a, std::uint8_t b) {
    return std::uint8_t(std::lround((1 - share) * a + share * b));
  };
  return {mixed(from.r, to.r), mixed(from.g, to.g), mixed(from.b, to.b), from.a};
}

void put_use(const Look& look, const Box& box, WordUse use) {
  const Color color = series_color(look, Slot::kernel);
  if (use == WordUse::none)
    put_outline(look, look.tokens.divider, box, 0);
  else
    put_ground(look, use == WordUse::asked ? color : faded(color, shade), box, 0);
}

/// A word or a bank: asked for by lanes, or `moved` for nobody, or neither.
void put_word(const Look& look, const Box& box, unsigned lanes, unsigned lit, bool moved) {
  if (lanes != 0)
    put_ground(look, lane_color(look, lanes), box, 0);
  else
    put_use(look, box, moved ? WordUse::moved : WordUse::none);
  if ((lanes & lit) != 0) put_outline(look, look.tokens.text, box, 0);
}

}  // namespace

void put_word_sample(const Look& look, const Box& box, WordUse use) {
  const float side = look.length(0.75), middle = (box.y0 + box.y1) / 2;
  put_use(look, {box.x0, middle - side / 2, box.x0 + side, middle + side / 2}, use);
}

unsigned put_lanes(const Look& look, const Box& box, unsigned active) {
  const Grid grid(look, box, 1);
  unsigned hovered = 0;
  for (int lane = 0; lane < warp_lanes; ++lane) {
    const Box cell = grid.at(lane, 0);
    const bool on = (active & 1u << lane) != 0;
    put_word(look, cell, on ? 1u << lane : 0, 0, false);
    if (!is_under_mouse(cell)) continue;
    hovered = 1u << lane;
    hover_text(look, cell, fmt::format("lane {}, {}", lane, on ? "active" : "inactive"));
  }
  return hovered;
}

RowsDrawn put_rows(const Look& look, const Box& box, std::span<const CacheLine> lines,
                   unsigned lit) {
  const Grid grid(look, box, lines.size());
  for (int row = 0; row < grid.rows(); ++row) {
    const CacheLine& line = lines[std::size_t(row)];
    for (int word = 0; word < line_words; ++word) {
      const Box cell = grid.at(word, row);
      const unsigned lanes = line.lanes[std::size_t(word)];
      put_word(look, cell, lanes, lit, line.fetched(word));
      if (!is_under_mouse(cell)) continue;
      const auto offset = std::int64_t(line.first - lines[0].first) + word * 4;
      hover_text(look, cell,
                 fmt::format("bytes {} \u2026 {}: {}", grouped(offset), grouped(offset + 3),
                             lanes != 0           ? lanes_text(lanes)
                             : line.fetched(word) ? "moved, but not requested"
                                                  : "not moved"));
    }
  }
  return {grid.rows(), grid.bottom()};
}

RowsDrawn put_rows(const Look& look, const Box& box, std::span<const BankTurn> turns,
                   unsigned lit) {
  const Grid grid(look, box, turns.size());
  for (int row = 0; row < grid.rows(); ++row)
    for (int bank = 0; bank < bank_count; ++bank) {
      const Box cell = grid.at(bank, row);
      const unsigned lanes = turns[std::size_t(row)].lanes[std::size_t(bank)];
      put_word(look, cell, lanes, lit, false);
      if (is_under_mouse(cell))
        hover_text(look, cell,
                   fmt::format("wavefront {}, bank {}: {}", row + 1, bank,
                               lanes != 0 ? lanes_text(lanes) : "idle"));
    }
  return {grid.rows(), grid.bottom()};
}

}  // namespace livewarp::ui
