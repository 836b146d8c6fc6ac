#include "render/testing/probe_test.h"

#include "render/testing/field_test.h"

namespace livewarp {
namespace {

class ProberTest : public FieldTest {
 protected:
  GlPicture numbered() {
    return publish([](std::int64_t x, std::int64_t y) { return Cell{double(100 * y + x)}; }, 100,
                   80);
  }
  using Cell = TestCell;
};

TEST_F(ProberTest, AnswersInTheOrderOfTheQuestions) {
  const GlPicture picture = numbered();
  Prober prober;
  EXPECT_FALSE(prober.answer());
  for (int x = 0; x < 50; ++x) {
    prober.ask(picture, ImagePoint{x + 0.5, 7.5});
    if (x % 3 == 2) glFinish();
    const std::optional<Probe> found = prober.answer();
    if (x % 3 != 2) continue;
    ASSERT_TRUE(found) << x;
    EXPECT_EQ(found->x, x);
    EXPECT_EQ(found->y, 7);
    EXPECT_EQ(found->value, 700 + x);
  }
}

TEST_F(ProberTest, AsksNoMoreThanItCanKeep) {
  const GlPicture picture = numbered();
  Prober prober;
  for (int x = 0; x < 50; ++x) prober.ask(picture, ImagePoint{x + 0.5, 7.5});
  glFinish();
  const std::optional<Probe> found = prober.answer();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->value, 700 + double(found->x)) << "place and value belong together";
}

TEST_F(ProberTest, ForgetsWhereThereIsNothing) {
  const GlPicture picture = numbered();
  Prober prober;
  prober.ask(picture, ImagePoint{3.5, 4.5});
  glFinish();
  EXPECT_TRUE(prober.answer());
  EXPECT_TRUE(prober.answer()) << "it stays";
  prober.ask(picture, {});
  EXPECT_FALSE(prober.answer());
  prober.ask(picture, ImagePoint{3.5, 4.5});
  prober.ask(picture, ImagePoint{-1, 4.5});
  glFinish();
  EXPECT_FALSE(prober.answer()) << "what was asked for is no longer wanted";
  prober.ask(picture, ImagePoint{5.5, 6.5});
  glFinish();
  ASSERT_TRUE(prober.answer());
  EXPECT_EQ(prober.answer()->value, 605);
}

}  // namespace
}  // namespace livewarp
