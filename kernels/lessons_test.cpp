#include "kernels/core/workload/lessons.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <set>

#include "kernels/registry.h"
#include "livewarp/source_dir.h"

namespace livewarp {
namespace {

TEST(Lessons, EveryVariantHasOneAndNobodyElse) {
  const Registry registry;
  std::set<std::string> variants, taught;
  for (const auto& workload : registry.workloads())
    for (const VariantInfo* const variant : workload->variants()) {
      variants.insert(workload->info().name + " " + variant->name);
      EXPECT_TRUE(variant->file.starts_with("kernels/" + workload->info().name + "/"))
          << workload->info().name << " " << variant->name << ": " << variant->file;
    }
  for (const Lesson& lesson : lessons())
    taught.insert(std::string(lesson.workload) + " " + std::string(lesson.variant));
  for (const std::string& variant : variants)
    EXPECT_TRUE(taught.contains(variant))
        << variant << ": write \"// Lesson " << variant.substr(variant.find(' ') + 1)
        << ": ...\" above its kernel or function";
  for (const std::string& lesson : taught)
    EXPECT_TRUE(variants.contains(lesson)) << lesson << ": a lesson of no variant";
  EXPECT_EQ(lessons().size(), variants.size());
  EXPECT_EQ(find_lesson("basics", "none"), nullptr);
}

/// The comment that opens with the lesson's name, read from its file line by line.
std::string comment_in(const Lesson& lesson) {
  std::ifstream file(std::string(LIVEWARP_SOURCE_DIR) + "/" + std::string(lesson.file));
  const std::string opening = "// Lesson " + std::string(lesson.variant) + ": ";
  std::string text;
  for (std::string line; std::getline(file, line);) {
    line.erase(0, line.find_first_not_of(' '));
    if (text.empty()) {
      if (line.starts_with(opening)) text = line.substr(opening.size());
    } else if (line.starts_with("// ")) {
      text += line.substr(2);
    } else {
      break;
    }
  }
  return text;
}

TEST(Lessons, AreTheCommentsOfTheirFiles) {
  for (const Lesson& lesson : lessons()) EXPECT_EQ(lesson.text, comment_in(lesson)) << lesson.file;
}

// A student reads them in a panel: a few sentences, in one paragraph.
TEST(Lessons, AreAFewSentences) {
  const std::regex end("[.?](\\s|$)");
  for (const Lesson& lesson : lessons()) {
    const std::string text(lesson.text);
    const auto sentences =
        std::distance(std::sregex_iterator(text.begin(), text.end(), end), std::sregex_iterator());
    EXPECT_GE(sentences, 2) << lesson.workload << " " << lesson.variant;
    EXPECT_LE(sentences, 5) << lesson.workload << " " << lesson.variant;
    EXPECT_EQ(text.find('\n'), std::string::npos);
    EXPECT_EQ(text.find("  "), std::string::npos) << lesson.workload << " " << lesson.variant;
  }
}

}  // namespace
}  // namespace livewarp
