#include <algorithm>

#include "kernels/core/measure/verification.h"
#include "kernels/pictures/pixel_host.h"
#include "kernels/transpose/transpose.h"
#include "kernels/transpose/transpose_tiles.h"

namespace livewarp {

namespace {

/// Rows of the result that lie between two looks at the stop token.
constexpr std::int64_t rows_of_piece = 64;

/// Each row of the result from end to end.
void plain_step(const Transpose::Step& step, const Launch&, Exec& exec) {
  with_pixel(step.problem->channels, [&]<class Pixel>(Pixel) {
    exec.for_range(step.problem->width, rows_of_piece, 1, [&](Range rows) {
      transpose_plainly<Pixel>(step, rows, {0, step.problem->height});
    });
  });
}

/// The result in tiles, each by `tile(rows, columns)`.
template <class Tile>
void for_tiles(const Transpose::Step& step, const Launch& launch, Exec& exec, const Tile& tile) {
  const std::int64_t side = launch.integer("tile"), n = step.problem->height;
  exec.for_range(step.problem->width, side, launch.threads(), [&](Range rows) {
    for (std::int64_t left = 0; left < n; left += side)
      tile(rows, Range{left, std::min(left + side, n)});
  });
}

void tiled_step(const Transpose::Step& step, const Launch& launch, Exec& exec) {
  with_pixel(step.problem->channels, [&]<class Pixel>(Pixel) {
    for_tiles(step, launch, exec,
              [&](Range rows, Range columns) { transpose_plainly<Pixel>(step, rows, columns); });
  });
}

void vector_step(const Transpose::Step& step, const Launch& launch, Exec& exec) {
  if (step.problem->channels == 1) return tiled_step(step, launch, exec);
  for_tiles(step, launch, exec,
            [&](Range rows, Range columns) { transpose_squares(step, rows, columns); });
}

void streaming_step(const Transpose::Step& step, const Launch& launch, Exec& exec) {
  if (step.problem->channels == 1) return tiled_step(step, launch, exec);
  for_tiles(step, launch, exec,
            [&](Range rows, Range columns) { transpose_streaming(step, rows, columns); });
}

void publish(const Transpose::Step& step, const Transpose::Problem& problem, const Launch&,
             const Picture& picture, Exec& exec) {
  publish_pair_on_host({step.source, step.shown, problem.shown()}, picture, exec);
}

}  // namespace

Variants<Transpose> Transpose::cpu_variants() {
  // Lesson reference: Row after row of the result, on one core. Each pixel comes from another row
  // of the source, and so from another cache line; until the next row wants that line's next texel,
  // a tall picture has thrown it out again.
  auto reference = cpu_variant<Transpose>("reference", "Reference", plain_step);

  const Param tile =
      integer_axis("tile", "Tile size", "", {8, 16, 32, 64, 128}, 32,
                   "Cache blocking: side of the squares that the picture is cut into.");
  // Lesson blocked: Cache blocking on one core, tile by tile. A tile of 32 x 32 touches 32 rows of
  // the source and 32 of the result, few enough lines to stay in the L1 cache until all of each is
  // used. Widths that are a power of two put the rows of a tile onto the same lines of the cache:
  // try 4,096.
  auto blocked = cpu_variant<Transpose>("blocked", "Cache blocking", tiled_step);
  blocked.source = "Lam, Rothberg, Wolf: The Cache Performance of Blocked Algorithms, ASPLOS 1991";
  blocked.axes = {tile};

  // Lesson threads: The same tiles on all cores, each a row of them. Nothing is computed, and yet
  // it stays well below a copy: texels move one by one, 4 bytes per access, where a copy moves 16
  // or more.
  auto threads = cpu_variant<Transpose>("threads", "Blocked, threads", tiled_step);
  threads.source = "oneTBB: parallel_for over rows of tiles";
  threads.axes = {tile, threads_axis("rows")};

  auto vector = cpu_variant<Transpose>("vector", "Vectorized, threads", vector_step);
  vector.source = "GCC: Using Vector Instructions through Built-in Functions";
  vector.axes = threads.axes;

  auto streaming = cpu_variant<Transpose>("streaming", "Streaming stores", streaming_step);
  streaming.source = "Intel 64 and IA-32 Architectures Optimization Reference Manual";
  streaming.axes = threads.axes;
  return {{reference, blocked, threads, vector, streaming}, publish};
}

}  // namespace livewarp
