#pragma once

#include <cstdint>
#include <vector>

namespace livewarp {

/// How frames travel. H.264 is a tenth of the bytes, but a page decodes it in a secure context
/// only.
enum class Codec : std::uint8_t { jpeg, h264 };

/// A frame as viewers of that codec get it.
struct EncodedFrame {
  Codec codec = Codec::jpeg;
  bool key = true;            ///< can be decoded without those before it
  int width = 0, height = 0;  ///< pixels
  std::uint32_t number = 0;   ///< counts frames of this run
  std::vector<std::uint8_t> bytes;
};

}  // namespace livewarp
