#include "app/options/choice_line.h"

#include <gtest/gtest.h>

#include "app/measure/context.h"
#include "app/options/choice_options.h"
#include "kernels/core/base/error.h"
#include "kernels/registry.h"

namespace livewarp {
namespace {

TEST(ShellWords, AreDividedByBlanksAndJoinedByQuotes) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(shell_words("  nbody  --n 4096\t--paused "),
            (Words{"nbody", "--n", "4096", "--paused"}));
  EXPECT_EQ(shell_words("--image '/home/a b/#1 it'\\''s.png' \"x y\"z # the rest"),
            (Words{"--image", "/home/a b/#1 it's.png", "x yz"}));
  EXPECT_EQ(shell_words("a#b ''"), (Words{"a#b", ""}));
  EXPECT_TRUE(shell_words("").empty());
  EXPECT_THROW(shell_words("--image 'half"), Error);
}

class ChoiceLine : public testing::Test {
 protected:
  const Registry registry_;
  const std::vector<const Workload*> workloads_ = workloads_of(registry_);

  std::string refusal(const std::string& line) const {
    try {
      choice_of_line(workloads_, line, Backend::cpu);
    } catch (const Error& error) {
      return std::string(error.what()) + "|" + error.advice();
    }
    return "none";
  }
};

TEST_F(ChoiceLine, ReadsBackWhatIsCopied) {
  for (const Workload* workload : workloads_)
    for (const VariantInfo* variant : workload->variants()) {
      const Choice plain = default_choice(*workload, variant->name, Backend::cpu);
      const std::string line = to_command_line(*workload, plain);
      EXPECT_EQ(choice_of_line(workloads_, line, Backend::cuda), plain) << line;
    }
  Choice choice = default_choice(*registry_.find("heat"), "naive", Backend::cuda);
  choice.launch["block"] = std::string("32x8");
  choice.memory = MemoryMode::pinned;
  choice.problem["start"] = std::string("figure");
  choice.view["moving"] = false;
  choice.steps_per_frame = 3;
  choice.paused = true;
  const std::string line = to_command_line(*registry_.find("heat"), choice, "show");
  EXPECT_EQ(choice_of_line(workloads_, line.substr(5), Backend::cpu), choice) << line;
}

TEST_F(ChoiceLine, SaysWhatIsWrong) {
  EXPECT_EQ(refusal(""), "the workload is missing|");
  EXPECT_NE(refusal("nbdoy --n 5").find("there is no workload nbdoy|did you mean nbody?"),
            std::string::npos);
  EXPECT_NE(refusal("nbody --varient naive")
                .find("nbody has no option --varient|did you mean "
                      "--variant?"),
            std::string::npos);
  EXPECT_NE(refusal("nbody --variant naiv").find("nbody has no variant naiv"), std::string::npos);
  EXPECT_NE(refusal("nbody more").find("\"more\" is too much"), std::string::npos);
  EXPECT_NE(refusal("nbody --n 0").find("n 0"), std::string::npos) << refusal("nbody --n 0");
  EXPECT_NE(refusal("nbody --n -5"), "none");
  EXPECT_NE(refusal("nbody --n"), "none");
  EXPECT_NE(refusal("scaling --image /nowhere/cat.png").find("/nowhere/cat.png"),
            std::string::npos);
}

TEST_F(ChoiceLine, WithoutAVariantTakesThatOfTheBackend) {
  EXPECT_EQ(choice_of_line(workloads_, "nbody", Backend::cpu).variant, "threads");
  EXPECT_EQ(choice_of_line(workloads_, "nbody", Backend::cuda).variant, "register");
}

}  // namespace
}  // namespace livewarp
