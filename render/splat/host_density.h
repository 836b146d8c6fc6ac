#pragma once

#include <cstdint>
#include <vector>

#include "kernels/core/base/dim.h"
#include "render/splat/density.h"

namespace livewarp {

/// Adds up density on the host, on all cores, each of which adds to rows of its own: bodies are
/// sorted by bands of rows first, as many as fit a core's cache.
class HostDensity {
 public:
  /// The sums of a picture of look.width x look.height, in place of what was there.
  void add(const Float4* bodies, std::int64_t count, const PointsLook& look,
           splat::DensityEncoding encoding, splat::Sum* sums);

 private:
  void sort_chunk(const Float4* bodies, const PointsLook& look, splat::DensityEncoding encoding,
                  std::int64_t chunk, std::int64_t first, std::int64_t last);
  void add_band(int band, const PointsLook& look, splat::DensityEncoding encoding,
                splat::Sum* sums) const;

  /// Bodies that one thread sorts at a time: by band, each once or, across a border, twice.
  struct Chunk {
    std::vector<splat::Deposit> deposits;
    std::vector<std::uint32_t> ends;  ///< of each band in `deposits`
    std::vector<splat::Light> near;
  };
  std::vector<Chunk> chunks_;
  int bands_ = 0, band_rows_ = 0;
};

}  // namespace livewarp
