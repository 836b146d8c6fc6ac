#pragma once

#include <optional>
#include <vector>

#include "render/gl/picture.h"
#include "ui/widgets/contact_sheet.h"

namespace livewarp {

/// A tile of a contact sheet with its pixels.
struct ContactPicture {
  ui::ContactTile tile;              ///< its texture is not looked at
  std::optional<PixelImage> pixels;  ///< nothing where there is no picture
};

/// One sheet of pictures that are `width` by `height` pixels, as the app writes and colours. Needs
/// a current OpenGL context, which it leaves as it was. Throws `Error` where the user interface
/// cannot start on it.
PixelImage draw_contact_sheet(const ui::ContactHead& head,
                              const std::vector<ContactPicture>& pictures, int width, int height);

}  // namespace livewarp
