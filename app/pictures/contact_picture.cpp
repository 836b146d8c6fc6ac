#include <glad/gl.h>

#include "app/pictures/contact_picture.h"

#include <algorithm>
#include <bit>

#include "app/base/platform.h"
#include "app/pictures/sheet_canvas.h"
#include "render/gl/gl_objects.h"
#include "ui/widgets/offscreen_frame.h"

namespace livewarp {

namespace {

/// With all its smaller levels: on the sheet it is shown smaller than it is.
GlObject texture_of(const PixelImage& image) {
  const int levels = std::bit_width(unsigned(std::max(image.width, image.height)));
  GlObject texture = make_texture(GL_RGBA8, image.width, image.height, true, levels);
  glTextureSubImage2D(texture.name(), 0, 0, 0, image.width, image.height, GL_RGBA, GL_UNSIGNED_BYTE,
                      image.rgba.data());
  glGenerateTextureMipmap(texture.name());
  glTextureParameteri(texture.name(), GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  return texture;
}

}  // namespace

PixelImage draw_contact_sheet(const ui::ContactHead& head,
                              const std::vector<ContactPicture>& pictures, int width, int height) {
  const ui::SheetSize size = ui::contact_sheet_size(pictures.size(), width, height);
  std::vector<GlObject> textures;
  std::vector<ui::ContactTile> tiles;
  for (const ContactPicture& picture : pictures) {
    ui::ContactTile& tile = tiles.emplace_back(picture.tile);
    tile.texture = 0;
    if (!picture.pixels) continue;
    tile.texture = textures.emplace_back(texture_of(*picture.pixels)).name();
    tile.width = picture.pixels->width;
    tile.height = picture.pixels->height;
  }
  ui::OffscreenFrame frame(font_folders(), size.width, size.height, size.lines);
  return drawn_off_screen(size.width, size.height, "the contact sheet", [&] {
    frame.draw([&](const ui::Look& look, const ui::Box& sheet) {
      ui::put_contact_sheet(look, sheet, head, tiles);
    });
  });
}

}  // namespace livewarp
