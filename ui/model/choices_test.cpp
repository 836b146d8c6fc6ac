#include "ui/model/choices.h"

#include <gtest/gtest.h>

#include "kernels/core/model/block_rule.h"
#include "kernels/core/workload/remembered.h"
#include "ui/testing/fake_model.h"

namespace livewarp::ui {
namespace {

class Choices : public testing::Test {
 protected:
  const VariantInfo& variant(const char* name) const { return *world.nbody->find(name); }
  Choice start(const char* variant) const {
    return default_choice(*world.nbody, variant, Backend::cuda);
  }
  const FakeWorld world;
  Remembered remembered;
};

TEST_F(Choices, AnotherVariantKeepsWhatItOffers) {
  Choice choice = start("shared");
  choice.launch["block"] = std::string("512");
  choice.memory = MemoryMode::mapped;
  choice.problem["n"] = std::int64_t{4099};
  const Choice next = remembered.with_variant(choice, Backend::cuda, variant("register"));
  EXPECT_EQ(next.variant, "register");
  EXPECT_EQ(get_text(next.launch, "block"), "512");
  EXPECT_EQ(get_integer(next.launch, "items"), 4);
  EXPECT_EQ(next.memory, MemoryMode::mapped);
  EXPECT_EQ(next.problem, choice.problem);
}

TEST_F(Choices, WayBackFindsWhatWasChosen) {
  Choice choice = start("register");
  choice.launch["block"] = std::string("256");
  choice.launch["items"] = std::int64_t{8};
  choice.memory = MemoryMode::pinned;
  choice.display = DisplayPath::copy;
  remembered.note(choice, Backend::cuda);
  const Choice cpu = remembered.with_variant(choice, Backend::cuda, variant("threads"));
  EXPECT_EQ(cpu.memory, MemoryMode::host);
  EXPECT_EQ(cpu.display, DisplayPath::automatic);
  EXPECT_FALSE(cpu.launch.contains("block"));
  remembered.note(cpu, Backend::cpu);
  const Choice back = remembered.with_variant(cpu, Backend::cpu, variant("register"));
  EXPECT_EQ(get_text(back.launch, "block"), "256");
  EXPECT_EQ(get_integer(back.launch, "items"), 8);
  EXPECT_EQ(back.memory, MemoryMode::pinned);
}

TEST_F(Choices, EveryVariantToEveryVariantIsAValidChoice) {
  for (const VariantInfo* from : world.nbody->variants())
    for (const VariantInfo* to : world.nbody->variants()) {
      const Choice next = remembered.with_variant(start(from->name.c_str()), from->backend, *to);
      EXPECT_NO_THROW(checked_choice(*world.nbody, next)) << from->name << " to " << to->name;
    }
}

TEST_F(Choices, Neighbours) {
  const Param block = block_axis({"32", "64", "128"}, "64", BlockRule::row("it is a row"));
  EXPECT_EQ(neighbour(block, std::string("64"), +1), Value(std::string("128")));
  EXPECT_EQ(neighbour(block, std::string("64"), -1), Value(std::string("32")));
  EXPECT_FALSE(neighbour(block, std::string("128"), +1));
  EXPECT_EQ(neighbour(block, std::string("77"), +1), Value(std::string("128")));
  EXPECT_EQ(neighbour(block, std::string("77"), -1), Value(std::string("64")));
  EXPECT_FALSE(neighbour(block, std::string("160"), +1));
}

TEST_F(Choices, Scaling) {
  const Param n = integer_param("n", "N", "", 1, 1000, 16, "");
  EXPECT_EQ(scaled(n, std::int64_t{16}, +1), Value(std::int64_t{32}));
  EXPECT_EQ(scaled(n, std::int64_t{33}, -1), Value(std::int64_t{16}));
  EXPECT_EQ(scaled(n, std::int64_t{900}, +1), Value(std::int64_t{1000}));
  EXPECT_FALSE(scaled(n, std::int64_t{1000}, +1));
  EXPECT_FALSE(scaled(n, std::int64_t{1}, -1));
}

TEST_F(Choices, DraggedValuesAreTidy) {
  Param n = integer_param("n", "N", "", 1, 1 << 20, 16, "");
  EXPECT_EQ(tidy(n, 1234.4), 1234);
  n.log_scale = true;
  EXPECT_EQ(tidy(n, 1234.4), 1024);
  EXPECT_EQ(tidy(n, 3e9), 1 << 20);
  const Param dt = real_param("dt", "Time step", "", 1e-5, 1, 1e-3, "");
  EXPECT_EQ(to_text(Value(tidy(dt, 0.00123456))), "0.00123");
  EXPECT_EQ(to_text(Value(tidy(dt, 0.98765))), "0.988");
  Param grid = real_param("x", "X", "", 0, 10, 5, "");
  grid.step = 0.25;
  EXPECT_EQ(tidy(grid, 3.3), 3.25);
}

TEST(ChoicesInWords, OfASettingWhatMattersComesFirst) {
  const FakeWorld world;
  Model model = running_model(world);
  const std::vector<std::string> usual = setting_parts(model, true);
  ASSERT_GE(usual.size(), 3u);
  EXPECT_EQ(usual[0], "block 128");
  EXPECT_EQ(usual[1], "N 16,384");
  EXPECT_EQ(usual[2], "device");
  EXPECT_EQ(setting_parts(model, false).size(), usual.size() - 1);
  // An axis that is not as usual comes before those that are.
  model.axes.push_back(integer_axis("first", "First", "", {1, 2}, 1, ""));
  model.axes.push_back(integer_axis("second", "Second", "", {1, 2}, 1, ""));
  model.choice.launch["first"] = std::int64_t{1};
  model.choice.launch["second"] = std::int64_t{2};
  const std::vector<std::string> changed = setting_parts(model, true);
  ASSERT_GE(changed.size(), usual.size() + 2);
  EXPECT_EQ(changed[3], "second 2");
  EXPECT_EQ(changed.back(), "first 1");
}

}  // namespace
}  // namespace livewarp::ui
