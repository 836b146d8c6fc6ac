#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/core/model/display_target.h"

namespace livewarp {

enum class ColorMap { viridis, inferno, turbo, coolwarm, grey };

/// Parameters of the problem, by their ids, that the mouse changes on an image which is a window on
/// something larger, the whole. With them the wheel makes another picture, and does not enlarge the
/// finished one.
struct Handles {
  std::string scale;     ///< pixels of the image to a unit of the whole
  std::string rotation;  ///< degrees by which the image is turned about its middle, clockwise
  std::string center_x, center_y;   ///< the place of the whole in the image's middle, 0 ... 1
  std::string pixels_x, pixels_y;   ///< sides of the image
  double whole_x = 0, whole_y = 0;  ///< sides of the whole, in its units
  bool empty() const { return scale.empty(); }
  bool operator==(const Handles&) const = default;
};

/// Words on an image at a place of it; its sides are 1 long, (0, 0) is its top left corner.
struct ImageNote {
  std::string text;
  double x = 0, y = 0;
  double share = 0;    ///< of the text lies left of x: 0 it begins there, 1 it ends there
  bool above = false;  ///< it stands on y, else it hangs from it
  bool operator==(const ImageNote&) const = default;
};

/// One of several pictures that an image consists of; its place likewise.
struct ImagePart {
  std::string name;
  double x = 0, y = 0, width = 1, height = 1;
  bool operator==(const ImagePart&) const = default;
};

/// What a colour of an image means.
struct ColorKey {
  std::uint8_t red = 0, green = 0, blue = 0;
  std::string meaning;
  bool operator==(const ColorKey&) const = default;
};

/// How render shows the picture and what ui writes beside it.
struct View {
  PictureKind kind = PictureKind::points;
  ColorMap map = ColorMap::viridis;
  std::string legend;       ///< "speed"; empty: no legend
  std::string legend_unit;  ///< may be empty for model units
  double legend_min = 0, legend_max = 1;
  double extent = 1;      ///< points: half size of the region that a fitted camera shows
  float point_size = 1;   ///< relative to the extent
  double unit_scale = 1;  ///< field: the legend shows value * unit_scale
  int contours = 0;       ///< field: lines of equal value between the legend's ends
  int tile_width = 0, tile_height = 0;  ///< field: cells of a block, drawn as a grid; 0 none
  bool slices = false;                  ///< volume: three cuts instead of a cloud
  double cut_x = 0.5, cut_y = 0.5, cut_z = 0.5;  ///< volume: where they cut, 0 ... 1
  double density = 1;                            ///< volume: how opaque the cloud is
  std::string tool;     ///< id of the parameter whose options are tools on the picture; empty: none
  bool paints = false;  ///< the left button paints, else it moves the picture
  double brush = 0;     ///< field: radius of the brush in cells
  // Of images alone.
  Handles handles;             ///< what the mouse changes; empty: nothing, it moves the picture
  double map_from = 0;         ///< share of the map that the legend leaves out, at its dark end
  std::string keys_title;      ///< "hue: block"
  std::vector<ColorKey> keys;  ///< below the legend
  std::vector<ImageNote> notes;
  std::vector<ImagePart> parts;
  /// Id of the view's parameter that is the share of the width where two pictures meet: the mouse
  /// drags it. Empty: they do not.
  std::string divider;
  std::string hint;  ///< "drag rotates, wheel zooms"
  bool operator==(const View&) const = default;
};

}  // namespace livewarp
