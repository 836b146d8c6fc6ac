#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "kernels/core/measure/verification.h"
#include "kernels/core/model/vector_isa.h"
#include "kernels/pictures/pixel_host.h"
#include "kernels/sort/sort.h"
#include "kernels/sort/sort_cpu_hwy.h"
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

/// Keys that one call of a sort takes, which nobody can stop: some 50 ms.
constexpr std::int64_t most_at_once = std::int64_t{1} << 22;

void vector_step(const Sort::Step& step, const Launch& launch, Exec& exec) {
  merge_sort(step, most_at_once, 1, exec, sort_vector_run(launch.text("isa")));
}

/// Runs of equal length for all threads, a power of two.
void threads_step(const Sort::Step& step, const Launch& launch, Exec& exec) {
  const int threads = launch.threads();
  std::int64_t run = sort_piece;
  while (run < most_at_once && run * threads < step.problem->n) run *= 2;
  merge_sort(step, run, threads, exec, sort_vector_run(launch.text("isa")));
}

/// Every key to its place by one digit, in the order in which they stand.
void radix_pass(const std::uint32_t* from, std::uint32_t* to, std::int64_t n,
                const SortDigit& digit, std::vector<std::int64_t>& places, Exec& exec) {
  std::ranges::fill(places, 0);
  exec.for_range(n, sort_piece, 1, [&](Range range) {
    for (std::int64_t i = range.first; i < range.last; ++i)
      ++places[std::size_t(digit.of(sort_ordered(from[i])))];
  });
  std::exclusive_scan(places.begin(), places.end(), places.begin(), std::int64_t{0});
  exec.for_range(n, sort_piece, 1, [&](Range range) {
    for (std::int64_t i = range.first; i < range.last; ++i)
      to[places[std::size_t(digit.of(sort_ordered(from[i])))]++] = from[i];
  });
}

void radix_step(const Sort::Step& step, const Launch& launch, Exec& exec) {
  const int bits = sort::digit_bits(launch);
  auto* const scratch = static_cast<std::uint32_t*>(step.scratch);
  std::vector<std::int64_t> places(std::size_t{1} << bits);
  const std::uint32_t* from = step.keys;
  for (int pass = 0; pass < sort::passes(launch); ++pass) {
    std::uint32_t* const to = pass % 2 ? step.sorted : scratch;
    radix_pass(from, to, step.problem->n, {pass * bits, bits}, places, exec);
    from = to;
  }
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

Variant<Sort> radix() {
  // Lesson radix: Compares nothing: counts how often each digit occurs, and carries every key to
  // where its digit begins, the lowest bits first. The work per key does not grow with their
  // number, and no branch depends on a key. With 8 bits 256 places are written to in turn, which
  // caches follow; with 16 there are two passes, but 65,536 places, and each write meets a cache
  // line that is not there.
  auto variant = cpu_variant<Sort>("radix", "Radix", radix_step);
  variant.source = "Knuth: The art of computer programming, vol. 3, 5.2.5";
  variant.axes = {
      integer_axis("bits", "Bits a pass", "", {4, 8, 16}, 8, "Of the key that one pass sorts by.")};
  variant.scratch_bytes = merge_scratch_bytes;
  return variant;
}

Variant<Sort> on_vectors(const char* name, const char* title, StepFunction<Sort> step) {
  auto variant = cpu_variant<Sort>(name, title, std::move(step));
  variant.axes = {isa_axis("The SIMD instruction set to compare with: 4, 8 or 16 keys at a time.")};
  variant.scratch_bytes = merge_scratch_bytes;
  return variant;
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

  auto vectorized = on_vectors("vector", "SIMD, vqsort", vector_step);
  vectorized.source = "Blacher et al.: Vectorized and performance-portable quicksort (2022)";

  // Lesson threads: Every core sorts a part by vqsort, and sorted parts are merged, twice as long
  // each time. The last merge would be one core's work, but where a merge stands after so many keys
  // can be found beforehand, by a binary search across both parts: so all cores merge pieces of the
  // same two parts, without asking one another.
  auto threads = on_vectors("threads", "SIMD, threads", threads_step);
  threads.source = "Green, McColl, Bader: GPU Merge Path (2012)";
  threads.axes.push_back(threads_axis("keys"));
  return {{reference, scalar, radix(), vectorized, threads}, publish};
}

}  // namespace livewarp
