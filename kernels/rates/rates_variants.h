// The CUDA variants of arithmetic rates with their launch code, written once for every compiler.
#pragma once

#include "kernels/rates/rates_picture.cuh"
#include "kernels/rates/rates_variants_chains.h"
#include "kernels/rates/rates_variants_others.h"

LIVEWARP_KERNELS_BEGIN

namespace rates {

inline RatesDots dots_of(const Step& step) {
  return {starts_of(step), reinterpret_cast<const uint64*>(step.last_end),
          reinterpret_cast<const uint4*>(step.last_found), int(step.n), int(step.steps)};
}

inline void publish(const Step& step, const Rates::Problem&, const Launch&, const Picture& picture,
                    KernelExec& exec) {
  constexpr unsigned block = 256;
  const int width = picture.spec.width, height = picture.spec.height;
  exec.launch(LIVEWARP_KERNEL(rates_picture),
              {unsigned(ceil_div(std::int64_t(width) * height, block))}, {block}, 0, dots_of(step),
              static_cast<uchar4*>(picture.memory), width, height);
}

inline void enqueue_readouts(const Step& step, const Rates::Problem&, void* told,
                             KernelExec& exec) {
  exec.launch(LIVEWARP_KERNEL(rates_told), {1}, {1}, 0,
              reinterpret_cast<const uint4*>(step.last_found), static_cast<uint4*>(told));
}

inline Variants<Rates> variants() {
  return {{fp32(), fp64(), half2(), bf16(), int32(), dp4a(), special(), tensor(), sums(), packed(),
           unrolled(), local(), selected(), loads()},
          publish,
          {},
          enqueue_readouts};
}

}  // namespace rates

LIVEWARP_KERNELS_END
