#include <algorithm>
#include <thread>

#include "kernels/heat/heat_cpu_picture.h"
#include "kernels/heat/heat_cpu_step.h"
#include "kernels/heat/heat_reference.h"

namespace livewarp {

namespace {

Param threads_axis() {
  const int cores = std::max(1, int(std::thread::hardware_concurrency()));
  Param param = integer_param("threads", "Threads", "", 1, cores, cores,
                              "Threads of the operating system that share the rows among them.");
  param.group = ParamGroup::launch;
  return param;
}

/// Rows of a piece, between two looks at the stop token: some tenths of a millisecond, and several
/// pieces for each thread.
std::int64_t rows_of_piece(const Heat::Step& step, int threads) {
  constexpr std::int64_t cells = 262'144;
  return std::max<std::int64_t>(
      1, std::min<std::int64_t>(cells / step.nx, step.ny / (4 * std::int64_t(threads))));
}

/// Values that a cell's thread asks for in a step: the star, and the store.
double star_values(const Heat::Problem& problem) { return 4.0 * problem.radius + 2; }

Variant<Heat> cpu_row(std::string name, std::string title) {
  Variant<Heat> row;
  row.name = std::move(name);
  row.title = std::move(title);
  row.file = "kernels/heat/heat_cpu.cpp";
  row.backend = Backend::cpu;
  row.memory_modes = {MemoryMode::host};
  row.tolerance = tolerance_cap("heat", Backend::cpu, "fp32");
  row.work = [](const Heat::Problem& problem, const Launch& launch) {
    return Heat::work(problem, precision_of(launch.values()), 1, star_values(problem));
  };
  return row;
}

Variant<Heat> reference_row() {
  Variant<Heat> row = cpu_row("reference-fp64", "Reference fp64");
  row.topic = "L3.11";
  row.file = "kernels/heat/heat_reference.cpp";
  row.source = "the formula itself";
  row.lesson =
      "Every sum in fp64, cell by cell as the formula is written, borders and marks asked for by "
      "name: what all other rows are compared with. Stored in fp64 too, a step moves twice the "
      "bytes of fp32 and takes about twice the time, because a stencil waits for the memory.";
  row.axes = {precision_axis({Precision::fp64, Precision::fp32, Precision::half}, Precision::fp64),
              threads_axis()};
  row.step = [](const Heat::Step& step, const Launch& launch, Exec& exec) {
    const Heat::Problem problem{step.nx, step.ny, step.number, step.radius, step.boundary};
    const int threads = int(launch.integer("threads"));
    with_temperatures(step, [&](const auto* in, auto* out) {
      exec.for_range(step.ny, rows_of_piece(step, threads), threads, [&](Range rows) {
        for (std::int64_t y = rows.first; y < rows.last; ++y)
          heat_reference_row(problem, step.marks, in, y, out + y * step.nx);
      });
    });
  };
  return row;
}

/// A plain loop, for the compiler to do with what it likes.
template <class Stored>
void scalar_cells(const HeatStar<Stored>& star, Stored* out, std::int64_t first,
                  std::int64_t last) {
  using Real = typename HeatStar<Stored>::Real;
  for (std::int64_t x = first; x < last; ++x) {
    const Real t = loaded(star.row[x]);
    Real sum = 0;
    for (int k = 1; k <= star.radius; ++k) {
      const auto at = std::size_t(k);
      sum += star.weight[at] * ((loaded(star.row[x - k]) + loaded(star.row[x + k])) +
                                (loaded(star.up[at][x]) + loaded(star.down[at][x])) - 4 * t);
    }
    store(out[x], t + sum);
  }
}

Variant<Heat> scalar_row() {
  Variant<Heat> row = cpu_row("scalar", "Scalar");
  row.topic = "L3.1";
  row.source = "the formula itself";
  row.lesson =
      "One core and the plain loop over the star's radius, row by row, so that memory is read in "
      "order. Nothing tells the compiler how wide the star is, so it computes one cell at a time: "
      "this is what the vector row has to beat, before memory stops both.";
  row.axes = {precision_axis({Precision::fp32, Precision::fp64, Precision::half})};
  row.step = [](const Heat::Step& step, const Launch&, Exec& exec) {
    with_temperatures(step, [&](const auto* in, auto* out) {
      using Stored = std::remove_pointer_t<decltype(out)>;
      exec.for_range(step.ny, rows_of_piece(step, 1), 1, [&](Range rows) {
        heat_rows(step, in, out, rows, {0, step.nx}, &scalar_cells<Stored>);
      });
    });
  };
  return row;
}

}  // namespace

Rows<Heat> Heat::cpu_rows() {
  return {{reference_row(), scalar_row()}, heat_publish_on_host, heat_paint_on_host};
}

}  // namespace livewarp
