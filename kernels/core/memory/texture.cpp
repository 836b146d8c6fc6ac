#include "kernels/core/memory/texture.h"

#include <algorithm>
#include <atomic>
#include <bit>

#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/memory/device_memory.h"

namespace livewarp {

namespace {

std::string size_text(std::int64_t width, std::int64_t height) {
  return grouped(width) + " x " + grouped(height);
}

std::string too_large(std::int64_t width, std::int64_t height, std::int64_t most_width,
                      std::int64_t most_height) {
  if (width <= most_width && height <= most_height) return {};
  return size_text(width, height) + " texels: this storage holds at most " +
         size_text(most_width, most_height);
}

/// Rows in plain memory must begin where the hardware can.
std::string pitch_refusal(const TextureSpec& spec, const TextureLimits& limits) {
  const std::size_t row = std::size_t(spec.width) * bytes_of(spec.texel);
  if (spec.pitch < row)
    return "variants of " + grouped(std::int64_t(row)) + " bytes do not fit into a pitch of " +
           grouped(std::int64_t(spec.pitch));
  if (spec.pitch % limits.pitch_alignment)
    return "rows begin every " + grouped(std::int64_t(spec.pitch)) +
           " bytes: a texture over plain memory needs a multiple of " +
           std::to_string(limits.pitch_alignment);
  if (spec.pitch > limits.most_pitch)
    return "rows begin every " + grouped(std::int64_t(spec.pitch)) +
           " bytes: a texture over plain memory needs at most " +
           grouped(std::int64_t(limits.most_pitch));
  return too_large(spec.width, spec.height, limits.pitched_width, limits.pitched_height);
}

std::string storage_refusal(const TextureSpec& spec, const TextureLimits& limits) {
  if (spec.width < 1 || spec.height < 1) return "it has no texel";
  if (spec.levels > 1)
    return too_large(spec.width, spec.height, limits.mipmapped_width, limits.mipmapped_height);
  if (spec.storage == TextureStorage::array)
    return too_large(spec.width, spec.height, limits.array_width, limits.array_height);
  if (reinterpret_cast<std::uintptr_t>(spec.memory) % limits.address_alignment)
    return "its memory must begin at a multiple of " + std::to_string(limits.address_alignment) +
           " bytes";
  if (spec.storage == TextureStorage::pitched) return pitch_refusal(spec, limits);
  if (spec.height > 1) return "linear storage has one row";
  if (spec.width <= limits.linear_width) return {};
  return grouped(spec.width) + " texels: linear storage holds at most " +
         grouped(limits.linear_width);
}

/// What has several levels is an array, and goes down to one texel at most.
std::string level_refusal(const TextureSpec& spec) {
  if (spec.storage != TextureStorage::array) return "levels need array storage";
  if (!spec.normalized) return "levels need normalized coordinates";
  const auto most = int(std::bit_width(std::uint64_t(std::max(spec.width, spec.height))));
  if (spec.levels <= most) return {};
  return size_text(spec.width, spec.height) + " texels have " + std::to_string(most) +
         " levels at most";
}

}  // namespace

std::size_t bytes_of(Texel texel) {
  switch (texel) {
  case Texel::uchar1: return 1;
  case Texel::ushort1:
  case Texel::half1: return 2;
  case Texel::float4: return 16;
  case Texel::uchar4:
  case Texel::float1: break;
  }
  return 4;
}

std::string texture_refusal(const TextureSpec& spec, const TextureLimits& limits) {
  const bool linear = spec.filter == TextureFilter::linear;
  if (spec.storage == TextureStorage::linear) {
    if (linear || spec.normalized)
      return "linear storage is read by index: no filter, no normalized coordinates";
  } else if (!spec.normalized &&
             (spec.address == TextureAddress::wrap || spec.address == TextureAddress::mirror)) {
    return "wrap and mirror need normalized coordinates";
  }
  if (linear && holds_integers(spec.texel) && spec.read == TextureRead::element)
    return "the linear filter needs floats: integers must be read as normalized";
  if (spec.levels > 1)
    if (std::string refusal = level_refusal(spec); !refusal.empty()) return refusal;
  return storage_refusal(spec, limits);
}

TextureArray::Shape TextureArray::Shape::level(int i) const {
  return {texel, std::max<std::int64_t>(width >> i, 1), std::max<std::int64_t>(height >> i, 1)};
}

std::size_t TextureArray::Shape::bytes() const {
  std::size_t all = 0;
  for (int i = 0; i < levels; ++i) {
    const Shape one = level(i);
    all += one.row_bytes() * std::size_t(one.height);
  }
  return all;
}

TextureArray::TextureArray(const Shape& shape, MemoryMode mode)
    : shape_(shape), cuda_(nullptr, Release{shape.levels > 1}) {
  static std::atomic<std::uint64_t> made = 0;
  const std::string refusal = texture_refusal(texture());
  if (!refusal.empty()) throw Error("texture array: " + refusal, "choose a smaller problem");
  if (mode == MemoryMode::host)
    host_ = Buffer(shape.bytes(), MemoryMode::host);
  else
    cuda_.reset(allocate_cuda_array(shape));
  number_ = ++made;
}

TextureSpec TextureArray::texture() const {
  TextureSpec spec;
  spec.storage = TextureStorage::array;
  spec.memory = handle();
  spec.array = number_;
  spec.texel = shape_.texel;
  spec.width = shape_.width;
  spec.height = shape_.height;
  spec.levels = shape_.levels;
  spec.normalized = shape_.levels > 1;
  return spec;
}

void TextureArray::fill(int byte) {
  if (on_host())
    host_.fill(byte);
  else if (cuda_)
    fill_cuda_array(cuda_.get(), shape_, byte);
}

void TextureArray::Release::operator()(void* array) const noexcept {
  release_cuda_array(array, mipmapped);
}

}  // namespace livewarp
