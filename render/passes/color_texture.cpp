#include "render/passes/color_texture.h"

#include <cstdint>
#include <vector>

#include <glad/gl.h>

#include "kernels/core/color/color_map.h"

namespace livewarp {

unsigned ColorTexture::of(ColorMap map) {
  if (map_ == map) return texture_.name();
  const auto table = color_table(map);
  std::vector<std::uint8_t> bytes;
  for (const std::uint32_t color : table)
    for (const int shift : {16, 8, 0}) bytes.push_back(static_cast<std::uint8_t>(color >> shift));
  texture_ = make_texture(GL_RGB8, static_cast<int>(table.size()), 1, true);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTextureSubImage2D(texture_.name(), 0, 0, 0, static_cast<GLsizei>(table.size()), 1, GL_RGB,
                      GL_UNSIGNED_BYTE, bytes.data());
  map_ = map;
  return texture_.name();
}

}  // namespace livewarp
