// What the tests of divergence share.
#pragma once

#include <memory>

#include "kernels/core/workload/workload.h"

namespace livewarp {

std::unique_ptr<Workload> make_divergence();

inline const Workload& divergence_workload() {
  static const auto workload = make_divergence();
  return *workload;
}

}  // namespace livewarp
