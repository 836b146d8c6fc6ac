#include "kernels/core/transfer/pipeline_pictures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace livewarp {
namespace {

TEST(PipelinePictures, RoundsInOneAreRoundsOneAfterAnother) {
  for (const unsigned n : {0u, 1u, 2u, 3u, 17u, 1000u})
    for (const std::uint32_t start : {0u, 1u, 0xDEADBEEFu}) {
      std::uint32_t x = start;
      for (unsigned i = 0; i < n; ++i) x = x * 1664525u + 1013904223u;
      EXPECT_EQ(mix_rounds(n)(start), x) << n;
    }
}

/// The filter as it is written down: nine neighbours, rounds one after another.
std::vector<std::uint32_t> filtered(const PipelineRequest& request, unsigned work) {
  std::vector<std::uint32_t> pixels;
  const int width = request.width, height = request.height;
  for (int picture = 0; picture < request.pictures; ++picture)
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        std::uint32_t sum = 0;
        for (const int v : {y - 1, y, y + 1})
          for (const int u : {x - 1, x, x + 1})
            sum += source_pixel(picture, std::size_t(std::clamp(v, 0, height - 1)) * width +
                                             std::size_t(std::clamp(u, 0, width - 1)));
        for (unsigned i = 0; i < work; ++i) sum = sum * 1664525u + 1013904223u;
        pixels.push_back(sum);
      }
  return pixels;
}

TEST(PipelinePictures, EveryPixelOfEveryPictureCounts) {
  const PipelineRequest request{.pictures = 3, .width = 7, .height = 5, .work = {}};
  std::vector<std::uint32_t> pixels = filtered(request, 11);
  EXPECT_EQ(pictures_mismatch(pixels.data(), request, 11), "");
  const std::uint64_t hash = pictures_hash(pixels.data(), request);
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    ++pixels[i];
    EXPECT_NE(pictures_mismatch(pixels.data(), request, 11), "") << i;
    EXPECT_NE(pictures_hash(pixels.data(), request), hash) << i;
    --pixels[i];
  }
  ++pixels[2 * 35 + 8];
  EXPECT_EQ(pictures_mismatch(pixels.data(), request, 11), "picture 2 is wrong at pixel 1, 1");
  EXPECT_NE(pictures_mismatch(pixels.data(), request, 12), "") << "one round more";
  for (const auto& [width, height] : {std::pair{1, 9}, {9, 1}, {1, 1}, {2, 2}, {100'000, 2}}) {
    const PipelineRequest flat{.pictures = 2, .width = width, .height = height, .work = {}};
    EXPECT_EQ(pictures_mismatch(filtered(flat, 0).data(), flat, 0), "") << width;
  }
}

// Pictures are looked at in bands, by several threads.
TEST(PipelinePictures, TheFirstWrongPixelIsToldWhereverItIs) {
  const PipelineRequest request{.pictures = 2, .width = 256, .height = 1000, .work = {}};
  const std::size_t size = request.picture_pixels();
  std::vector<std::uint32_t> pixels = filtered(request, 3);
  EXPECT_EQ(pictures_mismatch(pixels.data(), request, 3), "");
  const std::uint64_t hash = pictures_hash(pixels.data(), request);
  for (const std::size_t i : {2 * size - 1, size + 256 * 256, size, size - 1, std::size_t{0}}) {
    ++pixels[i];
    EXPECT_EQ(pictures_mismatch(pixels.data(), request, 3),
              "picture " + std::to_string(i / size) + " is wrong at pixel " +
                  std::to_string(i % 256) + ", " + std::to_string(i % size / 256));
    EXPECT_NE(pictures_hash(pixels.data(), request), hash);
  }
}

TEST(PipelinePictures, ADigestIsOfItsPicturesAlone) {
  const PipelineRequest request{.pictures = 5, .width = 200, .height = 50, .work = {}};
  std::vector<std::uint32_t> pixels = filtered(request, 11);
  const auto digest = [&](int first, int beyond) {
    return pictures_digest(pixels.data(), request, first, beyond);
  };
  const std::uint64_t all = digest(0, 5), early = digest(1, 3), late = digest(3, 5);
  EXPECT_NE(early, late);
  std::fill_n(pixels.begin() + 20'000, 10'000, 0);  // picture 2 did not come back
  EXPECT_NE(digest(0, 5), all);
  EXPECT_NE(digest(1, 3), early);
  EXPECT_EQ(digest(3, 5), late);
}

TEST(PipelinePictures, SourcesAreWrittenWhole) {
  const PipelineRequest request{.pictures = 2, .width = 300, .height = 700, .work = {}};
  std::vector<std::uint32_t> pixels(2 * request.picture_pixels());
  write_source_pictures(pixels.data(), request);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < pixels.size(); ++i)
    wrong +=
        pixels[i] != source_pixel(int(i / request.picture_pixels()), i % request.picture_pixels());
  EXPECT_EQ(wrong, 0u);
}

TEST(PipelinePictures, NoTwoAreAlike) {
  const PipelineRequest request{.pictures = 4, .width = 16, .height = 16, .work = {}};
  std::vector<std::uint32_t> pixels(request.bytes() / sizeof(std::uint32_t));
  write_source_pictures(pixels.data(), request);
  std::set<std::vector<std::uint32_t>> pictures;
  for (int i = 0; i < 4; ++i)
    pictures.insert({pixels.begin() + 256 * i, pixels.begin() + 256 * (i + 1)});
  EXPECT_EQ(pictures.size(), 4u);
  EXPECT_EQ(pixels[256 + 5], source_pixel(1, 5));
}

}  // namespace
}  // namespace livewarp
