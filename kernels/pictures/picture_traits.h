#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "kernels/core/workload/workload_traits.h"
#include "kernels/pictures/source_picture.h"

namespace livewarp {

/// What the traits classes of workloads on one picture have in common: its state is the picture,
/// which does not change, and what a step makes of it; there is no time. Errors are counted in
/// levels of grey.
template <class ProblemType, class StepType>
struct PictureTraits : WorkloadBase<ProblemType, StepType> {
  /// Half a level is the rounding to bytes.
  Tolerance tolerance(Backend, Precision) const override { return {0.51, 0.51, {}}; }
  /// With the size of the picture that is named.
  Values completed(const Values& problem, const Values* complete) const override {
    return with_picture_size(problem, complete);
  }
  double time_step(const ProblemType&) const override { return 0; }

  static bool same_state(const SourcePicture& a, const SourcePicture& b) { return a == b; }
  static View view(const SourcePicture&, const Values&, const Launch&) {
    return {.kind = PictureKind::image, .hint = "drag pans, wheel zooms"};
  }

 protected:
  /// Names what meets at `share` of the width, which the mouse drags.
  static void divide(View& view, double share, std::string left, std::string right) {
    view.divider = "split";
    view.notes = {{.text = std::move(left), .x = share, .share = 1},
                  {.text = std::move(right), .x = share}};
  }
  /// The picture, and room for what is made of it.
  static HostState picture_state(const SourcePicture& source, std::size_t made_bytes) {
    HostState state;
    state.fields.push_back(source_texels(source));
    state.fields.emplace_back(made_bytes);
    return state;
  }
};

}  // namespace livewarp
