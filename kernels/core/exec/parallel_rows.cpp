#include "kernels/core/exec/parallel_rows.h"

#include <algorithm>

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace livewarp {

void for_grid_rows(std::int64_t n, std::int64_t cells_a_row, const Job& job,
                   const std::function<void(Range)>& some) {
  // Rows of about 64 K cells are a piece, a hundred pieces are some milliseconds.
  const std::int64_t rows = std::max<std::int64_t>(1, 65'536 / cells_a_row), batch = 128 * rows;
  tbb::task_arena arena(std::max(1, tbb::this_task_arena::max_concurrency() - 1));
  for (std::int64_t first = 0; first < n; first += batch) {
    job.at(double(first) / double(n));
    const std::int64_t last = std::min(first + batch, n);
    arena.execute([&] {
      tbb::parallel_for(std::int64_t{0}, ceil_div(last - first, rows), [&](std::int64_t piece) {
        const std::int64_t start = first + piece * rows;
        some({start, std::min(start + rows, last)});
      });
    });
  }
}

}  // namespace livewarp
