#include "app/base/table.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "app/base/suggest.h"

namespace livewarp {
namespace {

TEST(Table, AlignsByWhatIsSeen) {
  TextTable table({{"name"}, {"value", ColumnAlign::right}, {"empty"}, {"rest"}});
  table.add({"\u00b5s", "1", "", "a"});
  table.add({"longer", "1,024"});
  EXPECT_EQ(table.text(), "name    value  rest\n"
                          "\u00b5s          1  a\n"
                          "longer  1,024\n");
}

TEST(Table, PlainNumbersHaveNoExponent) {
  EXPECT_EQ(plain_number(2051.7, 4), "2,052");
  EXPECT_EQ(plain_number(8.3642, 3), "8.36");
  EXPECT_EQ(plain_number(0.29812, 4), "0.2981");
  EXPECT_EQ(plain_number(1234567.8, 3), "1,234,568");
  EXPECT_EQ(plain_number(-1234.5, 6), "\u22121,234.50");
  EXPECT_EQ(plain_number(0, 3), "0");
  EXPECT_EQ(plain_number(std::numeric_limits<double>::quiet_NaN(), 3), missing);
}

TEST(Table, PrefixesFollowTheLargest) {
  EXPECT_EQ(prefix_for(2e9).name, "G");
  EXPECT_EQ(prefix_for(2e6).name, "M");
  EXPECT_EQ(prefix_for(999).name, "");
}

TEST(Table, ErrorsAreNeverHidden) {
  EXPECT_EQ(error_text(3.14e-7), "3.1e-07");
  EXPECT_EQ(error_text(0), "0");
  EXPECT_EQ(error_text(NAN), "NaN");
  EXPECT_EQ(error_text(INFINITY), "infinite");
}

TEST(Table, WrapsAtWords) {
  EXPECT_EQ(wrapped("one two three", 7, 2), "one two\n  three");
  EXPECT_EQ(wrapped("unbreakable", 4, 0), "unbreakable");
  EXPECT_EQ(wrapped("", 4, 0), "");
}

TEST(Suggest, CountsEdits) {
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
  EXPECT_EQ(edit_distance("bnech", "bench"), 1u);  // two letters swapped
  EXPECT_EQ(edit_distance("", "abc"), 3u);
  EXPECT_EQ(edit_distance("same", "same"), 0u);
}

TEST(Suggest, OnlyWhatIsNear) {
  const std::vector<std::string> known{"naive", "shared", "register"};
  EXPECT_EQ(nearest_name("shred", known), "shared");
  EXPECT_EQ(nearest_name("reg", known), "register");
  EXPECT_EQ(nearest_name("tensor", known), "");
  EXPECT_EQ(advice_among("tensor", known), "known are naive, shared, register");
}

}  // namespace
}  // namespace livewarp
