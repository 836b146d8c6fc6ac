#pragma once

#include <cstddef>
#include <optional>
#include <utility>

#include "kernels/core/source_picture.h"
#include "kernels/core/typed_workload.h"

namespace livewarp {

/// What the traits classes of workloads on one picture have in common: its state is the picture, which does not change,
/// and what a step makes of it; there is no time. A class adds its problem, rows, comparison and work.
struct PictureTraits {
  /// With the size of the picture that is named.
  static Values completed(Values problem, const Values* complete) {
    return with_picture_size(std::move(problem), complete);
  }
  static bool same_state(const SourcePicture& a, const SourcePicture& b) { return a == b; }
  static double time_step(const SourcePicture&) { return 0; }
  static Values checkable(const Values& problem) { return problem; }
  template <class Problem>
  static std::optional<Problem> priming(const Problem&) {
    return std::nullopt;
  }

  static View view(const SourcePicture&, const Values&) {
    View view;
    view.kind = PictureKind::image;
    view.hint = "drag moves, wheel zooms";
    return view;
  }

 protected:
  /// The picture, and room for what is made of it.
  static HostState picture_state(const SourcePicture& source, std::size_t made_bytes) {
    HostState state;
    state.fields.push_back(source_texels(source));
    state.fields.emplace_back(made_bytes);
    return state;
  }
};

}  // namespace livewarp
