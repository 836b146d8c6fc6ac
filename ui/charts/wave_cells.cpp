#include "ui/charts/wave_cells.h"

#include <algorithm>
#include <cmath>

namespace livewarp::ui {

namespace {

constexpr double least_place = 2;  // px, of a block among those beside it
constexpr int most_columns = 1024, shades = 8;

std::size_t count_of(const BlockRows& rows) {
  std::size_t count = 0;
  for (const std::vector<BlockBar>& row : rows.rows) count += row.size();
  return count;
}

std::vector<WaveCell> one_by_one(const BlockRows& rows) {
  std::vector<WaveCell> cells;
  const auto slots = float(rows.slots);
  for (std::size_t i = 0; i < rows.rows.size(); ++i)
    for (const BlockBar& bar : rows.rows[i])
      cells.push_back({int(i), bar.begin, bar.end, float(bar.slot) / slots,
                       float(bar.slot + 1) / slots, bar.block, 1});
  return cells;
}

/// How many places are occupied on average within each of `count` equal parts of the time.
std::vector<double> occupied(const std::vector<BlockBar>& row, double end, int count) {
  std::vector<double> parts(std::size_t(count) + 1), whole(std::size_t(count) + 2);
  for (const BlockBar& bar : row) {
    const double from = std::clamp(bar.begin / end, 0.0, 1.0) * count;
    const double to = std::clamp(bar.end / end, 0.0, 1.0) * count;
    const auto first = std::size_t(from), last = std::size_t(to);
    if (first == last) {
      parts[first] += to - from;
      continue;
    }
    parts[first] += double(first + 1) - from;
    parts[last] += to - double(last);
    whole[first + 1] += 1;
    whole[last] -= 1;
  }
  double all = 0;
  for (std::size_t k = 0; k < std::size_t(count); ++k) parts[k] += all += whole[k];
  parts.resize(std::size_t(count));
  return parts;
}

/// Neighbours of one shade are one part.
std::vector<WaveCell> by_shade(const BlockRows& rows, int columns) {
  std::vector<WaveCell> cells;
  const double part = rows.end / columns;
  for (std::size_t i = 0; i < rows.rows.size(); ++i) {
    int before = 0;
    const std::vector<double> all = occupied(rows.rows[i], rows.end, columns);
    for (std::size_t k = 0; k < all.size(); ++k) {
      const int shade = int(std::ceil(std::min(all[k] / rows.slots, 1.0) * shades - 1e-6));
      if (shade > 0 && shade == before)
        cells.back().end = part * double(k + 1);
      else if (shade > 0)
        cells.push_back(
            {int(i), part * double(k), part * double(k + 1), 0, 1, -1, float(shade) / shades});
      before = shade;
    }
  }
  return cells;
}

}  // namespace

std::vector<WaveCell> wave_cells(const BlockRows& rows, double row_pixels, double pixels,
                                 std::size_t most) {
  if (!(rows.end > 0)) return {};
  if (count_of(rows) <= most && (rows.slots == 1 || row_pixels >= least_place * rows.slots))
    return one_by_one(rows);
  int columns = std::clamp(int(pixels / 2), 1, most_columns);
  std::vector<WaveCell> cells = by_shade(rows, columns);
  while (cells.size() > most && columns > 1) cells = by_shade(rows, columns /= 2);
  return cells;
}

const BlockBar* bar_at(const BlockRows& rows, int row, double time, double place, bool by_place) {
  if (row < 0 || std::size_t(row) >= rows.rows.size()) return nullptr;
  const int slot = int(place * rows.slots);
  for (const BlockBar& bar : rows.rows[std::size_t(row)])
    if (bar.begin <= time && time < bar.end && (!by_place || bar.slot == slot)) return &bar;
  return nullptr;
}

}  // namespace livewarp::ui
