#pragma once

#include <cstdint>
#include <vector>

#include "kernels/core/exec/exec.h"
#include "kernels/scaling/cpu/scaling_cpu_lines.h"
#include "kernels/scaling/scaling_reference.h"

namespace livewarp {

/// Computes a result pixel by pixel in fp32, for any filter and any map: weights anew for every
/// pixel.
class ScalingByPixel {
 public:
  /// Makes the mipmaps that trilinear needs, on `threads` threads. With a curve weights are taken
  /// from it. Step, loops, curve and what they point to must outlive it.
  ScalingByPixel(const Scaling::Step& step, const ScalingLoops& loops, const ScalingCurve* curve,
                 int threads, Exec& exec);
  /// Computes these rows of the result.
  void rows(Range rows) const;

 private:
  struct Level {
    const std::uint8_t* texels;
    std::int64_t width, height;
    int down;     ///< halvings from the source
    float share;  ///< what it counts in the result
  };
  void make_levels(int threads, Exec& exec);
  std::int64_t weights_at(FixedPoint position, float* weights) const;
  void nearest(FixedPoint u, FixedPoint v, std::uint8_t* out) const;
  void weighed(const Level& level, FixedPoint u, FixedPoint v, float* sums) const;

  const Scaling::Problem& problem_;
  const Scaling::Step& step_;
  const ScalingLoops& loops_;
  const ScalingCurve* curve_;
  StretchedFilter filter_;
  int taps_;
  std::vector<MipLevel> made_;
  std::vector<Level> levels_;
};

}  // namespace livewarp
