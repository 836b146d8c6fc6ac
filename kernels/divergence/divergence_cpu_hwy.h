#pragma once

#include <cstdint>
#include <string>

namespace livewarp {

/// Items side by side, and what their sides do: see `Divergence`.
struct DivergenceVectors {
  const std::uint32_t* value;
  const std::int32_t* rounds;
  std::uint32_t* result;
  std::int64_t n;
  std::int32_t cheap, steps_a_round;
  std::uint32_t cheap_factor, cheap_increment, expensive_factor, expensive_increment;
};

/// Computes items with the vector instructions of that name (see vector_isa.h). Throws `Error` if
/// the processor lacks them.
using DivergencePiece = void (*)(const DivergenceVectors& items);
DivergencePiece divergence_vector_piece(const std::string& isa);

/// How many items go together there.
int divergence_vector_lanes(const std::string& isa);

}  // namespace livewarp
