#pragma once

#include <cstdint>
#include <vector>

#include "kernels/core/picture_traits.h"
#include "kernels/core/pixel_grid.h"

namespace livewarp {

/// A picture whose columns become rows, 8 bits a channel, grey or RGBA. Of w x h texels the result has
/// h x w pixels, and texel (x, y) becomes pixel
///
///     transpose   (y, x)
///     left        (y, w - 1 - x)      a quarter turn counterclockwise
///     right       (h - 1 - y, x)      a quarter turn clockwise
///
/// State: source, row by row, read alone; result, row by row, written alone.
struct Transpose : PictureTraits {
  enum class Turn { transpose, left, right };

  struct Problem : SourcePicture {
    Turn turn = Turn::transpose;
    static Problem from(const Values& values);

    PixelGrid source() const { return {width, height, channels}; }
    PixelGrid result() const { return {height, width, channels}; }
  };

  /// A step reads `source` and writes all of `result`.
  struct Step {
    const std::uint8_t* source;
    std::uint8_t* result;
    const std::uint8_t* shown;  ///< the last step's result
    const Problem* problem;     ///< lives as long as the step's enqueuing
  };

  static const WorkloadInfo& info();
  static std::vector<FieldSpec> fields(const Problem& problem);
  static Step bind(const Problem& problem, const std::vector<void*>& in,
                   const std::vector<void*>& out, void* scratch);
  static HostState initial(const Problem& problem);
  static PictureSpec picture(const Problem& problem) { return image_picture(problem.result()); }
  static ImageSize result_size(const Problem& problem) { return saved_size(problem.result()); }

  static Rows<Transpose> cpu_rows(), simt_rows(), traced_rows(), cuda_rows();

  static std::vector<Values> check_problems(const Values& problem, const Launch& launch);
  static double reference_seconds(const Problem& problem);
  static std::vector<Discrepancy> compare(const Problem& problem, const HostState& in,
                                          const HostState& out, const CompareScope& scope,
                                          const Job& job);
  static std::vector<HostState> mutants(const Problem& problem, const HostState& sound) {
    return picture_mutants(problem.source(), sound);
  }
  static std::vector<Readout> diagnose(const Problem& problem, const HostState& state,
                                       const Job& job) {
    return level_readouts(problem.result(), field_bytes(state, 1), job);
  }

  /// Of every row: each texel read and written, once.
  static Work work(const Problem& problem);
};

}  // namespace livewarp
