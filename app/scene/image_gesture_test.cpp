// Gestures on a window on a picture, checked by the map that the variants themselves are given.
#include "app/scene/image_gesture.h"

#include <gtest/gtest.h>

#include <cmath>

#include "kernels/registry.h"
#include "kernels/scaling/scaling.h"

namespace livewarp {
namespace {

constexpr int width = 320, height = 200;

class ImageGestureTest : public testing::Test {
 protected:
  ImageGestureTest() {
    problem = default_choice(*registry.find("scaling"), "", Backend::cpu).problem;
    problem["width"] = std::int64_t{1000};
    problem["height"] = std::int64_t{700};
    problem["result_width"] = std::int64_t{width};
    problem["result_height"] = std::int64_t{height};
  }

  Handles handles() const {
    const Values none;
    const Values values = defaults(Scaling::info().params);
    return Scaling::view(Scaling::Problem::from(problem), values, Launch(none)).handles;
  }
  const std::vector<Param>& params() const { return registry.find("scaling")->info().params; }

  static ImagePoint share(double x, double y) { return {x / width, y / height}; }
  /// The texel in whose square the corner of a pixel lies; a texel's centre is half a texel in.
  static ImagePoint texel(const Values& of, double x, double y) {
    const ScalingMap map = Scaling::Problem::from(of).map;
    const auto along = [](FixedPoint start, FixedPoint by_x, FixedPoint by_y, double px,
                          double py) {
      return texels_of(start) + (px - 0.5) * texels_of(by_x) + (py - 0.5) * texels_of(by_y) + 0.5;
    };
    return {along(map.u0, map.u_by_x, map.u_by_y, x, y),
            along(map.v0, map.v_by_x, map.v_by_y, x, y)};
  }
  /// A window begins with a whole pixel, so that all is off by one at most.
  void expect_same(const ImagePoint& found, const ImagePoint& wanted, const Values& now) const {
    const double pixel = 1 / get_real(now, "scale");
    EXPECT_NEAR(found.x, wanted.x, pixel);
    EXPECT_NEAR(found.y, wanted.y, pixel);
  }

  Registry registry;
  Values problem;
};

TEST_F(ImageGestureTest, TheWheelScalesAboutThePointer) {
  for (const double rotation : {0.0, 30.0, -115.0})
    for (const double notches : {1.0, -1.0, 0.25, 3.0}) {
      problem["rotation"] = rotation;
      ImageGesture gesture{share(250, 30), share(250, 30), notches};
      const Values now = after_gesture(handles(), params(), problem, gesture);
      EXPECT_NEAR(get_real(now, "scale") / get_real(problem, "scale"), std::pow(1 / 0.88, notches),
                  1e-4);
      EXPECT_EQ(get_real(now, "rotation"), rotation);
      expect_same(texel(now, 250, 30), texel(problem, 250, 30), now);
    }
}

TEST_F(ImageGestureTest, ManyTurnsOfTheWheelAndBackLeaveThePlace) {
  const ImagePoint before = texel(problem, 80, 120);
  Values now = problem;
  for (const double notch : {1.0, -1.0})
    for (int i = 0; i < 12; ++i)
      now = after_gesture(handles(), params(), now, {share(80, 120), share(80, 120), notch});
  EXPECT_NEAR(get_real(now, "scale"), get_real(problem, "scale"), 1e-3);
  expect_same(texel(now, 80, 120), before, now);
}

TEST_F(ImageGestureTest, ADragTakesTheTexelAlong) {
  for (const double rotation : {0.0, 90.0, -20.0}) {
    problem["rotation"] = rotation;
    const ImageGesture gesture{share(200, 90), share(170, 140), 0, true};
    const Values now = after_gesture(handles(), params(), problem, gesture);
    EXPECT_EQ(get_real(now, "scale"), get_real(problem, "scale"));
    const ImagePoint taken = texel(problem, 200, 90);
    expect_same(texel(now, 170, 140), taken, now);
    EXPECT_GT(std::hypot(texel(now, 200, 90).x - taken.x, texel(now, 200, 90).y - taken.y), 20);
  }
}

TEST_F(ImageGestureTest, ATurnFollowsThePointerRoundTheMiddle) {
  const double x = width / 2.0, y = height / 2.0;
  // A quarter to the right: from above the middle to the right of it.
  const ImageGesture quarter{share(x, y - 60), share(x + 60, y), 0, false, true};
  const Values now = after_gesture(handles(), params(), problem, quarter);
  EXPECT_NEAR(get_real(now, "rotation"), 90, 0.01);
  expect_same(texel(now, x + 60, y), texel(problem, x, y - 60), now);
  Values round = problem;
  for (int i = 0; i < 3; ++i) round = after_gesture(handles(), params(), round, quarter);
  EXPECT_NEAR(get_real(round, "rotation"), -90, 0.01) << "within half a turn either way";
}

TEST_F(ImageGestureTest, TheMiddleHasNoDirection) {
  const double x = width / 2.0, y = height / 2.0;
  const ImageGesture across{share(x - 1, y), share(x + 1, y + 1), 0, false, true};
  EXPECT_EQ(after_gesture(handles(), params(), problem, across), problem);
}

TEST_F(ImageGestureTest, ParametersKeepWithinTheirRanges) {
  const Workload& workload = *registry.find("scaling");
  Choice choice = default_choice(workload, "", Backend::cpu);
  for (const double notches : {400.0, -400.0})
    for (const double away : {-1e5, 1e5}) {
      const ImageGesture gesture{share(0, 0), share(away, -away), notches, true, true};
      choice.problem = after_gesture(handles(), params(), problem, gesture);
      EXPECT_NO_THROW(checked_choice(workload, choice)) << notches << " " << away;
    }
}

TEST_F(ImageGestureTest, AFittedPictureShowsAllOfTheSourceAndNothingElse) {
  problem["rotation"] = 40.0;
  problem["center_x"] = 0.1;
  const Values now = fitted_into(handles(), params(), problem, 580, 570);
  EXPECT_EQ(get_integer(now, "result_width"), 580);
  EXPECT_EQ(get_integer(now, "result_height"), 406);
  EXPECT_EQ(get_real(now, "rotation"), 0);
  expect_same(texel(now, 0, 0), {0, 0}, now);
  expect_same(texel(now, 580, 406), {1000, 700}, now);
}

TEST_F(ImageGestureTest, AFittedPictureIsNextMadeToFillItsPlace) {
  problem = fitted_into(handles(), params(), problem, 580, 570);
  const Values now = fitted_into(handles(), params(), problem, 580, 570);
  EXPECT_EQ(get_integer(now, "result_width"), 580);
  EXPECT_EQ(get_integer(now, "result_height"), 570);
  EXPECT_NEAR(texel(now, 0, 0).y, 0, 1) << "all of the shorter side";
  EXPECT_NEAR(texel(now, 0, 570).y, 700, 1);
  EXPECT_GT(texel(now, 0, 0).x, 100) << "a part of the longer one";
  EXPECT_EQ(fitted_into(handles(), params(), now, 580, 570), problem) << "and back";
}

TEST_F(ImageGestureTest, SaysWhichTexelLiesUnderThePointer) {
  problem["rotation"] = 25.0;
  problem["center_y"] = 0.3;
  const ImagePoint found = whole_under(handles(), params(), problem, share(31, 170));
  expect_same(found, texel(problem, 31, 170), problem);
}

}  // namespace
}  // namespace livewarp
