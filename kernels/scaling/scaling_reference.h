#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/core/measure/verification.h"
#include "kernels/scaling/scaling.h"

namespace livewarp {

/// What a row of the result should be, in fp64: width x channels values in 0 ... 255, clamped and
/// not rounded.
class ScalingReference {
 public:
  /// `source` must outlive it.
  ScalingReference(const Scaling::Problem& problem, const std::uint8_t* source);
  ~ScalingReference();

  void row(std::int64_t y, double* out) const;
  void pixel(std::int64_t x, std::int64_t y, double* out) const;

 private:
  struct Pyramid;
  double texel(const std::uint8_t* level, std::int64_t width, std::int64_t height, std::int64_t x,
               std::int64_t y, int channel) const;
  void nearest(std::int64_t x, std::int64_t y, double* out) const;
  void weighed(const ScalingTaps& columns, const ScalingTaps& rows, double* out) const;
  void trilinear(std::int64_t x, std::int64_t y, double* out) const;
  void straight_row(std::int64_t y, double* out) const;

  const Scaling::Problem& problem_;
  const std::uint8_t* source_;
  StretchedFilter filter_;
  std::vector<ScalingTaps> columns_;  ///< of every column, where rows are rows
  std::unique_ptr<Pyramid> pyramid_;
};

/// A level of a mipmap pyramid: every texel the mean of 2 x 2 of the level below, rounded half up;
/// of an odd side the last one counts twice.
struct MipLevel {
  std::int64_t width = 0, height = 0;
  std::vector<std::uint8_t> texels;
};
MipLevel half_of(const std::uint8_t* texels, std::int64_t width, std::int64_t height, int channels);

/// The two levels that a scale lies between, and the share of the smaller one.
struct MipShare {
  int level = 0;
  double share = 0;
};
/// log2(1 / scale) levels down, none for a larger result, at most `levels` - 1.
MipShare mip_share(double scale, int levels);
/// Until both sides are 1.
int mip_levels(std::int64_t width, std::int64_t height);

}  // namespace livewarp
