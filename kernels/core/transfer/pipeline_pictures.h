#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "kernels/core/transfer/pipeline.h"

namespace livewarp {

/// Rounds of x = a x + b in 32 bits, what the kernel does to each pixel one after another.
struct MixRound {
  static constexpr std::uint32_t a = 1664525, b = 1013904223;
};
/// The same n rounds as one: x -> factor x + summand, by repeated squaring.
struct MixRounds {
  std::uint32_t factor = 1, summand = 0;
  std::uint32_t operator()(std::uint32_t x) const { return factor * x + summand; }
};
MixRounds mix_rounds(unsigned n);

/// Pixel i of a picture before the filter: no two pictures are alike.
std::uint32_t source_pixel(int picture, std::size_t i);

/// These three use all cores.
void write_source_pictures(std::uint32_t* pixels, const PipelineRequest& request);

/// Which of the pictures is not the sum of each pixel's nine neighbours, those beyond the edge
/// taken from it, after the rounds: computed here by row sums and a closed form, not as the kernel
/// does. Empty if all are.
std::string pictures_mismatch(const std::uint32_t* pixels, const PipelineRequest& request,
                              unsigned work);
std::uint64_t pictures_hash(const std::uint32_t* pixels, const PipelineRequest& request);

/// Of some pixels of some of the pictures: what a callback has the time for.
std::uint64_t pictures_digest(const std::uint32_t* pixels, const PipelineRequest& request,
                              int first, int beyond);

}  // namespace livewarp
