#include "app/serve/viewer_link.h"

namespace livewarp {

FrameHeader header_of(const EncodedFrame& frame, std::chrono::steady_clock::time_point sent) {
  const auto time = std::uint32_t(
      std::chrono::duration_cast<std::chrono::microseconds>(sent.time_since_epoch()).count());
  FrameHeader header{1, std::uint8_t(frame.codec == Codec::h264), std::uint8_t(frame.key), 0};
  const auto put = [&](std::size_t at, std::size_t bytes, std::uint32_t number) {
    for (std::size_t i = 0; i < bytes; ++i) header[at + i] = std::uint8_t(number >> (8 * i));
  };
  put(4, 4, frame.number);
  put(8, 2, std::uint32_t(frame.width));
  put(10, 2, std::uint32_t(frame.height));
  put(12, 4, time);
  return header;
}

}  // namespace livewarp
