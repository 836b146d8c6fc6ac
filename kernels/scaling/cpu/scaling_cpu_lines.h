#pragma once

#include <cstdint>

#include "kernels/core/exec/exec.h"
#include "kernels/scaling/cpu/scaling_cpu_tables.h"

namespace livewarp {

/// The inner loops: plain ones, or with vector instructions. Lines hold a value in
/// fp32 for each channel of each texel or pixel.
struct ScalingLoops {
  /// line[i] = sum over k of weights[k] * rows[k][i].
  void (*of_bytes)(const std::uint8_t* const* rows, const float* weights, int count, float* line,
                   std::int64_t n);
  /// Blocks [first, last) of the pixels of a line of texels, which begins `origin` lanes behind
  /// lane 0's first tap, and may be read up to a block behind its end. `out` begins with block
  /// `first`.
  void (*along)(const ScalingLanes& lanes, const float* line, std::int64_t origin,
                std::int64_t first, std::int64_t last, float* out);
  /// out[i] = sum over k of weights[k] * lines[k][i], as a byte. Lines may be read up to the next
  /// block.
  void (*to_bytes)(const float* const* lines, const float* weights, int count, std::uint8_t* out,
                   std::int64_t n, bool streaming);
  /// Means of 2 x 2 texels, rounded half up: of pairs in two rows.
  void (*halve)(const std::uint8_t* upper, const std::uint8_t* lower, std::uint8_t* out,
                std::int64_t pixels, int channels, bool streaming);
  /// sums[c] += the texels of a window of taps x taps, its rows `pitch` bytes apart, by the weights
  /// of columns and of rows.
  void (*window)(const std::uint8_t* texels, std::int64_t pitch, int channels, const float* columns,
                 const float* rows, int taps, float* sums);
};
ScalingLoops scaling_plain_loops();

/// A straight map with a filter that weighs: rows and columns one after the other.
class ScalingSeparable {
 public:
  /// Step, loops and what they point to must outlive it.
  ScalingSeparable(const Scaling::Step& step, const ScalingLoops& loops);
  /// Computes these rows of the result.
  void rows(Range rows) const;

 private:
  /// Columns that are computed together: so many that their lines stay in the L1 cache.
  struct Strip;
  template <class F>
  void strips(F&& f) const;
  void enlarge(Range rows, const Strip& strip) const;
  void reduce(Range rows, const Strip& strip) const;
  void halve(Range rows) const;
  void texels(const Strip& strip, std::int64_t first_row, const float* weights, int count,
              float* line) const;
  std::uint8_t* out(std::int64_t y, const Strip& strip) const;

  const Scaling::Problem& problem_;
  const Scaling::Step& step_;
  const ScalingLoops& loops_;
  bool halves_, streaming_;
  ScalingTable across_;  ///< of rows
  ScalingLanes lanes_;
};

}  // namespace livewarp
