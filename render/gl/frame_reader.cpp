#include "render/gl/frame_reader.h"

#include <algorithm>

#include <glad/gl.h>

#include "kernels/core/base/error.h"
#include "kernels/core/base/fault.h"

namespace livewarp {

void FrameReader::make_room(Slot& slot, std::size_t bytes) {
  if (slot.bytes == bytes) return;
  slot.bytes = 0;
  slot.buffer = make_buffer();
  constexpr GLbitfield access = GL_MAP_READ_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
  const auto size = static_cast<GLsizeiptr>(bytes);
  LIVEWARP_CALL(glNamedBufferStorage, slot.buffer.name(), size, nullptr,
                access | GL_CLIENT_STORAGE_BIT);
  slot.frame.rgba = static_cast<const std::uint8_t*>(
      LIVEWARP_CALL(glMapNamedBufferRange, slot.buffer.name(), 0, size, access));
  if (!slot.frame.rgba) throw Error("OpenGL has no memory for a frame of this size");
  slot.bytes = bytes;
}

bool FrameReader::begin(unsigned framebuffer, int width, int height) {
  const auto free = std::ranges::find_if(
      slots_, [](const Slot& slot) { return !slot.arrives && !slot.held.load(); });
  if (free == slots_.end() || width <= 0 || height <= 0) return false;
  make_room(*free, std::size_t(4) * std::size_t(width) * std::size_t(height));
  free->frame.width = width;
  free->frame.height = height;
  free->number = ++begun_;
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, free->buffer.name());
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  free->arrives.emplace();
  return true;
}

std::shared_ptr<const ReadFrame> FrameReader::take() {
  Slot* newest = nullptr;
  for (Slot& slot : slots_) {
    if (!slot.arrives || !slot.arrives->reached()) continue;
    slot.arrives.reset();
    if (slot.number > taken_ && (!newest || slot.number > newest->number)) newest = &slot;
  }
  if (!newest) return nullptr;
  taken_ = newest->number;
  newest->held = true;
  return {&newest->frame, [newest](const ReadFrame*) { newest->held = false; }};
}

bool FrameReader::reading() const {
  return std::ranges::any_of(slots_, [](const Slot& slot) { return slot.arrives.has_value(); });
}

}  // namespace livewarp
