#pragma once

#include <cstdint>
#include <vector>

#include "kernels/core/picture_traits.h"
#include "kernels/core/pixel_grid.h"

namespace livewarp {

/// Blur of a picture, 8 bits a channel, grey or RGBA, every channel on its own: a pixel is the sum of the
/// (2 r + 1)^2 texels around it, weighted by a Gaussian of standard deviation r / 2 whose weights sum to 1,
/// and rounded to the nearest integer. A texel outside is the nearest one at the edge.
///
/// State: source, row by row, read alone; result, as large, written alone.
struct Convolution : PictureTraits {
  static constexpr int most_radius = 16;

  struct Problem : SourcePicture {
    int radius = 1;
    static Problem from(const Values& values);

    PixelGrid grid() const { return {width, height, channels}; }
    /// Texels of a pixel in one direction.
    int taps() const { return 2 * radius + 1; }
  };

  /// A step reads `source` and writes all of `result`.
  struct Step {
    const std::uint8_t* source;
    std::uint8_t* result;
    const std::uint8_t* shown;  ///< the last step's result
    void* scratch;
    const Problem* problem;     ///< lives as long as the step's enqueuing
    bool scratch_kept = false;  ///< as the last step left it
  };

  static const WorkloadInfo& info();
  static std::vector<FieldSpec> fields(const Problem& problem);
  static Step bind(const Problem& problem, const std::vector<void*>& in,
                   const std::vector<void*>& out, void* scratch);
  static HostState initial(const Problem& problem);
  static PictureSpec picture(const Problem& problem) { return image_picture(problem.grid()); }
  static ImageSize result_size(const Problem& problem) { return saved_size(problem.grid()); }

  static Rows<Convolution> cpu_rows(), simt_rows(), traced_rows(), cuda_rows();

  static std::vector<Values> check_problems(const Values& problem, const Launch& launch);
  static double reference_seconds(const Problem& problem);
  static std::vector<Discrepancy> compare(const Problem& problem, const HostState& in,
                                          const HostState& out, const CompareScope& scope,
                                          const Job& job);
  static std::vector<HostState> mutants(const Problem& problem, const HostState& sound) {
    return picture_mutants(problem.grid(), sound);
  }
  static std::vector<Readout> diagnose(const Problem& problem, const HostState& state,
                                       const Job& job) {
    return level_readouts(problem.grid(), field_bytes(state, 1), job);
  }

  /// Of a row that makes `products` of a channel's value and a weight for each pixel, and whose threads ask
  /// for `requested` bytes for each, its store among them.
  static Work work(const Problem& problem, double products, double requested);
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
