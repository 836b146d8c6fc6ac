#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/core/memory/buffer.h"

namespace livewarp {

/// What a texture is made of, by CUDA's names; half1 is binary16 and is read as float.
enum class Texel { uchar1, uchar4, ushort1, half1, float1, float4 };
std::size_t bytes_of(Texel);
inline int channels_of(Texel texel) {
  return texel == Texel::uchar4 || texel == Texel::float4 ? 4 : 1;
}
inline bool holds_integers(Texel texel) { return texel < Texel::half1; }

/// linear: plain memory by index (tex1Dfetch). pitched: rows in plain memory (tex2D). array: the
/// GPU's own order, a `TextureArray` (tex2D).
enum class TextureStorage { linear, pitched, array };
enum class TextureFilter { point, linear };
/// What lies outside. Border is 0; wrap and mirror need normalized coordinates.
enum class TextureAddress { clamp, wrap, mirror, border };
/// normalized: integers are read as reals, the largest as 1. Reals are read as they are.
enum class TextureRead { element, normalized };

/// Describes a texture object. Texel i of a row covers coordinates i to i + 1, or i / width to
/// (i + 1) / width if they are normalized.
struct TextureSpec {
  TextureStorage storage = TextureStorage::linear;
  const void* memory = nullptr;  ///< that kernels can reach; of an array its handle
  std::uint64_t array = 0;       ///< number of the array: its handle may come again
  Texel texel = Texel::float1;
  std::int64_t width = 0, height = 1;
  std::size_t pitch = 0;  ///< pitched: bytes from one row to the next
  TextureFilter filter = TextureFilter::point;
  TextureAddress address = TextureAddress::clamp;  ///< in both directions
  TextureRead read = TextureRead::element;
  bool normalized = false;  ///< coordinates go from 0 to 1 over the texture
  /// Of a mipmapped array, which needs normalized coordinates. tex2DLod and tex2DGrad mix the two
  /// levels next to the one that they ask for.
  int levels = 1;
  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 takes the operator for a comparison with 0
  auto operator<=>(const TextureSpec&) const = default;
};

/// What texture hardware can do. The defaults hold for every GPU of compute capability 7.5 and
/// above (CUDA C++ Programming Guide, Technical Specifications).
struct TextureLimits {
  std::int64_t linear_width = std::int64_t{1} << 27;
  std::int64_t pitched_width = 131'072, pitched_height = 65'000;
  std::size_t most_pitch = 2'097'120;
  std::int64_t array_width = 131'072, array_height = 65'536;
  std::int64_t mipmapped_width = 32'768, mipmapped_height = 32'768;
  std::size_t pitch_alignment = 32, address_alignment = 512;
};

/// Why there can be no such texture object; empty if there can. An address of null counts as
/// aligned.
std::string texture_refusal(const TextureSpec& spec, const TextureLimits& limits = {});

/// A field of texels in the GPU's own order (a CUDA array): what is near in both directions lies
/// near in memory. Kernels read it by texture objects and write it by surface objects. Owner;
/// moved, not copied.
class TextureArray {
 public:
  struct Shape {
    Texel texel = Texel::float1;
    std::int64_t width = 0, height = 0;
    int levels = 1;  ///< each half as wide and high as the one before, rounded down, at least 1
    std::size_t row_bytes() const { return std::size_t(width) * bytes_of(texel); }
    std::size_t bytes() const;  ///< of all levels
    Shape level(int i) const;   ///< of one, by itself
    bool operator==(const Shape&) const = default;
  };
  using Shapes = std::vector<Shape>;

  TextureArray() = default;
  /// Mode `host`: plain rows, for kernels that the host executes. Any other: a CUDA array. Throws
  /// `Error`.
  TextureArray(const Shape& shape, MemoryMode mode);

  const Shape& shape() const { return shape_; }
  bool on_host() const { return host_.data() != nullptr; }
  /// Describes a texture over all of it, read by point and clamped: to be changed at will. Of
  /// several levels by normalized coordinates, else by texels.
  TextureSpec texture() const;
  /// Fills all of it with one byte value; blocking, never inside a step.
  void fill(int byte);
  /// The cudaArray_t or cudaMipmappedArray_t, or the rows on the host, level after level.
  void* handle() const { return on_host() ? host_.data() : cuda_.get(); }
  /// Different for any two arrays of a process.
  std::uint64_t number() const { return number_; }

 private:
  struct Release {
    bool mipmapped = false;
    void operator()(void* array) const noexcept;
  };
  Shape shape_;
  Buffer host_;
  std::unique_ptr<void, Release> cuda_;
  std::uint64_t number_ = 0;
};

}  // namespace livewarp
