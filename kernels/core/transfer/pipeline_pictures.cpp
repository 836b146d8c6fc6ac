#include "kernels/core/transfer/pipeline_pictures.h"

#include <algorithm>
#include <vector>

#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

/// Sums of three neighbours in each row.
std::vector<std::uint32_t> row_sums(const PipelineRequest& request, int picture) {
  const auto width = std::size_t(request.width), height = std::size_t(request.height);
  std::vector<std::uint32_t> sums(width * height);
  for (std::size_t y = 0; y < height; ++y)
    for (std::size_t x = 0; x < width; ++x) {
      const std::size_t row = y * width;
      sums[row + x] = source_pixel(picture, row + (x > 0 ? x - 1 : 0)) +
                      source_pixel(picture, row + x) +
                      source_pixel(picture, row + std::min(x + 1, width - 1));
    }
  return sums;
}

}  // namespace

MixRounds mix_rounds(unsigned n) {
  MixRounds all, power{MixRound::a, MixRound::b};
  const auto after = [](const MixRounds& first, const MixRounds& second) {
    return MixRounds{second.factor * first.factor, second.factor * first.summand + second.summand};
  };
  for (; n > 0; n /= 2) {
    if (n % 2) all = after(all, power);
    power = after(power, power);
  }
  return all;
}

std::uint32_t source_pixel(int picture, std::size_t i) {
  const std::uint32_t x = std::uint32_t(i) * 2654435761u + std::uint32_t(picture) * 40503u;
  return x ^ (x >> 15);
}

void write_source_pictures(std::uint32_t* pixels, const PipelineRequest& request) {
  const std::size_t size = request.picture_bytes() / sizeof(std::uint32_t);
  for (int picture = 0; picture < request.pictures; ++picture)
    for (std::size_t i = 0; i < size; ++i) *pixels++ = source_pixel(picture, i);
}

std::string pictures_mismatch(const std::uint32_t* pixels, const PipelineRequest& request,
                              unsigned work) {
  const auto width = std::size_t(request.width), height = std::size_t(request.height);
  const MixRounds mix = mix_rounds(work);
  for (int picture = 0; picture < request.pictures; ++picture) {
    const std::vector<std::uint32_t> sums = row_sums(request, picture);
    for (std::size_t y = 0; y < height; ++y)
      for (std::size_t x = 0; x < width; ++x) {
        const std::size_t above = y > 0 ? y - 1 : 0, below = std::min(y + 1, height - 1);
        const std::uint32_t sum =
            sums[above * width + x] + sums[y * width + x] + sums[below * width + x];
        if (*pixels++ != mix(sum))
          return "picture " + grouped(picture) + " is wrong at pixel " + grouped(std::int64_t(x)) +
                 ", " + grouped(std::int64_t(y));
      }
  }
  return {};
}

/// FNV-1a over words.
std::uint64_t pictures_hash(const std::uint32_t* pixels, const PipelineRequest& request) {
  std::uint64_t hash = 14695981039346656037u;
  const std::size_t count = request.bytes() / sizeof(std::uint32_t);
  for (std::size_t i = 0; i < count; ++i) hash = (hash ^ pixels[i]) * 1099511628211u;
  return hash;
}

}  // namespace livewarp
