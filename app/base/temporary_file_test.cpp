#include "app/base/temporary_file.h"

#include <gtest/gtest.h>

#include <string>

namespace livewarp {
namespace {

TEST(FolderForCode, IsTheFirstFromWhichCodeCanBeLoaded) {
  const auto only = [](const char* folder) {
    return [folder](const std::filesystem::path& asked) { return asked == folder; };
  };
  EXPECT_EQ(folder_for_code({"/tmp", "/var/tmp"}, only("/tmp")), "/tmp");
  EXPECT_EQ(folder_for_code({"/tmp", "/var/tmp", "/home"}, only("/home")), "/home");
  EXPECT_EQ(folder_for_code({"/tmp", "/var/tmp"}, only("/none")), "/tmp") << "there is no better";
}

TEST(FolderForCode, AsksTheMount) {
  EXPECT_FALSE(may_execute("/nowhere"));
  const PrivateFolder made;
  const std::filesystem::path in = std::filesystem::path(made.path()).parent_path();
  EXPECT_TRUE(may_execute(in)) << in;
}

}  // namespace
}  // namespace livewarp
