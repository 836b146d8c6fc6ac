#include "app/edit/source/unified_diff.h"

#include <cstdlib>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace livewarp {
namespace {

/// What `patch` makes of the old text: its hunks by their own line numbers.
std::string patched(const std::string& old_text, const std::string& patch) {
  std::vector<std::string> olds;
  std::istringstream in(old_text), hunks(patch);
  for (std::string line; std::getline(in, line);) olds.push_back(line);
  std::string made;
  std::size_t at = 0;  // old lines that have been passed
  for (std::string line; std::getline(hunks, line);) {
    if (line.starts_with("---") || line.starts_with("+++")) continue;
    if (line.starts_with("@@ -")) {
      const char* text = line.c_str() + 4;
      char* rest = nullptr;
      std::size_t first = std::strtoul(text, &rest, 10);
      const std::size_t count = std::strtoul(rest + 1, nullptr, 10);
      if (count > 0) --first;
      while (at < first) made += olds.at(at++) + "\n";
      continue;
    }
    const std::string content = line.substr(1);
    if (line.front() != '+') {
      EXPECT_EQ(olds.at(at++), content);
    }
    if (line.front() != '-') made += content + "\n";
  }
  while (at < olds.size()) made += olds.at(at++) + "\n";
  return made;
}

TEST(UnifiedDiff, OfEqualTextsIsEmpty) {
  EXPECT_EQ(unified_diff("a\nb\n", "a\nb\n", "x", "y"), "");
}

TEST(UnifiedDiff, IsWhatDiffWrites) {
  EXPECT_EQ(
      unified_diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n", "a/f", "b/f"),
      "--- a/f\n+++ b/f\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
}

TEST(UnifiedDiff, SaysThatALastLineHasNoEnd) {
  EXPECT_EQ(unified_diff("a\nb\n", "a\nb", "x", "y"),
            "--- x\n+++ y\n@@ -1,2 +1,2 @@\n a\n-b\n+b\n\\ No newline at end of file\n");
}

TEST(UnifiedDiff, OfManyTextsMakesOneOfTheOther) {
  std::mt19937 random(1);
  const auto below = [&](unsigned n) { return unsigned(random() % n); };
  for (int i = 0; i < 300; ++i) {
    std::vector<std::string> lines;
    for (unsigned n = below(40); n > 0; --n) lines.push_back("line " + std::to_string(below(12)));
    std::string old_text, new_text;
    for (const std::string& line : lines) {
      old_text += line + "\n";
      const unsigned what = below(8);
      if (what == 0) continue;
      if (what == 1) new_text += "new " + std::to_string(below(5)) + "\n";
      new_text += line + "\n";
    }
    EXPECT_EQ(patched(old_text, unified_diff(old_text, new_text, "a", "b")), new_text) << old_text;
  }
}

}  // namespace
}  // namespace livewarp
