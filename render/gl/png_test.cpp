#include "kernels/pictures/image_file.h"
#include "render/gl/png.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include <gtest/gtest.h>

#include "kernels/core/base/error.h"

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
  /// The file of that content.
  fs::path file(const std::string& content) const {
    std::ofstream(folder_ / "a.png", std::ios::binary) << content;
    return folder_ / "a.png";
  }

  fs::path folder_;
};

TEST_F(Png, RoundTripKeepsEveryByte) {
  for (const auto& [width, height] : {std::pair{1, 1}, std::pair{37, 23}, std::pair{640, 3}}) {
    const auto bytes = noise(width, height);
    const PixelImage image = read_png(file(png_bytes(width, height, bytes.data())));
    EXPECT_EQ(image.width, width);
    EXPECT_EQ(image.height, height);
    EXPECT_EQ(image.rgba, bytes);
  }
}

/// What another program makes of a file: width, height, channels, and all values.
std::string decoded_by_python(const fs::path& png) {
  const fs::path script = png.parent_path() / "decode.py";
  std::ofstream(script) << R"(
import struct, sys, zlib
data = open(sys.argv[1], 'rb').read()
at, packed = 8, b''
while at < len(data):
    length, kind = struct.unpack('>I4s', data[at:at + 8])
    body = data[at + 8:at + 8 + length]
    assert zlib.crc32(kind + body) == struct.unpack('>I', data[at + 8 + length:at + 12 + length])[0]
    if kind == b'IHDR': width, height, bits, color = struct.unpack('>IIBB', body[:10])
    if kind == b'IDAT': packed += body
    at += 12 + length
assert bits == 8
channels = {0: 1, 6: 4}[color]
raw, pitch = zlib.decompress(packed), width * channels
above = bytearray(pitch)
print(width, height, channels)
for y in range(height):
    kind, row = raw[y * (pitch + 1)], bytearray(raw[y * (pitch + 1) + 1:(y + 1) * (pitch + 1)])
    for i in range(pitch):
        a = row[i - channels] if i >= channels else 0
        b, c = above[i], above[i - channels] if i >= channels else 0
        nearest = min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]
        row[i] = (row[i] + [0, a, b, (a + b) // 2, nearest][kind]) % 256
    above = row
    print(*row)
)";
  const std::string line = "python3 '" + script.string() + "' '" + png.string() + "'";
  std::string text;
  FILE* const pipe = popen(line.c_str(), "r");
  for (char part[4096]; pipe && std::fgets(part, sizeof part, pipe);) text += part;
  EXPECT_EQ(pclose(pipe), 0) << line;
  fs::remove(script);
  return text;
}

TEST_F(Png, AnImageKeepsItsChannels) {
  if (std::system("command -v python3 >/dev/null") != 0)
    GTEST_SKIP() << "python3 is not on this machine";
  for (const int channels : {1, 4}) {
    Image image{37, 23, channels, 8, {}};
    std::mt19937 random(3);
    image.pixels.resize(image.bytes());
    for (std::byte& value : image.pixels) value = std::byte(random());
    for (std::size_t x = 0; x < 37; ++x)  // a row of which every filter makes something
      image.pixels[x * std::size_t(channels)] = std::byte(x);
    const fs::path png = file(png_bytes(image));
    EXPECT_EQ(read_image(png.string()), image);
    std::ostringstream wanted;
    wanted << "37 23 " << channels << "\n";
    for (int y = 0; y < 23; ++y)
      for (int i = 0; i < 37 * channels; ++i)
        wanted << image.at(i / channels, y, i % channels) << (i + 1 < 37 * channels ? " " : "\n");
    EXPECT_EQ(decoded_by_python(png), wanted.str());
  }
}

TEST_F(Png, SixteenBitsAreRounded) {
  Image image{2, 1, 1, 16, {}};
  const std::uint16_t values[]{257 * 100 + 128, 257 * 100 + 129};
  image.pixels.resize(4);
  std::memcpy(image.pixels.data(), values, 4);
  const Image found = read_image(file(png_bytes(image)).string());
  EXPECT_EQ(found.bits, 8);
  EXPECT_EQ(found.at(0, 0, 0), 100);
  EXPECT_EQ(found.at(1, 0, 0), 101);
}

TEST_F(Png, AnEmptyPictureIsAnError) { EXPECT_THROW(png_bytes(0, 4, noise(4, 4).data()), Error); }

TEST_F(Png, OnlyPngIsRead) {
  std::ofstream(folder_ / "text.png") << "no picture";
  EXPECT_THROW(read_png(folder_ / "text.png"), Error);
  EXPECT_THROW(read_png(folder_ / "none.png"), Error);
}

TEST_F(Png, TruncatedFileIsAnError) {
  const auto bytes = noise(64, 64);
  const std::string whole = png_bytes(64, 64, bytes.data());
  EXPECT_THROW(read_png(file(whole.substr(0, whole.size() / 2))), Error);
}

}  // namespace
}  // namespace livewarp
