#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/pictures/picture_traits.h"
#include "kernels/pictures/side_by_side.h"

namespace livewarp {

struct TransposeProblem : SourcePicture {
  enum class Turn { transpose, left, right };

  Turn turn = Turn::transpose;
  static TransposeProblem from(const Values& values);

  PixelGrid source() const { return {width, height, channels}; }
  PixelGrid result() const { return {height, width, channels}; }
  SideBySide shown() const { return {source(), result()}; }
};

/// A step reads `source` and writes all of `result`.
struct TransposeStep {
  const std::uint8_t* source;
  std::uint8_t* result;
  const std::uint8_t* shown;        ///< the last step's result
  const TransposeProblem* problem;  ///< lives as long as the step's enqueuing
};

/// A picture whose columns become rows, 8 bits a channel, grey or RGBA. Of w x h texels the result
/// has h x w pixels, and texel (x, y) becomes pixel
///
///     transpose   (y, x)
///     left        (y, w - 1 - x)      a quarter turn counterclockwise
///     right       (h - 1 - y, x)      a quarter turn clockwise
///
/// State: source, row by row, read alone; result, row by row, written alone.
struct Transpose : PictureTraits<TransposeProblem, TransposeStep> {
  using Turn = Problem::Turn;

  static const WorkloadInfo& info();
  static std::vector<FieldSpec> fields(const Problem& problem);
  static HostState initial(const Problem& problem);
  static Step bind(const Problem& problem, const StepMemory& memory);
  static PictureSpec picture(const Problem& problem, const Viewport&) {
    return image_picture(problem.shown().whole());
  }
  static View view(const Problem& problem, const Values& values, const Launch& launch);
  static Variants<Transpose> cpu_variants(), emulator_variants(), traced_variants(),
      cuda_variants();

  /// Of every variant: each texel read and written, once.
  static CostModel cost(const Problem& problem, const Launch&);
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
    return 3e-9 * double(problem.bytes());
  }
  std::optional<ImageSize> result_size(const Problem& problem) const override {
    return saved_size(problem.result());
  }
  std::vector<Readout> diagnose(const Problem& problem, const HostState& state,
                                const Job& job) const override {
    return level_readouts(problem.result(), field_bytes(state, 1), job);
  }
};

}  // namespace livewarp
