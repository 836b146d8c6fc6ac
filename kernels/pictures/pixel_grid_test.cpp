#include "kernels/pictures/pixel_grid.h"

#include <gtest/gtest.h>

#include <cmath>

#include "kernels/core/exec/executors.h"
#include "kernels/pictures/pixel_host.h"

namespace livewarp {
namespace {

constexpr PixelGrid grid{37, 23, 4};

std::vector<std::uint8_t> ramp() {
  std::vector<std::uint8_t> pixels(grid.bytes());
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = std::uint8_t(7 * i % 251);
  return pixels;
}

/// Says that each value should be that of `ramp`, but for `off`.
ExactPixels ramp_less(double off) {
  const auto at = [off](std::int64_t i) { return double(7 * i % 251) - off; };
  return {[at](std::int64_t y, double* out) {
            for (std::int64_t x = 0; x < grid.width * 4; ++x) out[x] = at(y * grid.width * 4 + x);
          },
          [at](std::int64_t x, std::int64_t y, double* out) {
            for (int c = 0; c < 4; ++c) out[c] = at((y * grid.width + x) * 4 + c);
          },
          {}};
}

TEST(PixelGrid, ErrorsCountInLevels) {
  std::vector<std::uint8_t> pixels = ramp();
  const auto found = compare_pixels(grid, pixels.data(), ramp_less(0.25), {}, Job{});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].count(), std::int64_t(grid.bytes()));
  EXPECT_DOUBLE_EQ(found[0].rms(), 0.25);
  EXPECT_DOUBLE_EQ(found[0].worst(), 0.25);
  pixels[4 * (5 * 37 + 11) + 2] ^= 0x10;
  const auto wrong = compare_pixels(grid, pixels.data(), ramp_less(0), {}, Job{});
  EXPECT_EQ(wrong[0].worst(), 16);
  EXPECT_EQ(wrong[0].worst_index(), 5 * 37 + 11);
}

TEST(PixelGrid, SamplesAskForPixels) {
  const std::vector<std::uint8_t> pixels = ramp();
  const auto found = compare_pixels(grid, pixels.data(), ramp_less(3), {.samples = 50}, Job{});
  EXPECT_EQ(found[0].count(), 200);
  EXPECT_EQ(found[0].worst(), 3);
}

TEST(PixelGrid, WhatIsAcceptedIsNoError) {
  const std::vector<std::uint8_t> pixels = ramp();
  ExactPixels exact = ramp_less(3);
  exact.accepts = [](const std::uint8_t*, std::int64_t x, std::int64_t) { return x != 4; };
  const auto found = compare_pixels(grid, pixels.data(), exact, {}, Job{});
  EXPECT_EQ(found[0].worst(), 3);
  EXPECT_EQ(found[0].worst_index() % grid.width, 4);
  EXPECT_DOUBLE_EQ(found[0].rms(), std::sqrt(9.0 / double(grid.width)));
}

TEST(PixelGrid, MutantsDifferByOneDefectEach) {
  HostState sound;
  sound.fields.emplace_back(grid.bytes());
  std::vector<std::int64_t> changed;
  for (const HostState& mutant : picture_mutants(grid, sound)) {
    changed.push_back(0);
    for (std::size_t i = 0; i < grid.bytes(); ++i)
      changed.back() += mutant.fields[0][i] != sound.fields[0][i];
  }
  EXPECT_EQ(changed, (std::vector<std::int64_t>{4, 37 * 4, 23 * 4}));
}

TEST(PixelGrid, ReadoutsLeaveAlphaOut) {
  std::vector<std::uint8_t> pixels(grid.bytes(), 255);
  for (std::size_t i = 0; i < pixels.size(); ++i)
    if (i % 4 != 3) pixels[i] = i % 4 == 0 ? 90 : 120;  // red 90, green and blue 120
  const auto readouts = level_readouts(grid, pixels.data(), Job{});
  ASSERT_EQ(readouts.size(), 2u);
  EXPECT_DOUBLE_EQ(readouts[0].value, 110);
  EXPECT_NEAR(readouts[1].value, std::sqrt(200), 1e-9);
}

TEST(PixelGrid, LargePicturesAreShownSmaller) {
  EXPECT_EQ(image_picture({3840, 2160, 4}).width, 3840);
  const PictureSpec large = image_picture({16'384, 8'192, 1});
  EXPECT_EQ(large.width, 4096);
  EXPECT_EQ(large.height, 2048);
  EXPECT_EQ(large.full_width, 16'384);
  EXPECT_EQ(image_picture({16'384, 1, 1}).height, 1);
}

// A checkerboard of single pixels shrunk to half is grey, a picture at its own size is itself, and
// what is left of the split comes from the other one.
TEST(PixelGrid, PicturesAreMeansOfWhatTheyShow) {
  constexpr int w = 12, h = 8;
  std::vector<std::uint8_t> checker(w * h), white(w * h, 255);
  for (int i = 0; i < w * h; ++i) checker[std::size_t(i)] = (i % w + i / w) % 2 ? 200 : 0;
  const auto published = [&](int width, int height, int split) {
    std::vector<uchar4> picture(std::size_t(width * height));
    PictureSpec spec = image_picture({w, h, 1});
    spec.width = width;
    spec.height = height;
    const auto exec = make_cpu_exec();
    publish_split_on_host({white.data(), checker.data(), 1, split},
                          {spec, picture.data(), 0, nullptr}, *exec);
    return picture;
  };
  for (const uchar4& pixel : published(w / 2, h / 2, 0)) EXPECT_EQ(pixel.x, 100);
  const std::vector<uchar4> whole = published(w, h, 5);
  for (int i = 0; i < w * h; ++i) {
    EXPECT_EQ(whole[std::size_t(i)].y, i % w < 5 ? 255 : checker[std::size_t(i)]);
    EXPECT_EQ(whole[std::size_t(i)].w, 255);
  }
}

TEST(PixelGrid, TransparentPixelsShowTheGround) {
  EXPECT_EQ(shown_color(float4{200, 100, 50, 255}).x, 200);
  EXPECT_EQ(shown_color(float4{200, 100, 50, 0}).x, std::uint8_t(picture_ground));
  EXPECT_EQ(shown_color(float4{200, 100, 50, 0}).w, 255);
}

}  // namespace
}  // namespace livewarp
