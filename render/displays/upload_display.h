#pragma once

#include "render/displays/display.h"
#include "render/displays/host_pictures.h"
#include "render/gl/gl_objects.h"

namespace livewarp {

/// For executors on the host: they write host memory, and the thread of the OpenGL context uploads
/// the newest complete picture. Writing and uploading may go on at the same time.
class UploadDisplay final : public Display {
 public:
  UploadDisplay();
  PicturePlace begin(const PictureSpec& spec, void*) override { return pictures_.begin(spec); }
  void end(void*) override { pictures_.end(); }
  GlPicture latest() override;
  GlPicture finish() override { return latest(); }
  DisplayStatus status() const override { return {DisplayPath::upload, {}, {}}; }
  DisplayTimes times() const override { return times_; }

 private:
  HostPictures pictures_;
  GlObject buffer_;
  GlPicture drawn_;
  DisplayTimes times_;
};

}  // namespace livewarp
