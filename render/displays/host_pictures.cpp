#include "render/displays/host_pictures.h"

#include <algorithm>
#include <utility>

namespace livewarp {

PicturePlace HostPictures::begin(const PictureSpec& spec) {
  Host& host = host_[writing_];  // only this thread's calls move the role
  const std::size_t bytes = spec.bytes();
  if (bytes > host.memory.bytes() || host.memory.bytes() / 4 > bytes)
    host.memory = Buffer(std::max(bytes, std::size_t{64}), MemoryMode::host);
  host.spec = spec;
  return host.memory.data();
}

void HostPictures::end() {
  const std::lock_guard lock(mutex_);
  std::swap(writing_, ready_);
  news_ = true;
}

bool HostPictures::take() {
  const std::lock_guard lock(mutex_);
  if (!std::exchange(news_, false)) return false;
  std::swap(ready_, taken_);
  return true;
}

}  // namespace livewarp
