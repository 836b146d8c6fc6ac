#include "render/upload_display.h"

#include <algorithm>
#include <utility>

#include "render/generation.h"
#include "render/stopwatch.h"

namespace livewarp {

UploadDisplay::UploadDisplay() : buffer_(make_buffer()) { drawn_.generation = first_generation(); }

PicturePlace UploadDisplay::begin(const PictureSpec& spec, void*) {
  Host& host = host_[writing_];  // only this thread's calls move the role
  const std::size_t bytes = spec.bytes();
  if (bytes > host.memory.bytes() || host.memory.bytes() / 4 > bytes)
    host.memory = Buffer(std::max(bytes, std::size_t{64}), MemoryMode::host);
  host.spec = spec;
  return host.memory.data();
}

void UploadDisplay::end(void*) {
  const std::lock_guard lock(mutex_);
  std::swap(writing_, ready_);
  news_ = true;
}

GlPicture UploadDisplay::latest() {
  {
    const std::lock_guard lock(mutex_);
    if (!std::exchange(news_, false)) return drawn_;
    std::swap(ready_, uploading_);
  }
  const Host& host = host_[uploading_];
  const Stopwatch watch;
  // New storage each time: the driver may still draw from the old one.
  fill_buffer(buffer_.name(), host.spec.bytes(), host.memory.data());
  times_.upload = watch.ms();
  drawn_ = {host.spec, buffer_.name(), drawn_.generation + 1, 0};
  return drawn_;
}

}  // namespace livewarp
