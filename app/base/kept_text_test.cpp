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
std::optional<Error> failure_within_a_second(KeptText& text) {
  for (int k = 0; k < 1000; ++k) {
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
  const std::optional<Error> why = failure_within_a_second(text);
  ASSERT_TRUE(why);
  EXPECT_EQ(std::string(why->what()),
            "cannot write " + place + "/window.ini: No such file or directory");
  text.keep("two");
  EXPECT_FALSE(failure_within_a_second(text)) << "it was told";
  std::filesystem::create_directory(place);
  text.keep("three");
  EXPECT_FALSE(failure_within_a_second(text));
  EXPECT_EQ(text.text(), "three");
  std::filesystem::remove_all(place);
  text.keep("four");
  EXPECT_TRUE(failure_within_a_second(text));
}

}  // namespace
}  // namespace livewarp
