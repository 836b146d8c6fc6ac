#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "render/gl/picture.h"

namespace livewarp {

/// Why no video can be made here, and what to do; empty if one can.
const std::string& video_unavailable();

/// Compresses pictures to VP9 by libvpx, which is looked for when the program runs.
class VpxEncoder {
 public:
  /// Called for each compressed picture. `key`: it needs no picture before it.
  using Take = std::function<void(std::string_view bytes, std::int64_t milliseconds, bool key)>;

  /// Throws `Error`: see `video_unavailable`; or that size cannot be compressed.
  VpxEncoder(int width, int height, int pictures_a_second, Take take);
  ~VpxEncoder();
  VpxEncoder(const VpxEncoder&) = delete;
  VpxEncoder& operator=(const VpxEncoder&) = delete;

  /// `milliseconds` grow from picture to picture. Throws `Error`.
  void encode(const PixelImage& picture, std::int64_t milliseconds);
  /// Hands over what is still under way.
  void flush();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace livewarp
