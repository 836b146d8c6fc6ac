#include "app/exercise/exercise.h"

#include <set>

#include "app/exercise/exercise_verdict.h"
#include "app/exercise/shipped_exercises.h"
#include "app/options/choice_options.h"
#include "app/testing/test_commands.h"
#include "kernels/registry.h"

namespace livewarp {
namespace {

const std::string whole = R"(exercise "A title"
about heat --variant naive --block 32x8
kernel heat_naive
task "Do it."
check loads sectors at-most 4.5 "side by side"
check warps lanes at-least 28
hint "Try."
starter
the starter
)";

std::string without(const std::string& text, const std::string& part) {
  std::string rest = text;
  return rest.erase(rest.find(part), part.size());
}

std::string complaint(const std::string& text) {
  try {
    parse_exercise(text, "my.exercise");
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Exercise, IsReadLineByLine) {
  const Exercise exercise = parse_exercise(whole, "folder/my.exercise");
  EXPECT_EQ(exercise.name, "my");
  EXPECT_EQ(exercise.title, "A title");
  EXPECT_EQ(exercise.workload, "heat");
  EXPECT_EQ(exercise.given, (ParsedOptions{{"variant", "naive"}, {"block", "32x8"}}));
  EXPECT_EQ(exercise.kernel, "heat_naive");
  ASSERT_EQ(exercise.checks.size(), 2u);
  EXPECT_EQ(exercise.checks[0].limit, 4.5);
  EXPECT_EQ(exercise.checks[0].why, "side by side");
  EXPECT_TRUE(exercise.checks[1].at_least);
  EXPECT_EQ(exercise.starter, "the starter\n");
}

TEST(Exercise, WhatIsWrongIsNamedWithItsLine) {
  EXPECT_EQ(complaint(without(whole, "task \"Do it.\"\n")),
            "my.exercise: there is no line \"task\"");
  EXPECT_EQ(complaint(without(whole, "the starter\n")),
            "my.exercise: there is no line \"starter\"");
  EXPECT_EQ(complaint("exercse \"A\"\n" + whole), "my.exercise:1: an exercise has no exercse");
  EXPECT_EQ(complaint("check loads wavefronts at-most 1\n" + whole),
            "my.exercise:1: loads have no wavefronts");
  EXPECT_EQ(complaint("check loads sectors below 1\n" + whole),
            "my.exercise:1: below is neither at-most nor at-least");
  EXPECT_EQ(complaint("check loads sectors at-most many\n" + whole),
            "my.exercise:1: many is no number");
  EXPECT_EQ(complaint("hint \"open\n" + whole), "my.exercise:1: a quotation mark is missing");
  EXPECT_EQ(complaint("about heat -variant x\n" + whole), "my.exercise:1: -variant is no option");
  EXPECT_EQ(complaint(""), "my.exercise: there is no line \"exercise\"");
}

TEST(Exercise, TwelveShipEachAboutAKernelThatThereIs) {
  const Registry registry;
  std::set<std::string> names;
  for (const Exercise& exercise : shipped_exercises()) {
    SCOPED_TRACE(exercise.name);
    names.insert(exercise.name);
    const Workload* const workload = registry.find(exercise.workload);
    ASSERT_NE(workload, nullptr);
    EXPECT_EQ(choice_from(*workload, exercise.given, Backend::cuda).variant,
              exercise.given.at("variant"));
    EXPECT_NE(exercise.starter.find(" " + exercise.kernel + "("), std::string::npos);
    EXPECT_NE(exercise.starter.find("To do"), std::string::npos);
    EXPECT_GE(exercise.hints.size(), 2u);
    EXPECT_FALSE(exercise.after.empty());
  }
  EXPECT_EQ(names.size(), 12u);
}

TEST(Exercise, WhatComesAfterAFailureStaysOpen) {
  const Exercise exercise = parse_exercise(whole, "my.exercise");
  KernelVerdict kernel;
  kernel.outcome = KernelOutcome::misused;
  kernel.text = "a race";
  const ExerciseVerdict verdict = verdict_on(exercise, kernel);
  ASSERT_EQ(verdict.points.size(), 5u);
  EXPECT_EQ(verdict.points[0].state, ExercisePoint::State::met);
  EXPECT_EQ(verdict.points[1].state, ExercisePoint::State::missed);
  EXPECT_EQ(verdict.points[1].text, "a race");
  for (std::size_t i = 2; i < 5; ++i)
    EXPECT_EQ(verdict.points[i].state, ExercisePoint::State::open);
  EXPECT_FALSE(verdict.solved());
}

TEST(Exercise, ChecksCompareWhatTheLensHasCounted) {
  const Exercise exercise = parse_exercise(whole, "my.exercise");
  KernelVerdict kernel;
  kernel.outcome = KernelOutcome::right;
  const auto counted = [](int sectors, double lanes) {
    return Json{{"kernels",
                 {{{"kernel", "heat_naive<float>"},
                   {"warps", 2},
                   {"active_lanes", lanes},
                   {"lines",
                    {{{"file", "my.cuh"},
                      {"line", 7},
                      {"space", "global"},
                      {"access", "load"},
                      {"requests", 10},
                      {"sectors", sectors},
                      {"findings", Json::array()}}}}}}}};
  };
  kernel.counted = counted(45, 28);
  EXPECT_TRUE(verdict_on(exercise, kernel).solved());
  kernel.counted = counted(46, 28);
  ExerciseVerdict verdict = verdict_on(exercise, kernel);
  EXPECT_FALSE(verdict.solved());
  EXPECT_EQ(verdict.points[3].text, "counted: 4.60, most at my.cuh:7");
  kernel.counted = counted(45, 27.9);
  EXPECT_FALSE(verdict_on(exercise, kernel).solved());
  kernel.counted = Json();
  EXPECT_FALSE(verdict_on(exercise, kernel).solved());
}

class ExerciseCommand : public testing::Test {
 protected:
  Registry registry_;
  test::Bench bench_{workloads_of(registry_)};
  test::TemporaryFolder folder_;
};

TEST_F(ExerciseCommand, ListsTellsAndWritesAStarter) {
  EXPECT_EQ(test::run(bench_, "exercise list"), exit_ok);
  EXPECT_TRUE(test::has(bench_.out.str(), "Pad the shared tile"));
  EXPECT_EQ(test::run(bench_, "exercise pad"), exit_ok);
  EXPECT_TRUE(test::has(bench_.out.str(), "transpose shared, kernel transpose_tile"));
  const std::string file = folder_.file("my.cuh");
  EXPECT_EQ(test::run(bench_, "exercise pad --start " + file), exit_ok);
  EXPECT_EQ(test::content_of(file), find_exercise("pad").starter);
  EXPECT_EQ(test::run(bench_, "exercise pad --start " + file), exit_bad_request);
  EXPECT_TRUE(test::has(bench_.err.str(), "is there already"));
}

TEST_F(ExerciseCommand, BadRequestsAreASentence) {
  for (const char* const line :
       {"exercise", "exercise pda", "exercise pad --with no/such.cuh", "exercise pad --result r",
        "exercise pad --start a --with b", "exercise pad --with /"})
    EXPECT_EQ(test::run(bench_, line), exit_bad_request) << line;
  EXPECT_TRUE(test::has(bench_.err.str(), "there is no exercise and no file pda"));
  EXPECT_TRUE(test::has(bench_.err.str(), "did you mean pad?"));
}

}  // namespace
}  // namespace livewarp
