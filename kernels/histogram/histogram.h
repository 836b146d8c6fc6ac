#pragma once

#include <cstdint>
#include <vector>

#include "kernels/pictures/picture_traits.h"
#include "kernels/pictures/pixel_grid.h"

namespace livewarp {

struct HistogramProblem : SourcePicture {
  static constexpr std::int64_t levels = 256;

  static HistogramProblem from(const Values& values) { return {SourcePicture::from(values)}; }

  PixelGrid source() const { return {width, height, channels}; }
  std::int64_t bins() const { return channels * levels; }
  /// What a bar of full height counts in a linear plot: four times what evenly spread levels would.
  double linear_top() const { return 4 * double(texels()) / levels; }
  std::size_t count_bytes() const { return std::size_t(bins()) * sizeof(std::uint32_t); }
};

/// A step reads `source` and writes all of `counts`.
struct HistogramStep {
  const std::uint8_t* source;
  std::uint32_t* counts;
  const std::uint32_t* shown;  ///< the last step's counts
  void* scratch;
  const HistogramProblem* problem;  ///< lives as long as the step's enqueuing
};

/// How often each of the 256 levels occurs in a picture of 8 bits a channel, in each channel apart.
///
/// State: source, row by row, read alone; counts, 256 unsigned integers a channel, channel after
/// channel, written alone.
struct Histogram : PictureTraits<HistogramProblem, HistogramStep> {
  static constexpr std::int64_t levels = Problem::levels;
  static constexpr double plot_share = 0.4;  ///< of the picture's height

  static const WorkloadInfo& info();
  static std::vector<FieldSpec> fields(const Problem& problem);
  static HostState initial(const Problem& problem);
  static Step bind(const Problem& problem, const StepMemory& memory);
  static PictureSpec picture(const Problem& problem, const Viewport&) {
    return image_picture(problem.source());
  }
  static View view(const Problem& problem, const Values& values, const Launch& launch);
  static Variants<Histogram> cpu_variants(), emulator_variants(), traced_variants(),
      cuda_variants();

  /// Of a launch that makes `additions` in global memory, each of which reads and writes a count;
  /// without, as many as there are values.
  static CostModel cost(const Problem& problem, double additions);
  static CostModel cost(const Problem& problem, const Launch&) {
    return cost(problem, double(problem.bytes()));
  }
  static std::vector<Values> check_problems(const Values& problem, const Launch& launch);
  static std::vector<Discrepancy> compare(const Problem& problem, const HostState& in,
                                          const HostState& out, const CompareScope& scope,
                                          const Job& job);
  static std::vector<HostState> mutants(const Problem& problem, const HostState& sound) {
    return picture_mutants(problem.source(), sound);
  }

  /// Nothing is rounded.
  Tolerance tolerance(Backend, Precision) const override { return {}; }
  double reference_seconds(const Problem& problem) const override {
    return 1.5e-9 * double(problem.bytes());
  }
  std::vector<Readout> diagnose(const Problem& problem, const HostState& state,
                                const Job& job) const override;
};

}  // namespace livewarp
