#include "render/displays/upload_display.h"

#include "render/displays/stopwatch.h"
#include "render/gl/generation.h"

namespace livewarp {

UploadDisplay::UploadDisplay() : buffer_(make_buffer()) { drawn_.generation = first_generation(); }

GlPicture UploadDisplay::latest() {
  if (!pictures_.take()) return drawn_;
  const Stopwatch watch;
  // New storage each time: the driver may still draw from the old one.
  fill_buffer(buffer_.name(), pictures_.spec().bytes(), pictures_.memory());
  times_.upload = watch.ms();
  drawn_ = {pictures_.spec(), buffer_.name(), drawn_.generation + 1, 0};
  return drawn_;
}

}  // namespace livewarp
