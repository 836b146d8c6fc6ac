#pragma once

#include <array>
#include <optional>

#include "kernels/core/workload/workload.h"

namespace livewarp {

struct Vec3 {
  double x = 0, y = 0, z = 0;
  bool operator==(const Vec3&) const = default;
};

/// Column-major, as OpenGL takes it: element (row, column) is at [4 * column + row].
using Mat4 = std::array<float, 16>;

/// Pointer over the picture during one frame, in pixels of the picture, origin top left.
struct PointerInput {
  bool over = false;
  double x = 0, y = 0, dx = 0, dy = 0;
  double wheel = 0;  ///< notches, away from the user is positive
  bool left = false, middle = false;
  bool turn = false;          ///< a drag that turns what the view's handles can turn
  bool double_click = false;  ///< asks for the fitted picture
};

/// Looks at `target` from a point of a sphere around it; z is up. Plain arithmetic, no OpenGL.
class OrbitCamera {
 public:
  /// Shows the cube of half size `extent` around the origin; keeps the direction.
  void fit(double extent);
  void rotate(double dx, double dy, int width, int height);  ///< a drag of the height: half a turn
  void pan(double dx, double dy, int width, int height);     ///< the target follows the pointer
  /// Zooms by wheel notches; what lies under the pixel at the target's depth stays under it.
  void zoom_at(double notches, double x, double y, int width, int height);
  void turn(double radians);  ///< around the z axis
  void look(double yaw, double pitch);

  double yaw() const { return yaw_; }
  double pitch() const { return pitch_; }
  double extent() const { return extent_; }
  Vec3 target() const { return target_; }
  Vec3 position() const;
  double distance() const;  ///< to the target, in world units
  /// Factor by which the picture is larger than the fitted one.
  double magnification() const { return 1 / zoom_; }

  /// World to clip space; the far plane is at infinity.
  Mat4 view_projection(int width, int height) const;
  /// Pixel (origin top left) and depth along the view axis of a point; behind the camera depth <=
  /// 0.
  Vec3 project(const Vec3& point, int width, int height) const;
  /// Pixels that one world unit at the target's depth is long.
  double pixels_per_unit(int width, int height) const;

  bool operator==(const OrbitCamera&) const = default;

  /// Radians, along the shorter side: so the extent fits into a picture of any shape.
  static constexpr double half_field_of_view = 0.35;

 private:
  struct Axes {
    Vec3 right, up, back;
  };
  Axes axes() const;

  double extent_ = 1, zoom_ = 1;  ///< distance relative to the fitted one
  double yaw_ = 0.6, pitch_ = 0.45;
  Vec3 target_;
};

/// Where an image lies in the picture: `scale` picture pixels an image pixel, top left corner at
/// (x, y). From scale 1 upward all three are whole numbers, so that every image pixel has the same
/// size.
struct ImagePlacement {
  double scale = 1, x = 0, y = 0;
  bool operator==(const ImagePlacement&) const = default;
};

/// A place on an image in its pixels (a field: cells), (0, 0) the top left corner.
struct ImagePoint {
  double x = 0, y = 0;
  bool operator==(const ImagePoint&) const = default;
};

/// Zoom and pan of an image.
class ImageCamera {
 public:
  void fit() { *this = {}; }
  void pan(double dx, double dy, int width, int height, int image_width, int image_height);
  void zoom_at(double notches, double x, double y, int width, int height, int image_width,
               int image_height);
  ImagePlacement place(int width, int height, int image_width, int image_height) const;
  /// What lies under a pixel of the picture; may be outside of the image.
  ImagePoint point_at(double x, double y, int width, int height, int image_width,
                      int image_height) const;
  /// The part of the image, in whole pixels of it, that is seen in a picture of width x height, and
  /// how many pixels show all of it: one per image pixel when magnified, else one per pixel of the
  /// picture.
  Viewport visible(int width, int height, int image_width, int image_height) const;
  bool operator==(const ImageCamera&) const = default;

 private:
  double zoom_ = 1;  ///< relative to the fitted scale
  double shift_x_ = 0,
         shift_y_ = 0;  ///< image point in the middle, from the image's middle, in image pixels
};

/// The camera of whatever is shown, driven by one pointer.
class Camera {
 public:
  /// To be called once a frame before drawing: fits when another kind, extent or image size is
  /// shown. A field's size is that of all its cells, whichever part is published. A volume is shown
  /// as a whole, whatever the view's extent. An image with handles is always fitted.
  void follow(const PictureSpec& spec, const View& view);
  /// The left button turns points and moves images, the middle one moves both. Where the view
  /// paints, the left button is the brush's.
  void apply(const PointerInput& pointer, int width, int height);
  /// The stroke of the brush during this frame, in cells of a field: from the pointer's last place
  /// to its present one, also outside of the field. Empty unless the view paints and the left
  /// button is down.
  std::optional<Stroke> stroke(const PointerInput& pointer, int width, int height) const;
  /// The place under the pointer if it is over the field or image.
  std::optional<ImagePoint> point_under(const PointerInput& pointer, int width, int height) const;
  /// A place of the picture as shares of the field or image, (0, 0) its top left corner, (1, 1) the
  /// one opposite; may lie outside.
  ImagePoint share_at(double x, double y, int width, int height) const;
  /// What of a field or image is seen; without size where neither is shown.
  Viewport visible(int width, int height) const;
  /// The picture's pixels that a field or image covers; without size where neither is shown.
  Region covered(int width, int height) const;
  double pixels_per_cell(int width,
                         int height) const;  ///< of the picture; 0 where there are none
  void advance(double seconds);              ///< turns slowly, if asked to
  void fit();
  void set_auto_rotation(bool on) { rotating_ = on; }
  bool auto_rotation() const { return rotating_; }

  const OrbitCamera& orbit() const { return orbit_; }
  OrbitCamera& orbit() { return orbit_; }
  const ImageCamera& image() const { return image_; }
  bool operator==(const Camera&) const = default;

 private:
  bool flat() const { return kind_ == PictureKind::image || kind_ == PictureKind::field; }

  OrbitCamera orbit_;
  ImageCamera image_;
  PictureKind kind_ = PictureKind::points;
  int image_width_ = 0, image_height_ = 0;
  double extent_ = 0;
  bool rotating_ = false, paints_ = false;
};

}  // namespace livewarp
