#include "kernels/core/memory/host_texture.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "kernels/core/base/error.h"
#include "kernels/core/model/precision.h"

namespace livewarp {

namespace {

template <class T>
T element(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

/// One texel as it is stored.
HostTexture::Value stored(Texel texel, const std::byte* at) {
  const auto byte = [at](int channel) { return float(std::to_integer<unsigned>(at[channel])); };
  switch (texel) {
  case Texel::uchar1: return {byte(0)};
  case Texel::uchar4: return {byte(0), byte(1), byte(2), byte(3)};
  case Texel::ushort1: return {float(element<std::uint16_t>(at))};
  case Texel::half1: return {to_float(element<Half>(at))};
  case Texel::float4: return element<HostTexture::Value>(at);
  case Texel::float1: break;
  }
  return {element<float>(at)};
}

/// A coordinate counted in texels, inside of the texture where the address mode brings it there.
float in_texels(float x, std::int64_t size, const TextureSpec& spec) {
  if (spec.normalized) {
    const float whole = std::floor(x), rest = x - whole;
    if (spec.address == TextureAddress::wrap) x = rest;
    if (spec.address == TextureAddress::mirror)
      x = std::fmod(whole, 2.0f) == 0.0f ? rest : 1.0f - rest;
    x *= float(size);
  }
  // Two texels outside are as good as a thousand; what is no number is outside too.
  return std::fmin(std::fmax(x, -2.0f), float(size) + 2);
}

/// The texel that stands for one outside; -1 for the border's colour.
std::int64_t inside(std::int64_t i, std::int64_t size, TextureAddress address) {
  if (i >= 0 && i < size) return i;
  switch (address) {
  case TextureAddress::border: return -1;
  case TextureAddress::clamp: break;
  case TextureAddress::wrap: return (i % size + size) % size;
  case TextureAddress::mirror: i = i < 0 ? -1 - i : 2 * size - 1 - i; break;
  }
  return std::clamp<std::int64_t>(i, 0, size - 1);
}

/// The two texels between which a coordinate lies, and the weight of the second: 8 bits behind the
/// point.
struct Between {
  std::int64_t first;
  float weight;
  explicit Between(float x) {
    const float centred = x - 0.5f, whole = std::floor(centred);
    first = std::int64_t(whole);
    weight = std::floor((centred - whole) * 256 + 0.5f) / 256;
  }
};

/// Where level i of an array begins.
std::size_t offset_of(const TextureArray::Shape& shape, int level) {
  TextureArray::Shape before = shape;
  before.levels = level;
  return before.bytes();
}

}  // namespace

HostTexture::HostTexture(const TextureSpec& spec) : spec_(spec) {
  const std::string refusal = texture_refusal(spec);
  if (!refusal.empty()) throw Error("texture: " + refusal);
  const auto* const memory = static_cast<const std::byte*>(spec.memory);
  if (spec.storage != TextureStorage::array) {
    levels_ = {{memory, spec.width, spec.height, spec.pitch}};
    return;
  }
  const TextureArray::Shape shape{spec.texel, spec.width, spec.height, spec.levels};
  for (int i = 0; i < spec.levels; ++i) {
    const TextureArray::Shape own = shape.level(i);
    levels_.push_back({memory + offset_of(shape, i), own.width, own.height, own.row_bytes()});
  }
}

bool HostTexture::yields_reals() const {
  return !holds_integers(spec_.texel) || spec_.read == TextureRead::normalized;
}

HostTexture::Value HostTexture::texel(const Rows& rows, std::int64_t x, std::int64_t y) const {
  x = inside(x, rows.width, spec_.address);
  y = inside(y, rows.height, spec_.address);
  if (x < 0 || y < 0) return {};
  const std::byte* const row = rows.memory + std::size_t(y) * rows.pitch;
  Value value = stored(spec_.texel, row + std::size_t(x) * bytes_of(spec_.texel));
  if (holds_integers(spec_.texel) && yields_reals())
    for (float& channel : value) channel /= spec_.texel == Texel::ushort1 ? 65535.0f : 255.0f;
  return value;
}

HostTexture::Value HostTexture::fetch(std::int64_t i) const {
  if (spec_.storage != TextureStorage::linear)
    throw Error("tex1Dfetch reads linear storage, and this texture has rows");
  if (i < 0 || i >= spec_.width) return {};
  return texel(levels_[0], i, 0);
}

HostTexture::Value HostTexture::sample(const Rows& rows, float x, float y) const {
  if (spec_.storage == TextureStorage::linear)
    throw Error("tex2D reads rows, and this texture has linear storage");
  x = in_texels(x, rows.width, spec_);
  y = in_texels(y, rows.height, spec_);
  if (spec_.filter == TextureFilter::point)
    return texel(rows, std::int64_t(std::floor(x)), std::int64_t(std::floor(y)));
  const Between across(x), down(y);
  Value sum{};
  for (const int i : {0, 1})
    for (const int j : {0, 1}) {
      const float weight =
          (i ? across.weight : 1 - across.weight) * (j ? down.weight : 1 - down.weight);
      const Value part = texel(rows, across.first + i, down.first + j);
      for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += weight * part[k];
    }
  return sum;
}

HostTexture::Value HostTexture::sample(float x, float y) const { return sample(levels_[0], x, y); }

HostTexture::Levels HostTexture::levels_at(float level) const {
  const auto last = float(levels_.size() - 1);
  // What is no number is level 0.
  const float steps = std::fmin(std::fmax(level, 0.0f), last) * 256;
  const float found = std::floor(steps + 0.5f) / 256, whole = std::floor(found);
  return {std::size_t(whole), found - whole};
}

HostTexture::Value HostTexture::sample(float x, float y, float level) const {
  const auto [finer, share] = levels_at(level);
  Value value = sample(levels_[finer], x, y);
  if (share == 0) return value;
  const Value coarser = sample(levels_[finer + 1], x, y);
  for (std::size_t k = 0; k < value.size(); ++k)
    value[k] = (1 - share) * value[k] + share * coarser[k];
  return value;
}

void HostTexture::add_reach(TextureReach& reach, std::size_t level, float x, float y) const {
  const Rows& rows = levels_[level];
  x = in_texels(x, rows.width, spec_);
  y = in_texels(y, rows.height, spec_);
  const bool point = spec_.filter == TextureFilter::point;
  const auto first = [&](float at) {
    return point ? std::int64_t(std::floor(at)) : Between(at).first;
  };
  for (const int i : {0, 1})
    for (const int j : {0, 1}) {
      if (point && i + j > 0) continue;
      const std::int64_t column = inside(first(x) + i, rows.width, spec_.address);
      const std::int64_t row = inside(first(y) + j, rows.height, spec_.address);
      if (column < 0 || row < 0) continue;
      reach.texels.at(std::size_t(reach.count++)) = {int(level), column, row};
    }
}

TextureReach HostTexture::reach(float x, float y, float level) const {
  TextureReach reach{
      .storage = spec_.storage, .texel_bytes = bytes_of(spec_.texel), .pitch = spec_.pitch};
  const auto [finer, share] = levels_at(level);
  add_reach(reach, finer, x, y);
  if (share != 0) add_reach(reach, finer + 1, x, y);
  return reach;
}

TextureReach HostTexture::reach(float x, float y) const { return reach(x, y, 0); }

const void* HostTexture::address_of(std::int64_t i) const {
  if (i < 0 || i >= spec_.width) return nullptr;
  return levels_[0].memory + std::size_t(i) * bytes_of(spec_.texel);
}

float HostTexture::level_of(const std::array<float, 2>& dx, const std::array<float, 2>& dy) const {
  const auto texels = [this](const std::array<float, 2>& step) {
    return std::hypot(step[0] * float(spec_.width), step[1] * float(spec_.height));
  };
  return std::log2(std::fmax(texels(dx), texels(dy)));
}

HostSurface::HostSurface(const TextureArray& array, int level)
    : memory_(static_cast<std::byte*>(array.handle()) + offset_of(array.shape(), level)),
      row_bytes_(std::int64_t(array.shape().level(level).row_bytes())),
      height_(array.shape().level(level).height) {
  if (!array.on_host()) throw Error("surface: this array is the GPU's");
}

void HostSurface::write(const void* value, std::size_t bytes, int x, int y, int z,
                        bool drop_outside) const {
  const bool aligned = x % int(bytes) == 0;
  const bool inside = x >= 0 && x + std::int64_t(bytes) <= row_bytes_ && y >= 0 && y < height_ &&
                      z >= 0 && z < depth_;
  if (aligned && !inside && drop_outside) return;
  if (!aligned || !inside)
    throw Error("surface write: byte " + std::to_string(x) + " of row " + std::to_string(y) +
                " of plane " + std::to_string(z) + " is outside of the array or not aligned");
  std::memcpy(memory_ + (z * height_ + y) * row_bytes_ + x, value, bytes);
}

}  // namespace livewarp
