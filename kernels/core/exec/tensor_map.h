#pragma once

#include <cstdint>

namespace livewarp {

/// A matrix of numbers of 16 bits in memory of the GPU, and tiles of it as the tensor memory
/// accelerator copies them. In shared memory a row of a tile is 128 bytes, which are swizzled.
struct TensorMapSpec {
  const void* memory = nullptr;  ///< at a multiple of 16 bytes
  std::int64_t columns = 0, rows = 0;
  std::int64_t row_bytes = 0;  ///< from one row to the next, a multiple of 16
  int tile_columns = 0, tile_rows = 0;
  bool brain = false;  ///< bfloat16, else binary16
};

/// Writes the 128 bytes of a CUtensorMap, at a multiple of 64. Throws `Error` where the driver, or
/// the GPU, knows none.
void encode_tensor_map(void* map, const TensorMapSpec& spec);

}  // namespace livewarp
