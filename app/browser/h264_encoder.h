#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "render/gl/frame_reader.h"

namespace livewarp {

/// Why no H.264 can be made here, and what to do; empty if it can.
const std::string& h264_unavailable();

/// Compresses frames to a stream of H.264, Constrained Baseline, by OpenH264, which is looked for
/// when the program runs. Every frame can be shown as soon as it is there.
class H264Encoder {
 public:
  /// Of frames of that size, whose odd last column and row are left out. Throws `Error`: see
  /// `h264_unavailable`; or that size cannot be compressed.
  H264Encoder(int width, int height);
  ~H264Encoder();
  H264Encoder(const H264Encoder&) = delete;
  H264Encoder& operator=(const H264Encoder&) = delete;

  bool fits(const ReadFrame& frame) const;

  struct Encoded {
    std::vector<std::uint8_t> bytes;  ///< Annex B of ITU-T H.264
    bool key = false;                 ///< can be decoded without those before it
  };
  /// `key`: it is to stand alone. Throws `Error`.
  Encoded encode(const ReadFrame& frame, bool key);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace livewarp
