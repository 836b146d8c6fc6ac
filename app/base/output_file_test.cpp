#include "app/base/output_file.h"

#include <fstream>

#include <gtest/gtest.h>
#include <sys/wait.h>

#include "app/testing/test_context.h"
#include "kernels/core/base/error.h"

namespace livewarp {
namespace {

using test::content_of;
using test::TemporaryFolder;

TEST(OutputFile, AppearsWhole) {
  const TemporaryFolder folder;
  OutputFile file(folder.file("a"));
  EXPECT_FALSE(std::filesystem::exists(folder.file("a")));
  file.write("all of it");
  EXPECT_EQ(content_of(folder.file("a")), "all of it");
}

TEST(OutputFile, LeavesNothingWithoutWrite) {
  const TemporaryFolder folder;
  { OutputFile file(folder.file("a")); }
  EXPECT_TRUE(folder.empty());
}

TEST(OutputFile, KeepsTheOldContentUntilTheNewIsComplete) {
  const TemporaryFolder folder;
  OutputFile(folder.file("a")).write("old");
  {
    OutputFile file(folder.file("a"));
    EXPECT_EQ(content_of(folder.file("a")), "old");
  }
  EXPECT_EQ(content_of(folder.file("a")), "old");
  OutputFile moved;
  moved = OutputFile(folder.file("a"));
  moved.write("new");
  EXPECT_EQ(content_of(folder.file("a")), "new");
}

TEST(OutputFile, ClearsWhatAKilledProcessLeft) {
  const TemporaryFolder folder;
  const pid_t child = fork();
  if (child == 0) _exit(0);
  ASSERT_EQ(waitpid(child, nullptr, 0), child);
  const std::string gone = std::to_string(child), alive = std::to_string(getppid());
  const auto exists = [&](const std::string& name) {
    return std::filesystem::exists(folder.file(name));
  };
  const std::string others[]{"a.part-" + alive, "b.part-" + gone, "a.part-" + gone + "x",
                             "a.part-"};
  for (const std::string& name : others) std::ofstream(folder.file(name)) << "another's";
  std::ofstream(folder.file("a.part-" + gone)) << "half of it";
  { OutputFile file(folder.file("a")); }
  EXPECT_FALSE(exists("a.part-" + gone));
  for (const std::string& name : others) EXPECT_TRUE(exists(name)) << name;
}

TEST(OutputFile, ReplacesWhatALinkPointsTo) {
  const TemporaryFolder folder;
  OutputFile(folder.file("target")).write("old");
  std::filesystem::create_symlink(folder.file("target"), folder.file("link"));
  OutputFile(folder.file("link")).write("new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder.file("link")));
  EXPECT_EQ(content_of(folder.file("target")), "new");
}

TEST(OutputFile, RefusesBeforeAnyWork) {
  const TemporaryFolder folder;
  for (const std::string& path : {folder.file("missing/a"), folder.file(""), std::string()}) {
    try {
      OutputFile file(path);
      ADD_FAILURE() << path << " was accepted";
    } catch (const Error& error) {
      EXPECT_TRUE(std::string(error.what())
                      .starts_with("cannot write " + (path.empty() ? "(empty name)" : path)))
          << error.what();
      EXPECT_FALSE(error.advice().empty());
    }
  }
  EXPECT_TRUE(folder.empty());
}

TEST(OutputFile, WritesStraightToDevices) {
  OutputFile file("/dev/null");
  file.write("gone");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

}  // namespace
}  // namespace livewarp
