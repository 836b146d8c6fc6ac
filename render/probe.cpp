#include "render/probe.h"

#include <cmath>

#include <glad/gl.h>

namespace livewarp {

namespace {

std::optional<Probe> probe_image(const GlPicture& picture, double x, double y) {
  const PictureSpec& spec = picture.spec;
  const auto column = std::int64_t(std::floor(x)), row = std::int64_t(std::floor(y));
  if (column < 0 || column >= spec.width || row < 0 || row >= spec.height) return {};
  std::array<std::uint8_t, 4> color{};
  glGetNamedBufferSubData(picture.buffer, GLintptr(4 * (row * spec.width + column)), 4,
                          color.data());
  // Shown smaller than it is: of the whole image's pixels, one of those that made this one.
  const auto of_all = [](std::int64_t at, std::int64_t shown, std::int64_t all) {
    return all > shown ? at * all / shown : at;
  };
  return Probe{.x = of_all(column, spec.width, spec.full_width),
               .y = of_all(row, spec.height, spec.full_height),
               .color = color};
}

}  // namespace

std::optional<Probe> probe(const GlPicture& picture, double x, double y) {
  const PictureSpec& spec = picture.spec;
  if (picture.buffer != 0 && spec.kind == PictureKind::image) return probe_image(picture, x, y);
  const Region& region = spec.region;
  if (picture.empty() || spec.kind != PictureKind::field) return {};
  const double column = std::floor((x - region.x) / region.width * spec.width);
  const double row = std::floor((y - region.y) / region.height * spec.height);
  if (!(column >= 0 && column < spec.width && row >= 0 && row < spec.height)) return {};
  float pixel[2] = {};
  if (picture.texture != 0) {
    glGetTextureSubImage(picture.texture, 0, GLint(column), GLint(row), 0, 1, 1, 1, GL_RG, GL_FLOAT,
                         sizeof pixel, pixel);
  } else {
    const auto index = std::size_t(row) * std::size_t(spec.width) + std::size_t(column);
    glGetNamedBufferSubData(picture.buffer, GLintptr(index * sizeof pixel), sizeof pixel, pixel);
  }
  return Probe{std::int64_t(std::floor(x)),
               std::int64_t(std::floor(y)),
               double(pixel[0]),
               CellMark(int(pixel[1])),
               {}};
}

}  // namespace livewarp
