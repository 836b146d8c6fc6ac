#include "kernels/heat/cpu/heat_cpu_temporal.h"

#include <algorithm>
#include <vector>

#include <hwy/aligned_allocator.h>

namespace livewarp {

namespace {

/// Cells x of rows y.
struct Box {
  Range x, y;
};

/// What all pieces of a step share.
template <class Real>
struct Pass {
  const Heat::Step& step;
  HeatBlocking blocking;
  HeatLine<Real> line, last_line;  ///< of the levels in between, and of the one that is kept
  HeatTwoLines<Real> lines, last_lines;
  const Real* in;
  Real* out;
};

// A piece goes down its strip once. When row y of the plate is read, level 1 (one time step later)
// gets its row y - 1, level 2 its row y - 2, and so on: four rows of each level are all that is
// needed at a time. A level is one cell narrower than the one below it on each side where the strip
// ends within the plate, so that pieces need nothing of each other and compute some cells twice. At
// the border nothing is lost.
template <class Real>
class Piece {
 public:
  Piece(const Pass<Real>& pass, const Box& cells)
      : pass_(pass), step_(pass.step), cells_(cells), depth_(pass.blocking.depth),
        periodic_(step_.boundary == HeatBoundary::periodic), base_(box(0).x.first),
        width_(box(0).x.size()), pitch_(ceil_div(width_, margin) * margin + 3 * margin) {
    wraps_ = base_ < 0 || box(0).x.last > step_.nx;
    lead_ = margin - (cells.x.first - base_) % margin;
    buffer_ = hwy::AllocateAligned<Real>(std::size_t(pitch_ * 4 * (depth_ + 1)));
    std::fill_n(buffer_.get(), pitch_ * 4 * (depth_ + 1), Real(0));
    if (step_.marks) gather_marks();
  }

  void run() {
    const Range read = box(0).y;
    for (std::int64_t y = read.first; y < cells_.y.last + depth_; y += 2) {
      for (const std::int64_t row : {y, y + 1})
        if (wraps_ && row < read.last) gather(row);
      for (int level = 1; level <= depth_; ++level) two_rows(level, y - level);
    }
    heat_finish_streaming();
  }

 private:
  /// The cells of a level that the levels above it need. Round a periodic plate they go on beyond
  /// it.
  Box box(int level) const {
    const std::int64_t more = depth_ - level;
    const auto grown = [&](Range range, std::int64_t n) {
      Range wide{range.first - more, range.last + more};
      if (!periodic_) wide = {std::max<std::int64_t>(wide.first, 0), std::min(wide.last, n)};
      return wide;
    };
    return {grown(cells_.x, step_.nx), grown(cells_.y, step_.ny)};
  }

  static std::int64_t wrapped(std::int64_t i, std::int64_t n) {
    i %= n;
    return i < 0 ? i + n : i;
  }

  /// Four rows of a level, by turns; cell `base_` of the plate is the first.
  Real* slot(int level, std::int64_t y) const {
    return buffer_.get() + (4 * level + (y & 3)) * pitch_ + lead_;
  }

  const Real* row_of(int level, std::int64_t y) const {
    if (level > 0 || wraps_) return slot(level, y);
    return pass_.in + wrapped(y, step_.ny) * step_.nx + base_;
  }

  void gather(std::int64_t y) {
    const Real* const from = pass_.in + wrapped(y, step_.ny) * step_.nx;
    Real* const to = slot(0, y);
    for (std::int64_t x = 0; x < width_; ++x) to[x] = from[wrapped(base_ + x, step_.nx)];
  }

  /// Marks of the whole piece, and for each segment of a row whether it, or a cell beside it, has
  /// any.
  void gather_marks() {
    const Range rows = box(0).y;
    segments_ = ceil_div(width_, segment);
    marks_.resize(std::size_t(rows.size() * width_));
    any_.resize(std::size_t(rows.size() * segments_));
    for (std::int64_t y = rows.first; y < rows.last; ++y) {
      const std::uint8_t* const from = step_.marks + wrapped(y, step_.ny) * step_.nx;
      for (std::int64_t x = 0; x < width_; ++x) {
        const std::uint8_t mark = from[wrapped(base_ + x, step_.nx)];
        marks_[std::size_t((y - rows.first) * width_ + x)] = mark;
        if (!mark) continue;
        for (const std::int64_t near : {x - 1, x, x + 1})
          if (near >= 0 && near < width_)
            any_[std::size_t((y - rows.first) * segments_ + near / segment)] = 1;
      }
    }
  }

  /// Rows above, here and below, of reals or of marks, as the border lets them be seen.
  template <class T>
  struct Rows {
    const T *up, *here, *down;
  };
  std::int64_t above(std::int64_t y) const { return !periodic_ && y == 0 ? y : y - 1; }
  std::int64_t below(std::int64_t y) const { return !periodic_ && y == step_.ny - 1 ? y : y + 1; }
  const std::uint8_t* marks_of(std::int64_t y) const {
    return marks_.data() + (y - box(0).y.first) * width_;
  }
  bool any_mark(std::int64_t y, std::int64_t in_segment) const {
    const auto at = [&](std::int64_t row) {
      return any_[std::size_t((row - box(0).y.first) * segments_ + in_segment)] != 0;
    };
    return at(above(y)) || at(y) || at(below(y));
  }

  /// Rows y and y + 1 of a level, as far as they are wanted.
  void two_rows(int level, std::int64_t y) {
    const Box wanted = box(level);
    const bool both = y >= wanted.y.first && y + 1 < wanted.y.last;
    const bool at_border = !periodic_ && (y == 0 || y + 1 == step_.ny - 1);
    if (!both || at_border || step_.marks) {
      for (const std::int64_t row : {y, y + 1})
        if (row >= wanted.y.first && row < wanted.y.last) one_row(level, row, wanted.x);
      return;
    }
    const Range local{wanted.x.first - base_, wanted.x.last - base_};
    const Range inner = inner_cells(local);
    const bool between = level > 1 && level < depth_;
    const Range cells = between ? whole_vectors(inner) : inner;
    const HeatLines<Real> rows{{row_of(level - 1, y - 1), row_of(level - 1, y),
                                row_of(level - 1, y + 1), row_of(level - 1, y + 2)},
                               {target(level, y), target(level, y + 1)}};
    (level == depth_ ? pass_.last_lines : pass_.lines)(rows, cells.first, cells.last,
                                                       Real(step_.number));
    for (int i = 0; i < 2; ++i)
      edges({rows.in[i], rows.in[i + 1], rows.in[i + 2]}, rows.out[i], y + i, local, inner);
  }

  void one_row(int level, std::int64_t y, Range columns) {
    const Rows<Real> rows{row_of(level - 1, above(y)), row_of(level - 1, y),
                          row_of(level - 1, below(y))};
    Real* const to = target(level, y);
    const Range local{columns.first - base_, columns.last - base_};
    if (step_.boundary == HeatBoundary::fixed && (y == 0 || y == step_.ny - 1)) {
      std::copy(rows.here + local.first, rows.here + local.last, to + local.first);
      return;
    }
    const Range inner = inner_cells(local);
    compute_inner(level == depth_ ? pass_.last_line : pass_.line, rows, to, y, inner);
    edges(rows, to, y, local, inner);
  }

  Real* target(int level, std::int64_t y) const {
    return level < depth_ ? slot(level, y) : pass_.out + y * step_.nx + base_;
  }

  /// Cells whose neighbours left and right are cells of the plate.
  Range inner_cells(Range cells) const {
    if (periodic_) return cells;
    const std::int64_t first = std::max(cells.first, 1 - base_);
    return {first, std::max(first, std::min(cells.last, step_.nx - 1 - base_))};
  }

  /// What `inner` leaves of a row.
  void edges(const Rows<Real>& rows, Real* to, std::int64_t y, Range cells, Range inner) {
    const auto edge = [&](std::int64_t x) {
      if (step_.boundary == HeatBoundary::fixed)
        to[x] = rows.here[x];
      else
        one_cell(rows, to, y, x);
    };
    for (std::int64_t x = cells.first; x < std::min(inner.first, cells.last); ++x) edge(x);
    for (std::int64_t x = std::max(inner.last, inner.first); x < cells.last; ++x) edge(x);
  }

  /// Cells rounded outwards to aligned vectors. What is computed too many is nowhere read.
  Range whole_vectors(Range cells) const {
    if (cells.size() <= 0) return cells;
    const std::int64_t before = (cells.first + lead_) % margin,
                       after = (cells.last + lead_) % margin;
    return {cells.first - before, cells.last + (after ? margin - after : 0)};
  }

  void compute_inner(HeatLine<Real> line, const Rows<Real>& rows, Real* to, std::int64_t y,
                     Range inner) {
    const auto number = Real(step_.number);
    if (!step_.marks)
      return line(rows.up, rows.here, rows.down, to, inner.first, inner.last, number);
    for (std::int64_t x = inner.first; x < inner.last;) {
      const bool slow = any_mark(y, x / segment);
      std::int64_t end = x;
      while (end < inner.last && any_mark(y, end / segment) == slow)
        end = (end / segment + 1) * segment;
      end = std::min(end, inner.last);
      if (!slow) line(rows.up, rows.here, rows.down, to, x, end, number);
      for (; slow && x < end; ++x) one_cell(rows, to, y, x);
      x = end;
    }
  }

  /// A cell at the insulated border or near marks.
  void one_cell(const Rows<Real>& rows, Real* to, std::int64_t y, std::int64_t x) {
    const Real t = rows.here[x];
    const std::int64_t west = !periodic_ && base_ + x == 0 ? x : x - 1;
    const std::int64_t east = !periodic_ && base_ + x == step_.nx - 1 ? x : x + 1;
    if (!step_.marks) {
      to[x] = t + Real(step_.number) *
                      ((rows.up[x] + rows.down[x]) + (rows.here[west] + rows.here[east]) - 4 * t);
      return;
    }
    const std::uint8_t* const here = marks_of(y);
    if (here[x]) {
      to[x] = t;
      return;
    }
    const auto flow = [&](const Real* row, const std::uint8_t* marks, std::int64_t at) {
      return marks[at] == std::uint8_t(CellMark::insulator) ? Real(0) : row[at] - t;
    };
    to[x] =
        t + Real(step_.number) *
                ((flow(rows.up, marks_of(above(y)), x) + flow(rows.down, marks_of(below(y)), x)) +
                 (flow(rows.here, here, west) + flow(rows.here, here, east)));
  }

  static constexpr std::int64_t segment = 64;
  static constexpr std::int64_t margin = 16;  ///< cells of the widest vector
  const Pass<Real>& pass_;
  const Heat::Step& step_;
  Box cells_;
  int depth_;
  bool periodic_, wraps_ = false;  ///< the strip with its margin goes over the edge of the plate
  std::int64_t base_, width_, pitch_, segments_ = 0;
  std::int64_t lead_ = 0;  ///< before cell `base_`, so that the first cell to keep is aligned
  hwy::AlignedFreeUniquePtr<Real[]> buffer_;
  std::vector<std::uint8_t> marks_, any_;
};

template <class Real>
void run_pass(const Pass<Real>& pass, int threads, Exec& exec) {
  const HeatBlocking& cut = pass.blocking;
  const std::int64_t nx = pass.step.nx, ny = pass.step.ny;
  const std::int64_t strips = ceil_div(nx, cut.strip), chunks = ceil_div(ny, cut.chunk);
  exec.for_range(strips * chunks, 1, threads, [&](Range pieces) {
    for (std::int64_t piece = pieces.first; piece < pieces.last; ++piece) {
      const std::int64_t x = piece % strips * cut.strip, y = piece / strips * cut.chunk;
      Piece<Real>(pass, {{x, std::min(x + cut.strip, nx)}, {y, std::min(y + cut.chunk, ny)}}).run();
    }
  });
}

}  // namespace

HeatBlocking heat_blocking(const Heat::Step& step, int depth, int threads) {
  // Four rows of each level in somewhat more than half of an L2 cache of 1 MiB; not too narrow for
  // its margins.
  const std::int64_t row_bytes =
      std::int64_t{4} * (depth + 1) * std::int64_t(bytes_of(step.precision));
  std::int64_t strip = std::clamp<std::int64_t>(589'824 / row_bytes, 16 * depth, 4096);
  strip = ceil_div(step.nx, ceil_div(step.nx, strip));
  strip = ceil_div(strip, 16) * 16;
  const std::int64_t strips = ceil_div(step.nx, strip);
  const std::int64_t chunks = std::max<std::int64_t>(1, 8 * std::int64_t(threads) / strips);
  const std::int64_t chunk = std::clamp<std::int64_t>(step.ny / chunks, 8 * depth, 1024);
  return {strip, chunk, depth};
}

// Lesson temporal: Temporal blocking: several time steps in one pass over the memory. A strip is
// read from top to bottom; as soon as three rows of one time step are there, a row of the next is
// computed, and only the last is stored. A strip's edges are computed twice, since neighbours do
// not wait for each other: more steps per pass save more memory traffic and repeat more work.
void heat_temporal_step(const Heat::Step& step, const HeatBlocking& blocking,
                        const std::string& isa, int threads, Exec& exec) {
  const auto pass = [&](auto zero) {
    using Real = decltype(zero);
    run_pass<Real>({step, blocking, heat_vector_line<Real>(isa, HeatStores::cached),
                    heat_vector_line<Real>(isa, HeatStores::streaming),
                    heat_vector_lines<Real>(isa, HeatStores::cached),
                    heat_vector_lines<Real>(isa, HeatStores::streaming),
                    static_cast<const Real*>(step.in), static_cast<Real*>(step.out)},
                   threads, exec);
  };
  if (step.precision == Precision::fp64) return pass(0.0);
  pass(0.0f);
}

}  // namespace livewarp
