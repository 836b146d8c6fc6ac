#include "app/edit/source/text_watch.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>

#include "app/testing/test_context.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

/// What has become of the file, once it is so.
TextWatch::Seen seen_once(const TextWatch& watch,
                          const std::function<bool(const TextWatch::Seen&)>& so) {
  const auto end = std::chrono::steady_clock::now() + 20s;
  while (!so(watch.seen()) && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(5ms);
  return watch.seen();
}

TEST(TextWatch, ReadsEachSaveAndSaysWhatIsWrong) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("a.cuh");
  const TextWatch watch(path);
  const auto is_in_trouble = [](const TextWatch::Seen& seen) { return !seen.trouble.empty(); };
  const auto holds = [](const std::string& text) {
    return [text](const TextWatch::Seen& seen) {
      return seen.trouble.empty() && seen.text && *seen.text == text;
    };
  };
  EXPECT_EQ(seen_once(watch, is_in_trouble).trouble, path + " is not there");
  std::ofstream(path) << "one\r\ntwo\r\n";
  const TextWatch::Seen first = seen_once(watch, holds("one\ntwo\n"));
  ASSERT_TRUE(first.text);
  EXPECT_EQ(*first.text, "one\ntwo\n") << "lines end as the compilers have them";
  std::ofstream(path) << "three\n";
  const TextWatch::Seen second = seen_once(watch, holds("three\n"));
  EXPECT_EQ(*second.text, "three\n");
  EXPECT_GT(second.number, first.number);
  EXPECT_EQ(*first.text, "one\ntwo\n") << "who holds a text keeps it";
  std::filesystem::remove(path);
  const TextWatch::Seen gone = seen_once(watch, is_in_trouble);
  EXPECT_EQ(gone.trouble, path + " is not there any more");
  EXPECT_EQ(*gone.text, "three\n");
}

}  // namespace
}  // namespace livewarp
