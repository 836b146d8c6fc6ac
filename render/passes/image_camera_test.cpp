#include <cmath>

#include <gtest/gtest.h>

#include "render/passes/camera.h"

namespace livewarp {
namespace {

TEST(ImageCamera, MagnifiesByWholeNumbersAndCentres) {
  const ImageCamera camera;
  EXPECT_EQ(camera.place(1000, 700, 300, 200), (ImagePlacement{3, 50, 50}));
  EXPECT_EQ(camera.place(301, 201, 300, 200), (ImagePlacement{1, 0, 0}));
  const ImagePlacement small = camera.place(960, 960, 3840, 2160);
  EXPECT_EQ(small.scale, 0.25);
  EXPECT_EQ(small.x, 0);
  EXPECT_EQ(small.y, 210);
}

TEST(ImageCamera, WhatLiesUnderThePointerStaysThereWhileZooming) {
  ImageCamera camera;
  const int w = 640, h = 480, iw = 500, ih = 400;
  const double x = 200, y = 100;
  const ImagePlacement before = camera.place(w, h, iw, ih);
  for (int k = 0; k < 12; ++k) camera.zoom_at(1, x, y, w, h, iw, ih);
  const ImagePlacement after = camera.place(w, h, iw, ih);
  EXPECT_GE(after.scale, 3);
  EXPECT_EQ(after.scale, std::floor(after.scale));
  EXPECT_EQ(after.x, std::floor(after.x));
  // Steps round to whole scales and pixels, each by half an image pixel at most.
  EXPECT_NEAR((x - after.x) / after.scale, (x - before.x) / before.scale, 2);
  EXPECT_NEAR((y - after.y) / after.scale, (y - before.y) / before.scale, 2);
}

TEST(ImageCamera, PanStopsAtTheEdges) {
  ImageCamera camera;
  const int w = 400, h = 300, iw = 400, ih = 300;
  camera.zoom_at(8, 200, 150, w, h, iw, ih);
  const double scale = camera.place(w, h, iw, ih).scale;
  ASSERT_GE(scale, 2);
  camera.pan(1e6, 1e6, w, h, iw, ih);
  EXPECT_EQ(camera.place(w, h, iw, ih), (ImagePlacement{scale, 0, 0}));
  camera.pan(-30, 0, w, h, iw, ih);
  EXPECT_EQ(camera.place(w, h, iw, ih).x, -30);
  camera.pan(-1e6, -1e6, w, h, iw, ih);
  EXPECT_EQ(camera.place(w, h, iw, ih), (ImagePlacement{scale, w - scale * iw, h - scale * ih}));
}

TEST(ImageCamera, SurvivesEmptyImages) {
  ImageCamera camera;
  camera.zoom_at(1, 5, 5, 100, 100, 0, 0);
  camera.pan(1, 1, 100, 100, 0, 7);
  EXPECT_EQ(camera.place(100, 100, 0, 0), ImagePlacement{});
}

PictureSpec part_of_field(std::int64_t width_of_all, std::int64_t height_of_all,
                          const Region& region) {
  PictureSpec spec;
  spec.kind = PictureKind::field;
  spec.width = int(region.width);
  spec.height = int(region.height);
  spec.region = region;
  spec.full_width = width_of_all;
  spec.full_height = height_of_all;
  return spec;
}

View painting(bool on) {
  View view;
  view.kind = PictureKind::field;
  view.paints = on;
  return view;
}

TEST(ImageCamera, SeesAllOfAnImageThatFits) {
  const ImageCamera camera;
  const Viewport magnified = camera.visible(1000, 700, 300, 200);
  EXPECT_EQ(magnified, (Viewport{{0, 0, 300, 200}, 300, 200})) << "one pixel a cell is enough";
  const Viewport reduced = camera.visible(960, 960, 3840, 2160);
  EXPECT_EQ(reduced, (Viewport{{0, 0, 3840, 2160}, 960, 540}));
  EXPECT_EQ(camera.visible(100, 100, 0, 7), Viewport{});
  EXPECT_EQ(camera.visible(0, 100, 7, 7), Viewport{});
}

TEST(ImageCamera, SeesWholeCellsAndNoneTooMany) {
  const int w = 581, h = 403;
  for (const auto& [iw, ih] : {std::pair{32'768, 32'768}, std::pair{900, 700}, std::pair{64, 2000}})
    for (int notches = 0; notches < 80; notches += 3) {
      ImageCamera camera;
      for (int k = 0; k < notches; ++k) camera.zoom_at(1, 0.7 * w, 0.2 * h, w, h, iw, ih);
      camera.pan(-33, 12, w, h, iw, ih);
      const ImagePlacement p = camera.place(w, h, iw, ih);
      const Viewport seen = camera.visible(w, h, iw, ih);
      const Region& r = seen.region;
      EXPECT_EQ(r.x, std::floor(r.x));
      EXPECT_EQ(r.width, std::floor(r.width));
      EXPECT_GE(r.x, 0);
      EXPECT_LE(r.x + r.width, iw);
      // Every pixel of the picture that shows the image shows a cell of the region.
      const double left = std::max(p.x, 0.0), right = std::min(p.x + iw * p.scale, double(w));
      EXPECT_LE(p.x + r.x * p.scale, left + 1e-6) << notches;
      EXPECT_GE(p.x + (r.x + r.width) * p.scale, right - 1e-6) << notches;
      // One cell less at either side would not do.
      EXPECT_GT(p.x + (r.x + 1) * p.scale, left - 1e-6);
      EXPECT_LT(p.x + (r.x + r.width - 1) * p.scale, right + 1e-6);
      if (p.scale >= 1) {
        EXPECT_EQ(seen.width, r.width);
        EXPECT_EQ(seen.height, r.height);
      } else {
        EXPECT_NEAR(seen.width, r.width * p.scale, 0.51);
        EXPECT_LE(seen.width, w + 1);
      }
    }
}

TEST(Camera, AFieldIsAsLargeAsAllItsCells) {
  Camera camera;
  camera.follow(part_of_field(400, 200, {0, 0, 400, 200}), painting(false));
  EXPECT_EQ(camera.pixels_per_cell(800, 600), 2);
  for (int k = 0; k < 8; ++k)
    camera.apply({.over = true, .x = 400, .y = 300, .wheel = 1}, 800, 600);
  const Viewport seen = camera.visible(800, 600);
  EXPECT_LT(seen.width, 400);
  const Camera before = camera;
  camera.follow(part_of_field(400, 200, seen.region), painting(false));
  EXPECT_EQ(camera, before) << "publishing a part moved the camera";
  camera.follow(part_of_field(401, 200, seen.region), painting(false));
  EXPECT_NE(camera, before);
  camera.follow({PictureKind::points, 5, 0, 0}, View{});
  EXPECT_EQ(camera.visible(800, 600), Viewport{});
  EXPECT_EQ(camera.pixels_per_cell(800, 600), 0);
}

TEST(Camera, TheLeftButtonPaintsWhereTheViewPaints) {
  Camera camera;
  const PictureSpec spec = part_of_field(400, 200, {0, 0, 400, 200});
  camera.follow(spec, painting(true));
  for (int k = 0; k < 8; ++k)
    camera.apply({.over = true, .x = 400, .y = 300, .wheel = 1}, 800, 600);
  const Camera before = camera;
  PointerInput drag{.over = true, .x = 300, .y = 200, .dx = 40, .dy = -30, .left = true};
  camera.apply(drag, 800, 600);
  EXPECT_EQ(camera, before) << "painting moved the picture";
  EXPECT_TRUE(camera.stroke(drag, 800, 600));
  drag.left = false;
  EXPECT_FALSE(camera.stroke(drag, 800, 600));
  drag.middle = true;
  EXPECT_FALSE(camera.stroke(drag, 800, 600));
  camera.apply(drag, 800, 600);
  EXPECT_NE(camera, before) << "the middle button did not move the picture";

  Camera moving = before;
  moving.follow(spec, painting(false));
  PointerInput left{.over = true, .x = 300, .y = 200, .dx = 40, .dy = -30, .left = true};
  EXPECT_FALSE(moving.stroke(left, 800, 600));
  moving.apply(left, 800, 600);
  EXPECT_NE(moving.image(), before.image()) << "the left button did not move the picture";
}

TEST(Camera, AStrokeRunsThroughTheCellsUnderThePointer) {
  Camera camera;
  camera.follow(part_of_field(400, 200, {0, 0, 400, 200}), painting(true));
  // Fitted into 800 x 600: two pixels a cell, 100 pixels of ground above.
  const auto stroke = camera.stroke(
      {.over = true, .x = 120, .y = 160, .dx = 20, .dy = -40, .left = true}, 800, 600);
  ASSERT_TRUE(stroke);
  EXPECT_EQ(stroke->x0, 50);
  EXPECT_EQ(stroke->y0, 50);
  EXPECT_EQ(stroke->x1, 60);
  EXPECT_EQ(stroke->y1, 30);
  const auto outside = camera.stroke({.over = false, .x = -10, .y = 700, .left = true}, 800, 600);
  ASSERT_TRUE(outside) << "a stroke may leave the picture";
  EXPECT_EQ(outside->x1, -5);
  EXPECT_EQ(outside->y1, 300);
  EXPECT_FALSE(camera.stroke({.over = true, .left = true}, 0, 600));
}

TEST(Camera, KnowsTheCellUnderThePointer) {
  Camera camera;
  camera.follow(part_of_field(400, 200, {0, 0, 400, 200}), painting(true));
  const auto point = camera.point_under({.over = true, .x = 799, .y = 100.5}, 800, 600);
  ASSERT_TRUE(point);
  EXPECT_EQ(*point, (ImagePoint{399.5, 0.25}));
  EXPECT_FALSE(camera.point_under({.over = true, .x = 400, .y = 99}, 800, 600));
  EXPECT_FALSE(camera.point_under({.over = false, .x = 400, .y = 300}, 800, 600));
}

TEST(Camera, KnowsWhatTheImageCovers) {
  Camera camera;
  const View view{.kind = PictureKind::image};
  camera.follow({PictureKind::image, 0, 100, 50}, view);
  EXPECT_EQ(camera.covered(640, 480), (Region{20, 90, 600, 300})) << "six times, in the middle";
  camera.apply({.over = true, .x = 320, .y = 240, .wheel = 8}, 640, 480);
  const Region zoomed = camera.covered(640, 480);
  EXPECT_LT(zoomed.x, 0) << "it reaches beyond the picture";
  EXPECT_GT(zoomed.width, 640);
  EXPECT_EQ(camera.covered(0, 480), Region{});
  camera.follow({PictureKind::points, 5, 0, 0}, View{});
  EXPECT_EQ(camera.covered(640, 480), Region{});
}

}  // namespace
}  // namespace livewarp
