#include <algorithm>
#include <array>
#include <mutex>

#include "kernels/core/base/dispatch.h"
#include "kernels/core/measure/verification.h"
#include "kernels/histogram/histogram.h"
#include "kernels/histogram/histogram_variants.h"
#include "kernels/pictures/pixel_host.h"

namespace livewarp {

namespace {

/// Texels of a piece, between two looks at the stop token.
constexpr std::int64_t texels_of_piece = 262'144;

void plain_step(const Histogram::Step& step, const Launch&, Exec& exec) {
  const Histogram::Problem& problem = *step.problem;
  std::fill_n(step.counts, problem.bins(), 0u);
  exec.for_range(problem.texels(), texels_of_piece, 1, [&](Range texels) {
    for (std::int64_t i = texels.first; i < texels.last; ++i)
      for (int c = 0; c < problem.channels; ++c)
        ++step.counts[c * Histogram::levels + step.source[i * problem.channels + c]];
  });
}

/// What one thread counts of a piece: texels take turns between `Tables` histograms.
template <int Channels, int Tables>
class Tally {
 public:
  void count(const std::uint8_t* source, Range texels) {
    std::int64_t i = texels.first;
    for (; i + Tables <= texels.last; i += Tables)
      for (int table = 0; table < Tables; ++table) add(source + (i + table) * Channels, table);
    for (; i < texels.last; ++i) add(source + i * Channels, 0);
  }
  void add_to(std::uint32_t* counts) const {
    for (const auto& table : tables_)
      for (std::size_t bin = 0; bin < table.size(); ++bin) counts[bin] += table[bin];
  }

 private:
  void add(const std::uint8_t* texel, int table) {
    for (int c = 0; c < Channels; ++c)
      ++tables_[std::size_t(table)][std::size_t(c * Histogram::levels + texel[c])];
  }
  std::array<std::array<std::uint32_t, Channels * Histogram::levels>, Tables> tables_{};
};

template <int Channels, int Tables>
void count_apart(const Histogram::Step& step, int threads, Exec& exec) {
  std::fill_n(step.counts, step.problem->bins(), 0u);
  std::mutex adding;
  exec.for_range(step.problem->texels(), texels_of_piece, threads, [&](Range texels) {
    Tally<Channels, Tables> own;
    own.count(step.source, texels);
    const std::scoped_lock lock(adding);
    own.add_to(step.counts);
  });
}

void private_step(const Histogram::Step& step, const Launch& launch, Exec& exec) {
  dispatch<1, 4>(step.problem->channels, [&](auto channels) {
    dispatch<1, 2, 4>(launch.integer("tables"), [&](auto tables) {
      count_apart<channels, tables>(step, launch.threads(), exec);
    });
  });
}

void publish(const Histogram::Step& step, const Histogram::Problem& problem, const Launch&,
             const Picture& picture, Exec& exec) {
  const ShownPixels shown = shown_pixels(picture);
  const HistogramPlot plot = histogram::plot_of(problem, picture);
  with_pixel(problem.channels, [&]<class Pixel>(Pixel) {
    paint_on_host(picture, exec, [&](int px, int py) {
      return histogram_pixel(pixels_of<Pixel>(step.source), step.shown, px, py, shown, plot);
    });
  });
}

}  // namespace

Variants<Histogram> Histogram::cpu_variants() {
  // Lesson reference: One core: look at a level, add 1 to its bin, go on. It is what all other
  // variants are compared with. Additions come in the order of the picture, and none may begin
  // before it is sure that the last one was not to the same bin.
  auto reference = cpu_variant<Histogram>("reference", "Reference", plain_step);

  // Lesson threads: Privatized: every chunk is counted in a histogram of its own, and added to the
  // common one at its end: no core ever waits for another's bins. With one of them a flat grey
  // picture takes several times as long as noise, because an addition waits for the last one to the
  // same bin; several sub-histograms let neighbouring pixels count apart.
  auto threads = cpu_variant<Histogram>("threads", "Privatized, threads", private_step);
  threads.source = "oneTBB: parallel_for over ranges of the picture";
  threads.axes = {integer_axis("tables", "Sub-histograms", "", {1, 2, 4}, 2,
                               "Private histograms of a chunk, used by its pixels in turn."),
                  threads_axis("pixels")};
  return {{reference, threads}, publish};
}

}  // namespace livewarp
