#include "app/edit/source/watched_file.h"

#include <chrono>
#include <fstream>

#include <gtest/gtest.h>

#include "app/testing/test_context.h"
#include "kernels/core/base/error.h"

namespace livewarp {
namespace {

namespace fs = std::filesystem;
using News = WatchedFile::News;

void write(const std::string& path, const std::string& text) { std::ofstream(path) << text; }
/// As if it had been saved later than what was there.
void touch(const std::string& path) {
  fs::last_write_time(path, fs::last_write_time(path) + std::chrono::seconds(2));
}

TEST(WatchedFile, TellsEachSaveOnce) {
  const test::TemporaryFolder folder;
  WatchedFile file(folder.file("my.cuh"));
  EXPECT_EQ(file.look(), News::none);
  write(file.path(), "one");
  EXPECT_EQ(file.look(), News::none) << "it may be written still";
  EXPECT_EQ(file.look(), News::changed);
  EXPECT_EQ(file.look(), News::none);
  touch(file.path());
  file.look();
  EXPECT_EQ(file.look(), News::changed);
  EXPECT_EQ(file.look(), News::none);
}

TEST(WatchedFile, OneThatGoesAndComesIsTold) {
  const test::TemporaryFolder folder;
  WatchedFile file(folder.file("my.cuh"));
  write(file.path(), "one");
  file.look();
  file.look();
  fs::remove(file.path());
  file.look();
  EXPECT_EQ(file.look(), News::gone);
  EXPECT_EQ(file.look(), News::none);
  write(file.path(), "");
  file.look();
  EXPECT_EQ(file.look(), News::none) << "an editor empties a file before it writes it";
  write(file.path(), "two");
  file.look();
  EXPECT_EQ(file.look(), News::changed);
}

TEST(ReadSource, RefusesWhatIsNoSource) {
  const test::TemporaryFolder folder;
  EXPECT_THROW(read_source(folder.file("none.cuh"), {}), Error);
  EXPECT_THROW(read_source(folder.file(""), {}), Error);
  EXPECT_THROW(read_source("/dev/zero", {}), Error);
  write(folder.file("long.cuh"), std::string((1 << 20) + 1, ' '));
  EXPECT_THROW(read_source(folder.file("long.cuh"), {}), Error);
  write(folder.file("my.cuh"), "text");
  EXPECT_EQ(read_source(folder.file("my.cuh"), {}), "text");
}

}  // namespace
}  // namespace livewarp
