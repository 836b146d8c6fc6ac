#include "app/fault/fault.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/fault/fault_finding.h"
#include "app/fault/fault_quiz.h"
#include "app/fault/planted_kernel.h"
#include "app/fault/shipped_faults.h"
#include "app/testing/test_commands.h"
#include "kernels/registry.h"

namespace livewarp {
namespace {

const std::string whole_fault = R"(fault "A title"
about heat --variant naive
kernel heat_naive
seen "This."
found "a word"
sanitizer racecheck "says so"
mended "Thus."
gpu no "it is wild"
replace
  a line
by
  another
  and one more
end
)";

std::string changed_fault(const std::string& from, const std::string& to) {
  std::string text = whole_fault;
  return text.replace(text.find(from), from.size(), to);
}

std::string complaint_of(const std::string& text) {
  try {
    parse_fault(text, "my.fault");
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(KernelFault, IsReadLineByLine) {
  const KernelFault fault = parse_fault(whole_fault, "folder/my.fault");
  EXPECT_EQ(fault.name, "my");
  EXPECT_EQ(fault.title, "A title");
  EXPECT_EQ(fault.workload, "heat");
  EXPECT_EQ(fault.given, (ParsedOptions{{"variant", "naive"}}));
  EXPECT_EQ(fault.sanitizer, "racecheck");
  EXPECT_EQ(fault.gpu, "it is wild");
  ASSERT_EQ(fault.planted.size(), 1u);
  EXPECT_EQ(fault.planted[0].from, "  a line\n");
  EXPECT_EQ(fault.planted[0].to, "  another\n  and one more\n");
}

TEST(KernelFault, WhatIsWrongIsNamedWithItsLine) {
  EXPECT_EQ(complaint_of(changed_fault("seen \"This.\"\n", "")),
            "my.fault: there is no line \"seen\"");
  EXPECT_EQ(complaint_of(changed_fault("gpu no \"it is wild\"\n", "")),
            "my.fault: there is no line \"gpu\"");
  EXPECT_EQ(complaint_of(changed_fault("fault \"A", "falt \"A")),
            "my.fault:1: a fault has no falt");
  EXPECT_EQ(complaint_of(changed_fault("racecheck", "rasecheck")),
            "my.fault:6: compute-sanitizer has no rasecheck");
  EXPECT_EQ(complaint_of(changed_fault("gpu no", "gpu perhaps")),
            "my.fault:8: perhaps is neither yes nor no");
  EXPECT_EQ(complaint_of(changed_fault("\"This.\"", "\"This.")),
            "my.fault:4: a quotation mark is missing");
  EXPECT_EQ(complaint_of(changed_fault("end\n", "")),
            "my.fault:9: what is replaced has no by, or no end");
  EXPECT_EQ(complaint_of(changed_fault("  a line\n", "")),
            "my.fault:13: nothing stands between replace and by");
  EXPECT_EQ(complaint_of(changed_fault("  another\n  and one more\n", "  a line\n")),
            "my.fault:13: what is planted is what was there");
  EXPECT_EQ(complaint_of(std::string("a\0b", 3)), "my.fault is no text");
}

TEST(KernelFault, IsPlantedWhereItsLinesStandOnce) {
  const KernelFault fault = parse_fault(whole_fault, "my.fault");
  const PlantedText text = plant(fault, "first\n  a line\nlast\n");
  EXPECT_EQ(text.planted, "first\n  another\n  and one more\nlast\n");
  ASSERT_EQ(text.lines.size(), 1u);
  EXPECT_EQ(text.lines[0].first, 2);
  EXPECT_EQ(text.lines[0].last, 3);
  for (const auto& [sound, words] :
       {std::pair{"none\n", "my.fault:9: what is replaced stands 0 times in heat_naive"},
        std::pair{"  a line\n  a line\n", "stands 2 times"}}) {
    try {
      plant(fault, sound);
      ADD_FAILURE() << sound;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    }
  }
}

TEST(KernelFault, ElevenShipAndEachIsPlantedInAKernelThatThereIs) {
  const Registry registry;
  std::set<std::string> names;
  for (const KernelFault& fault : shipped_faults()) {
    SCOPED_TRACE(fault.name);
    names.insert(fault.name);
    const FaultSubject subject = subject_of(fault, registry.find(fault.workload));
    EXPECT_EQ(subject.choice.variant, fault.given.at("variant"));
    EXPECT_NE(subject.text.planted, subject.text.sound);
    EXPECT_EQ(subject.text.lines.size(), fault.planted.size());
    EXPECT_EQ(subject.file.find(fault.name), std::string::npos) << "a quiz would tell";
    EXPECT_GE(launches_of(subject).size(), 1u);
  }
  EXPECT_EQ(names.size(), 11u);
  EXPECT_GE(launches_of(subject_of(find_fault("late-error"), registry.find("reduce"))).size(), 2u)
      << "it shows that a later call tells of it";
}

TEST(KernelFault, AFindingNamesItsLineAndWhoFoundIt) {
  KernelVerdict verdict;
  verdict.outcome = KernelOutcome::misused;
  verdict.text = "kernel k, block (0, 0, 0), thread (3, 0, 0), k.cuh:12: reads";
  FaultFinding finding = finding_of(verdict, "k.cuh");
  EXPECT_EQ(finding.by, FoundBy::checker);
  EXPECT_EQ(finding.line, 12);
  verdict = {};
  verdict.outcome = KernelOutcome::right;
  EXPECT_EQ(finding_of(verdict, "k.cuh").by, FoundBy::nobody);
  verdict.messages = {{false, "k.cuh", 7, 3, "slow"}};
  finding = finding_of(verdict, "k.cuh");
  EXPECT_EQ(finding.by, FoundBy::compiler);
  EXPECT_EQ(finding.text, "k.cuh:7:3: warning: slow");
  EXPECT_EQ(finding.line, 7);
  verdict.outcome = KernelOutcome::wrong;
  EXPECT_EQ(finding_of(verdict, "k.cuh").by, FoundBy::comparison);
}

TEST(KernelFault, AnErrorIsMadeByOneLaunchAndToldByALaterCall) {
  const auto calls = calls_of({"a", "b", "c"}, 2, "cudaErrorAssert");
  ASSERT_EQ(calls.size(), 5u);
  EXPECT_EQ(calls[0].emulator, "is executed");
  EXPECT_EQ(calls[1].emulator, "fails here");
  EXPECT_NE(calls[1].gpu.find("cudaSuccess"), std::string::npos);
  EXPECT_EQ(calls[2].emulator, "is not reached");
  EXPECT_NE(calls[4].gpu.find("cudaErrorAssert"), std::string::npos);
}

TEST(FaultQuiz, AsksForEachFaultOnceAmongOthers) {
  std::set<std::size_t> asked;
  for (std::size_t number = 0; number < 11; ++number) {
    const QuizQuestion question = quiz_question(11, number);
    asked.insert(question.fault);
    EXPECT_EQ(question.choices.size(), quiz_choices);
    EXPECT_EQ(std::ranges::count(question.choices, question.fault), 1);
    const std::set<std::size_t> different(question.choices.begin(), question.choices.end());
    EXPECT_EQ(different.size(), quiz_choices);
  }
  EXPECT_EQ(asked.size(), 11u);
}

class FaultCommand : public testing::Test {
 protected:
  Registry registry_;
  test::Bench bench_{workloads_of(registry_)};
};

TEST_F(FaultCommand, ListsAndAsks) {
  EXPECT_EQ(test::run(bench_, "fault"), exit_ok);
  for (const KernelFault& fault : shipped_faults())
    EXPECT_TRUE(test::has(bench_.out.str(), fault.title)) << fault.title;
  const std::size_t listed = bench_.out.str().size();
  EXPECT_EQ(test::run(bench_, "fault 2 --quiz"), exit_ok);
  const std::string asked = bench_.out.str().substr(listed);
  EXPECT_TRUE(test::has(asked, "Question 2 of 11"));
  EXPECT_TRUE(test::has(asked, "__global__"));
  EXPECT_TRUE(test::has(asked, "livewarp fault 2 --quiz --answer NAME"));
}

TEST_F(FaultCommand, BadRequestsAreASentence) {
  for (const char* const line :
       {"fault lost-updat", "fault --mended", "fault --once", "fault 12 --quiz",
        "fault lost-update --answer x", "fault lost-update --executor gpu",
        "fault 1 --quiz --mended", "fault lost-update --once --mended", "fault lost-update --once",
        "fault lock-in-warp --executor cuda"})
    EXPECT_EQ(test::run(bench_, line), exit_bad_request) << line;
  for (const char* const words :
       {"there is no fault and no file lost-updat", "did you mean lost-update?",
        "which fault is meant?", "there is no question 12", "neither emulator nor cuda",
        "lock-in-warp does not run on a GPU: it never ends"})
    EXPECT_TRUE(test::has(bench_.err.str(), words)) << words << "\n" << bench_.err.str();
}

}  // namespace
}  // namespace livewarp
