#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "app/serve/encoded_frame.h"

namespace livewarp {

/// What stands before a frame's bytes, little-endian: version 1; codec (0: JPEG, 1: H.264); 1 where
/// it can be decoded alone, else 0; 0; number (4 bytes); width and height (2 each); microseconds of
/// this machine's clock when it was sent (4).
using FrameHeader = std::array<std::uint8_t, 16>;
FrameHeader header_of(const EncodedFrame& frame, std::chrono::steady_clock::time_point sent);

/// Why a connection ends, as WebSocket has it.
enum class CloseCode : std::uint16_t { going_away = 1001, policy = 1008, try_again_later = 1013 };

/// The way to a viewer's page. Nothing of it waits, and nothing calls back before it returns.
class ViewerLink {
 public:
  virtual ~ViewerLink() = default;
  virtual void send_text(std::shared_ptr<const std::string> text) = 0;
  virtual void send_frame(const FrameHeader& header, std::shared_ptr<const EncodedFrame> frame) = 0;
  /// After what is being written; the rest is forgotten.
  virtual void close(CloseCode code, const std::string& reason) = 0;
  virtual std::size_t waiting_text_bytes() const = 0;
};

}  // namespace livewarp
