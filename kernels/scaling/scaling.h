#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kernels/pictures/picture_traits.h"
#include "kernels/pictures/pixel_grid.h"
#include "kernels/scaling/scaling_filter.h"
#include "kernels/scaling/scaling_map.h"

namespace livewarp {

struct ScalingProblem : SourcePicture {
  /// Where a texel outside is found: at the edge, round on the other side, mirrored at the outer
  /// edge of the border texels, or nowhere (all channels 0).
  enum class Address { clamp, wrap, mirror, border };

  std::int64_t result_width = 1, result_height = 1;
  bool window = false;  ///< the result is a part of chosen size
  double scale = 1;
  ScalingMap map;
  ScalingFilter filter = ScalingFilter::bilinear;
  bool antialias = false;  ///< the filter is widened where the result is smaller
  Address address = Address::clamp;
  static ScalingProblem from(const Values& values);

  PixelGrid result() const { return {result_width, result_height, channels}; }
  StretchedFilter stretched() const { return {filter, scale, antialias}; }
};

/// A step reads `source` and writes all of `result`.
struct ScalingStep {
  const std::uint8_t* source;
  std::uint8_t* result;
  const std::uint8_t* shown;  ///< the last step's result
  void* scratch;
  const ScalingProblem* problem;         ///< lives as long as the step's enqueuing
  std::span<const TextureArray> arrays;  ///< of a variant that asked for them
  bool scratch_kept;                     ///< as the last step left it, and so is the source
};

/// Resampling of a picture, 8 bits a channel, grey or RGBA, every channel on its own (colours not
/// multiplied by alpha, values as they stand in the file): a pixel of the result is a weighted sum
/// of the texels around the position that a `ScalingMap` gives it, clamped to 0 ... 255 and rounded
/// to the nearest integer.
///
/// State: source, row by row, read alone; result, row by row, written alone.
struct Scaling : PictureTraits<ScalingProblem, ScalingStep> {
  using Address = Problem::Address;

  static const WorkloadInfo& info();
  static std::vector<FieldSpec> fields(const Problem& problem);
  static HostState initial(const Problem& problem);
  static Step bind(const Problem& problem, const StepMemory& memory);
  static PictureSpec picture(const Problem& problem, const Viewport&) {
    return image_picture(problem.result());
  }
  static View view(const Problem& problem, const Values& values, const Launch& launch);
  static Variants<Scaling> cpu_variants(), emulator_variants(), traced_variants(), cuda_variants();

  /// Of a launch whose threads ask for `requested` bytes a pixel of the result, its store among
  /// them; without, for every texel that the filter weighs.
  static CostModel cost(const Problem& problem, double requested);
  static CostModel cost(const Problem& problem, const Launch&) {
    const double taps = weighs(problem.filter) ? problem.stretched().taps() : 1;
    return cost(problem, problem.channels * (taps * taps + 1));
  }

  static std::vector<Values> check_problems(const Values& problem, const Launch& launch);
  static std::vector<Discrepancy> compare(const Problem& problem, const HostState& in,
                                          const HostState& out, const CompareScope& scope,
                                          const Job& job);
  static std::vector<HostState> mutants(const Problem& problem, const HostState& sound) {
    return picture_mutants({problem.width, problem.height, problem.channels}, sound);
  }

  /// A picture much larger than the window, or much smaller, is fitted to it; of others a detail is
  /// enlarged, since at a scale near 1 all filters look alike, and of large ones where the variant
  /// cannot make them so small. Beside the filter stands what nearest makes.
  std::vector<Showing> opened(const Showing& now, ImageSize window) const override;
  double reference_seconds(const Problem& problem) const override;
  std::optional<ImageSize> result_size(const Problem& problem) const override {
    return saved_size(problem.result());
  }
  std::vector<Readout> diagnose(const Problem& problem, const HostState& state,
                                const Job& job) const override;
};

/// Where texel i of n lies by an address mode; -1 for nowhere. Any distance.
std::int64_t addressed(std::int64_t i, std::int64_t n, Scaling::Address address);

}  // namespace livewarp
