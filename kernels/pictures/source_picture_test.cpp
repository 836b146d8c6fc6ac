#include "kernels/pictures/source_picture.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "kernels/core/base/error.h"
#include "kernels/pictures/testing/image_test_files.h"

namespace livewarp {
namespace {

std::vector<std::byte> drawn(Chart chart, int channels, std::uint64_t seed = 1) {
  SourcePicture picture;
  picture.width = 96;
  picture.height = 64;
  picture.channels = channels;
  picture.chart = chart;
  picture.seed = seed;
  return source_texels(picture);
}

TEST(SourcePicture, AChartInGreyIsItsRedChannel) {
  for (const Chart chart :
       {Chart::mixed, Chart::zone, Chart::star, Chart::checker, Chart::gradients, Chart::text,
        Chart::noise, Chart::fractal, Chart::scene}) {
    const std::vector<std::byte> grey = drawn(chart, 1), colors = drawn(chart, 4);
    ASSERT_EQ(grey.size() * 4, colors.size());
    for (std::size_t i = 0; i < grey.size(); ++i) ASSERT_EQ(grey[i], colors[4 * i]);
  }
}

TEST(SourcePicture, CheckersAreEightTexelsWideAndNoiseHasAllLevels) {
  const std::vector<std::byte> checker = drawn(Chart::checker, 1);
  for (std::size_t y = 0; y < 64; ++y)
    for (std::size_t x = 0; x < 96; ++x)
      ASSERT_EQ(int(checker[y * 96 + x]), (x / 8 + y / 8) % 2 ? 255 : 0);
  std::array<int, 256> counts{};
  for (const std::byte b : drawn(Chart::noise, 4)) ++counts[std::size_t(b)];
  const double expected = 96.0 * 64 * 4 / 256;
  for (const int count : counts) EXPECT_NEAR(count, expected, 6 * std::sqrt(expected));
}

/// The mean level of a part of a picture of the scene, its places from 0 to 1.
double mean_of_scene(int width, int height, double x, double y, double side) {
  SourcePicture picture;
  picture.width = width;
  picture.height = height;
  picture.channels = 1;
  picture.chart = Chart::scene;
  const std::vector<std::byte> texels = source_texels(picture);
  double sum = 0;
  std::int64_t count = 0;
  for (int row = int(y * height); row < int((y + side) * height); ++row)
    for (int column = int(x * width); column < int((x + side) * width); ++column, ++count)
      sum += double(texels[std::size_t(row) * std::size_t(width) + std::size_t(column)]);
  return sum / double(count);
}

// A sky that grows lighter towards the sun, dark grass in front: at every size the same.
TEST(SourcePicture, TheSceneLooksAlikeAtEverySize) {
  const double night = mean_of_scene(640, 360, 0.3, 0.02, 0.1);
  const double dusk = mean_of_scene(640, 360, 0.4, 0.4, 0.1);
  const double grass = mean_of_scene(640, 360, 0.3, 0.93, 0.06);
  EXPECT_GT(dusk, 2 * night);
  EXPECT_LT(2 * grass, dusk);
  EXPECT_NEAR(mean_of_scene(1280, 720, 0.3, 0.02, 0.1), night, 3);
  EXPECT_NEAR(mean_of_scene(1280, 720, 0.4, 0.4, 0.1), dusk, 3);
  EXPECT_NEAR(mean_of_scene(1280, 720, 0.3, 0.93, 0.06), grass, 3);
}

TEST(SourcePicture, TheSeedIsOfNoiseFractalAndSceneAlone) {
  EXPECT_NE(drawn(Chart::scene, 4, 1), drawn(Chart::scene, 4, 2));

  EXPECT_NE(drawn(Chart::noise, 4, 1), drawn(Chart::noise, 4, 2));
  EXPECT_NE(drawn(Chart::fractal, 4, 1), drawn(Chart::fractal, 4, 2));
  EXPECT_EQ(drawn(Chart::star, 4, 1), drawn(Chart::star, 4, 2));
}

Values values_of(const std::string& chart, const std::string& image) {
  Values values = defaults(picture_size_params());
  values.merge(defaults(picture_start_params()));
  values["chart"] = chart;
  values["image"] = image;
  return values;
}

TEST(SourcePicture, IsThatOfItsParameters) {
  Values values = values_of("star", "left.png");
  values["pixels"] = std::string("grey8");
  const SourcePicture star = SourcePicture::from(values);
  EXPECT_EQ(star.chart, Chart::star);
  EXPECT_EQ(star.bytes(), 3840u * 2160u);
  EXPECT_EQ(star.image, "");  // named, but not chosen
  EXPECT_EQ(SourcePicture::from(values_of("image", "a.png")).image, "a.png");
}

TEST(SourcePicture, AFileBringsItsSizeAndMustKeepIt) {
  const test::TemporaryImage file("source_picture.pgm",
                                  test::file_of("P2 3 2 255 0 51 102 153 204 255"));
  EXPECT_EQ(with_picture_size(values_of("zone", file.path())), values_of("zone", file.path()));
  Values values = with_picture_size(values_of("image", file.path()));
  EXPECT_EQ(get_integer(values, "width"), 3);
  EXPECT_EQ(get_integer(values, "height"), 2);
  const std::vector<std::byte> texels = source_texels(SourcePicture::from(values));
  ASSERT_EQ(texels.size(), 24u);
  EXPECT_EQ(int(texels[4]), 51);
  values["width"] = std::int64_t{8};
  try {
    source_texels(SourcePicture::from(values));
    FAIL() << "took a picture of another size";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("is 3 x 2 now, and was 8 x 2"), std::string::npos);
  }
}

}  // namespace
}  // namespace livewarp
