#pragma once

#include <array>
#include <mutex>

#include "kernels/core/buffer.h"
#include "render/display.h"
#include "render/gl_objects.h"

namespace livewarp {

/// For executors on the host: they write host memory, and the thread of the OpenGL context uploads the
/// newest complete picture. Writing and uploading may go on at the same time.
class UploadDisplay final : public Display {
 public:
  UploadDisplay();
  PicturePlace begin(const PictureSpec& spec, void* stream) override;
  void end(void* stream) override;
  GlPicture latest() override;
  GlPicture finish() override { return latest(); }
  DisplayStatus status() const override { return {DisplayPath::upload, {}, {}}; }
  DisplayTimes times() const override { return times_; }

 private:
  struct Host {
    PictureSpec spec;
    Buffer memory;
  };

  std::mutex mutex_;  ///< guards the three roles; contents belong to whoever has the role
  std::array<Host, 3> host_;
  std::size_t writing_ = 0, ready_ = 1, uploading_ = 2;
  bool news_ = false;  ///< `ready_` is newer than what is drawn

  GlObject buffer_;
  GlPicture drawn_;
  DisplayTimes times_;
};

}  // namespace livewarp
