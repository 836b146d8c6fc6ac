#include "app/base/output_file.h"

#include <fstream>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "app/testing/test_context.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/fault.h"

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
  for (const char* number : {"", "-3"})
    std::ofstream(folder.file("a.part-" + gone + number)) << "half of it";
  { OutputFile file(folder.file("a")); }
  for (const char* number : {"", "-3"}) EXPECT_FALSE(exists("a.part-" + gone + number));
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

TEST(OutputFile, HasNoNameBeforeItIsComplete) {
  const TemporaryFolder folder;
  const int probe = open(folder.file("").c_str(), O_TMPFILE | O_RDWR, 0600);
  if (probe < 0) GTEST_SKIP() << "this file system has no files without a name";
  close(probe);
  OutputFile file(folder.file("a"));
  std::ofstream(file.temporary()) << "half";
  EXPECT_TRUE(folder.empty());
  std::ofstream(file.temporary()) << "all of it";
  file.commit();
  EXPECT_EQ(content_of(folder.file("a")), "all of it");
}

TEST(OutputFile, WithoutFilesThatHaveNoNameItHasOneBesideTheTarget) {
  const TemporaryFolder folder;
  OutputFile(folder.file("a")).write("old");
  const Fault fault("open without a name", 0, Fault::unknown, 3);
  { OutputFile file(folder.file("a")); }
  OutputFile one(folder.file("a")), other(folder.file("a"));
  EXPECT_NE(one.temporary(), other.temporary());
  EXPECT_NE(one.temporary().find(".part-"), std::string::npos);
  one.write("one");
  EXPECT_EQ(content_of(folder.file("a")), "one");
  other.write("other");
  EXPECT_EQ(content_of(folder.file("a")), "other");
  EXPECT_EQ(fault.failures(), 3);
  std::filesystem::remove(folder.file("a"));
  EXPECT_TRUE(folder.empty());
}

TEST(OutputFile, IsWrittenOnce) {
  const TemporaryFolder folder;
  OutputFile file(folder.file("a"));
  file.write("once");
  EXPECT_THROW(file.write("twice"), Error);
  EXPECT_EQ(content_of(folder.file("a")), "once");
}

/// As on a full disk: no file may grow beyond 4 KiB.
TEST(OutputFile, LeavesTheOldFileWhereThereIsNoRoomAndSaysWhy) {
  const TemporaryFolder folder;
  OutputFile(folder.file("a")).write("old");
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{4096, 4096};
    setrlimit(RLIMIT_FSIZE, &limit);
    try {
      OutputFile(folder.file("a")).write(std::string(10'000, 'n'));
    } catch (const Error& error) {
      const std::string why = "cannot write " + folder.file("a") + ": File too large";
      _exit(error.what() == why ? 3 : 4);
    }
    _exit(5);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 3);
  EXPECT_EQ(content_of(folder.file("a")), "old");
}

TEST(OutputFile, WritesStraightToDevices) {
  OutputFile file("/dev/null");
  file.write("gone");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

}  // namespace
}  // namespace livewarp
