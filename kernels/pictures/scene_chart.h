#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "kernels/pictures/value_noise.h"

namespace livewarp {

/// A painted scene, the same at every size: a lake at sunset with a lighthouse, a boat and a sign.
/// It has what pictures of cameras have: smooth gradients, sharp edges that slant, round ones and
/// thin ones, grain, texture that grows finer with the distance, and text.
///
/// Lengths are heights of the picture, y counted downwards. `seed` is that of clouds, hills and
/// waves.
class SceneChart {
 public:
  SceneChart(std::int64_t width, std::int64_t height, std::uint64_t seed);
  /// Red, green, blue and full opacity at texel (x, y).
  std::array<std::uint8_t, 4> at(std::int64_t x, std::int64_t y) const;

 private:
  struct Color {
    float r = 0, g = 0, b = 0;
  };
  struct Place {
    float x = 0, y = 0;
    std::int64_t column = 0;
  };
  /// A row of hills: how high each column's is, and their colour.
  struct Ridge {
    std::vector<float> top;
    Color color;
    float haze = 0;
  };

  static Color mix(const Color& a, const Color& b, float t);
  static Color scaled(const Color& color, float factor);

  /// How much of a texel lies inside an edge that is `distance` away, positive inside.
  float cover(float distance) const;
  float box(const Place& at, float x, float y, float half_width, float half_height) const;

  Color sky(const Place& at) const;
  void hills(Color& color, const Place& at) const;
  void water(Color& color, const Place& at) const;
  void lighthouse(Color& color, const Place& at) const;
  void boat(Color& color, const Place& at) const;
  void shore(Color& color, const Place& at) const;
  void sign(Color& color, const Place& at) const;

  float texels_;  ///< a height
  float wide_;    ///< heights
  ValueNoise<float> noise_;
  std::vector<Ridge> ridges_;
  std::vector<float> shore_;  ///< of each column, with its grass
};

}  // namespace livewarp
