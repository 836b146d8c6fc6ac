#include "render/passes/probe.h"

#include <cmath>
#include <cstring>

#include <glad/gl.h>

#include "kernels/core/base/error.h"
#include "kernels/core/base/fault.h"

namespace livewarp {
namespace {

/// Shown smaller than it is: of the whole image's pixels, one of those that made this one.
std::int64_t of_whole(int at, std::int64_t shown, std::int64_t whole) {
  return whole > shown ? at * whole / shown : at;
}

bool is_image(const GlPicture& picture) {
  return picture.buffer != 0 && picture.spec.kind == PictureKind::image;
}

/// Of a pixel: RGBA in 8 bits, or a field's value and mark.
GLsizeiptr pixel_bytes(const GlPicture& picture) { return is_image(picture) ? 4 : 8; }

Probe at_place(const GlPicture& picture, int column, int row, const ImagePoint& place) {
  const PictureSpec& spec = picture.spec;
  if (!is_image(picture))
    return {.x = std::int64_t(std::floor(place.x)), .y = std::int64_t(std::floor(place.y))};
  return {.x = of_whole(column, spec.width, spec.full_width),
          .y = of_whole(row, spec.height, spec.full_height),
          .color = std::array<std::uint8_t, 4>{}};
}

void fill(Probe& probe, const std::byte* pixel) {
  if (probe.color) {
    std::memcpy(probe.color->data(), pixel, sizeof *probe.color);
    return;
  }
  float values[2] = {};
  std::memcpy(values, pixel, sizeof values);
  probe.value = double(values[0]);
  probe.mark = CellMark(int(values[1]));
}

}  // namespace

Prober::Prober() {
  constexpr GLbitfield mapped = GL_MAP_READ_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
  constexpr GLsizeiptr bytes = slots * slot_bytes;
  LIVEWARP_CALL(glNamedBufferStorage, buffer_.name(), bytes, nullptr,
                mapped | GL_CLIENT_STORAGE_BIT);
  memory_ = static_cast<const std::byte*>(
      LIVEWARP_CALL(glMapNamedBufferRange, buffer_.name(), 0, bytes, mapped));
  if (!memory_) throw Error("OpenGL gives no memory to read pixels into");
}

std::optional<Prober::Pixel> Prober::pixel_at(const GlPicture& picture, const ImagePoint& place) {
  const PictureSpec& spec = picture.spec;
  const bool field = !picture.empty() && spec.kind == PictureKind::field;
  if (!field && !is_image(picture)) return {};
  const Region& region = spec.region;
  const double column =
      std::floor(field ? (place.x - region.x) / region.width * spec.width : place.x);
  const double row =
      std::floor(field ? (place.y - region.y) / region.height * spec.height : place.y);
  if (!(column >= 0 && column < spec.width && row >= 0 && row < spec.height)) return {};
  return Pixel{int(column), int(row)};
}

void Prober::copy(const GlPicture& picture, Pixel pixel, std::size_t offset) const {
  if (picture.texture != 0 && !is_image(picture)) {
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer_.name());
    // NOLINTNEXTLINE(performance-no-int-to-ptr): with a buffer bound, OpenGL takes an offset as a
    // pointer
    void* const place = reinterpret_cast<void*>(offset);
    glGetTextureSubImage(picture.texture, 0, pixel.column, pixel.row, 0, 1, 1, 1, GL_RG, GL_FLOAT,
                         slot_bytes, place);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  } else {
    const GLsizeiptr bytes = pixel_bytes(picture);
    const auto index = GLintptr{pixel.row} * picture.spec.width + pixel.column;
    glCopyNamedBufferSubData(picture.buffer, buffer_.name(), index * bytes, GLintptr(offset),
                             bytes);
  }
}

void Prober::ask(const GlPicture& picture, const std::optional<ImagePoint>& place) {
  const std::optional<Pixel> pixel = place ? pixel_at(picture, *place) : std::nullopt;
  if (!pixel) return forget();
  if (asked_ - answered_ == slots) return;
  const std::size_t at = asked_ % slots;
  copy(picture, *pixel, at * slot_bytes);
  ring_[at] = {GlFence(), at_place(picture, pixel->column, pixel->row, *place), true};
  ++asked_;
}

void Prober::forget() {
  newest_.reset();
  for (Slot& slot : ring_) slot.wanted = false;
}

std::optional<Probe> Prober::answer() {
  for (; answered_ < asked_; ++answered_) {
    Slot& slot = ring_[answered_ % slots];
    if (!slot.written->reached()) break;
    slot.written.reset();
    if (!slot.wanted) continue;
    newest_ = slot.probe;
    fill(*newest_, memory_ + answered_ % slots * slot_bytes);
  }
  return newest_;
}

}  // namespace livewarp
