#pragma once

#include <cstddef>
#include <vector>

#include "kernels/pictures/source_picture.h"

namespace livewarp {

/// The texels of a picture's chart, row by row. A chart in grey is its red channel.
std::vector<std::byte> drawn_chart(const SourcePicture& picture);

}  // namespace livewarp
