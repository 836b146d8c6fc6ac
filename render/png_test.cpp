#include "render/png.h"

#include <filesystem>
#include <fstream>
#include <random>

#include <gtest/gtest.h>

#include "kernels/core/error.h"

namespace livewarp {
namespace {

namespace fs = std::filesystem;

class Png : public testing::Test {
 protected:
  Png() {
    folder_ =
        fs::temp_directory_path() / ("livewarp-png-" + std::to_string(std::random_device{}()));
    fs::create_directories(folder_);
  }
  ~Png() override { fs::remove_all(folder_); }

  static std::vector<std::uint8_t> noise(int width, int height) {
    std::mt19937 random(7);
    std::vector<std::uint8_t> bytes(std::size_t(width) * std::size_t(height) * 4);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
    return bytes;
  }
  int files() const {
    return static_cast<int>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  fs::path folder_;
};

TEST_F(Png, RoundTripKeepsEveryByte) {
  for (const auto& [width, height] : {std::pair{1, 1}, std::pair{37, 23}, std::pair{640, 3}}) {
    const auto bytes = noise(width, height);
    write_png(folder_ / "a.png", width, height, bytes.data());
    const PixelImage image = read_png(folder_ / "a.png");
    EXPECT_EQ(image.width, width);
    EXPECT_EQ(image.height, height);
    EXPECT_EQ(image.rgba, bytes);
    EXPECT_EQ(files(), 1) << "something was left beside it";
  }
}

TEST_F(Png, MissingFolderIsAnError) {
  const auto bytes = noise(4, 4);
  const fs::path path = folder_ / "missing" / "a.png";
  try {
    write_png(path, 4, 4, bytes.data());
    FAIL() << "wrote into a missing folder";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(path.string()), std::string::npos);
    EXPECT_FALSE(error.advice().empty());
  }
  EXPECT_EQ(files(), 0);
}

TEST_F(Png, FailureLeavesNothingBehind) {
  const auto bytes = noise(4, 4);
  fs::create_directories(folder_ / "taken.png");  // a folder cannot be replaced by a file
  EXPECT_THROW(write_png(folder_ / "taken.png", 4, 4, bytes.data()), Error);
  EXPECT_TRUE(fs::is_directory(folder_ / "taken.png"));
  EXPECT_EQ(files(), 1);
  EXPECT_THROW(write_png(folder_ / "empty.png", 0, 4, bytes.data()), Error);
  EXPECT_EQ(files(), 1);
}

TEST_F(Png, OnlyPngIsRead) {
  std::ofstream(folder_ / "text.png") << "no picture";
  EXPECT_THROW(read_png(folder_ / "text.png"), Error);
  EXPECT_THROW(read_png(folder_ / "none.png"), Error);
}

TEST_F(Png, TruncatedFileIsAnError) {
  const auto bytes = noise(64, 64);
  write_png(folder_ / "a.png", 64, 64, bytes.data());
  fs::resize_file(folder_ / "a.png", fs::file_size(folder_ / "a.png") / 2);
  EXPECT_THROW(read_png(folder_ / "a.png"), Error);
}

}  // namespace
}  // namespace livewarp
