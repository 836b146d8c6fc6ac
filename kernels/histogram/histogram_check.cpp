#include <algorithm>
#include <cmath>
#include <mutex>
#include <string>

#include "kernels/core/exec/parallel_rows.h"
#include "kernels/core/model/block_rule.h"
#include "kernels/histogram/histogram.h"

namespace livewarp {

namespace {

const std::uint32_t* counts_of(const HostState& state) { return field_as<std::uint32_t>(state, 1); }

/// The reference: each value of a source counted by itself.
std::vector<std::int64_t> counted(const Histogram::Problem& problem, const std::uint8_t* source,
                                  const Job& job) {
  std::vector<std::int64_t> all(std::size_t(problem.bins()));
  std::mutex adding;
  for_grid_rows(problem.height, problem.values_a_row(), job, [&](Range rows) {
    std::vector<std::int64_t> some(all.size());
    for (std::int64_t i = rows.first * problem.width; i < rows.last * problem.width; ++i)
      for (int c = 0; c < problem.channels; ++c)
        ++some[std::size_t(c * Histogram::levels + source[i * problem.channels + c])];
    const std::scoped_lock lock(adding);
    for (std::size_t bin = 0; bin < all.size(); ++bin) all[bin] += some[bin];
  });
  return all;
}

/// Bits a value, of a channel's counts: 0 of one level alone, 8 of 256 that are equally frequent.
double entropy(const std::uint32_t* counts) {
  double total = 0, sum = 0;
  for (std::int64_t level = 0; level < Histogram::levels; ++level) total += counts[level];
  for (std::int64_t level = 0; level < Histogram::levels; ++level)
    if (counts[level] > 0) sum -= counts[level] / total * std::log2(counts[level] / total);
  return sum;
}

}  // namespace

// Noise, where each level meets others, and a checkerboard, where a whole warp meets in one count;
// sizes whose bytes are no multiple of a word, and those of several blocks.
std::vector<Values> Histogram::check_problems(const Values& problem, const Launch& launch) {
  struct Size {
    std::int64_t width, height;
  };
  std::vector<Values> problems;
  const auto add = [&](Size size, const char* chart, const char* pixels) {
    problems.push_back(changed(problem, {{"width", size.width},
                                         {"height", size.height},
                                         {"chart", std::string(chart)},
                                         {"pixels", std::string(pixels)}}));
  };
  for (const char* const chart : {"noise", "checker", "gradients"})
    for (const char* const pixels : {"rgba8", "grey8"})
      for (const Size size : {Size{1, 1}, {1, 23}, {3, 1}, {17, 31}, {65, 33}, {256, 50}})
        add(size, chart, pixels);
  if (!launch.values().contains("block")) return problems;
  // A block takes so many texels of RGBA, or at least four loads of four texels a thread; more than
  // one would be needless work.
  constexpr std::int64_t most = 40'000;
  const std::int64_t items = launch.values().contains("items") ? launch.integer("items") : 16;
  const std::int64_t block = std::int64_t(launch.block().x) * items;
  if (block < most) add({3, ceil_div(beyond_blocks(unsigned(block), most), 3)}, "noise", "rgba8");
  return problems;
}

// Every bin, whatever the scope: which texels made a count cannot be told from it.
std::vector<Discrepancy> Histogram::compare(const Problem& problem, const HostState& in,
                                            const HostState& out, const CompareScope&,
                                            const Job& job) {
  const std::vector<std::int64_t> expected = counted(problem, field_bytes(in, 0), job);
  Discrepancy found("count", 1);
  for (std::int64_t bin = 0; bin < problem.bins(); ++bin) {
    const double count = counts_of(out)[bin], wanted = double(expected[std::size_t(bin)]);
    found.add(bin, &count, &wanted, 1);
  }
  return {found};
}

std::vector<Readout> Histogram::diagnose(const Problem& problem, const HostState& state,
                                         const Job& job) const {
  job.at(0);
  const std::uint32_t* const counts = counts_of(state);
  const int colors = std::min(problem.channels, 3);
  std::vector<Readout> readouts;
  const char* const names[] = {"red", "green", "blue"};
  for (int c = 0; c < colors; ++c) {
    const std::string name = colors == 1 ? "grey" : names[c];
    readouts.push_back({.id = "entropy_" + name,
                        .label = "Entropy, " + name,
                        .unit = "bits",
                        .value = entropy(counts + c * levels),
                        .digits = 4,
                        .help = "Bits that a level of this channel tells, where its neighbours are "
                                "not known: 8 if all 256 are equally frequent."});
  }
  const std::uint32_t* const mode = std::max_element(counts, counts + colors * levels);
  readouts.push_back({.id = "mode",
                      .label = "Most frequent level",
                      .value = double((mode - counts) % levels),
                      .digits = 3,
                      .help = "Of all colours together."});
  readouts.push_back({.id = "peak",
                      .label = "Relative frequency",
                      .unit = "%",
                      .value = 100.0 * *mode / double(problem.texels()),
                      .digits = 4,
                      .help = "Of the most frequent level. So many additions go to one bin, and "
                              "have to be made one after another."});
  return readouts;
}

}  // namespace livewarp
