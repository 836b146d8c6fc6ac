// What experiments have in common.
#include "app/lab/experiment.h"

#include <stdexcept>

#include <gtest/gtest.h>

#include "app/lab/option_list.h"
#include "kernels/core/base/error.h"

namespace livewarp {
namespace {

TEST(LabExperiment, WhatIsKnownIsToldHoweverItEnds) {
  std::vector<bool> told;
  const auto tell = [&](bool early) { told.push_back(early); };
  measure_and_tell([] {}, tell);
  EXPECT_THROW(measure_and_tell([] { throw Cancelled(); }, tell), Cancelled);
  EXPECT_THROW(measure_and_tell([] { throw Error("no memory"); }, tell), Error);
  EXPECT_EQ(told, (std::vector<bool>{false, true, true}));
}

TEST(LabExperiment, TheTimeOfAFigureIsItsOwnUnlessOneIsAskedFor) {
  EXPECT_EQ(LabTools{}.seconds_or(0.2), 0.2);
  LabTools tools;
  tools.seconds = 3;
  EXPECT_EQ(tools.seconds_or(0.2), 3);
}

TEST(LabExperiment, ListsNameEachOnce) {
  EXPECT_EQ(list_parts("a,b,a"), (std::vector<std::string>{"a", "b", "a"}));
  EXPECT_TRUE(list_parts("").empty());
  std::vector<std::string> all;
  for (const std::string& part : list_parts("a,b,a")) add_once(all, part);
  EXPECT_EQ(all, (std::vector<std::string>{"a", "b"}));
}

}  // namespace
}  // namespace livewarp
