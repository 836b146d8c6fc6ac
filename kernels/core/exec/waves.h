#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace livewarp {

/// How the blocks of a grid fill a GPU, where all take the same time: as many at a time as its
/// multiprocessors hold, one wave after another, the last of which may leave places empty.
struct Waves {
  std::int64_t blocks = 0;  ///< of the grid
  std::int64_t places = 0;  ///< blocks that the GPU holds at a time: a wave
  std::int64_t full = 0;    ///< waves that fill all places
  std::int64_t tail = 0;    ///< blocks of the wave after them; 0: there is none
  std::int64_t count() const { return full + (tail > 0); }
  /// Of all places in all waves those that have a block.
  double filled() const;
};

/// Nothing where no block fits on a multiprocessor, or one of the numbers is not known (0).
std::optional<Waves> waves(std::int64_t grid_blocks, int blocks_per_multiprocessor,
                           int multiprocessors);

/// A GPU that many have, for a compute capability of which none is present.
struct ExampleGpu {
  int compute = 0;          ///< 86 = 8.6
  std::string generation;   ///< "Ampere"
  std::string name;         ///< "RTX 3060"
  int multiprocessors = 0;  ///< from its data sheet; 0: not known
};
/// One for each that `known_sm_limits` knows, in that order.
const std::vector<ExampleGpu>& example_gpus();
/// Null of an architecture that nobody knows.
const ExampleGpu* example_gpu(int compute);

/// "8.6" for 86.
std::string compute_text(int compute);
/// 86 for "8.6", "86" or "sm_86". Throws `Error` that names those that are known.
int parse_compute(const std::string& text);

}  // namespace livewarp
