#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "render/gl/gl_objects.h"

namespace livewarp {

/// A frame in host memory.
struct ReadFrame {
  int width = 0, height = 0;           ///< pixels
  const std::uint8_t* rgba = nullptr;  ///< bottom row first, no padding
};

/// Brings frames to host memory while the GPU and this thread go on: into a ring of buffers that
/// stay mapped, so that another thread reads them where they are. Its context must be current
/// whenever it is used or destroyed.
class FrameReader {
 public:
  FrameReader() = default;
  /// All frames that it gave must be gone.
  ~FrameReader() = default;
  FrameReader(const FrameReader&) = delete;
  FrameReader& operator=(const FrameReader&) = delete;

  /// Asks for the pixels that are drawn so far; false where every buffer is in use. Throws `Error`
  /// when memory is short.
  bool begin(unsigned framebuffer, int width, int height);
  /// The newest frame that has arrived since the last call, if one has; any thread may let go of
  /// it. Those before it are lost.
  std::shared_ptr<const ReadFrame> take();
  /// Whether frames are on their way.
  bool reading() const;

 private:
  struct Slot {
    GlObject buffer;
    std::size_t bytes = 0;
    ReadFrame frame;
    std::optional<GlFence> arrives;  ///< while it is on its way
    std::uint64_t number = 0;
    std::atomic<bool> held = false;  ///< somebody reads it
  };
  static void make_room(Slot& slot, std::size_t bytes);

  std::array<Slot, 3> slots_;
  std::uint64_t begun_ = 0, taken_ = 0;  ///< frames; the number of the newest that was taken
};

}  // namespace livewarp
