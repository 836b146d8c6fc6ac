#include <algorithm>
#include <array>
#include <vector>

#include "kernels/core/measure/verification.h"
#include "kernels/pictures/pixel_host.h"
#include "kernels/sort/sort.h"
#include "kernels/sort/sort_merge.h"
#include "kernels/sort/sort_order.h"
#include "kernels/sort/sort_variants.h"

namespace livewarp {

namespace {

void reference_step(const Sort::Step& step, const Launch&, Exec& exec) {
  const std::int64_t n = step.problem->n;
  const auto* const keys = reinterpret_cast<const float*>(step.keys);
  auto* const sorted = reinterpret_cast<float*>(step.sorted);
  std::copy_n(keys, n, sorted);
  sort_by_order(sorted, n,
                [&](std::int64_t pieces, const auto& body) { exec.for_range(pieces, 1, 1, body); });
}

void scalar_step(const Sort::Step& step, const Launch&, Exec& exec) {
  merge_sort(step, sort_piece, 1, exec,
             [](std::uint32_t* keys, std::int64_t n) { std::sort(keys, keys + n); });
}

/// Draws rows of pixels one after another; the columns after a pass are found once for all its
/// rows.
void publish(const Sort::Step& step, const Sort::Problem& problem, const Launch& launch,
             const Picture& picture, Exec& exec) {
  const SortLayout layout = sort::layout_of(problem, picture.spec, *picture.view, launch);
  const SortColors colors = sort::colors_of();
  const int n = int(problem.n);
  using Columns = std::array<std::uint32_t, sort_most_columns>;
  Columns keys{}, sorted{};
  for (int column = 0; column < layout.columns; ++column) {
    keys[std::size_t(column)] = step.keys[layout.key_of(column, n)];
    sorted[std::size_t(column)] = step.shown[layout.key_of(column, n)];
  }
  Columns ordered = keys;
  for (std::uint32_t& key : ordered) key = sort_ordered(key);
  std::vector<Columns> after(std::size_t(layout.passes) + 1);
  for (int pass = 0; layout.passes > 0 && pass <= layout.passes; ++pass)
    for (int i = 0; i < layout.columns; ++i)
      after[std::size_t(pass)][std::size_t(sort_place_after(ordered.data(), i, pass, layout))] =
          keys[std::size_t(i)];
  paint_on_host(picture, exec, [&](int px, int py) {
    const int pass = layout.pass_at(py);
    const Columns& shown = pass >= 0             ? after[std::size_t(pass)]
                           : py < layout.below() ? keys
                                                 : sorted;
    return sort_pixel(shown.data(), px, py, layout, colors);
  });
}

}  // namespace

Variants<Sort> Sort::cpu_variants() {
  // Lesson reference: Compares by std::strong_order, which the standard library says for reals as
  // IEEE 754 does in totalOrder: a NaN has its place by its sign and bits, -0 comes before 0. What
  // all other variants are compared with is found in the same way.
  auto reference = cpu_variant<Sort>("reference", "Reference", reference_step);
  reference.source = "ISO C++20, std::strong_order; IEEE 754-2019, 5.10";

  // Lesson scalar: One core and std::sort, an introsort, on pieces of 65,536 keys, which fit into a
  // cache; then sorted pieces are merged, twice as long each time. About log2(n) comparisons a key
  // are needed whatever the algorithm, and half of them come as a surprise to the branch predictor:
  // some ten cycles each. Nearly sorted keys surprise it less. Try the patterns.
  auto scalar = cpu_variant<Sort>("scalar", "std::sort, merges", scalar_step);
  scalar.source = "Musser: Introspective sorting and selection algorithms (1997)";
  scalar.scratch_bytes = merge_scratch_bytes;
  return {{reference, scalar}, publish};
}

}  // namespace livewarp
