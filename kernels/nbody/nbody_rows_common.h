// What all CUDA rows of the N-body workload share.
#pragma once

#include <string>
#include <utility>

#include "kernels/core/dispatch.h"
#include "kernels/core/verification.h"
#include "kernels/nbody/nbody.cuh"
#include "kernels/nbody/nbody.h"

LIVEWARP_KERNELS_BEGIN

namespace nbody {

/// A field of a state as kernels take it.
template <class Real>
NbodyFour<Real>* fours(void* field) {
  return static_cast<NbodyFour<Real>*>(field);
}

/// Calls f with a value of the type in which a row computes and stores.
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
void launch_drift(const Nbody::Step& step, Exec& exec) {
  exec.launch(LIVEWARP_KERNEL(nbody_drift<Real>), streaming_grid(step.n), {streaming_block}, 0,
              fours<Real>(step.in.position), fours<Real>(step.in.velocity),
              fours<Real>(step.in.acceleration), fours<Real>(step.out.position),
              fours<Real>(step.out.velocity), step.n, step.kick_before, step.dt);
}

/// Launches a force kernel that has one thread a body, in as many slices as the executor wants. `sources` is what
/// the kernel takes first.
template <class Real = float, class KernelType, class Sources>
void launch_forces(const KernelType& kernel, const Sources& sources, const Nbody::Step& step,
                   Dim3 block, std::size_t shared_bytes, Exec& exec) {
  for (const Range& range : exec.slices(step.n, block.x))
    exec.launch(kernel, {blocks_for(range.size(), block.x)}, block, shared_bytes, sources,
                fours<Real>(step.out.velocity), fours<Real>(step.out.acceleration), range.first,
                range.last, step.n, step.kick_after, step.softening2);
}

/// Work of a row whose threads ask for so many sources in all.
inline Work nbody_work(const Nbody::Problem& problem, const Launch& launch, double sources) {
  const auto n = double(problem.n);
  const double four = 4.0 * double(bytes_of(precision_of(launch.values())));
  Work work;
  work.items = n * n;
  work.flops = Nbody::flops_per_interaction * work.items;
  work.compulsory_bytes = Nbody::compulsory_bytes_per_body(launch) * n;
  // Drift: 3 reads and 2 writes; forces: own position, velocity both ways, acceleration.
  work.requested_bytes = (sources + (5 + 4) * n) * four;
  return work;
}

inline Variant<Nbody> cuda_row(std::string name, std::string title, std::string topic,
                               const std::string& file) {
  Variant<Nbody> row;
  row.name = std::move(name);
  row.title = std::move(title);
  row.topic = std::move(topic);
  row.file = "kernels/nbody/" + file;
  row.backend = Backend::cuda;
  row.memory_modes = cuda_memory_modes();
  row.tolerance = tolerance_cap("nbody", Backend::cuda, "fp32");
  return row;
}

inline Param nbody_precision_axis() { return precision_axis({Precision::fp32, Precision::fp64}); }

inline Param arithmetic_axis() {
  Param axis = choice_param(
      "arithmetic", "Arithmetic",
      {{"fast", "Fast", {}}, {"exact", "Exact", {}}, {"literal", "1.0, not 1.0f", {}}}, "fast",
      "Fast: the reciprocal root of the special function unit. Exact: root and division rounded "
      "correctly. 1.0, not 1.0f: a literal without an f draws the arithmetic around it into fp64, "
      "and nothing warns of it. Compare the times, and the errors.");
  axis.group = ParamGroup::launch;
  return axis;
}

/// Calls f with the arithmetic that a launch asks for.
template <class F>
decltype(auto) with_arithmetic(const Launch& launch, F&& f) {
  const std::string& asked = launch.text("arithmetic");
  return asked == "exact"     ? f(NbodyExact{})
         : asked == "literal" ? f(NbodyLiteral{})
                              : f(NbodyFast{});
}

}  // namespace nbody

LIVEWARP_KERNELS_END
