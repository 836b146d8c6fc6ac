#include "kernels/core/measure/verification.h"
#include "ui/model/numbers.h"

#include <gtest/gtest.h>

#include "ui/testing/fake_model.h"

namespace livewarp::ui {
namespace {

TEST(HeldNumbers, RepaintAtMostFourTimesASecond) {
  const FakeWorld world;
  Model model = running_model(world);
  HeldNumbers held;
  int repaints = 0;
  double last = 0;
  for (int i = 0; i < 300; ++i) {  // five seconds
    model.step.median = 8 + 0.001 * i;
    const double shown = held.update(model, i / 60.0).step.median;
    if (shown != last) ++repaints;
    last = shown;
  }
  EXPECT_GE(repaints, 15);
  EXPECT_LE(repaints, 20);
}

TEST(HeldNumbers, OldNumberIsGoneInTheSameFrame) {
  const FakeWorld world;
  Model model = running_model(world);
  HeldNumbers held;
  EXPECT_GT(held.update(model, 0).step.count, 0u);
  switch_to(model, "register");
  EXPECT_EQ(held.update(model, 0.001).step.count, 0u);
}

TEST(HeldNumbers, EveryChangeOfTheChoiceLetsGo) {
  const FakeWorld world;
  const Model before = running_model(world);
  const auto changes = std::vector<void (*)(Choice&)>{
      [](Choice& choice) { choice.launch["block"] = std::string("256"); },
      [](Choice& choice) { choice.memory = MemoryMode::mapped; },
      [](Choice& choice) { choice.display = DisplayPath::copy; },
      [](Choice& choice) { choice.problem["n"] = std::int64_t{1000}; }};
  for (const auto& change : changes) {
    HeldNumbers held;
    held.update(before, 0);
    Model after = before;
    change(after.choice);
    after.step.median = 99;
    EXPECT_EQ(held.update(after, 0.001).step.median, 99);
  }
}

TEST(HeldNumbers, NoTimeWithoutAVerifiedResult) {
  const FakeWorld world;
  for (const Verdict verdict : {Verdict::unchecked, Verdict::checking, Verdict::failed}) {
    Model model = running_model(world);  // an app that would give its times away
    model.check.verdict = verdict;
    HeldNumbers held;
    const Numbers& numbers = held.update(model, 0);
    EXPECT_EQ(numbers.step.count, 0u);
    EXPECT_EQ(numbers.kernel_ms, 0);
    EXPECT_EQ(numbers.steps_per_second, 0);
    for (const IntervalRow& row : numbers.intervals) {
      if (row.slot == Slot::kernel || row.slot == Slot::copy) {
        EXPECT_EQ(row.times.count, 0u) << row.label;
      }
    }
    for (const FramePart& part : numbers.frame_parts) EXPECT_NE(part.slot, Slot::kernel);
  }
}

}  // namespace
}  // namespace livewarp::ui
