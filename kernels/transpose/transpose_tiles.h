#pragma once

#include <cstdint>

#include "kernels/core/exec/exec.h"
#include "kernels/pictures/pixel_variants.h"
#include "kernels/transpose/transpose.h"

namespace livewarp {

/// Where the pixels of a row of the result are found: down a column of the source, or up.
template <class Pixel>
struct TransposeColumn {
  const Pixel* first;
  std::int64_t step;

  TransposeColumn(const Transpose::Step& task, std::int64_t row) : step(task.problem->width) {
    const Transpose::Problem& problem = *task.problem;
    const std::int64_t x = problem.turn == Transpose::Turn::left ? problem.width - 1 - row : row;
    first = pixels_of<Pixel>(task.source) + x;
    if (problem.turn != Transpose::Turn::right) return;
    first += (problem.height - 1) * step;
    step = -step;
  }
};

/// Columns `columns` of rows `rows` of the result, one after another.
template <class Pixel>
void transpose_plainly(const Transpose::Step& step, Range rows, Range columns) {
  Pixel* const result = pixels_of<Pixel>(step.result);
  for (std::int64_t row = rows.first; row < rows.last; ++row) {
    const TransposeColumn<Pixel> column(step, row);
    Pixel* const to = result + row * step.problem->height;
    for (std::int64_t i = columns.first; i < columns.last; ++i)
      to[i] = column.first[i * column.step];
  }
}

/// The same of pixels of four bytes, in squares of 4 x 4 that are turned in vector registers.
void transpose_squares(const Transpose::Step& step, Range rows, Range columns);
/// The same with stores that go by the caches.
void transpose_streaming(const Transpose::Step& step, Range rows, Range columns);

}  // namespace livewarp
