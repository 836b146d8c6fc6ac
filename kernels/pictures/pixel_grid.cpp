#include "kernels/pictures/pixel_grid.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <random>
#include <utility>

#include "kernels/core/exec/parallel_rows.h"

namespace livewarp {

namespace {

Discrepancy levels() { return Discrepancy("value", 1); }

/// Compares the pixels of a result one by one.
class PixelJudge {
 public:
  PixelJudge(const PixelGrid& grid, const std::uint8_t* result, const ExactPixels& exact)
      : grid_(grid), result_(result), exact_(exact) {}

  void pixel(Discrepancy& found, std::int64_t x, std::int64_t y, const double* expected) const {
    const std::int64_t i = y * grid_.width + x;
    const std::uint8_t* const now = result_ + i * grid_.channels;
    const bool accepted = exact_.accepts && exact_.accepts(now, x, y);
    for (int c = 0; c < grid_.channels; ++c) {
      const double value = now[c];
      found.add(i, &value, accepted ? &value : expected + c, 1);
    }
  }

 private:
  const PixelGrid& grid_;
  const std::uint8_t* result_;
  const ExactPixels& exact_;
};

Discrepancy compare_samples(const PixelGrid& grid, const PixelJudge& judge,
                            const ExactPixels& exact, const CompareScope& scope) {
  Discrepancy found = levels();
  std::mt19937_64 random(scope.seed);
  for (std::int64_t i = 0; i < scope.samples; ++i) {
    const auto x = std::int64_t(random() % std::uint64_t(grid.width));
    const auto y = std::int64_t(random() % std::uint64_t(grid.height));
    double expected[4];
    exact.pixel(x, y, expected);
    judge.pixel(found, x, y, expected);
  }
  return found;
}

}  // namespace

PictureSpec image_picture(const PixelGrid& grid) {
  constexpr double most_pixels_a_side = 4096;
  const double shrink = std::max(
      {1.0, double(grid.width) / most_pixels_a_side, double(grid.height) / most_pixels_a_side});
  const auto shown = [&](std::int64_t pixels) {
    return int(std::max<std::int64_t>(1, std::llround(double(pixels) / shrink)));
  };
  PictureSpec spec{PictureKind::image, 0, shown(grid.width), shown(grid.height)};
  spec.full_width = grid.width;
  spec.full_height = grid.height;
  return spec;
}

std::vector<Discrepancy> compare_pixels(const PixelGrid& grid, const std::uint8_t* result,
                                        const ExactPixels& exact, const CompareScope& scope,
                                        const Job& job) {
  const PixelJudge judge(grid, result, exact);
  if (scope.samples > 0) return {compare_samples(grid, judge, exact, scope)};
  Discrepancy found = levels();
  std::mutex adding;
  for_grid_rows(grid.height, grid.width, job, [&](Range rows) {
    std::vector<double> expected(std::size_t(grid.width * grid.channels));
    Discrepancy some = levels();
    for (std::int64_t y = rows.first; y < rows.last; ++y) {
      exact.row(y, expected.data());
      for (std::int64_t x = 0; x < grid.width; ++x)
        judge.pixel(some, x, y, expected.data() + x * grid.channels);
    }
    const std::scoped_lock lock(adding);
    found.add(some);
  });
  return {found};
}

std::vector<HostState> picture_mutants(const PixelGrid& source, const HostState& sound) {
  std::vector<HostState> mutants;
  const std::int64_t w = source.width, h = source.height, channels = source.channels;
  const auto mutate = [&](std::int64_t x0, std::int64_t x1, std::int64_t y0, std::int64_t y1) {
    HostState mutant = sound;
    for (std::int64_t y = y0; y < y1; ++y)
      for (std::int64_t i = (y * w + x0) * channels; i < (y * w + x1) * channels; ++i)
        mutant.fields[0][std::size_t(i)] ^= std::byte{0x80};
    mutants.push_back(std::move(mutant));
  };
  mutate(w / 2, w / 2 + 1, h / 2, h / 2 + 1);
  mutate(0, w, h / 2, h / 2 + 1);
  mutate(w - 1, w, 0, h);
  return mutants;
}

std::vector<Readout> level_readouts(const PixelGrid& grid, const std::uint8_t* pixels,
                                    const Job& job) {
  const int colors = std::min(grid.channels, 3);
  double sum = 0, squares = 0;
  std::mutex adding;
  for_grid_rows(grid.height, grid.width, job, [&](Range rows) {
    std::uint64_t some = 0, some_squares = 0;
    for (std::int64_t i = rows.first * grid.width; i < rows.last * grid.width; ++i)
      for (int c = 0; c < colors; ++c) {
        const std::uint64_t level = pixels[i * grid.channels + c];
        some += level;
        some_squares += level * level;
      }
    const std::scoped_lock lock(adding);
    sum += double(some);
    squares += double(some_squares);
  });
  const double n = double(grid.width) * double(grid.height) * colors, mean = sum / n;
  const double variance = std::max(0.0, squares / n - mean * mean);
  return {{.id = "mean",
           .label = "Mean level",
           .value = mean,
           .digits = 4,
           .help = "Of all pixels of the result and their colours, 0 ... 255."},
          {.id = "deviation",
           .label = "Standard deviation",
           .unit = "levels",
           .value = std::sqrt(variance),
           .digits = 4,
           .help = "How far the levels of the result lie from their mean: its contrast."}};
}

}  // namespace livewarp
