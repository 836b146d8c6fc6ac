// What the launch code of all CUDA variants of N-body shares.
#pragma once

#include <string>
#include <type_traits>

#include "kernels/core/base/dispatch.h"
#include "kernels/core/measure/verification.h"
#include "kernels/core/model/block_rule.h"
#include "kernels/nbody/cuda/nbody.cuh"
#include "kernels/nbody/nbody.h"

LIVEWARP_KERNELS_BEGIN

namespace nbody {

/// A field of a state as kernels take it.
template <class Real>
NbodyVec4<Real>* as_vec4(void* field) {
  return static_cast<NbodyVec4<Real>*>(field);
}

/// Calls f with a value of the type in which a variant computes and stores.
template <class F>
decltype(auto) with_real(Precision precision, F&& f) {
  return precision == Precision::fp64 ? f(double{}) : f(float{});
}

inline unsigned blocks_for(std::int64_t count, std::int64_t per_block) {
  return unsigned(ceil_div(count, per_block));
}

/// Block of the kernels that only stream through memory.
inline constexpr unsigned streaming_block = 256;

inline Dim3 streaming_grid(std::int64_t count) { return {blocks_for(count, streaming_block)}; }

template <class Real = float>
void launch_drift(const Nbody::Step& step, KernelExec& exec) {
  exec.launch(LIVEWARP_KERNEL(nbody_drift<Real>), streaming_grid(step.n), {streaming_block}, 0,
              as_vec4<Real>(step.in.position), as_vec4<Real>(step.in.velocity),
              as_vec4<Real>(step.in.acceleration), as_vec4<Real>(step.out.position),
              as_vec4<Real>(step.out.velocity), step.n, step.kick_before, step.dt);
}

/// Launches a force kernel that has one thread a body, in as many slices as the executor wants.
/// `sources` is what the kernel takes first.
template <class Real = float, class KernelType, class Sources>
void launch_forces(const KernelType& kernel, const Sources& sources, const Nbody::Step& step,
                   Dim3 block, std::size_t shared_bytes, KernelExec& exec) {
  for (const Range& range : exec.waves(kernel.ref, step.own, block, shared_bytes))
    exec.launch(kernel, {blocks_for(range.size(), block.x)}, block, shared_bytes, sources,
                as_vec4<Real>(step.out.velocity), as_vec4<Real>(step.out.acceleration), range.first,
                range.last, step.n, step.kick_after, step.softening2);
}

/// Of kernels whose threads find their bodies by x alone.
inline BlockRule row_of_bodies() { return BlockRule::row("bodies stand in a row"); }

inline Param nbody_precision_axis() { return precision_axis({Precision::fp32, Precision::fp64}); }

inline Param arithmetic_axis() {
  return choice_axis(
      "arithmetic", "Arithmetic",
      {{"fast", "Fast math", {}}, {"exact", "IEEE", {}}, {"literal", "fp64 literal", {}}}, "fast",
      "Fast math: the reciprocal square root of the special function unit. IEEE: square root and "
      "division correctly rounded. fp64 literal: 1.0 in place of 1.0f draws the arithmetic around "
      "it into fp64, and nothing warns of it. Compare the times, and the errors.");
}

inline std::string arithmetic_refuses(const Nbody::Problem&, const Launch& launch, Executor) {
  const bool wide = precision_of(launch.values()) == Precision::fp64;
  return wide && launch.text("arithmetic") == "literal"
             ? "in fp64 an fp64 literal is what was meant: choose IEEE"
             : "";
}

/// Calls f with the arithmetic that a launch asks for.
template <class Real, class F>
decltype(auto) with_arithmetic(const Launch& launch, F&& f) {
  const std::string& asked = launch.text("arithmetic");
  if constexpr (std::is_same_v<Real, float>)
    if (asked == "literal") return f(NbodyLiteral{});
  return asked == "exact" ? f(NbodyExact{}) : f(NbodyFast{});
}

}  // namespace nbody

LIVEWARP_KERNELS_END
