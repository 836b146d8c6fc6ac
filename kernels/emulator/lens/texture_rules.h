// What a texture fetch of a warp asks of memory, by a model of how textures lie there. No counter
// has confirmed it: a lens shows it as of the source's level.
#pragma once

#include <array>
#include <cstdint>

#include "kernels/core/memory/host_texture.h"

namespace livewarp::emulator {

/// What the lanes of a warp fetch together.
struct WarpFetch {
  unsigned active = 0;  ///< mask
  std::array<const TextureReach*, 32> reach{};
};

/// A sector of 32 bytes holds a square piece of a CUDA array: 16 bytes of each of two rows, as the
/// block-linear order of NVIDIA's GPUs has it (Tegra X1 Technical Reference Manual, "Block Linear";
/// Linux, include/uapi/drm/drm_fourcc.h). Rows in plain memory have sectors of 32 bytes of one row.
struct FetchCost {
  int sectors = 0;   ///< that the warp's texels lie in, each once
  int by_quads = 0;  ///< the same if every four lanes in a row ask for themselves
  int bytes = 0;     ///< of the texels, each once
};
FetchCost fetch_cost(const WarpFetch& fetch);

}  // namespace livewarp::emulator
