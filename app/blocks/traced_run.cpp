#include "app/blocks/traced_run.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "kernels/core/base/error.h"
#include "kernels/core/blocks/step_tracer.h"
#include "kernels/core/exec/cubin.h"
#include "kernels/core/exec/executors.h"
#include "kernels/core/exec/occupancy.h"

namespace livewarp {

namespace {

/// As many blocks of the wrapper shall fit as of the plain kernel, for they decide how many
/// registers a thread has, and so how its loads overlap.
TracedBounds bounds_of(const KernelResources& plain, const LaunchRecorder::Record& launch,
                       int compute) {
  constexpr int own_registers = 4;  // of what the wrapper does around the kernel
  const std::optional<SmLimits> limits = sm_limits(compute);
  const bool has_bounds = plain.max_threads < 1024;
  TracedBounds bounds{has_bounds ? plain.max_threads : int(launch.block.count()), 1, false};
  if (!limits) return bounds;
  const auto blocks_with = [&](int registers) {
    return occupancy(*limits, {.registers = registers}, bounds.threads, 0).blocks;
  };
  bounds.blocks = std::max(1, blocks_with(plain.registers));
  bounds.in_register = blocks_with(plain.registers + own_registers) == bounds.blocks;
  return bounds;
}

KernelWrapper wrapper_of(const Workload& workload, const LaunchRecorder::Record& launch,
                         const KernelResources& plain, const GpuInfo& gpu,
                         const KernelCompiler& compiler) {
  const int compute = 10 * gpu.major + gpu.minor;
  KernelWrapper wrapper;
  wrapper.code = compiler.traced(workload.info().name, {launch.kernel.name},
                                 bounds_of(plain, launch, compute), compute);
  for (const CubinKernel& kernel : cubin_kernels(wrapper.code, compute)) {
    const bool clocks = kernel.symbol == "livewarp_read_clocks";
    std::string& symbol = clocks ? wrapper.clocks_symbol : wrapper.symbol;
    if (!symbol.empty()) throw Error("the compiler made several kernels of one");
    symbol = kernel.symbol;
  }
  if (wrapper.symbol.empty() || wrapper.clocks_symbol.empty())
    throw Error("the compiler made no kernel around it");
  return wrapper;
}

/// The state after a step that another may have been made of.
std::vector<std::vector<std::byte>> fields_after(Simulation& simulation) {
  simulation.commit();
  return simulation.snapshot().fields;
}

std::vector<std::vector<std::byte>> plain_result(const Workload& workload, const Choice& choice,
                                                 const HostState& in, CudaExec& exec) {
  const auto simulation = workload.simulate(choice, Executor::cuda, &in);
  simulation->poison_next();
  simulation->step(exec);
  exec.synchronize();
  return fields_after(*simulation);
}

}  // namespace

TracedRun traced_run(const Workload& workload, const Choice& asked, const LaunchOfStep& launch,
                     const BlockTools& tools, const std::stop_token& stop) {
  Choice choice = asked;
  choice.launch = undivided(choice.launch);
  const GpuInfo* const gpu = tools.machine->gpu(tools.device);
  if (!gpu) throw Error("there is no such device");
  if (!workload.compiled_for(Executor::cuda)) throw Error("this build has no CUDA");
  if (std::string refusal = workload.refusal(choice, Executor::cuda); !refusal.empty())
    throw Error(refusal);
  const auto make_wrapper = [&](const KernelResources& plain) {
    return wrapper_of(workload, launch.launch, plain, *gpu, *tools.compiler);
  };
  HostState in = workload.initial_state(choice.problem);
  in.primed = true;  // derived fields are taken as they are, as where the regions are counted
  const auto simulation = workload.simulate(choice, Executor::cuda, &in);
  const TracedStep traced =
      trace_step(*simulation, launch.index, gpu->multiprocessors, make_wrapper, stop);
  const std::unique_ptr<CudaExec> exec = CudaExec::create(stop);
  TracedRun run;
  run.trace.kernel = launch.launch.kernel.name;
  run.trace.grid = launch.launch.grid;
  run.trace.block = launch.launch.block;
  run.trace.multiprocessors = gpu->multiprocessors;
  run.trace.kernel_us = traced.kernel_us;
  run.trace.traced_us = traced.traced_us;
  run.trace.records = records_of(traced.launch);
  if (run.trace.records.size() != launch.launch.grid.count())
    throw Error("the launch on the GPU has another grid than the one on the host");
  const auto result = fields_after(*simulation), plain = plain_result(workload, choice, in, *exec);
  if (result == plain)
    run.result = "equal bit by bit";
  else if (plain != plain_result(workload, choice, in, *exec))
    run.result = "not compared: the plain kernel's result differs from run to run";
  else
    throw Error("the kernel around it writes another result than the plain one: its blocks are not "
                "shown");
  return run;
}

}  // namespace livewarp
