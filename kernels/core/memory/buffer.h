#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "kernels/core/model/memory_modes.h"

namespace livewarp {

/// Memory that kernels read and write, in a mode chosen at run time. Move-only owner.
///
/// | mode              | data()                  | shadow()               |
/// |-------------------|-------------------------|------------------------|
/// | host              | plain host memory       | the same               |
/// | device            | device memory           | null                   |
/// | pool              | the same, from a pool   | null                   |
/// | pageable          | device memory           | plain host copy        |
/// | pinned            | device memory           | page-locked host copy  |
/// | mapped            | device alias of shadow()| page-locked host memory|
/// | managed, prefetch | managed memory          | null                   |
/// | read_mostly, preferred_gpu, accessed_by | the same, advised | null   |
///
/// All are aligned to 64 bytes or more, and as textures over them ask for. Throws `Error` when
/// memory is short or the mode impossible.
class Buffer {
 public:
  Buffer() = default;
  Buffer(std::size_t bytes, MemoryMode mode);
  Buffer(Buffer&& other) noexcept;
  Buffer& operator=(Buffer&& other) noexcept;
  ~Buffer();
  /// Buffers of these sizes side by side in one allocation, which goes when the last of them does:
  /// so an executor can copy them in one piece.
  static std::vector<Buffer> side_by_side(std::span<const std::size_t> sizes, MemoryMode mode);
  /// Whether `next` comes right after this one in their allocation, but for bytes that align it.
  bool followed_by(const Buffer& next) const;

  void* data() const { return data_; }
  void* shadow() const { return shadow_; }
  std::size_t bytes() const { return bytes_; }
  MemoryMode mode() const { return mode_; }
  /// True where a step copies in and out (pageable, pinned).
  bool round_trip() const { return is_round_trip(mode_); }

  /// Blocking transfers between plain host memory and the buffer, shadow included; for set-up,
  /// snapshots and checks, never inside a step. `bytes` must not exceed `bytes()`.
  void write(const void* source, std::size_t bytes);
  /// `settled`: nothing that was enqueued writes it any more, so that nothing is waited for.
  void read(void* target, std::size_t bytes, bool settled = false) const;
  /// Asks the driver where the memory lies. Throws `Error` if that is not what the mode promises.
  void check_place() const;
  /// Fills all of it (shadow too) with one byte value; 0xFF makes every float a NaN.
  void fill(int byte);

 private:
  class Allocation;
  Buffer(std::shared_ptr<const Allocation> allocation, std::size_t first, std::size_t bytes);

  std::shared_ptr<const Allocation> allocation_;  ///< null without bytes
  void* data_ = nullptr;
  void* shadow_ = nullptr;
  std::size_t bytes_ = 0;
  MemoryMode mode_ = MemoryMode::host;
};

}  // namespace livewarp
