#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/pictures/picture_traits.h"
#include "kernels/pictures/pixel_grid.h"

namespace livewarp {

struct ConvolutionProblem : SourcePicture {
  int radius = 1;
  static ConvolutionProblem from(const Values& values);

  PixelGrid grid() const { return {width, height, channels}; }
  /// Texels of a pixel in one direction.
  int taps() const { return 2 * radius + 1; }
};

/// A step reads `source` and writes all of `result`.
struct ConvolutionStep {
  const std::uint8_t* source;
  std::uint8_t* result;
  const std::uint8_t* shown;  ///< the last step's result
  void* scratch;
  const ConvolutionProblem* problem;  ///< lives as long as the step's enqueuing
  bool scratch_kept;                  ///< as the last step left it
};

/// Blur of a picture, 8 bits a channel, grey or RGBA, every channel on its own: a pixel is the sum
/// of the (2 r + 1)^2 texels around it, weighted by a Gaussian of standard deviation r / 2 whose
/// weights sum to 1, and rounded to the nearest integer. A texel outside is the nearest one at the
/// edge.
///
/// State: source, row by row, read alone; result, as large, written alone.
struct Convolution : PictureTraits<ConvolutionProblem, ConvolutionStep> {
  static constexpr int most_radius = 32;

  static const WorkloadInfo& info();
  static std::vector<FieldSpec> fields(const Problem& problem);
  static HostState initial(const Problem& problem);
  static Step bind(const Problem& problem, const StepMemory& memory);
  static PictureSpec picture(const Problem& problem, const Viewport&) {
    return image_picture(problem.grid());
  }
  static View view(const Problem& problem, const Values& values, const Launch& launch);
  static Variants<Convolution> cpu_variants(), emulator_variants(), traced_variants(),
      cuda_variants();

  /// Of a launch that makes `products` of a channel's value and a weight for each pixel, and whose
  /// threads ask for `requested` bytes for each, its store among them; without, of one that sums
  /// rows and columns apart.
  static CostModel cost(const Problem& problem, double products, double requested);
  static CostModel cost(const Problem& problem, const Launch&) {
    const double products = 2 * problem.taps();
    return cost(problem, products, problem.channels * (products + 1));
  }
  static std::vector<Values> check_problems(const Values& problem, const Launch& launch);
  static std::vector<Discrepancy> compare(const Problem& problem, const HostState& in,
                                          const HostState& out, const CompareScope& scope,
                                          const Job& job);
  static std::vector<HostState> mutants(const Problem& problem, const HostState& sound);

  double reference_seconds(const Problem& problem) const override {
    return 2 * 0.6e-9 * problem.taps() * double(problem.bytes());
  }
  std::optional<ImageSize> result_size(const Problem& problem) const override {
    return saved_size(problem.grid());
  }
  std::vector<Readout> diagnose(const Problem& problem, const HostState& state,
                                const Job& job) const override {
    return level_readouts(problem.grid(), field_bytes(state, 1), job);
  }
};

/// The 2 radius + 1 weights of one direction.
std::vector<double> gaussian_weights(int radius);

/// The two pictures that the view's `show` asks for, and the column that parts them.
struct ConvolutionSplit {
  const std::uint8_t *left, *right;
  std::int64_t column;
};
ConvolutionSplit convolution_split(const Convolution::Step& step,
                                   const Convolution::Problem& problem, const Values& view);

}  // namespace livewarp
