#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/core/model/choice.h"

namespace livewarp {

enum class PictureKind { points, image, field, volume };

/// Part of an image, in its cells; x to the right, y downwards, (0, 0) its top left corner.
struct Region {
  double x = 0, y = 0, width = 0, height = 0;
  bool operator==(const Region&) const = default;
};

/// What of an image is looked at: `region` on `width` x `height` pixels. Without size: all of it.
struct Viewport {
  Region region;
  int width = 0, height = 0;
  bool operator==(const Viewport&) const = default;
};

/// What gives cells within `radius` of the segment from (x0, y0) to (x1, y1) a value, all in cells;
/// marked cells keep theirs.
struct Spot {
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  double radius = 1, value = 0;
};

/// A straight stroke of the brush from (x0, y0) to (x1, y1), in cells, with the tool that the view
/// names; or, where there are any, what these spots do, one after another.
struct Stroke {
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  std::vector<Spot> spots = {};
};

/// How a cell of a field is marked.
enum class CellMark { none, insulator, held };

/// What a workload publishes.
///
/// | kind   | memory                                                                          |
/// |--------|---------------------------------------------------------------------------------|
/// | points | `count` x Float4 (x, y, z, value), positions in world units, value in [0, 1]     |
/// | image  | width x height x 4 bytes RGBA, 8-bit sRGB-encoded                               |
/// | field  | width x height x 2 floats: value in the field's unit, and its `CellMark`        |
/// | volume | width x height x depth x 16 bits: value in 0 ... 1 as 0 ... 65,535, x fastest    |
///
/// Images and fields have row 0 on top and rows without padding. A field may show a part of more
/// cells than there are pixels: `region` of `full_width` x `full_height` cells.
struct PictureSpec {
  PictureKind kind = PictureKind::points;
  std::int64_t count = 0;
  int width = 0, height = 0, depth = 1;
  Region region;  ///< field only
  /// Cells of a field, and of a volume with full_depth. Of an image that is shown smaller than it
  /// is.
  std::int64_t full_width = 0, full_height = 0;
  std::int64_t full_depth = 1;
  std::size_t bytes() const {
    const std::size_t pixels = std::size_t(width) * std::size_t(height);
    switch (kind) {
    case PictureKind::points: return std::size_t(count) * 16;
    case PictureKind::image: return pixels * 4;
    case PictureKind::volume: return pixels * std::size_t(depth) * 2;
    case PictureKind::field: break;
    }
    return pixels * 8;
  }
  bool operator==(const PictureSpec&) const = default;
};

/// The picture of all or a part of a field of `cells_x` x `cells_y` cells: one pixel a cell, or
/// fewer where the viewport has fewer; without a viewport at most 2,048 pixels a side.
PictureSpec field_picture(std::int64_t cells_x, std::int64_t cells_y, const Viewport& viewport);

/// Where the pixels of a picture go.
struct PicturePlace {
  PicturePlace() = default;
  PicturePlace(void* plain) : memory(plain) {}  // plain memory is a place, so not explicit
  static PicturePlace on_surface(std::uint64_t surface) {
    PicturePlace place;
    place.surface = surface;
    return place;
  }

  void* memory = nullptr;  ///< as `PictureSpec` says; null: the surface is written
  /// A cudaSurfaceObject_t over at least width x height (x depth) pixels, written in place of
  /// memory. Only for fields and volumes that CUDA publishes: their kernels store by a
  /// `PictureTarget`.
  std::uint64_t surface = 0;
};

/// Where a step's result is written to be seen. `render` implements it over a mapped OpenGL texture
/// or buffer, a copied one, or host memory; tests and headless runs over plain memory. Per picture:
/// begin, one publish kernel into the place, end.
class DisplayTarget {
 public:
  virtual ~DisplayTarget() = default;
  /// Makes room for a picture that the executor of `stream` can write; `stream` is a cudaStream_t,
  /// or null for CPU executors, which get memory. Throws `Error`.
  virtual PicturePlace begin(const PictureSpec& spec, void* stream) = 0;
  /// The picture is complete once the stream reaches this point.
  virtual void end(void* stream) = 0;
};

}  // namespace livewarp
