#include "app/serve/hall.h"

#include <gtest/gtest.h>

namespace livewarp {
namespace {

using Ids = std::vector<int>;

TEST(Hall, TheFirstWithTheSteeringLinkSteers) {
  Hall hall;
  EXPECT_EQ(hall.come(false), 1);
  EXPECT_FALSE(hall.steering());
  EXPECT_EQ(hall.come(true), 2);
  EXPECT_EQ(hall.come(true), 3);
  EXPECT_EQ(hall.steering(), 2);
  EXPECT_TRUE(hall.may_take(3));
  EXPECT_FALSE(hall.may_take(2)) << "it steers";
  EXPECT_FALSE(hall.may_take(1)) << "it came to watch";
  EXPECT_TRUE(hall.take(3));
  EXPECT_EQ(hall.steering(), 3);
  EXPECT_FALSE(hall.take(1));
  EXPECT_EQ(hall.steering(), 3);
}

TEST(Hall, SteeringFallsToWhoHasTheLinkTheLongest) {
  Hall hall;
  for (const bool link : {true, false, true, true}) hall.come(link);
  hall.leave(1);
  EXPECT_EQ(hall.steering(), 3);
  hall.leave(3);
  hall.leave(4);
  EXPECT_FALSE(hall.steering()) << "the watcher has no right to";
  EXPECT_EQ(hall.come(true), 5) << "no number is given twice";
  EXPECT_EQ(hall.steering(), 5);
  hall.leave(77);
  EXPECT_EQ(hall.size(), 2);
}

TEST(Hall, WhoSteersHandsOver) {
  Hall hall;
  for (const bool link : {true, false, false}) hall.come(link);
  EXPECT_FALSE(hall.give(2, 3)) << "2 does not steer";
  EXPECT_FALSE(hall.give(1, 9)) << "nobody is 9";
  EXPECT_FALSE(hall.give(1, 1));
  EXPECT_TRUE(hall.give(1, 2));
  EXPECT_EQ(hall.steering(), 2);
  EXPECT_TRUE(hall.may_take(1));
  EXPECT_TRUE(hall.take(1));
  EXPECT_FALSE(hall.take(2)) << "it had it lent";
  hall.give(1, 3);
  hall.leave(3);
  EXPECT_EQ(hall.steering(), 1);
}

TEST(Hall, WishesStandInTheirOrderUntilTheyAreGranted) {
  Hall hall;
  for (const bool link : {true, false, false, false}) hall.come(link);
  EXPECT_FALSE(hall.ask(1)) << "it steers";
  EXPECT_TRUE(hall.ask(3));
  EXPECT_TRUE(hall.ask(2));
  EXPECT_TRUE(hall.ask(4));
  EXPECT_FALSE(hall.ask(3)) << "it has asked";
  EXPECT_EQ(hall.asking(), (Ids{3, 2, 4}));
  hall.give(1, 2);
  EXPECT_EQ(hall.asking(), (Ids{3, 4}));
  hall.leave(3);
  EXPECT_EQ(hall.asking(), (Ids{4}));
}

TEST(Hall, CountsTheLastVoteOfEach) {
  Hall hall;
  for (const bool link : {true, false, false}) hall.come(link);
  EXPECT_FALSE(hall.vote(2, 1)) << "there is no question";
  hall.set_question("a");
  EXPECT_TRUE(hall.vote(2, 1));
  EXPECT_TRUE(hall.vote(3, 2));
  EXPECT_TRUE(hall.vote(2, 3));
  EXPECT_FALSE(hall.vote(9, 3)) << "nobody is 9";
  hall.leave(3);
  EXPECT_EQ(hall.votes().votes, (std::vector<double>{3, 2})) << "of those who left as well";
  EXPECT_EQ(hall.votes().viewers, 2);
  hall.set_question("a");
  EXPECT_EQ(hall.votes().votes.size(), 2u) << "it is the same question";
  hall.set_question("b");
  EXPECT_TRUE(hall.votes().votes.empty());
  hall.set_question("");
  EXPECT_FALSE(hall.vote(2, 1));
}

}  // namespace
}  // namespace livewarp
