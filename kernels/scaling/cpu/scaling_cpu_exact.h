#pragma once

#include <cstdint>
#include <vector>

#include "kernels/scaling/cpu/scaling_cpu_lines.h"

namespace livewarp {

/// What the weights of the reference make of a row, in fp32 and not rounded: with it a picture
/// shows how far a result is off. Its loops are its own, so that no variant is compared with
/// itself.
class ScalingExact {
 public:
  /// Of a filter that weighs. Problem and source must outlive it.
  ScalingExact(const Scaling::Problem& problem, const std::uint8_t* source);

  /// Memory that rows are computed in, one after the other; each thread has its own.
  struct Room {
    std::vector<float> texels, line;
  };
  /// Writes width x channels values in 0 ... 255.
  void row(std::int64_t y, Room& room, float* out) const;

 private:
  void straight_row(std::int64_t y, Room& room, float* out) const;
  void turned_row(std::int64_t y, float* out) const;
  /// The texels that any column needs, weighed and added over rows.
  void add_rows(std::int64_t y, float* sums) const;
  const float* in_order(Room& room) const;
  void window(FixedPoint u, FixedPoint v, float* sums) const;

  const Scaling::Problem& problem_;
  const std::uint8_t* source_;
  ScalingTable across_, down_;         ///< of a straight map: what columns and rows need
  std::vector<std::int64_t> from_;     ///< where the texels of a line are found, by `address`
  std::int64_t first_ = 0, last_ = 0;  ///< those that are found, of a row of the source
  bool inside_ = false;                ///< a line is a part of a row of the source
  ScalingCurve curve_;
  ScalingLoops loops_;
  int taps_;
};

}  // namespace livewarp
