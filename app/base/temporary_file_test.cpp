#include "app/base/temporary_file.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace livewarp {
namespace {

/// A variable of the environment while it lives.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* const was = std::getenv(name)) before_ = was;
    setenv(name, value, 1);
  }
  ~Variable() {
    if (before_.empty())
      unsetenv(name_);
    else
      setenv(name_, before_.c_str(), 1);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
  std::string before_;
};

// Nobody can make a program in /proc.
TEST(FolderForCode, IsOneFromWhichCodeCanBeLoaded) {
  const std::filesystem::path usual = std::filesystem::temp_directory_path();
  if (!may_execute(usual)) GTEST_SKIP() << usual << " is mounted noexec";
  EXPECT_EQ(folder_for_code({"/proc"}), usual);
  EXPECT_FALSE(may_execute("/proc"));
  EXPECT_FALSE(may_execute("/nowhere"));
  const Variable temporary("TMPDIR", "/proc");
  EXPECT_EQ(folder_for_code({"/nowhere", "/proc", usual}), usual);
  EXPECT_EQ(folder_for_code({}), "/proc") << "there is no better one";
}

}  // namespace
}  // namespace livewarp
