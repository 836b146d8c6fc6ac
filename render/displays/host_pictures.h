#pragma once

#include <array>
#include <cstddef>
#include <mutex>

#include "kernels/core/memory/buffer.h"
#include "kernels/core/model/display_target.h"

namespace livewarp {

/// Pictures that the host writes, in its memory: one that is shown, one that is written, one in
/// between. One thread may call `begin` and `end` while another one calls the rest; neither waits
/// for the other.
class HostPictures {
 public:
  PicturePlace begin(const PictureSpec& spec);
  void end();
  /// True if a picture was ended since the last call: `spec` and `memory` are then those of the
  /// newest, and stay so until the next call.
  bool take();
  const PictureSpec& spec() const { return host_[taken_].spec; }
  const void* memory() const { return host_[taken_].memory.data(); }

 private:
  struct Host {
    PictureSpec spec;
    Buffer memory;
  };

  std::mutex mutex_;  ///< guards the three roles; contents belong to whoever has the role
  std::array<Host, 3> host_;
  std::size_t writing_ = 0, ready_ = 1, taken_ = 2;
  bool news_ = false;  ///< `ready_` is newer than what was taken
};

}  // namespace livewarp
