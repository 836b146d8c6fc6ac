// What variants have in common that let a library make the step.
#pragma once

#include <string>
#include <utility>

#include "kernels/core/workload/workload_traits.h"

namespace livewarp {

/// A variant whose step calls `library`; it must say what is `missing`.
template <class W>
Variant<W> library_variant(const std::string& library, std::string name, std::string title,
                           StepFunction<W> step) {
  auto variant = cuda_variant<W>(std::move(name), std::move(title), std::move(step));
  variant.library = library;
  variant.topic = "L2.12";
  variant.gpu_only = true;
  variant.cost = [](const typename W::Problem& problem, const Launch& launch) {
    CostModel cost = W::cost(problem, launch);
    cost.requested_bytes = cost.compulsory_bytes;  // what its threads ask for it does not say
    return cost;
  };
  return variant;
}

template <class W>
Variant<W> npp_variant(StepFunction<W> step) {
  return library_variant<W>("NPP", "npp", "NPP (vendor library)", std::move(step));
}

}  // namespace livewarp
