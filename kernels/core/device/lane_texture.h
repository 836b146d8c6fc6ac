// What a kernel compiled by the host compiler tells of its textures. `kernels/emulator` defines it.
#pragma once

#include <cstddef>

namespace livewarp {
struct TextureReach;
}

namespace livewarp::emulator {

/// A fetch from a texture with rows; `note_texture` tells of one from plain memory, with its
/// address.
void note_fetch(void* code, const TextureReach& reach, std::size_t bytes);

}  // namespace livewarp::emulator
