#include "app/record/yuv.h"

#include <algorithm>

namespace livewarp {

namespace {

// The weights of BT.709, times 2^16, for values 0 ... 255 and the studio range.
constexpr int one = 1 << 16, half = one / 2;
constexpr double luma_range = 219.0 / 255, chroma_range = 224.0 / 255;
constexpr double red = 0.2126, blue = 0.0722, green = 1 - red - blue;

constexpr int fixed(double value) { return int(value * one + (value < 0 ? -0.5 : 0.5)); }

struct Rgb {
  int r = 0, g = 0, b = 0;
};

Rgb pixel(const PixelImage& picture, int x, int y) {
  const std::uint8_t* const p = picture.at(x, y);
  return {p[0], p[1], p[2]};
}

std::uint8_t luma(Rgb c) {
  constexpr int r = fixed(red * luma_range), g = fixed(green * luma_range),
                b = fixed(blue * luma_range);
  return std::uint8_t(((r * c.r + g * c.g + b * c.b + half) >> 16) + 16);
}

/// Of the sum of four pixels.
std::uint8_t chroma(Rgb sum, double r, double g, double b) {
  const int value = fixed(r * chroma_range / 4) * sum.r + fixed(g * chroma_range / 4) * sum.g +
                    fixed(b * chroma_range / 4) * sum.b;
  return std::uint8_t(((value + half) >> 16) + 128);
}

/// Of two by two pixels; at odd borders the last ones count twice.
Rgb sum_of_four(const PixelImage& picture, int x, int y) {
  const int right = std::min(x + 1, picture.width - 1), below = std::min(y + 1, picture.height - 1);
  const Rgb a = pixel(picture, x, y), b = pixel(picture, right, y), c = pixel(picture, x, below),
            d = pixel(picture, right, below);
  return {a.r + b.r + c.r + d.r, a.g + b.g + c.g + d.g, a.b + b.b + c.b + d.b};
}

}  // namespace

void to_yuv(const PixelImage& picture, const YuvPlanes& planes) {
  for (int y = 0; y < picture.height; ++y)
    for (int x = 0; x < picture.width; ++x)
      planes.y[std::ptrdiff_t(y) * planes.y_stride + x] = luma(pixel(picture, x, y));
  constexpr double to_blue = 2 * (1 - blue), to_red = 2 * (1 - red);
  for (int y = 0; y < picture.height; y += 2)
    for (int x = 0; x < picture.width; x += 2) {
      const Rgb sum = sum_of_four(picture, x, y);
      planes.u[std::ptrdiff_t(y / 2) * planes.u_stride + x / 2] =
          chroma(sum, -red / to_blue, -green / to_blue, (1 - blue) / to_blue);
      planes.v[std::ptrdiff_t(y / 2) * planes.v_stride + x / 2] =
          chroma(sum, (1 - red) / to_red, -green / to_red, -blue / to_red);
    }
}

}  // namespace livewarp
