#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/core/memory/texture.h"

namespace livewarp {

/// The texels that one fetch mixes: one by point, four by a linear filter, eight between two
/// levels; none where only the border is read.
struct TextureReach {
  struct Place {
    int level = 0;
    std::int64_t x = 0, y = 0;
    auto operator<=>(const Place&) const = default;
  };
  std::array<Place, 8> texels{};
  int count = 0;
  TextureStorage storage = TextureStorage::array;
  std::size_t texel_bytes = 0, pitch = 0;
};

/// What a texture object is on the host: samples memory by the rules of the CUDA C++ Programming
/// Guide, appendix "Texture Fetching".
class HostTexture {
 public:
  using Value = std::array<float, 4>;  ///< of integers too: all of them are exact; unused are 0

  /// `spec` must be one that `texture_refusal` lets pass. Throws `Error` else.
  explicit HostTexture(const TextureSpec& spec);

  const TextureSpec& spec() const { return spec_; }
  /// True if what is read is real, false if integer.
  bool yields_reals() const;
  Value fetch(std::int64_t i) const;     ///< tex1Dfetch: 0 outside. Throws `Error` for 2D storage.
  Value sample(float x, float y) const;  ///< tex2D. Throws `Error` for linear storage.
  /// tex2DLod: mixes two levels, by 8 bits behind the point.
  Value sample(float x, float y, float level) const;
  /// What tex2D and tex2DLod mix, of the same arguments.
  TextureReach reach(float x, float y) const;
  TextureReach reach(float x, float y, float level) const;
  /// Where tex1Dfetch reads; null outside.
  const void* address_of(std::int64_t i) const;
  /// The level that tex2DGrad asks for: where a texel is as wide as the longer of two steps, in
  /// normalized coordinates.
  float level_of(const std::array<float, 2>& dx, const std::array<float, 2>& dy) const;

 private:
  /// A level by itself.
  struct Rows {
    const std::byte* memory;
    std::int64_t width, height;
    std::size_t pitch;
  };
  Value texel(const Rows& rows, std::int64_t x, std::int64_t y) const;
  Value sample(const Rows& rows, float x, float y) const;
  /// The levels that tex2DLod mixes, and the share of the coarser one.
  struct Levels {
    std::size_t finer;
    float share;
  };
  Levels levels_at(float level) const;
  void add_reach(TextureReach& reach, std::size_t level, float x, float y) const;
  TextureSpec spec_;
  std::vector<Rows> levels_;
};

/// What a surface object is on the host.
class HostSurface {
 public:
  explicit HostSurface(const TextureArray& array, int level = 0);
  /// Over rows without padding, plane after plane.
  HostSurface(void* memory, std::int64_t row_bytes, std::int64_t height, std::int64_t depth = 1)
      : memory_(static_cast<std::byte*>(memory)), row_bytes_(row_bytes), height_(height),
        depth_(depth) {}
  /// surf2Dwrite and surf3Dwrite: x in bytes. Throws `Error` where x is no multiple of `bytes`, and
  /// outside unless that is dropped.
  void write(const void* value, std::size_t bytes, int x, int y, int z = 0,
             bool drop_outside = false) const;

 private:
  std::byte* memory_;
  std::int64_t row_bytes_, height_, depth_ = 1;
};

}  // namespace livewarp
