#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "render/gl/gl_objects.h"
#include "render/gl/picture.h"
#include "render/passes/camera.h"

namespace livewarp {

/// What a published field shows at a cell, or an image at a pixel.
struct Probe {
  std::int64_t x = 0, y = 0;  ///< the cell or pixel
  double value = 0;           ///< of a field, in its own unit
  CellMark mark = CellMark::none;
  std::optional<std::array<std::uint8_t, 4>> color;  ///< of an image, as it is shown: RGBA
};

/// Reads single pixels of pictures. Nobody waits for OpenGL: what is asked for is answered some
/// frames later. Needs its context to be current, its destructor too.
class Prober {
 public:
  Prober();
  /// Asks for the pixel that shows the place, in cells or pixels. While all slots of the ring wait
  /// for answers, nothing is asked. Without a place, or where the picture does not show it or is
  /// neither field nor image, older answers are forgotten.
  void ask(const GlPicture& picture, const std::optional<ImagePoint>& place);
  /// The newest answer that has come; it stays until a newer one does.
  std::optional<Probe> answer();

 private:
  static constexpr std::size_t slots = 4, slot_bytes = 16;
  struct Slot {
    std::optional<GlFence> written;
    Probe probe;  ///< all of it but what the pixel says
    bool wanted = false;
  };
  /// The pixel's place in the picture; none where it has none.
  struct Pixel {
    int column, row;
  };
  static std::optional<Pixel> pixel_at(const GlPicture& picture, const ImagePoint& place);
  void copy(const GlPicture& picture, Pixel pixel, std::size_t offset) const;
  void forget();

  GlObject buffer_ = make_buffer();
  const std::byte* memory_ = nullptr;  ///< of the buffer, as long as it lives
  std::array<Slot, slots> ring_;
  std::size_t asked_ = 0, answered_ = 0;
  std::optional<Probe> newest_;
};

}  // namespace livewarp
