#pragma once

#include "kernels/core/model/choice.h"

namespace livewarp {

/// True if both take the same time, and allow the same: what is drawn of it, and whether it rests,
/// is another matter.
inline bool same_setting(const Choice& a, const Choice& b) {
  return a.workload == b.workload && a.variant == b.variant && a.launch == b.launch &&
         a.memory == b.memory && a.problem == b.problem;
}

}  // namespace livewarp
