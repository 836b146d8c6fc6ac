#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "kernels/core/choice.h"

namespace livewarp {

enum class PictureKind { points, image };

/// What a workload publishes. Points: `count` x Float4 (x, y, z, value), positions in world units,
/// value in [0, 1] for the colour map. Image: width x height x 4 bytes RGBA, row 0 on top, rows
/// without padding; 8-bit sRGB-encoded.
struct PictureSpec {
  PictureKind kind = PictureKind::points;
  std::int64_t count = 0;
  int width = 0, height = 0;
  std::size_t bytes() const {
    return kind == PictureKind::points ? std::size_t(count) * 16
                                       : std::size_t(width) * std::size_t(height) * 4;
  }
  bool operator==(const PictureSpec&) const = default;
};

/// Where a step's result is written to be seen. `render` implements it over a mapped OpenGL buffer,
/// a copied one, or host memory; tests and headless runs over plain memory.
/// Per picture: begin, one publish kernel into the pointer, end.
class DisplayTarget {
 public:
  virtual ~DisplayTarget() = default;
  /// Makes room and returns memory for `spec.bytes()` bytes that the executor of `stream` can write;
  /// `stream` is a cudaStream_t, or null for CPU executors. Throws `Error`.
  virtual void* begin(const PictureSpec& spec, void* stream) = 0;
  /// The picture is complete once the stream reaches this point.
  virtual void end(void* stream) = 0;
};

}  // namespace livewarp
