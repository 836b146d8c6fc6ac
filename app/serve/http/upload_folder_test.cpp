#include "app/serve/http/upload_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "app/base/temporary_file.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/file_bytes.h"

namespace livewarp {
namespace {

std::size_t files_in(const std::string& folder) {
  return std::size_t(std::distance(std::filesystem::directory_iterator(folder), {}));
}

std::string kept(UploadFolder& uploads, const std::string& name, const std::string& bytes) {
  const auto upload = uploads.begin(name);
  upload->write(bytes);
  return upload->keep();
}

TEST(UploadFolder, NamesAreSafe) {
  EXPECT_EQ(safe_file_name("picture.png"), "picture.png");
  EXPECT_EQ(safe_file_name("/etc/passwd"), "passwd");
  EXPECT_EQ(safe_file_name("C:\\a\\b.pnm"), "b.pnm");
  EXPECT_EQ(safe_file_name("../.."), "_..");
  EXPECT_EQ(safe_file_name(".bashrc"), "_.bashrc");
  EXPECT_EQ(safe_file_name(""), "_");
  EXPECT_EQ(safe_file_name("a/"), "_");
  EXPECT_EQ(safe_file_name("a b$(c)\n\u00e4.png"), "a_b__c____.png");
  EXPECT_EQ(safe_file_name(std::string("a\0b", 3)), "a_b");
  const std::string shortened = safe_file_name(std::string(300, 'a') + ".png");
  EXPECT_EQ(shortened.size(), 100u);
  EXPECT_TRUE(shortened.ends_with("a.png"));
}

TEST(UploadFolder, AFileIsThereOnceItIsWhole) {
  const PrivateFolder folder;
  UploadFolder uploads(folder.path());
  auto upload = uploads.begin("a.txt");
  upload->write("one ");
  upload->write("two");
  EXPECT_FALSE(std::filesystem::exists(folder.path() + "/a.txt"));
  EXPECT_EQ(upload->keep(), folder.path() + "/a.txt");
  upload.reset();
  const auto bytes = bytes_of_file(folder.path() + "/a.txt", 100);
  EXPECT_EQ(std::string(bytes.begin(), bytes.end()), "one two");
  uploads.begin("b.txt")->write("half");
  EXPECT_EQ(files_in(folder.path()), 1u) << "what was not kept is gone";
}

TEST(UploadFolder, NoneOverwritesAnother) {
  const PrivateFolder folder;
  UploadFolder uploads(folder.path());
  EXPECT_EQ(kept(uploads, "a.txt", "1"), folder.path() + "/a.txt");
  EXPECT_EQ(kept(uploads, "x/a.txt", "2"), folder.path() + "/2-a.txt");
  EXPECT_EQ(kept(uploads, "a.txt", "3"), folder.path() + "/3-a.txt");
  EXPECT_EQ(bytes_of_file(folder.path() + "/a.txt", 9).front(), '1');
}

TEST(UploadFolder, TheOldestGoes) {
  const PrivateFolder folder;
  UploadFolder uploads(folder.path());
  for (int i = 0; i < 40; ++i) kept(uploads, std::to_string(i), "a");
  EXPECT_EQ(files_in(folder.path()), UploadFolder::most_kept);
  EXPECT_FALSE(std::filesystem::exists(folder.path() + "/7"));
  EXPECT_TRUE(std::filesystem::exists(folder.path() + "/8"));
}

TEST(UploadFolder, SaysWhatItCannotDo) {
  const PrivateFolder folder;
  UploadFolder nowhere(folder.path() + "/none");
  EXPECT_THROW(nowhere.begin("a"), Error);
  UploadFolder uploads(folder.path());
  std::vector<std::unique_ptr<UploadFolder::Upload>> many;
  for (int i = 0; i < UploadFolder::most_at_once; ++i) many.push_back(uploads.begin("a"));
  EXPECT_THROW(uploads.begin("a"), Error);
  many.pop_back();
  EXPECT_NO_THROW(uploads.begin("a"));
}

}  // namespace
}  // namespace livewarp
