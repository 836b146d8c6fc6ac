#pragma once

#include <cstdint>
#include <vector>

#include "kernels/core/picture_traits.h"
#include "kernels/core/pixel_grid.h"

namespace livewarp {

/// How often each of the 256 levels occurs in a picture of 8 bits a channel, in each channel apart.
///
/// State: source, row by row, read alone; counts, 256 unsigned integers a channel, channel after channel,
/// written alone.
struct Histogram : PictureTraits {
  static constexpr std::int64_t levels = 256;

  struct Problem : SourcePicture {
    static Problem from(const Values& values) { return {SourcePicture::from(values)}; }

    PixelGrid source() const { return {width, height, channels}; }
    std::int64_t bins() const { return channels * levels; }
    std::size_t count_bytes() const { return std::size_t(bins()) * sizeof(std::uint32_t); }
  };

  /// A step reads `source` and writes all of `counts`.
  struct Step {
    const std::uint8_t* source;
    std::uint32_t* counts;
    const std::uint32_t* shown;  ///< the last step's counts
    const Problem* problem;      ///< lives as long as the step's enqueuing
  };

  static const WorkloadInfo& info();
  static std::vector<FieldSpec> fields(const Problem& problem);
  static Step bind(const Problem& problem, const std::vector<void*>& in,
                   const std::vector<void*>& out, void* scratch);
  static HostState initial(const Problem& problem);
  static PictureSpec picture(const Problem& problem) { return image_picture(problem.source()); }
  static View view(const Problem& problem, const Values& values);

  static Rows<Histogram> cpu_rows(), simt_rows(), traced_rows(), cuda_rows();

  static std::vector<Values> check_problems(const Values& problem, const Launch& launch);
  static double reference_seconds(const Problem& problem);
  static std::vector<Discrepancy> compare(const Problem& problem, const HostState& in,
                                          const HostState& out, const CompareScope& scope,
                                          const Job& job);
  static std::vector<HostState> mutants(const Problem& problem, const HostState& sound) {
    return picture_mutants(problem.source(), sound);
  }
  static std::vector<Readout> diagnose(const Problem& problem, const HostState& state,
                                       const Job& job);

  /// Of a row that makes `additions` in global memory, each of which reads and writes a count.
  static Work work(const Problem& problem, double additions);
};

}  // namespace livewarp
