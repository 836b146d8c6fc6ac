// What the CUDA variants of access patterns share.
#pragma once

#include <string>
#include <utility>

#include "kernels/access/access.h"
#include "kernels/access/access_sectors.h"
#include "kernels/core/base/compilation.h"
#include "kernels/core/base/dispatch.h"
#include "kernels/core/measure/verification.h"

LIVEWARP_KERNELS_BEGIN

namespace access {

using Step = Access::Step;

/// Blocks in a row for so many threads.
inline Dim3 blocks_for(std::int64_t threads) {
  return {unsigned(ceil_div(threads, Access::block))};
}

inline int elements(const Step& step) { return int(step.problem->n); }

/// A variant of one task, which refuses the others.
inline Variant<Access> variant_for(AccessTask task, const char* name, const char* title,
                                   StepFunction<Access> step) {
  auto variant = cuda_variant<Access>(name, title, std::move(step));
  variant.source = "NVIDIA CUDA C++ Best Practices Guide, Coalesced Access to Global Memory";
  // The sectors of a mesh go with its numbers: no closed form.
  if (task != AccessTask::mesh) {
    variant.cost = [name = std::string(name)](const Access::Problem& problem,
                                              const Launch& launch) {
      const AccessModel model = access_model(name, problem, launch);
      CostModel cost = Access::cost(problem, launch);
      cost.note = model_text(model);
      return cost;
    };
    variant.closed_form = [name = std::string(name)](const Access::Problem& problem,
                                                     const Launch& launch) {
      return access_closed_form(name, problem, launch);
    };
  }
  variant.refuses = [task](const Access::Problem& problem, const Launch&, Executor) {
    return access_refusal(task, problem);
  };
  return variant;
}

/// Why a distance in elements does not go with the array; empty if it does.
inline std::string beyond_array(const char* what, std::int64_t distance, std::int64_t n) {
  if (distance < n) return {};
  return std::string(what) + " of " + std::to_string(distance) +
         " elements reaches beyond the array of " + std::to_string(n);
}

}  // namespace access

LIVEWARP_KERNELS_END
