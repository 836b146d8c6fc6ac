#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "render/gl/frame_reader.h"

namespace livewarp {

/// Compresses frames one by one, by libturbojpeg.
class JpegEncoder {
 public:
  JpegEncoder();
  ~JpegEncoder();
  JpegEncoder(const JpegEncoder&) = delete;
  JpegEncoder& operator=(const JpegEncoder&) = delete;

  /// `quality`: 1 ... 100. `sharp`: the colour of every pixel is kept, which thin coloured lines
  /// need, at a third more bytes; else of two by two. Throws `Error`.
  std::vector<std::uint8_t> encode(const ReadFrame& frame, int quality, bool sharp);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace livewarp
