// What the launch code of variants shares that multiply other numbers than fp32.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "kernels/core/device/matrix_unit.cuh"
#include "kernels/matmul/matmul_operands.h"
#include "kernels/matmul/matmul_variants_common.h"

LIVEWARP_KERNELS_BEGIN

namespace matmul {

/// Makes the operands anew where they are not there from the last step. It stands with the kernel
/// that does it, in the unit of the tensor cores.
MatmulOperands operands_of(const Matmul::Step& step, MatmulNumbers numbers, KernelExec& exec);
/// Makes C of what the library has left: see `matmul_result`.
void finish(const Matmul::Step& step, MatmulNumbers numbers, const MatmulOperands& operands,
            KernelExec& exec);

/// What a product of two int8 of 1 counts.
inline float int8_unit(const Matmul::Step& step) { return step.a_most / (int8_steps * int8_steps); }

inline Param operands_axis(const std::vector<std::string>& offered) {
  std::vector<Option> options;
  options.reserve(offered.size());
  for (const std::string& numbers : offered) options.push_back({numbers, numbers, {}});
  return choice_axis("operands", "Operands", std::move(options), offered.front(),
                     "What A and B are converted to before the first step. fp64 is summed in fp64, "
                     "int8 in whole numbers; fp16 has 11 bits and ends at 65,504, bf16 has 8 bits "
                     "and the range of fp32.");
}

/// Gives a variant that axis, and what goes with it.
inline void offer_operands(Variant<Matmul>& variant, const std::vector<std::string>& offered) {
  variant.axes.push_back(operands_axis(offered));
  variant.tolerance = operand_tolerance(matmul_numbers({{"operands", offered.front()}}));
  variant.launch_tolerance = [](const Values& launch) {
    return operand_tolerance(matmul_numbers(launch));
  };
  variant.scratch_bytes = operand_bytes;
  variant.refuses = [](const Matmul::Problem& problem, const Launch& launch, Executor) {
    return operand_refusal(problem, matmul_numbers(launch.values()));
  };
}

/// What variants by tensor cores begin with.
template <class Step>
Variant<Matmul> of_halves(const char* name, const char* title, const Step& step) {
  auto variant = cuda_variant<Matmul>(name, title, step);
  variant.min_compute = 80;
  offer_operands(variant, {"fp16", "bf16"});
  return variant;
}
/// Calls `use(Half16())` or `use(Brain16())`.
template <class Use>
void with_halves(MatmulNumbers numbers, const Use& use) {
  if (numbers == MatmulNumbers::bf16)
    use(Brain16());
  else
    use(Half16());
}

}  // namespace matmul

LIVEWARP_KERNELS_END
