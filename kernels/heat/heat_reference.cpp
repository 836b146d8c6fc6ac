#include "kernels/heat/heat_reference.h"
#include "kernels/core/exec/parallel_rows.h"

#include <algorithm>
#include <array>

namespace livewarp {

namespace {

double real(float value) { return value; }
double real(double value) { return value; }
double real(Half value) { return to_float(value); }

bool periodic(const Heat::Problem& problem) { return problem.boundary == HeatBoundary::periodic; }

/// Cells that are looked at together.
constexpr std::int64_t segment = 256;

/// One row of the plate and all that its star reads.
template <class In>
class StarRow {
 public:
  StarRow(const Heat::Problem& problem, const std::uint8_t* marks, const In* in, std::int64_t y)
      : problem_(problem), c_(heat_weights(problem.radius)), row_(in + y * problem.nx) {
    if (marks) marks_ = marks + y * problem.nx;
    for (int k = 1; k <= problem.radius; ++k) {
      const std::int64_t up = grid_neighbour(y - k, problem.ny, periodic(problem));
      const std::int64_t down = grid_neighbour(y + k, problem.ny, periodic(problem));
      up_[std::size_t(k)] = in + up * problem.nx;
      down_[std::size_t(k)] = in + down * problem.nx;
      if (marks && k == 1) marks_up_ = marks + up * problem.nx;
      if (marks && k == 1) marks_down_ = marks + down * problem.nx;
    }
  }

  double operator[](std::int64_t x) const { return real(row_[x]); }

  /// At most `segment` cells whose star lies within the row and meets no mark: loops for the vector
  /// units, with the same sum as `next`.
  template <class Out>
  void inner(Out* out, std::int64_t first, std::int64_t last) const {
    std::array<double, segment> sum{};
    const In* const row = row_;
    for (int k = 1; k <= problem_.radius; ++k) {
      const In *up = up_[std::size_t(k)], *down = down_[std::size_t(k)];
      const double weight = c_[std::size_t(k)];
      for (std::int64_t x = first; x < last; ++x) {
        const double t = real(row[x]);
        sum[std::size_t(x - first)] += weight * ((real(row[x - k]) - t) + (real(row[x + k]) - t) +
                                                 (real(up[x]) - t) + (real(down[x]) - t));
      }
    }
    for (std::int64_t x = first; x < last; ++x)
      store(out[x], real(row[x]) + problem_.number * sum[std::size_t(x - first)]);
  }

  /// Nothing marked in these cells, nor beside them.
  bool unmarked(std::int64_t first, std::int64_t last) const {
    if (!marks_) return true;
    unsigned any = 0;
    for (std::int64_t x = first - 1; x <= last; ++x) any |= marks_[x];
    for (std::int64_t x = first; x < last; ++x) any |= unsigned(marks_up_[x] | marks_down_[x]);
    return any == 0;
  }

  /// Any cell. The weight of the cell itself is minus the sum of the others, so that the sum is one
  /// of differences.
  double next(std::int64_t x) const {
    const double t = real(row_[x]);
    if (marks_ && marks_[x] != std::uint8_t(CellMark::none)) return t;
    double sum = 0;
    for (int k = 1; k <= problem_.radius; ++k) {
      const std::int64_t west = grid_neighbour(x - k, problem_.nx, periodic(problem_));
      const std::int64_t east = grid_neighbour(x + k, problem_.nx, periodic(problem_));
      double flow = 0;
      if (!closed(marks_, west)) flow += real(row_[west]) - t;
      if (!closed(marks_, east)) flow += real(row_[east]) - t;
      if (!closed(marks_up_, x)) flow += real(up_[std::size_t(k)][x]) - t;
      if (!closed(marks_down_, x)) flow += real(down_[std::size_t(k)][x]) - t;
      sum += c_[std::size_t(k)] * flow;
    }
    return t + problem_.number * sum;
  }

 private:
  /// Nothing flows between a cell and an insulator beside it.
  bool closed(const std::uint8_t* marks, std::int64_t x) const {
    return marks && problem_.radius == 1 && marks[x] == std::uint8_t(CellMark::insulator);
  }

  const Heat::Problem& problem_;
  std::array<double, heat_most_radius + 1> c_;
  const In* row_;
  std::array<const In*, heat_most_radius + 1> up_{}, down_{};
  const std::uint8_t *marks_ = nullptr, *marks_up_ = nullptr, *marks_down_ = nullptr;
};

}  // namespace

// Lesson reference-fp64: Every sum in fp64, cell by cell as the formula is written, boundary
// conditions and marks tested for each cell: what all other variants are compared with. Stored in
// fp64 too, a step moves twice the bytes of fp32 and takes about twice the time, because a stencil
// waits for the memory.
template <class In, class Out>
void heat_reference_row(const Heat::Problem& problem, const std::uint8_t* marks, const In* in,
                        std::int64_t y, Out* out) {
  const bool fixed = problem.boundary == HeatBoundary::fixed;
  const std::int64_t nx = problem.nx, ny = problem.ny, r = problem.radius;
  const StarRow<In> row(problem, marks, in, y);
  if (fixed && (y < r || y >= ny - r)) {
    for (std::int64_t x = 0; x < nx; ++x) store(out[x], row[x]);
    return;
  }
  const std::int64_t first = std::min(r, nx), last = std::max(first, nx - r);
  const auto edge = [&](std::int64_t x) { store(out[x], fixed ? row[x] : row.next(x)); };
  for (std::int64_t x = 0; x < first; ++x) edge(x);
  for (std::int64_t some = first; some < last; some += segment) {
    const std::int64_t end = std::min(some + segment, last);
    if (row.unmarked(some, end))
      row.inner(out, some, end);
    else
      for (std::int64_t x = some; x < end; ++x) store(out[x], row.next(x));
  }
  for (std::int64_t x = last; x < nx; ++x) edge(x);
}

template void heat_reference_row(const Heat::Problem&, const std::uint8_t*, const float*,
                                 std::int64_t, float*);
template void heat_reference_row(const Heat::Problem&, const std::uint8_t*, const float*,
                                 std::int64_t, double*);
template void heat_reference_row(const Heat::Problem&, const std::uint8_t*, const double*,
                                 std::int64_t, double*);
template void heat_reference_row(const Heat::Problem&, const std::uint8_t*, const Half*,
                                 std::int64_t, Half*);
template void heat_reference_row(const Heat::Problem&, const std::uint8_t*, const Half*,
                                 std::int64_t, double*);

const std::uint8_t* heat_marks(const HostState& state) {
  const std::vector<std::byte>& marks = state.fields.at(1);
  const bool any = std::ranges::any_of(marks, [](std::byte b) { return b != std::byte{}; });
  return any ? reinterpret_cast<const std::uint8_t*>(marks.data()) : nullptr;
}

std::vector<double> heat_reference(const Heat::Problem& problem, const HostState& state,
                                   std::int64_t time_steps, const Job& job) {
  return temperatures_after(
      state, {problem.nx, problem.ny}, time_steps, job,
      [&, marks = heat_marks(state)](const double* now, std::int64_t y, double* out) {
        heat_reference_row(problem, marks, now, y, out);
      });
}

}  // namespace livewarp
