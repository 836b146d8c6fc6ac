// Every fault, planted and taken back, as whole command lines of the program.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/base/child_process.h"
#include "app/fault/fault_quiz.h"
#include "app/fault/shipped_faults.h"
#include "app/measure/context.h"
#include "app/testing/program_of_build.h"
#include "app/testing/test_context.h"

namespace livewarp {
namespace {

std::vector<std::string> names_of_faults() {
  std::vector<std::string> names;
  for (const KernelFault& fault : shipped_faults()) names.push_back(fault.name);
  return names;
}

class FaultProgram : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
#if defined(LIVEWARP_SANITIZED)
    GTEST_SKIP() << "kernels have a time, which two checkers at once exceed";
#endif
    if (!std::filesystem::exists(test::program_of_build()))
      GTEST_SKIP() << test::program_of_build() << " is not there";
  }
  ChildOutput run(const std::vector<std::string>& words,
                  std::vector<std::string> environment = {}) {
    std::vector<std::string> all{"fault"};
    all.insert(all.end(), words.begin(), words.end());
    environment.push_back("XDG_CONFIG_HOME=" + folder_.file("settings"));
    return run_child(test::compiling_program(all, environment), {}, std::chrono::minutes(5));
  }
  const test::TemporaryFolder folder_;
};

std::string plain_test_name(const testing::TestParamInfo<std::string>& name) {
  std::string text = name.param;
  for (char& c : text)
    if (c == '-') c = '_';
  return text;
}

INSTANTIATE_TEST_SUITE_P(Shipped, FaultProgram, testing::ValuesIn(names_of_faults()),
                         plain_test_name);

/// Whether one of the planted lines, or the line below what was only taken away, is meant.
bool in_planted_lines(const nlohmann::json& report) {
  const int line = report.at("line");
  for (const auto& range : report.at("planted_lines"))
    if (line >= range.at(0).get<int>() && line <= std::max(range.at(0), range.at(1)).get<int>())
      return true;
  return false;
}

TEST_P(FaultProgram, IsFoundWithItsLine) {
  const KernelFault fault = find_fault(GetParam());
  const std::string file = folder_.file("found.json");
  const ChildOutput output = run({fault.name, "--json", file});
  EXPECT_EQ(output.status, exit_ok) << output.out << output.error;
  EXPECT_TRUE(output.error.empty()) << output.error;
  const std::string said = test::in_one_line(output.out);
  EXPECT_NE(said.find(fault.found), std::string::npos) << output.out;
  const auto report = nlohmann::json::parse(test::content_of(file));
  EXPECT_GT(report.at("line"), 0) << output.out;
  const std::string text = report.at("text");
  if (report.at("found_by") == "compiler") {
    EXPECT_EQ(report.at("outcome"), "right");
    EXPECT_TRUE(in_planted_lines(report)) << output.out;
  } else {
    for (const char* const word : {"kernel", "block (", "thread ("})
      EXPECT_NE(text.find(word), std::string::npos) << text;
  }
  if (!fault.reported.empty()) {
    EXPECT_GT(report.at("launch"), 0);
    EXPECT_NE(said.find(fault.reported), std::string::npos) << output.out;
  }
}

TEST_P(FaultProgram, IsRightOnceItIsMended) {
  const ChildOutput output = run({GetParam(), "--mended"});
  EXPECT_EQ(output.status, exit_ok) << output.out << output.error;
  EXPECT_NE(output.out.find("nothing: the result is right"), std::string::npos) << output.out;
}

class FaultProgramOnce : public FaultProgram {};
INSTANTIATE_TEST_SUITE_P(Once, FaultProgramOnce, testing::Values("lost-update"), plain_test_name);

TEST_P(FaultProgramOnce, AnAnswerIsScored) {
  const std::vector<KernelFault> faults = shipped_faults();
  const QuizQuestion question = quiz_question(faults.size(), 0);
  ChildOutput output = run({"1", "--quiz", "--answer", faults[question.fault].name});
  EXPECT_EQ(output.status, exit_ok) << output.out << output.error;
  EXPECT_TRUE(output.out.starts_with("right\n")) << output.out;
  for (const std::size_t choice : question.choices)
    if (choice != question.fault) {
      output = run({"1", "--quiz", "--answer", faults[choice].name});
      EXPECT_EQ(output.status, exit_wrong);
      EXPECT_NE(output.out.find(faults[question.fault].title), std::string::npos) << output.out;
      break;
    }
}

TEST_P(FaultProgramOnce, WithoutACompilerSaysSo) {
  const ChildOutput output = run({GetParam()}, {"PATH=/nowhere"});
  EXPECT_EQ(output.status, exit_bad_request);
  EXPECT_NE(output.error.find("there is no g++ on the PATH"), std::string::npos) << output.error;
}

}  // namespace
}  // namespace livewarp
