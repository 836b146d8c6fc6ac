#include "app/program/fault_plan.h"

#include <gtest/gtest.h>

#include <chrono>

#include "app/testing/test_context.h"
#include "kernels/core/base/error.h"

namespace livewarp {
namespace {

using test::content_of;
using test::TemporaryFolder;

bool ask_in_a_test() { return LIVEWARP_FAULT_AT("a call of a test"); }

std::string site_in_this_test() {
  for (const std::string& site : fault_sites())
    if (site.starts_with("a call of a test at app/program/fault_plan_test.cpp:")) return site;
  return "the site is not known";
}

TEST(FaultPlan, WithoutOneNothingIsWrittenAndNothingFails) {
  const FaultPlan plan("");
  EXPECT_FALSE(ask_in_a_test());
}

TEST(FaultPlan, TellsAllSitesAndThoseThatAreReached) {
  const TemporaryFolder folder;
  const std::string file = folder.file("walk"), site = site_in_this_test();
  const FaultPlan plan(file);
  const std::string before = content_of(file);
  EXPECT_NE(before.find("site " + site + "\n"), std::string::npos);
  EXPECT_EQ(before.find("reached"), std::string::npos);
  for (int k = 0; k < 2; ++k) EXPECT_FALSE(ask_in_a_test());
  EXPECT_EQ(content_of(file), before + "reached " + site + "\n") << "once, and at once";
}

TEST(FaultPlan, LetsTheFirstCallOfItsSiteFail) {
  const TemporaryFolder folder;
  const std::string site = site_in_this_test();
  const FaultPlan plan(folder.file("walk") + " " + site);
  EXPECT_TRUE(ask_in_a_test());
  EXPECT_FALSE(ask_in_a_test());
  EXPECT_TRUE(content_of(folder.file("walk")).ends_with("reached " + site + "\n"));
}

TEST(FaultPlan, LetsALaterCallFailAndTellsWhetherOneDid) {
  const TemporaryFolder folder;
  const std::string file = folder.file("walk"), site = site_in_this_test();
  {
    const FaultPlan plan(file + " " + site + " after 0.05");
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    bool failed = false;
    while (!failed && std::chrono::steady_clock::now() < end) failed = ask_in_a_test();
    EXPECT_TRUE(failed);
    EXPECT_FALSE(ask_in_a_test());
  }
  EXPECT_TRUE(content_of(file).ends_with("failed " + site + "\n"));
  { const FaultPlan plan(folder.file("other") + " " + site + " after 1000"); }
  EXPECT_EQ(content_of(folder.file("other")).find("failed"), std::string::npos);
  for (const char* time : {"", "soon", "-1", "0"})
    EXPECT_THROW(FaultPlan(file + " " + site + " after " + time), Error) << time;
}

TEST(FaultPlan, RefusesWhatItCannotDo) {
  const TemporaryFolder folder;
  EXPECT_THROW(FaultPlan(folder.file("walk") + " cudaNothing at nowhere.cpp:1"), Error);
  EXPECT_THROW(FaultPlan(folder.file("missing/walk")), Error);
  EXPECT_TRUE(folder.empty());
}

}  // namespace
}  // namespace livewarp
