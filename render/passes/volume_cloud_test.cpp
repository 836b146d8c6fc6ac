#include "render/passes/volume_pass.h"

#include <cmath>
#include <cstdlib>
#include <vector>

#include <glad/gl.h>

#include "render/testing/volume_test.h"

namespace livewarp {
namespace {

TEST_F(VolumeTest, ACloudHasNoRings) {
  view_.legend_min = 0;
  view_.legend_max = 90;
  const auto rows = [&](double height) {
    const GlPicture picture = publish(50, 50, 50, [=](double x, double y, double z) {
      return height * std::exp(-12 * ((x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5) +
                                      (z - 0.5) * (z - 0.5)));
    });
    camera_.follow(picture.spec, view_);
    camera_.orbit().look(0.05, 0.04);
    return drawn(picture, 400, 400);
  };
  const PixelImage box = rows(0), image = rows(0.9);
  const auto lined = [&](int x) { return light(box.at(x, 215)) > 2; };
  int compared = 0, last = 0;
  for (int x = 60; x < 195; ++x) {  // from the skirt to the middle it only gets brighter
    const int before = image.at(x - 1, 215)[0] + image.at(x - 1, 215)[1];
    last = image.at(x, 215)[0] + image.at(x, 215)[1];
    if (lined(x) || lined(x - 1)) continue;
    ++compared;
    EXPECT_LT(std::abs(last - before), 14) << x;
    EXPECT_GE(last, before - 3) << x;
  }
  EXPECT_GT(compared, 100);
  EXPECT_GT(last, 250);
}

TEST_F(VolumeTest, OneRayForSeveralPixelsShowsTheSame) {
  const int width = 161, height = 121;
  Canvas canvas;
  canvas.resize(GL_RGBA8, width, height, false);
  const GlPicture picture = publish(20, 20, 20, [](double x, double y, double z) {
    return std::exp(-20 * ((x - 0.3) * (x - 0.3) + (y - 0.6) * (y - 0.6) + (z - 0.7) * (z - 0.7)));
  });
  camera_.follow(picture.spec, view_);
  std::vector<std::uint8_t> pixels[2];
  for (const int grain : {1, 2}) {
    VolumePass pass(grain);
    for (const bool top_first : {true, false}) {
      pass.draw(picture, view_, camera_.orbit(), {canvas.framebuffer(), width, height, top_first});
      std::vector<std::uint8_t> got(std::size_t(width * height * 4));
      glGetTextureImage(canvas.texture(), 0, GL_RGBA, GL_UNSIGNED_BYTE, GLsizei(got.size()),
                        got.data());
      std::vector<std::uint8_t>& first = pixels[top_first ? 0 : 1];
      if (grain == 1) {
        first = got;
        continue;
      }
      double sum = 0;
      for (std::size_t k = 0; k < got.size(); ++k) sum += std::abs(got[k] - first[k]);
      EXPECT_LT(sum / double(got.size()), 0.6) << top_first;
    }
  }
  EXPECT_NE(pixels[0], pixels[1]);
  const GlStateGuard tidy;
}

TEST_F(VolumeTest, DensityMakesACloudMoreOpaque) {
  const GlPicture picture = publish(16, 16, 16, [](double, double, double) { return 0.4; });
  view_.legend_min = 0;
  camera_.follow(picture.spec, view_);
  double before = -1;
  for (const double density : {0.0, 0.2, 1.0, 5.0}) {
    view_.density = density;
    const double now = light(drawn(picture, 100, 100).at(50, 55));
    EXPECT_GT(now, before) << density;
    before = now;
  }
  const Rgb full = color_of(0.4);
  view_.density = 1000;
  EXPECT_NEAR(drawn(picture, 100, 100).at(50, 55)[0], 255 * double{full.r}, 4);
}

}  // namespace
}  // namespace livewarp
