#include "render/splat/manner_choice.h"

#include <cmath>

#include <gtest/gtest.h>

namespace livewarp {
namespace {

using splat::Manner;

/// A machine whose costs are known: ms a body and pixel of a light, a body of density, a picture.
struct Machine {
  double light, deposit, showing;
  double noise = 0;  ///< share by which a time may be longer
  int pictures = 0;
  SplatTimes time(Manner manner, std::int64_t bodies, const PointsLook& look) {
    const double radius = std::max(double{look.radius}, double{look.least_radius});
    const double longer = 1 + noise * (++pictures % 3) / 2;
    return {longer * double(bodies) *
                (manner == Manner::density ? deposit : light * 3.14159265 * radius * radius),
            longer * showing};
  }
};

struct Course {
  MannerChoice choice{0.02};
  int changes = 0;
  std::optional<Manner> last;
  /// So many pictures; the manner of the last.
  Manner draw(Machine& machine, std::int64_t bodies, const PointsLook& look, int pictures = 12) {
    for (int k = 0; k < pictures; ++k) {
      const Manner manner = choice.choose(bodies, look);
      if (last && *last != manner) ++changes;
      last = manner;
      choice.note(manner, bodies, look, machine.time(manner, bodies, look));
    }
    return *last;
  }
};

// The same bodies are lights where that is cheap, and density where it is not: no number decides.
TEST(MannerChoice, GoesByWhatIsMeasured) {
  const PointsLook look{.width = 1920, .height = 1080, .radius = 1.3f};
  Machine fast{1e-9, 1e-9, 0.04}, slow{1e-6, 1e-6, 0.04};
  for (const std::int64_t bodies : {20'000, 1'000'000}) {
    Course on_fast, on_slow;
    EXPECT_EQ(on_fast.draw(fast, bodies, look), Manner::lights) << bodies;
    EXPECT_EQ(on_slow.draw(slow, bodies, look), Manner::density) << bodies;
  }
}

TEST(MannerChoice, KeepsItsMannerWhereTimesFluctuate) {
  const PointsLook look{.width = 1920, .height = 1080, .radius = 1.5f};
  // Lights cost about as much as the rest of the picture: the very border.
  for (const double at : {0.6, 0.9, 1.0, 1.1, 1.6}) {
    Machine machine{at * 0.04 / (3.14159265 * 2.25 * 300'000), 1e-8, 0.04, 0.4};
    Course course;
    course.draw(machine, 300'000, look, 400);
    EXPECT_LE(course.changes, 2) << at;
  }
}

TEST(MannerChoice, OneSlowPictureDecidesNothing) {
  const PointsLook look{.width = 1920, .height = 1080, .radius = 1.3f};
  Machine machine{1e-9, 1e-9, 0.04}, busy{1e-5, 1e-5, 0.04};
  Course course;
  EXPECT_EQ(course.draw(machine, 50'000, look), Manner::lights);
  course.draw(busy, 50'000, look, 1);
  EXPECT_EQ(course.draw(machine, 50'000, look), Manner::lights);
  EXPECT_EQ(course.changes, 0);
}

TEST(MannerChoice, FollowsNumbersAndSizesOfBodies) {
  PointsLook look{.width = 1920, .height = 1080, .radius = 1.3f};
  Machine machine{2e-8, 3e-8, 0.05};
  Course course;
  EXPECT_EQ(course.draw(machine, 50'000, look), Manner::lights);
  // What a million would cost as lights is known without a picture of them.
  EXPECT_EQ(course.draw(machine, 16'777'216, look, 1), Manner::density);
  course.draw(machine, 16'777'216, look);
  EXPECT_EQ(course.draw(machine, 50'000, look), Manner::lights);
  EXPECT_EQ(course.changes, 2);
  look.radius = 30;  // the same bodies, near
  EXPECT_EQ(course.draw(machine, 50'000, look), Manner::density);
  look.radius = 1.3f;
  EXPECT_EQ(course.draw(machine, 50'000, look), Manner::lights);
}

TEST(MannerChoice, IsTheSameForAFirstPictureEverywhere) {
  const PointsLook look;
  EXPECT_EQ(MannerChoice(4).choose(1, look), Manner::lights);
  EXPECT_EQ(MannerChoice(4).choose(49'152, look), Manner::lights);
  EXPECT_EQ(MannerChoice(4).choose(1'048'576, look), Manner::density);
}

}  // namespace
}  // namespace livewarp
