// Temperatures of a grid on the host: as they are stored, and steps as loops over its variants.
#pragma once

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <type_traits>
#include <vector>

#include "kernels/core/model/precision.h"
#include "kernels/core/workload/workload.h"
#include "kernels/grids/grid.h"
#include "kernels/grids/grid_sums.h"

namespace livewarp {

/// What temperatures are computed in: half in fp32.
template <class Stored>
using TemperatureReal = std::conditional_t<std::is_same_v<Stored, double>, double, float>;

inline float loaded(float value) { return value; }
inline double loaded(double value) { return value; }
inline float loaded(Half value) { return to_float(value); }
inline void store(float& to, float value) { to = value; }
inline void store(float& to, double value) { to = float(value); }
inline void store(double& to, double value) { to = value; }
inline void store(Half& to, float value) { to = to_half(value); }
inline void store(Half& to, double value) { to = to_half(float(value)); }

/// Calls use(zero) with a value of the type that temperatures of that precision are stored in.
template <class F>
void with_temperature(Precision precision, const F& use) {
  switch (precision) {
  case Precision::fp32: return use(0.0f);
  case Precision::fp64: return use(0.0);
  case Precision::half: break;
  }
  use(Half{});
}
/// Calls use(const Stored* in, Stored* out) with a step's temperatures.
template <class Step, class F>
void with_temperatures(const Step& step, const F& use) {
  with_temperature(step.precision, [&](auto zero) {
    using Stored = decltype(zero);
    use(static_cast<const Stored*>(step.in), static_cast<Stored*>(step.out));
  });
}
/// Calls use(const Stored*) with the temperatures of a state, its first field.
template <class F>
void with_stored_temperatures(const HostState& state, const F& use) {
  with_temperature(state.precision, [&](auto zero) {
    use(reinterpret_cast<const decltype(zero)*>(state.fields.at(0).data()));
  });
}

/// The rows of a grid, through all planes.
struct GridRows {
  std::int64_t cells_a_row, rows;
};

/// Rows of a piece, between two looks at the stop token: some tenths of a millisecond, and several
/// pieces for each thread.
inline std::int64_t rows_of_piece(const GridRows& grid, int threads) {
  constexpr std::int64_t cells = 262'144;
  return std::max<std::int64_t>(
      1, std::min<std::int64_t>(cells / grid.cells_a_row, grid.rows / (4 * std::int64_t(threads))));
}

/// The temperatures after that many time steps in fp64, nothing rounded in between. `next(now,
/// variant, out)` computes a variant of one step.
template <class Next>
std::vector<double> temperatures_after(const HostState& state, const GridRows& grid,
                                       std::int64_t time_steps, const Job& job, const Next& next) {
  const std::int64_t n = grid.cells_a_row;
  std::vector<double> now(static_cast<std::size_t>(n * grid.rows)), then(now.size());
  with_stored_temperatures(state, [&](const auto* in) {
    for_grid_rows(grid.rows, n, job, [&](Range some) {
      for (std::int64_t i = some.first * n; i < some.last * n; ++i)
        now[std::size_t(i)] = loaded(in[i]);
    });
  });
  for (std::int64_t step = 0; step < time_steps; ++step) {
    const auto so_far = [&](double share) { job.at((double(step) + share) / double(time_steps)); };
    for_grid_rows(grid.rows, n, Job{job.stop, so_far}, [&](Range some) {
      for (std::int64_t row = some.first; row < some.last; ++row)
        next(now.data(), row, then.data() + row * n);
    });
    now.swap(then);
  }
  return now;
}

/// Takes stock of all variants, by `add(stock, variant)`; of the change in a step only of every
/// `stride`-th, by `next(row, out)` in fp64.
template <class Stored, class Add, class Next>
GridSums stock_of_rows(const GridRows& grid, const Stored* in, std::int64_t stride, const Job& job,
                       const Add& add, const Next& next) {
  GridSums all;
  std::mutex adding;
  const std::int64_t n = grid.cells_a_row;
  for_grid_rows(grid.rows, n, job, [&](Range some) {
    GridSums own;
    std::vector<double> then(static_cast<std::size_t>(n));
    for (std::int64_t row = some.first; row < some.last; ++row) {
      add(own, row);
      if (row % stride) continue;
      next(row, then.data());
      for (std::int64_t x = 0; x < n; ++x) {
        const double change = then[std::size_t(x)] - loaded(in[row * n + x]);
        own.squared_change += change * change;
      }
      own.changed += n;
    }
    const std::scoped_lock lock(adding);
    all.add(own);
  });
  return all;
}

}  // namespace livewarp
