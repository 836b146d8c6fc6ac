#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "kernels/core/blocks/block_tint.h"
#include "kernels/core/model/display_target.h"
#include "render/gl/gl_objects.h"

namespace livewarp {

/// How the elements of a picture are tinted.
struct SceneTint {
  const ElementTint* elements = nullptr;    ///< null: they are not
  std::array<float, 3 * tint_hues> hues{};  ///< red, green, blue, 0 ... 1
  /// In the unit of the tint's times: blocks that have ended by then are tinted, those that run are
  /// bright, the rest is dark. Empty: all are tinted.
  std::optional<double> now;

  /// Of all elements, and of those that are lit.
  std::array<std::uint64_t, 2> generation() const {
    if (!elements) return {};
    return {elements->generation, elements->lit_generation};
  }
};

/// Whether the picture shows just the elements of the tint, or beside others.
bool is_of(const ElementTint& tint, const PictureSpec& picture);

/// A tint in OpenGL's memory, as assets/shaders/tint.glsl reads it. It holds none while nothing is
/// tinted.
class ElementTints {
 public:
  /// What passes draw next. A tint of other elements, or of more than this OpenGL reads from a
  /// buffer, is none. Throws `Error` when memory is short.
  void take(const SceneTint& tint, const PictureSpec& picture);
  bool on() const { return on_; }
  /// Of a picture where the tinted elements are: first column, first row, columns and rows.
  std::array<int, 4> box() const;
  /// Lets a program that was made with the text below tint, each hue at that strength.
  void bind(unsigned program, float strength) const;
  /// What stands before a shader's text.
  static std::string_view shader_head();

 private:
  void fill(const ElementTint& tint);
  /// Those that were lit have their own codes again, and others are lit.
  void light(const ElementTint& tint);

  GlObject element_buffer_, time_buffer_, elements_, times_;
  std::uint64_t generation_ = 0;  ///< of what they hold
  std::uint64_t lit_generation_ = 0;
  std::vector<std::int64_t> lit_;
  SceneTint tint_;
  bool on_ = false;
};

}  // namespace livewarp
