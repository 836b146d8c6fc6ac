#include "kernels/core/workload/variant.h"

#include <algorithm>
#include <utility>

namespace livewarp {

namespace {

std::string version(int compute) {
  return std::to_string(compute / 10) + "." + std::to_string(compute % 10);
}

/// The reason of one GPU, empty if the variant can run on it.
std::string gpu_reason(const VariantInfo& info, const GpuInfo& gpu) {
  if (!gpu.reason.empty()) return gpu.name + ": " + gpu.reason;
  const int compute = gpu.major * 10 + gpu.minor;
  if (compute < info.min_compute)
    return "needs compute capability " + version(info.min_compute) + ", " + gpu.name + " has " +
           version(compute);
  if (info.one_architecture && compute != info.min_compute)
    return "is made of instructions that compute capability " + version(info.min_compute) +
           " alone has, " + gpu.name + " has " + version(compute);
  if (!info.one_architecture && gpu.code != 0 && gpu.code < info.min_compute)
    return "needs code made for compute capability " + version(info.min_compute) +
           ", this build's for " + gpu.name + " is of " + version(gpu.code) +
           ": build with -DCMAKE_CUDA_ARCHITECTURES=" + std::to_string(compute);
  std::string refusal;
  for (const MemoryMode mode : info.memory_modes) {
    refusal = memory_refusal(mode, gpu);
    if (refusal.empty()) return {};
  }
  return refusal.empty() ? refusal : gpu.name + ": " + refusal;
}

std::string cuda_reason(const VariantInfo& info, const Machine& machine) {
  if (!machine.gpu_reason.empty()) return machine.gpu_reason;
  if (machine.gpus.empty()) return "no CUDA device";
  std::string first;
  for (const GpuInfo& gpu : machine.gpus) {
    const std::string reason = gpu_reason(info, gpu);
    if (reason.empty()) return info.missing ? info.missing() : std::string();
    if (first.empty()) first = reason;
  }
  return first;
}

}  // namespace

CostModel CostModel::of_one_time_step() const {
  CostModel one = *this;
  for (double* part :
       {&one.items, &one.flops, &one.tensor_flops, &one.roots, &one.compulsory_bytes,
        &one.requested_bytes, &one.fetches, &one.to_device_bytes, &one.to_host_bytes})
    *part /= time_steps;
  one.time_steps = 1;
  return one;
}

void refuse_memory(VariantInfo& info, MemoryMode mode, std::string reason) {
  std::erase(info.memory_modes, mode);
  info.memory_refusals.push_back({mode, std::move(reason)});
}

std::string memory_reason(const VariantInfo& info, MemoryMode mode, const GpuInfo* gpu) {
  for (const MemoryRefusal& refusal : info.memory_refusals)
    if (refusal.mode == mode) return refusal.reason;
  return gpu ? memory_refusal(mode, *gpu) : std::string();
}

std::string unavailable_reason(const VariantInfo& info, Executor executor, const Machine& machine) {
  if (info.backend == Backend::cpu)
    return executor == Executor::cpu ? "" : "a CPU variant: it has no CUDA kernel";
  switch (executor) {
  case Executor::cpu: return "a CUDA variant: it runs on a GPU, or on the emulator";
  case Executor::emulator:
    if (!info.gpu_only) return "";
    return info.missing ? "needs a GPU: its library runs nowhere else"
                        : "needs a GPU: the emulator cannot execute what this kernel uses";
  case Executor::cuda: break;
  }
  return cuda_reason(info, machine);
}

}  // namespace livewarp
