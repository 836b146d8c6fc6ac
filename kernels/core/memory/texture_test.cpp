// The host's sampler against a model of the guide's formulas in fp64, and what hardware refuses.
#include "kernels/core/memory/texture_test.cuh"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "kernels/core/base/error.h"
#include "kernels/core/exec/executors.h"

namespace livewarp {
namespace {

using texture_test::all_specs;
using texture_test::image_of;
using texture_test::places_of;

// -- the guide's appendix "Texture Fetching", formula by formula ----------------------------------

/// Which of n texels the point filter takes at x; -1 for the border's colour.
int nearest(double x, int n, const TextureSpec& spec) {
  const double end = spec.normalized ? 1 : n;
  switch (spec.address) {
  case TextureAddress::clamp:
    if (x < 0) x = 0;
    if (x >= end) x = end - end / n;
    break;
  case TextureAddress::border:
    if (x < 0 || x >= end) return -1;
    break;
  case TextureAddress::wrap: x = x - std::floor(x); break;
  case TextureAddress::mirror:
    x = std::fmod(std::floor(x), 2) == 0 ? x - std::floor(x) : 1 - (x - std::floor(x));
    break;
  }
  return int(std::floor(spec.normalized ? x * n : x));
}

double stored_at(const TextureSpec& spec, const std::vector<std::byte>& image, int x, int y,
                 int channel) {
  if (x < 0 || y < 0) return 0;
  const std::byte* at =
      image.data() + std::size_t(y) * spec.pitch + std::size_t(x) * bytes_of(spec.texel);
  const double byte = std::to_integer<int>(at[channel]), next = std::to_integer<int>(at[1]);
  const bool scaled = spec.read == TextureRead::normalized;
  switch (spec.texel) {
  case Texel::uchar1:
  case Texel::uchar4: return scaled ? byte / 255 : byte;
  case Texel::ushort1: return (byte + 256 * next) / (scaled ? 65535 : 1);
  case Texel::half1: return RealView(at, Precision::half)[0];
  case Texel::float4: return RealView(at, Precision::fp32)[channel];
  case Texel::float1: break;
  }
  return RealView(at, Precision::fp32)[0];
}

double model(const TextureSpec& spec, const std::vector<std::byte>& image, double x, double y,
             int channel) {
  const int nx = int(spec.width), ny = int(spec.height);
  const auto point = [&](double px, double py) {
    return stored_at(spec, image, nearest(px, nx, spec), nearest(py, ny, spec), channel);
  };
  if (spec.filter == TextureFilter::point) return point(x, y);
  const double unit_x = spec.normalized ? 1.0 / nx : 1, unit_y = spec.normalized ? 1.0 / ny : 1;
  const double xb = x / unit_x - 0.5, yb = y / unit_y - 0.5;
  const double i = std::floor(xb), j = std::floor(yb);
  const double a = std::round((xb - i) * 256) / 256, b = std::round((yb - j) * 256) / 256;
  // A texel is what the point filter finds at its centre.
  const double x0 = (i + 0.5) * unit_x, x1 = (i + 1.5) * unit_x;
  const double y0 = (j + 0.5) * unit_y, y1 = (j + 1.5) * unit_y;
  return (1 - a) * (1 - b) * point(x0, y0) + a * (1 - b) * point(x1, y0) +
         (1 - a) * b * point(x0, y1) + a * b * point(x1, y1);
}

Buffer host_copy(const std::vector<std::byte>& image) {
  return texture_test::buffer_of(image.data(), image.size(), MemoryMode::host);
}

TEST(HostTexture, AgreesWithTheGuidesFormulas) {
  for (const auto& [width, height] : {std::pair{7, 5}, {1, 1}, {33, 3}, {1, 6}}) {
    const std::vector<TextureSpec> specs = all_specs(width, height);
    // Clamp and border with both kinds of coordinates, wrap and mirror with one; three integer
    // types by point in two ways of reading and linearly in one, three real ones always; two
    // storages.
    EXPECT_EQ(specs.size(), std::size_t(2 * 6 * (3 * 3 + 3 * 4)));
    for (TextureSpec spec : specs) {
      if (spec.storage == TextureStorage::array) continue;  // the host's are rows as well
      const std::vector<std::byte> image = image_of(spec);
      const Buffer memory = host_copy(image);
      spec.memory = memory.data();
      const HostTexture texture(spec);
      for (const float2& at : places_of(spec)) {
        const HostTexture::Value value = texture.sample(at.x, at.y);
        for (int k = 0; k < channels_of(spec.texel); ++k)
          ASSERT_NEAR(value[std::size_t(k)], model(spec, image, double(at.x), double(at.y), k),
                      2e-6)
              << texture_test::text_of(spec) << " at " << at.x << ", " << at.y;
      }
    }
  }
}

TEST(HostTexture, LevelsAreHalvesRoundedDown) {
  const TextureArray::Shape shape{Texel::uchar4, 13, 6, 4};
  EXPECT_EQ(shape.level(0), (TextureArray::Shape{Texel::uchar4, 13, 6}));
  EXPECT_EQ(shape.level(1), (TextureArray::Shape{Texel::uchar4, 6, 3}));
  EXPECT_EQ(shape.level(3), (TextureArray::Shape{Texel::uchar4, 1, 1}));
  EXPECT_EQ(shape.bytes(), 4u * (13 * 6 + 6 * 3 + 3 * 1 + 1));
  EXPECT_EQ(TextureArray(shape, MemoryMode::host).texture().levels, 4);
}

TEST(HostTexture, LevelsNeedAnArrayAndNormalizedCoordinates) {
  TextureSpec spec{.storage = TextureStorage::array, .width = 13, .height = 6};
  spec.levels = 4;
  EXPECT_NE(texture_refusal(spec).find("normalized"), std::string::npos);
  spec.normalized = true;
  EXPECT_EQ(texture_refusal(spec), "");
  spec.levels = 5;
  EXPECT_NE(texture_refusal(spec).find("4 levels at most"), std::string::npos);
  spec.levels = 4;
  spec.width = 32'769;
  EXPECT_NE(texture_refusal(spec).find("32,768"), std::string::npos);
  spec.storage = TextureStorage::pitched;
  EXPECT_NE(texture_refusal(spec).find("array storage"), std::string::npos);
}

/// A row of three: 10, 20, 40.
class HostTextureRow : public testing::Test {
 protected:
  float at(float x, TextureFilter filter, TextureAddress address, bool normalized = false) const {
    const TextureSpec spec{.storage = TextureStorage::pitched,
                           .memory = row_.data(),
                           .width = 3,
                           .pitch = 32,
                           .filter = filter,
                           .address = address,
                           .normalized = normalized};
    return HostTexture(spec).sample(x, 0.5f)[0];
  }
  static constexpr std::array<float, 8> numbers_{10, 20, 40};
  Buffer row_ = texture_test::buffer_of(numbers_.data(), sizeof numbers_, MemoryMode::host);
  static constexpr auto point = TextureFilter::point, linear = TextureFilter::linear;
  static constexpr auto clamp = TextureAddress::clamp, border = TextureAddress::border;
  static constexpr auto wrap = TextureAddress::wrap, mirror = TextureAddress::mirror;
};

TEST_F(HostTextureRow, PointsByHand) {
  EXPECT_EQ(at(0, point, clamp), 10);
  EXPECT_EQ(at(0.99f, point, clamp), 10);
  EXPECT_EQ(at(1, point, clamp), 20);
  EXPECT_EQ(at(3, point, clamp), 40);
  EXPECT_EQ(at(-1e30f, point, clamp), 10);
  EXPECT_EQ(at(1e30f, point, clamp), 40);
  EXPECT_EQ(at(-0.01f, point, border), 0);
  EXPECT_EQ(at(3, point, border), 0);
  EXPECT_EQ(at(1.5f, point, wrap, true), 20);
  EXPECT_EQ(at(-0.1f, point, wrap, true), 40);
  EXPECT_EQ(at(-0.1f, point, mirror, true), 10);
  EXPECT_EQ(at(1.1f, point, mirror, true), 40);
  EXPECT_EQ(at(2.1f, point, mirror, true), 10);
  EXPECT_EQ(at(-1.1f, point, mirror, true), 40);
}

TEST_F(HostTextureRow, LinesByHand) {
  EXPECT_EQ(at(1.5f, linear, clamp), 20);             // a texel's centre is the texel
  EXPECT_EQ(at(1.25f, linear, clamp), 17.5f);         // 3/4 of the way from 10 to 20
  EXPECT_EQ(at(1.001f, linear, clamp), 15);           // 0.501 is 128.256 / 256: 128
  EXPECT_EQ(at(1.003f, linear, clamp), 15.0390625f);  // 0.503 is 128.768 / 256: 129
  EXPECT_EQ(at(1.499f, linear, clamp), 20);           // 0.999 is 255.744 / 256: wholly the next
  EXPECT_EQ(at(0.1f, linear, clamp), 10);
  EXPECT_EQ(at(0.1f, linear, border), 10 * 154 / 256.0f);  // 0.6 is 153.6 / 256
  EXPECT_EQ(at(0, linear, wrap, true), 25);                // between 40 and 10
  EXPECT_EQ(at(1, linear, mirror, true), 40);
}

TEST(HostTexture, ReadsEveryKindOfTexelByHand) {
  // 51 = 255 / 5, 13107 = 65535 / 5; the same bytes as uchar4, ushort and half.
  const std::array<std::uint8_t, 4> bytes{0x33, 0x33, 0x00, 0x3C};
  const Buffer memory = texture_test::buffer_of(bytes.data(), 4, MemoryMode::host);
  const auto fetch = [&](Texel texel, TextureRead read, int i) {
    const TextureSpec spec{.memory = memory.data(),
                           .texel = texel,
                           .width = std::int64_t(4 / bytes_of(texel)),
                           .read = read};
    return HostTexture(spec).fetch(i);
  };
  const auto element = TextureRead::element, normalized = TextureRead::normalized;
  EXPECT_EQ(fetch(Texel::uchar1, element, 3)[0], 60);
  EXPECT_FLOAT_EQ(fetch(Texel::uchar1, normalized, 0)[0], 0.2f);
  EXPECT_FLOAT_EQ(fetch(Texel::uchar4, normalized, 0)[1], 0.2f);
  EXPECT_EQ(fetch(Texel::uchar4, element, 0)[3], 60);
  EXPECT_EQ(fetch(Texel::ushort1, element, 0)[0], 13107);
  EXPECT_FLOAT_EQ(fetch(Texel::ushort1, normalized, 0)[0], 0.2f);
  EXPECT_EQ(fetch(Texel::half1, element, 1)[0], 1);     // 0x3C00
  EXPECT_EQ(fetch(Texel::half1, normalized, 1)[0], 1);  // reals are read as they are
  for (const int outside : {-1, 2}) EXPECT_EQ(fetch(Texel::half1, element, outside)[0], 0);
}

TEST(Texture, WhatHardwareCannotDoIsRefusedWithItsReason) {
  const auto expect = [](const TextureSpec& spec, const std::string& reason) {
    EXPECT_NE(texture_refusal(spec).find(reason), std::string::npos) << texture_refusal(spec);
    if (reason.empty()) {
      EXPECT_EQ(texture_refusal(spec), "");
    } else {
      EXPECT_THROW(HostTexture{spec}, Error);
    }
  };
  const TextureSpec line{.width = 1 << 27};
  expect(line, "");
  TextureSpec some = line;
  some.width += 1;
  expect(some, "134,217,729 texels: linear storage holds at most 134,217,728");
  some = line;
  some.memory = std::bit_cast<const void*>(std::uintptr_t{512 + 256});
  expect(some, "multiple of 512 bytes");
  some = line;
  some.filter = TextureFilter::linear;
  expect(some, "read by index");

  const TextureSpec rows{.storage = TextureStorage::pitched, .width = 10, .height = 3, .pitch = 64};
  expect(rows, "");
  some = rows;
  some.pitch = 48;
  expect(some, "rows begin every 48 bytes: a texture over plain memory needs a multiple of 32");
  some.pitch = 32;
  expect(some, "variants of 40 bytes do not fit into a pitch of 32");
  some = rows;
  some.height = 65'001;
  expect(some, "at most 131,072 x 65,000");
  some = rows;
  some.address = TextureAddress::wrap;
  expect(some, "wrap and mirror need normalized coordinates");
  some = rows;
  some.texel = Texel::uchar4;
  some.filter = TextureFilter::linear;
  expect(some, "must be read as normalized");
  some.read = TextureRead::normalized;
  expect(some, "");
  EXPECT_THROW(TextureArray({Texel::float1, 131'073, 1}, MemoryMode::host), Error);
}

TEST(Texture, AnArrayIsFilledToTheLastTexel) {
  TextureArray array({Texel::uchar4, 5, 3}, MemoryMode::host);
  array.fill(0xA5);
  const auto* const bytes = static_cast<const unsigned char*>(array.handle());
  EXPECT_EQ(std::count(bytes, bytes + 60, 0xA5), 60);
  EXPECT_EQ(array.shape().bytes(), 60u);
}

}  // namespace
}  // namespace livewarp
