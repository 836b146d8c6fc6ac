#include "app/base/dated_name.h"

#include <gtest/gtest.h>

#include <set>

namespace livewarp {
namespace {

TEST(DatedName, ANameThatIsTakenGetsANumber) {
  std::tm day{};
  day.tm_year = 126;
  day.tm_mday = 31;
  day.tm_hour = 23;
  day.tm_isdst = -1;
  const std::time_t now = std::mktime(&day);
  std::set<std::string> names;
  const auto next = [&] {
    const std::string name = dated_name(
        "run", "png", now, [&](const std::string& each) { return names.contains(each); });
    names.insert(name);
    return name;
  };
  EXPECT_EQ(next(), "run-20260131-230000.png");
  EXPECT_EQ(next(), "run-20260131-230000-2.png");
  EXPECT_EQ(next(), "run-20260131-230000-3.png");
}

}  // namespace
}  // namespace livewarp
