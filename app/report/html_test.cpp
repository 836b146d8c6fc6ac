#include "app/report/html.h"

#include <gtest/gtest.h>

#include <vector>

#include "kernels/pictures/image_file.h"

namespace livewarp {
namespace {

TEST(Html, TextCannotBecomeTags) {
  EXPECT_EQ(escaped("<b a=\"1\" c='2'>&amp;"), "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;");
  EXPECT_EQ(escaped("\u03c0 \u00d7 \U0001F600 line\nnext"), "\u03c0 \u00d7 \U0001F600 line\nnext");
}

/// Sequences of RFC 3629 that are none: cut, overlong, surrogates, beyond U+10FFFF.
TEST(Html, WhatIsNoTextIsReplaced) {
  EXPECT_EQ(escaped("a\x80z"), "a\uFFFDz");
  EXPECT_EQ(escaped("\xe2\x82"), "\uFFFD\uFFFD");
  EXPECT_EQ(escaped("\xc0\xaf"), "\uFFFD\uFFFD");
  EXPECT_EQ(escaped("\xed\xa0\x80"), "\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(escaped("\xf4\x90\x80\x80"), "\uFFFD\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(escaped(std::string_view("\0\x1b[1m", 5)), "\uFFFD\uFFFD[1m");
}

/// The examples of RFC 4648.
TEST(Html, Base64) {
  const auto of = [](std::string_view text) {
    return base64({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  };
  EXPECT_EQ(of(""), "");
  EXPECT_EQ(of("f"), "Zg==");
  EXPECT_EQ(of("fo"), "Zm8=");
  EXPECT_EQ(of("foo"), "Zm9v");
  EXPECT_EQ(of("foob"), "Zm9vYg==");
  EXPECT_EQ(of("fooba"), "Zm9vYmE=");
  EXPECT_EQ(of("foobar"), "Zm9vYmFy");
  EXPECT_EQ(of("\xff\xfe\xfd"), "//79");
}

std::vector<std::uint8_t> from_base64(std::string_view text) {
  const std::string_view letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<std::uint8_t> bytes;
  unsigned bits = 0;
  int count = 0;
  for (const char c : text) {
    if (c == '=') break;
    bits = bits << 6 | unsigned(letters.find(c));
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push_back(std::uint8_t(bits >> count));
  }
  return bytes;
}

TEST(Html, APictureReadsBack) {
  const std::vector<std::uint8_t> rgba{255, 0, 0, 255, 0, 128, 7, 255, 1, 2, 3, 255,
                                       9,   8, 7, 255, 0, 0,   0, 255, 5, 5, 5, 255};
  const std::string address = png_address(3, 2, rgba.data());
  const std::string_view head = "data:image/png;base64,";
  ASSERT_TRUE(address.starts_with(head));
  const Image image =
      decode_image(from_base64(std::string_view(address).substr(head.size())), "it");
  ASSERT_EQ(image.width, 3);
  ASSERT_EQ(image.height, 2);
  EXPECT_EQ(as_bytes(image, 4), rgba);
}

}  // namespace
}  // namespace livewarp
