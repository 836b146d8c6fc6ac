// What the next slide sets otherwise, in words.
#include "app/lecture/slide_change.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace livewarp {
namespace {

using Texts = std::vector<std::string>;

class SlideChange : public testing::Test {
 protected:
  Choice nbody(const std::string& variant, std::int64_t n) const {
    Choice choice = default_choice(*registry_.find("nbody"), variant, Backend::cpu);
    choice.problem["n"] = n;
    return choice;
  }
  std::string title(const std::string& variant) const {
    return registry_.find("nbody")->find(variant)->title;
  }
  const Registry registry_;
};

TEST_F(SlideChange, NamesWhatIsOtherwiseAndNothingElse) {
  const Choice before = nbody("naive", 4096);
  SlideSide next{.choice = nbody("naive", 4096)};
  EXPECT_EQ(changes_of(registry_, &before, next), Texts{"The same setting"});
  next.choice->launch["block"] = std::string("64");
  EXPECT_EQ(changes_of(registry_, &before, next), Texts{"Block: 64"});
  next.choice = nbody("shared", 65536);
  const Texts both = changes_of(registry_, &before, next);
  ASSERT_EQ(both.size(), 2u);
  EXPECT_EQ(both[0], "Variant: " + title("shared"));
  EXPECT_NE(both[1].find(": 65,536"), std::string::npos) << both[1];
  next.choice = before;
  next.choice->memory = MemoryMode::pinned;
  EXPECT_EQ(changes_of(registry_, &before, next).size(), 1u);
}

TEST_F(SlideChange, TellsOfAnotherWorkloadWhatIsNotAsUsual) {
  const Choice before = nbody("naive", 4096);
  const Workload& heat = *registry_.find("heat");
  SlideSide next{.choice = default_choice(heat, heat.variants().front()->name, Backend::cpu),
                 .tab = "lens"};
  EXPECT_EQ(changes_of(registry_, &before, next),
            (Texts{"Workload: " + heat.info().title, "Variant: " + heat.variants().front()->title,
                   "Opens Lens"}));
  EXPECT_EQ(changes_of(registry_, nullptr, next).size(), 3u) << "nothing was chosen before";
}

TEST_F(SlideChange, WithoutAChoiceWhatRunsGoesOn) {
  const Choice before = nbody("naive", 4096);
  SlideSide next{.guess = "faster"};
  EXPECT_EQ(changes_of(registry_, &before, next), (Texts{"What runs goes on", "The hall guesses"}));
}

}  // namespace
}  // namespace livewarp
