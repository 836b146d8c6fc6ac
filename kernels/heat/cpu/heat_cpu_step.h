// What the CPU variants share: a step as a loop over the rows of the plate.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>

#include "kernels/grids/temperatures.h"
#include "kernels/heat/heat.h"

namespace livewarp {

/// One row of the plate and the rows that its star reads.
template <class Stored>
struct HeatStar {
  using Real = TemperatureReal<Stored>;
  const Stored* row = nullptr;
  std::array<const Stored*, heat_most_radius + 1> up{}, down{};  ///< [k]: k rows away
  std::array<Real, heat_most_radius + 1> weight{};               ///< number * c_k
  int radius = 1;
  int nx = 0;
  HeatBoundary boundary = HeatBoundary::fixed;
  const std::uint8_t *marks = nullptr, *marks_up = nullptr, *marks_down = nullptr;
};

/// Computes cells [first, last) of a row; their stars lie within it and meet no mark.
template <class Stored>
using HeatRow = void (*)(const HeatStar<Stored>& star, Stored* out, std::int64_t first,
                         std::int64_t last);

/// Index of a neighbour by the border's rule, for any distance.
std::int64_t heat_cell_beyond(std::int64_t i, std::int64_t n, HeatBoundary boundary);

template <class Stored>
HeatStar<Stored> heat_star(const Heat::Step& step, const Stored* in, std::int64_t y) {
  HeatStar<Stored> star;
  const auto weights = heat_weights(step.radius);
  const std::int64_t nx = step.nx;
  star.row = in + y * nx;
  star.radius = step.radius;
  star.nx = step.nx;
  star.boundary = step.boundary;
  for (int k = 0; k <= step.radius; ++k) {
    const auto at = std::size_t(k);
    star.weight[at] = typename HeatStar<Stored>::Real(step.number * weights[at]);
    star.up[at] = in + heat_cell_beyond(y - k, step.ny, step.boundary) * nx;
    star.down[at] = in + heat_cell_beyond(y + k, step.ny, step.boundary) * nx;
  }
  if (step.marks) {
    star.marks = step.marks + y * nx;
    star.marks_up = step.marks + heat_cell_beyond(y - 1, step.ny, step.boundary) * nx;
    star.marks_down = step.marks + heat_cell_beyond(y + 1, step.ny, step.boundary) * nx;
  }
  return star;
}

/// Any cell, slowly: borders and marks are asked for.
template <class Stored>
void heat_one_cell(const HeatStar<Stored>& star, Stored* out, std::int64_t x) {
  using Real = typename HeatStar<Stored>::Real;
  const Real t = loaded(star.row[x]);
  if (star.marks && star.marks[x]) return void(out[x] = star.row[x]);
  const auto flow = [&](const Stored* row, const std::uint8_t* marks, std::int64_t at) {
    const bool closed = marks && star.radius == 1 && marks[at] == std::uint8_t(CellMark::insulator);
    return closed ? Real(0) : loaded(row[at]) - t;
  };
  Real sum = 0;
  for (int k = 1; k <= star.radius; ++k) {
    const std::int64_t west = heat_cell_beyond(x - k, star.nx, star.boundary);
    const std::int64_t east = heat_cell_beyond(x + k, star.nx, star.boundary);
    const auto at = std::size_t(k);
    sum += star.weight[at] *
           ((flow(star.row, star.marks, west) + flow(star.row, star.marks, east)) +
            (flow(star.up[at], star.marks_up, x) + flow(star.down[at], star.marks_down, x)));
  }
  store(out[x], t + sum);
}

/// True if a cell of [first, last) or a neighbour of one is marked.
bool heat_meets_marks(const std::uint8_t* row, const std::uint8_t* up, const std::uint8_t* down,
                      std::int64_t first, std::int64_t last);

/// Cells [first, last) that do not touch the border: in one go, or in segments where there are
/// marks.
template <class Stored>
void heat_inner_cells(const HeatStar<Stored>& star, Stored* out, std::int64_t first,
                      std::int64_t last, HeatRow<Stored> compute) {
  constexpr std::int64_t segment = 128;
  if (!star.marks) return compute(star, out, first, last);
  for (std::int64_t some = first; some < last; some += segment) {
    const std::int64_t end = std::min(some + segment, last);
    if (!heat_meets_marks(star.marks, star.marks_up, star.marks_down, some, end))
      compute(star, out, some, end);
    else
      for (std::int64_t x = some; x < end; ++x) heat_one_cell(star, out, x);
  }
}

/// Rows of a step, of each the cells [columns.first, columns.last).
template <class Stored>
void heat_rows(const Heat::Step& step, const Stored* in, Stored* out, Range rows, Range columns,
               HeatRow<Stored> compute) {
  const std::int64_t r = step.radius, nx = step.nx;
  const bool fixed = step.boundary == HeatBoundary::fixed;
  const std::int64_t first = std::clamp(r, columns.first, columns.last);
  const std::int64_t last = std::max(first, std::min(nx - r, columns.last));
  for (std::int64_t y = rows.first; y < rows.last; ++y) {
    Stored* const to = out + y * nx;
    const Stored* const from = in + y * nx;
    const auto keep = [&](std::int64_t a, std::int64_t b) {
      std::copy(from + a, from + b, to + a);
    };
    if (fixed && (y < r || y >= step.ny - r)) {
      keep(columns.first, columns.last);
      continue;
    }
    const HeatStar<Stored> star = heat_star(step, in, y);
    const auto edge = [&](std::int64_t a, std::int64_t b) {
      if (fixed) return keep(a, b);
      for (std::int64_t x = a; x < b; ++x) heat_one_cell(star, to, x);
    };
    edge(columns.first, first);
    heat_inner_cells(star, to, first, last, compute);
    edge(last, columns.last);
  }
}

/// Two whole rows of a plate by the 5-point star, out[0] from in[0 ... 2] and out[1] from in[1 ...
/// 3]: cells [first, last), which have neighbours left and right.
template <class Real>
struct HeatLines {
  const Real* in[4];
  Real* out[2];
};
template <class Real>
using HeatTwoLines = void (*)(const HeatLines<Real>& rows, std::int64_t first, std::int64_t last,
                              Real number);

/// Rows of a step, by twos where they lie within the plate and nothing is marked.
template <class Real>
void heat_row_pairs(const Heat::Step& step, const Real* in, Real* out, Range rows,
                    HeatTwoLines<Real> two, HeatRow<Real> one) {
  const std::int64_t nx = step.nx;
  const Range all{0, nx};
  if (step.radius > 1 || step.marks || nx < 3) return heat_rows(step, in, out, rows, all, one);
  for (std::int64_t y = rows.first; y < rows.last;) {
    if (y == 0 || y + 1 >= std::min(rows.last, std::int64_t(step.ny - 1))) {
      heat_rows(step, in, out, {y, y + 1}, all, one);
      ++y;
      continue;
    }
    const Real* const row = in + y * nx;
    Real* const to = out + y * nx;
    two({{row - nx, row, row + nx, row + 2 * nx}, {to, to + nx}}, 1, nx - 1, Real(step.number));
    heat_rows(step, in, out, {y, y + 2}, {0, 1}, one);
    heat_rows(step, in, out, {y, y + 2}, {nx - 1, nx}, one);
    y += 2;
  }
}

}  // namespace livewarp
