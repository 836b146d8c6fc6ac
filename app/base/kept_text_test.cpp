#include "app/base/kept_text.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "app/testing/test_context.h"

namespace livewarp {
namespace {

using test::content_of;
using test::TemporaryFolder;

/// What is told of a failure while there is something to wait for.
std::optional<Error> failure_of(KeptText& text, int milliseconds = 10'000) {
  for (int k = 0; k < milliseconds; ++k) {
    if (std::optional<Error> why = text.failure()) return why;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return {};
}

TEST(KeptText, IsReadAsItWasKept) {
  const TemporaryFolder folder;
  EXPECT_EQ(KeptText(folder.file("window.ini")).text(), "");
  { KeptText(folder.file("window.ini")).keep("one\n"); }
  EXPECT_EQ(KeptText(folder.file("window.ini")).text(), "one\n");
}

TEST(KeptText, TheLastTextIsWhatIsKept) {
  const TemporaryFolder folder;
  {
    KeptText text(folder.file("window.ini"));
    for (int k = 0; k <= 20; ++k) text.keep(std::to_string(k));
  }
  EXPECT_EQ(content_of(folder.file("window.ini")), "20");
}

TEST(KeptText, AFolderInItsPlaceHoldsNone) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.file("window.ini"));
  KeptText text(folder.file("window.ini"));
  EXPECT_EQ(text.text(), "");
  text.keep("one");
  EXPECT_TRUE(failure_of(text));
}

TEST(KeptText, WithoutAPlaceNothingIsKept) {
  KeptText text("");
  text.keep("one");
  EXPECT_EQ(text.text(), "");
  EXPECT_FALSE(text.failure());
}

TEST(KeptText, AFailureIsToldOnceAndAgainAfterASuccess) {
  const TemporaryFolder folder;
  const std::string place = folder.file("later");
  KeptText text(place + "/window.ini");
  text.keep("one");
  const std::optional<Error> why = failure_of(text);
  ASSERT_TRUE(why);
  EXPECT_EQ(std::string(why->what()),
            "cannot write " + place + "/window.ini: No such file or directory");
  text.keep("two");
  EXPECT_FALSE(failure_of(text, 300)) << "it was told";
  std::filesystem::create_directory(place);
  text.keep("three");
  for (int k = 0; k < 10'000 && text.text() != "three"; ++k) {
    EXPECT_FALSE(text.failure());
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_EQ(text.text(), "three");
  std::filesystem::remove_all(place);
  text.keep("four");
  EXPECT_TRUE(failure_of(text));
}

}  // namespace
}  // namespace livewarp
