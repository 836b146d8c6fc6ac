// What the launch code of variants whose operands are of 16 bits shares.
#pragma once

#include "kernels/matmul/matmul_halves.h"
#include "kernels/matmul/matmul_variants_common.h"

LIVEWARP_KERNELS_BEGIN

namespace matmul {

/// Makes the operands anew where they are not there from the last step. It stands with the kernel
/// that does it, in the unit of the tensor cores.
HalfOperands halves_of(const Matmul::Step& step, bool brain, KernelExec& exec);

inline Param operands_axis() {
  return choice_axis("operands", "Operands", {{"fp16", "fp16", {}}, {"bf16", "bf16", {}}}, "fp16",
                     "What A and B are rounded to: binary16 has 11 bits and ends at 65,504, "
                     "bfloat16 has 8 bits and the range of fp32.");
}
inline bool brain_operands(const Launch& launch) {
  return launch.values().contains("operands") && launch.text("operands") == "bf16";
}

/// What goes with such operands.
inline void takes_halves(Variant<Matmul>& variant) {
  variant.tolerance = half_tolerance(false);
  variant.launch_tolerance = [](const Values& launch) {
    return half_tolerance(launch.contains("operands") && get_text(launch, "operands") == "bf16");
  };
  variant.scratch_bytes = half_bytes;
}

/// What variants by tensor cores begin with.
template <class Step>
Variant<Matmul> of_halves(const char* name, const char* title, const Step& step) {
  auto variant = cuda_variant<Matmul>(name, title, step);
  variant.min_compute = 80;
  takes_halves(variant);
  return variant;
}

}  // namespace matmul

LIVEWARP_KERNELS_END
