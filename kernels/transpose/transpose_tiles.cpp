#include "kernels/transpose/transpose_tiles.h"

#include <cstring>

#if defined(__SSE2__)
  #include <emmintrin.h>
#endif

namespace livewarp {

namespace {

constexpr std::int64_t side = 4;

/// Four texels in a vector register: an extension that g++ and clang share, for any processor.
using Vec4 = std::uint32_t __attribute__((vector_size(16)));

Vec4 load(const std::uint32_t* from) {
  Vec4 texels;
  std::memcpy(&texels, from, sizeof texels);
  return texels;
}

struct PlainStores {
  static void store(std::uint32_t* to, Vec4 texels) { std::memcpy(to, &texels, sizeof texels); }
};

/// Stores of 16 bytes, aligned to as many, that go by the caches; plain ones on other processors.
struct StreamingStores {
  static void store(std::uint32_t* to, Vec4 texels) {
#if defined(__SSE2__)
    _mm_stream_si128(reinterpret_cast<__m128i*>(to), reinterpret_cast<__m128i>(texels));
#else
    PlainStores::store(to, texels);
#endif
  }
  /// Other threads see what this one stored before.
  static void finish() {
#if defined(__SSE2__)
    _mm_sfence();
#endif
  }
};

/// The first, or the last, two texels of a and b: by turns, or those of a before those of b.
Vec4 first_by_turns(Vec4 a, Vec4 b) { return __builtin_shufflevector(a, b, 0, 4, 1, 5); }
Vec4 last_by_turns(Vec4 a, Vec4 b) { return __builtin_shufflevector(a, b, 2, 6, 3, 7); }
Vec4 first_of_both(Vec4 a, Vec4 b) { return __builtin_shufflevector(a, b, 0, 1, 4, 5); }
Vec4 last_of_both(Vec4 a, Vec4 b) { return __builtin_shufflevector(a, b, 2, 3, 6, 7); }

/// Four rows of four texels, `from_step` apart, become four columns, `to_step` apart.
template <class Stores>
void turn_square(const std::uint32_t* from, std::int64_t from_step, std::uint32_t* to,
                 std::int64_t to_step) {
  const Vec4 a = load(from), b = load(from + from_step);
  const Vec4 c = load(from + 2 * from_step), d = load(from + 3 * from_step);
  const Vec4 ab = first_by_turns(a, b), cd = first_by_turns(c, d);
  const Vec4 ab_last = last_by_turns(a, b), cd_last = last_by_turns(c, d);
  Stores::store(to, first_of_both(ab, cd));
  Stores::store(to + to_step, last_of_both(ab, cd));
  Stores::store(to + 2 * to_step, first_of_both(ab_last, cd_last));
  Stores::store(to + 3 * to_step, last_of_both(ab_last, cd_last));
}

template <class Stores>
void turn_squares(const Transpose::Step& step, Range rows, Range columns) {
  const std::int64_t n = step.problem->height;
  const bool left = step.problem->turn == Transpose::Turn::left;
  auto* const result = reinterpret_cast<std::uint32_t*>(step.result);
  const std::int64_t last_row = rows.first + rows.size() / side * side;
  const std::int64_t last_column = columns.first + columns.size() / side * side;
  for (std::int64_t row = rows.first; row < last_row; row += side) {
    // Turned left, later rows of the result come from texels farther left.
    const TransposeColumn<std::uint32_t> column(step, left ? row + side - 1 : row);
    std::uint32_t* const to = result + (left ? row + side - 1 : row) * n;
    for (std::int64_t i = columns.first; i < last_column; i += side)
      turn_square<Stores>(column.first + i * column.step, column.step, to + i, left ? -n : n);
  }
  transpose_plainly<std::uint32_t>(step, {rows.first, last_row}, {last_column, columns.last});
  transpose_plainly<std::uint32_t>(step, {last_row, rows.last}, columns);
}

}  // namespace

// Lesson vector: Within the tiles, squares of 4 x 4 pixels are transposed in registers: four loads
// of 16 bytes, eight permutations, four stores of 16 bytes, in place of sixteen and sixteen of 4.
// What shared memory is to a GPU's tile, registers are here. Grey pixels go one by one.
void transpose_squares(const Transpose::Step& step, Range rows, Range columns) {
  turn_squares<PlainStores>(step, rows, columns);
}

// Lesson streaming: A store to a line that no cache holds first reads the line from memory, only to
// overwrite it: a transposition moves half as much again as its pictures. Streaming stores go by
// the caches and collect in buffers of a line; each of the four rows that a square writes must fill
// its lines from end to end while it is written, else every piece becomes an access of its own.
//
// They want their 16 bytes aligned: rows of the result must be whole numbers of them.
void transpose_streaming(const Transpose::Step& step, Range rows, Range columns) {
  if (step.problem->height % side != 0) return transpose_squares(step, rows, columns);
  turn_squares<StreamingStores>(step, rows, columns);
  StreamingStores::finish();
}

}  // namespace livewarp
