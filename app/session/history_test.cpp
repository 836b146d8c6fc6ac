#include "app/session/history.h"

#include <gtest/gtest.h>

namespace livewarp {
namespace {

Setting at(std::int64_t n) {
  Setting setting;
  setting.choice.workload = "toy";
  setting.choice.problem["n"] = n;
  return setting;
}

std::int64_t n_of(const Setting& setting) { return get_integer(setting.choice.problem, "n"); }

TEST(History, GoesBackSeveralStepsAndForwardAgain) {
  History history(at(1));
  EXPECT_EQ(history.previous(), nullptr);
  for (const int n : {2, 3, 4}) history.changed(at(n));
  for (const int n : {3, 2, 1}) {
    ASSERT_NE(history.previous(), nullptr);
    EXPECT_EQ(n_of(*history.previous()), n);
    history.went_back();
    EXPECT_EQ(n_of(history.present()), n);
  }
  EXPECT_EQ(history.previous(), nullptr);
  for (const int n : {2, 3, 4}) {
    ASSERT_NE(history.next(), nullptr);
    history.went_forward();
    EXPECT_EQ(n_of(history.present()), n);
  }
  EXPECT_EQ(history.next(), nullptr);
}

TEST(History, ADragIsOneStep) {
  History history(at(1));
  history.changed(at(2));
  for (const int n : {3, 4, 5, 6}) history.changed(at(n), 7);
  history.changed(at(7), 8);  // another drag
  history.went_back();
  EXPECT_EQ(n_of(history.present()), 6);
  history.went_back();
  EXPECT_EQ(n_of(history.present()), 2);
}

TEST(History, ADragThatEndsWhereItBeganIsNoStep) {
  History history(at(1));
  history.changed(at(2));
  history.changed(at(3), 7);
  history.changed(at(2), 7);
  ASSERT_NE(history.previous(), nullptr);
  EXPECT_EQ(n_of(*history.previous()), 1);
}

TEST(History, AStepBackEndsTheGesture) {
  History history(at(1));
  history.changed(at(2), 7);
  history.went_back();
  history.changed(at(3), 7);
  ASSERT_NE(history.previous(), nullptr);
  EXPECT_EQ(n_of(*history.previous()), 1);
}

TEST(History, ANewChangeForgetsWhatWasUndone) {
  History history(at(1));
  history.changed(at(2));
  history.went_back();
  history.changed(at(3));
  EXPECT_EQ(history.next(), nullptr);
  history.changed(at(3));
  EXPECT_EQ(n_of(*history.previous()), 1) << "no change is no step";
}

TEST(History, AChangeThatFailedIsNoStep) {
  History history(at(1));
  history.changed(at(2));
  history.changed(at(3));
  history.replaced(at(2));  // it came to nothing
  EXPECT_EQ(n_of(*history.previous()), 1);
  history.replaced(at(9));  // and the device fell back to something else
  EXPECT_EQ(n_of(history.present()), 9);
  EXPECT_EQ(n_of(*history.previous()), 1);
}

TEST(History, AStepBackThatWasCancelledCanBeMadeAgain) {
  History history(at(1));
  history.changed(at(2));
  history.changed(at(3));
  history.went_back();
  history.replaced(at(3));  // its run was still being prepared
  EXPECT_EQ(n_of(history.present()), 3);
  EXPECT_EQ(n_of(*history.previous()), 2);
  EXPECT_EQ(history.next(), nullptr) << "forward to where it is leads nowhere";
}

TEST(History, PausingIsNoStepAndForgetsNone) {
  const auto paused = [](std::int64_t n) {
    Choice choice = at(n).choice;
    choice.paused = true;
    return setting_of(choice);
  };
  History history(paused(1));
  history.changed(at(1));
  EXPECT_EQ(history.previous(), nullptr);
  history.changed(at(2));
  history.went_back();
  history.changed(paused(1));
  ASSERT_NE(history.next(), nullptr);
  EXPECT_EQ(n_of(*history.next()), 2);
}

TEST(History, FailingInteropIsUndoneAsAChoiceIs) {
  History history(at(1));
  Setting failing = at(1);
  failing.interop_fails = true;
  history.changed(failing);
  ASSERT_NE(history.previous(), nullptr);
  EXPECT_FALSE(history.previous()->interop_fails);
}

}  // namespace
}  // namespace livewarp
