#include "kernels/core/base/text.h"

#include <gtest/gtest.h>

namespace livewarp {
namespace {

TEST(Printable, KeepsTextAsItIs) {
  EXPECT_EQ(printable(""), "");
  EXPECT_EQ(printable("livewarp bench nbody"), "livewarp bench nbody");
  EXPECT_EQ(printable("Zo\u00EB, \u65E5\u672C, \U0001F600"), "Zo\u00EB, \u65E5\u672C, \U0001F600");
}

TEST(Printable, ControlCharactersAreBlanks) {
  EXPECT_EQ(printable("a\tb\x1b[31mc\x7f"), "a b [31mc ");
  EXPECT_EQ(printable({"a\0b", 3}), "a b");
}

TEST(Printable, WhatIsNoUtf8IsReplaced) {
  EXPECT_EQ(printable("caf\xE9 au lait"), "caf\uFFFD au lait") << "Latin-1";
  EXPECT_EQ(printable("\xC3"), "\uFFFD") << "cut off";
  EXPECT_EQ(printable("\xC0\xAF"), "\uFFFD\uFFFD") << "overlong";
  EXPECT_EQ(printable("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD") << "a surrogate";
  EXPECT_EQ(printable("\xF4\x90\x80\x80"), "\uFFFD\uFFFD\uFFFD\uFFFD") << "beyond U+10FFFF";
}

TEST(Printable, IsCutBetweenCharacters) {
  EXPECT_EQ(printable("abcdef", 6), "abcdef");
  EXPECT_EQ(printable("abcdefg", 6), "abcdef\u2026");
  EXPECT_EQ(printable("abcde\u00EB", 6), "abcde\u2026");
}

}  // namespace
}  // namespace livewarp
