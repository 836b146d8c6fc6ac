#include <algorithm>

#include "kernels/core/pixel_host.h"
#include "kernels/core/verification.h"
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
void tiled_step(const Transpose::Step& step, const Launch& launch, int threads, Exec& exec,
                const Tile& tile) {
  const std::int64_t side = launch.integer("tile"), n = step.problem->height;
  exec.for_range(step.problem->width, side, threads, [&](Range rows) {
    for (std::int64_t left = 0; left < n; left += side)
      tile(rows, Range{left, std::min(left + side, n)});
  });
}

void plain_tiles(const Transpose::Step& step, const Launch& launch, int threads, Exec& exec) {
  with_pixel(step.problem->channels, [&]<class Pixel>(Pixel) {
    tiled_step(step, launch, threads, exec,
               [&](Range rows, Range columns) { transpose_plainly<Pixel>(step, rows, columns); });
  });
}

Variant<Transpose> cpu_row(std::string name, std::string title) {
  Variant<Transpose> row;
  row.name = std::move(name);
  row.title = std::move(title);
  row.topic = "L2.10";
  row.source = "the formula itself";
  row.file = "kernels/transpose/transpose_cpu.cpp";
  row.backend = Backend::cpu;
  row.memory_modes = {MemoryMode::host};
  row.tolerance = tolerance_cap("transpose", Backend::cpu, "fp32");
  row.work = [](const Transpose::Problem& problem, const Launch&) {
    return Transpose::work(problem);
  };
  return row;
}

Param tile_axis() {
  return integer_axis("tile", "Tile", "", {8, 16, 32, 64, 128}, 32,
                      "Side of the squares that the picture is cut into.");
}

Variant<Transpose> reference_row() {
  Variant<Transpose> reference = cpu_row("reference", "Reference");
  reference.lesson =
      "Row after row of the result, on one core. Each pixel comes from another row of the source, "
      "and so from another cache line; until the next row wants that line's next texel, a tall "
      "picture has thrown it out again.";
  reference.step = plain_step;
  return reference;
}

Variant<Transpose> blocked_row() {
  Variant<Transpose> blocked = cpu_row("blocked", "Tiles");
  blocked.source = "Lam, Rothberg, Wolf: The Cache Performance of Blocked Algorithms, ASPLOS 1991";
  blocked.lesson =
      "One core, tile by tile. A tile of 32 x 32 touches 32 rows of the source and 32 of the "
      "result, few enough lines to stay in the first-level cache until all of each is used. "
      "Widths that are a power of two put the rows of a tile onto the same lines of the cache: "
      "try 4,096.";
  blocked.axes = {tile_axis()};
  blocked.step = [](const Transpose::Step& step, const Launch& launch, Exec& exec) {
    plain_tiles(step, launch, 1, exec);
  };
  return blocked;
}

Variant<Transpose> threads_row() {
  Variant<Transpose> threads = cpu_row("threads", "Tiles, threads");
  threads.source = "oneTBB: parallel_for over rows of tiles";
  threads.lesson =
      "The same tiles on all cores, each a row of them. Nothing is computed, and yet it stays well "
      "below a copy: texels move one by one, 4 bytes an access, where a copy moves 16 or more.";
  threads.axes = {tile_axis(), threads_axis("rows")};
  threads.step = [](const Transpose::Step& step, const Launch& launch, Exec& exec) {
    plain_tiles(step, launch, int(launch.integer("threads")), exec);
  };
  return threads;
}

Variant<Transpose> vector_row() {
  Variant<Transpose> vector = threads_row();
  vector.name = "vector";
  vector.title = "Vector, threads";
  vector.file = "kernels/transpose/transpose_tiles.cpp";
  vector.source = "GCC: Using Vector Instructions through Built-in Functions";
  vector.lesson =
      "Within the tiles, squares of 4 x 4 pixels are turned in registers: four loads of 16 bytes, "
      "eight permutations, four stores of 16 bytes, in place of sixteen and sixteen of 4. What "
      "shared memory is to a GPU's tile, registers are here. Grey pixels go one by one.";
  vector.step = [](const Transpose::Step& step, const Launch& launch, Exec& exec) {
    const int threads = int(launch.integer("threads"));
    if (step.problem->channels == 1) return plain_tiles(step, launch, threads, exec);
    tiled_step(step, launch, threads, exec,
               [&](Range rows, Range columns) { transpose_squares(step, rows, columns); });
  };
  return vector;
}

void publish(const Transpose::Step& step, const Transpose::Problem& problem, const Launch&,
             const Picture& picture, Exec& exec) {
  publish_split_on_host({step.shown, step.shown, problem.channels, 0}, picture, exec);
}

}  // namespace

Rows<Transpose> Transpose::cpu_rows() {
  return {{reference_row(), blocked_row(), threads_row(), vector_row()}, publish, {}, {}};
}

}  // namespace livewarp
