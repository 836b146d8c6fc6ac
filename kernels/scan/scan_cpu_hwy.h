#pragma once

#include <cstdint>
#include <string>

namespace livewarp {

/// Vectorised pieces of a scan.
struct ScanPieces {
  /// Scans n elements, each sum with `before` in front, and returns their own sum. `past_caches`:
  /// stores go to memory by the shortest way, if `out` is aligned to 64 bytes. `ahead`: n elements
  /// that are fetched into the caches meanwhile; may be null.
  float (*scan)(const float* x, float* out, std::int64_t n, float before, bool exclusive,
                bool past_caches, const float* ahead);
  float (*sum)(const float* x, std::int64_t n);
};

/// Those with the vector instructions of that name (see vector_isa.h). Throws `Error` if the
/// processor lacks them.
ScanPieces scan_vector_pieces(const std::string& isa);

}  // namespace livewarp
