// A session whose problem is a window on a picture: what a change of it keeps.
#include <filesystem>
#include <fstream>

#include "app/testing/session_fixture.h"
#include "kernels/core/base/error.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;
using test::SessionTest;

class ResultSessionTest : public SessionTest {
 protected:
  /// 3 x 2 pixels, each of which is `brightness`.
  std::string picture(int brightness) const {
    std::string path = folder_.file("a.pgm");
    std::ofstream file(path);
    file << "P2 3 2 255";
    for (int i = 0; i < 6; ++i) file << " " << brightness;
    return path;
  }
  Choice start(const std::string& variant) const {
    Choice result = default_choice(*registry_.find("scaling"), variant, Backend::cpu);
    result.problem["chart"] = std::string("image");
    result.problem["image"] = picture(90);
    result.problem["result_width"] = std::int64_t{8};
    result.problem["result_height"] = std::int64_t{4};
    result.problem["pixels"] = std::string("grey8");
    return result;
  }
  /// The result, once a step has been made.
  static Image result_of(Session& session) {
    EXPECT_TRUE(run(session, 240s, [&] { return !session.preparing() && session.steps() > 0; }));
    return session.result();
  }
  static void expect_all(const Image& image, int brightness) {
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x) ASSERT_EQ(image.at(x, y, 0), brightness);
  }

  test::TemporaryFolder folder_;
};

// The file has changed meanwhile: whoever reads it again is found out.
TEST_F(ResultSessionTest, AnotherSizeOrScaleKeepsTheSource) {
  Session session(registry_, machine_, start("threads"));
  expect_all(result_of(session), 90);
  picture(20);
  Choice other = session.choice();
  other.problem["result_width"] = std::int64_t{300};
  session.apply(other);
  const Image wide = result_of(session);
  EXPECT_EQ(wide.width, 300);
  expect_all(wide, 90);
  other.problem["scale"] = 5.0;
  session.apply(other);
  expect_all(result_of(session), 90);
  EXPECT_EQ(session.choice(), other);
  session.reset();
  expect_all(result_of(session), 20);
  EXPECT_TRUE(session.notices().current().empty());
}

TEST_F(ResultSessionTest, APictureThatIsGoneStaysOpen) {
  Session session(registry_, machine_, start("threads"));
  expect_all(result_of(session), 90);
  std::filesystem::remove(folder_.file("a.pgm"));
  Choice other = session.choice();
  other.paused = true;
  session.apply(other);
  EXPECT_TRUE(session.choice().paused);
  other.problem["scale"] = 5.0;
  session.apply(other);
  EXPECT_EQ(session.choice(), other);
  EXPECT_TRUE(session.notices().current().empty());
}

TEST_F(ResultSessionTest, AnotherSourceIsMadeAnew) {
  Session session(registry_, machine_, start("threads"));
  expect_all(result_of(session), 90);
  Choice other = session.choice();
  other.problem["pixels"] = std::string("rgba8");
  picture(20);
  session.apply(other);
  const Image image = result_of(session);
  EXPECT_EQ(image.channels, 4);
  expect_all(image, 20);
}

TEST_F(ResultSessionTest, AVariantOfAnotherExecutorTakesTheSourceToo) {
  Session session(registry_, machine_, start("threads"), Executor::emulator);
  expect_all(result_of(session), 90);
  picture(20);
  Choice other = default_choice(*registry_.find("scaling"), "taps", Backend::cuda);
  other.problem = session.choice().problem;
  other.problem["result_width"] = std::int64_t{20};
  session.apply(other);
  EXPECT_EQ(session.executor(), Executor::emulator);
  const Image image = result_of(session);
  EXPECT_EQ(image.width, 20);
  expect_all(image, 90);
}

// The larger the result, the later its run is there: the step waits for it.
TEST_F(ResultSessionTest, AStepWhilePausedIsMadeOnceTheRunIsThere) {
  for (const std::int64_t width : {20, 16'384}) {
    Choice paused = start("threads");
    paused.paused = true;
    Session session(registry_, machine_, paused);
    paused.problem["result_width"] = width;
    paused.problem["result_height"] = std::int64_t{4000};
    session.apply(paused);
    session.single_step();
    EXPECT_EQ(result_of(session).width, width);
    EXPECT_EQ(session.steps(), 1);
  }
}

TEST_F(ResultSessionTest, WithoutAStepThereIsNoResult) {
  Choice paused = start("threads");
  paused.paused = true;
  Session session(registry_, machine_, paused);
  EXPECT_THROW(session.result(), Error);
  session.single_step();
  expect_all(result_of(session), 90);
  const Choice nbody = default_choice(*registry_.find("nbody"), "scalar", Backend::cpu);
  Session other(registry_, machine_, nbody);
  EXPECT_THROW(other.result(), Error);
}

}  // namespace
}  // namespace livewarp
