#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <atomic>

#include "kernels/core/base/detect.h"
#include "kernels/core/base/text.h"
#include "kernels/core/exec/cuda/cuda_check.h"
#include "kernels/core/exec/executors.h"
#include "kernels/core/exec/returned_calls.h"

namespace livewarp {

namespace {

int attribute(cudaDeviceAttr which, int device) {
  int value = 0;
  if (LIVEWARP_CUDA(cudaDeviceGetAttribute, &value, which, device) != cudaSuccess) {
    cudaGetLastError();
    return 0;
  }
  return value;
}

std::string version(int cuda) {
  return std::to_string(cuda / 1000) + "." + std::to_string(cuda % 1000 / 10);
}

bool library_present(const char* name) {
  void* library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (library) dlclose(library);
  return library != nullptr;
}

/// Why the runtime sees no device, in words that say what to do about it.
std::string absence_reason(cudaError_t status, const Machine& machine) {
  const std::string no_device = "no CUDA device: ";
  if (machine.driver_cuda == 0)
    return no_device + (library_present("libcuda.so.1") ? cudaGetErrorString(status)
                                                        : "no driver (libcuda.so.1 not found)");
  if (status == cudaErrorInsufficientDriver) {
    const bool thirteen = machine.runtime_cuda >= 13000;
    return no_device + "the driver supports CUDA " + version(machine.driver_cuda) +
           ", this build uses " + version(machine.runtime_cuda) +
           (thirteen ? ", which needs driver 580 or newer" : "");
  }
  return no_device + cudaGetErrorString(status);
}

std::string gpu_problem(const GpuInfo& gpu, int runtime_cuda) {
  const int compute = gpu.major * 10 + gpu.minor;
  const std::string own =
      "compute capability " + std::to_string(gpu.major) + "." + std::to_string(gpu.minor);
  if (runtime_cuda >= 13000 && compute < 75) return own + " is below 7.5, the least of CUDA 13";
  if (attribute(cudaDevAttrComputeMode, gpu.index) == cudaComputeModeProhibited)
    return "its compute mode prohibits CUDA (nvidia-smi -c 0 allows it)";
  if (gpu.code == 0)
    return own + ", but this build holds code for " LIVEWARP_CUDA_ARCHITECTURES " only";
  return {};
}

void describe_memory(GpuInfo& gpu) {
  const auto has = [&](cudaDeviceAttr which) { return attribute(which, gpu.index) != 0; };
  gpu.can_map_host = has(cudaDevAttrCanMapHostMemory);
  gpu.managed = has(cudaDevAttrManagedMemory);
  gpu.concurrent_managed = has(cudaDevAttrConcurrentManagedAccess);
  gpu.memory_pools = has(cudaDevAttrMemoryPoolsSupported);
  gpu.pageable_access = has(cudaDevAttrPageableMemoryAccess);
  gpu.host_page_tables = has(cudaDevAttrPageableMemoryAccessUsesHostPageTables);
}

void describe_limits(GpuInfo& gpu) {
  const auto bytes = [&](cudaDeviceAttr which) { return std::size_t(attribute(which, gpu.index)); };
  gpu.max_threads_per_block = attribute(cudaDevAttrMaxThreadsPerBlock, gpu.index);
  gpu.shared_per_block = bytes(cudaDevAttrMaxSharedMemoryPerBlock);
  gpu.shared_per_block_optin = bytes(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  gpu.major = attribute(cudaDevAttrComputeCapabilityMajor, gpu.index);
  gpu.minor = attribute(cudaDevAttrComputeCapabilityMinor, gpu.index);
}

GpuInfo describe(int device, int runtime_cuda) {
  GpuInfo gpu;
  gpu.index = device;
  cudaDeviceProp properties{};
  if (LIVEWARP_CUDA(cudaGetDeviceProperties, &properties, device) != cudaSuccess) {
    gpu.reason = cudaGetErrorString(cudaGetLastError());
    return gpu;
  }
  gpu.name = properties.name;
  gpu.memory_bytes = properties.totalGlobalMem;
  gpu.major = attribute(cudaDevAttrComputeCapabilityMajor, device);
  gpu.minor = attribute(cudaDevAttrComputeCapabilityMinor, device);
  gpu.multiprocessors = attribute(cudaDevAttrMultiProcessorCount, device);
  gpu.clock_khz = attribute(cudaDevAttrClockRate, device);
  gpu.memory_clock_khz = attribute(cudaDevAttrMemoryClockRate, device);
  gpu.bus_bits = attribute(cudaDevAttrGlobalMemoryBusWidth, device);
  gpu.l2_bytes = std::size_t(attribute(cudaDevAttrL2CacheSize, device));
  describe_limits(gpu);
  describe_memory(gpu);
  std::array<char, 32> pci{};
  if (LIVEWARP_CUDA(cudaDeviceGetPCIBusId, pci.data(), int(pci.size()), device) == cudaSuccess)
    gpu.pci = pci.data();
  gpu.code = code_for(LIVEWARP_CUDA_ARCHITECTURES, gpu.major * 10 + gpu.minor);
  gpu.reason = gpu_problem(gpu, runtime_cuda);
  return gpu;
}

/// The chosen device is a fact of the process, but the runtime keeps it per thread; this is the one
/// place where it is kept for threads that start later.
std::atomic<int>& chosen_device() {
  static std::atomic<int> device{0};
  return device;
}

/// That of the calling thread's innermost `DeviceScope`; -1 without one.
int& scoped_device() {
  thread_local int device = -1;
  return device;
}

}  // namespace

void detect_gpus(Machine& machine) {
  LIVEWARP_CUDA(cudaDriverGetVersion, &machine.driver_cuda);
  LIVEWARP_CUDA(cudaRuntimeGetVersion, &machine.runtime_cuda);
  int count = 0;
  const cudaError_t status = LIVEWARP_CUDA(cudaGetDeviceCount, &count);
  cudaGetLastError();
  if (status != cudaSuccess || count == 0) {
    machine.gpu_reason =
        absence_reason(status == cudaSuccess ? cudaErrorNoDevice : status, machine);
    return;
  }
  for (int device = 0; device < count; ++device)
    machine.gpus.push_back(describe(device, machine.runtime_cuda));
  const auto usable = [](const GpuInfo& gpu) { return gpu.reason.empty(); };
  if (std::ranges::none_of(machine.gpus, usable))
    machine.gpu_reason = machine.gpus.front().name + ": " + machine.gpus.front().reason;
  cudaGetLastError();
}

void select_cuda_device(int index) {
  const Machine machine = [] {
    Machine found;
    detect_gpus(found);
    return found;
  }();
  if (machine.gpus.empty()) throw Error(machine.gpu_reason);
  const GpuInfo* gpu = machine.gpu(index);
  if (!gpu)
    throw Error("device " + grouped(index) + ": must be 0 \u2026 " +
                grouped(std::int64_t(machine.gpus.size()) - 1));
  if (!gpu->reason.empty())
    throw Error("device " + grouped(index) + " (" + gpu->name + "): " + gpu->reason);
  check_cuda(LIVEWARP_CUDA(cudaSetDevice, index), "device " + grouped(index));
  chosen_device() = index;
}

DeviceScope::DeviceScope(int device) : before_(scoped_device()) {
  scoped_device() = device;
  try {
    use_cuda_device();
  } catch (...) {
    scoped_device() = before_;
    throw;
  }
}

DeviceScope::~DeviceScope() {
  scoped_device() = before_;
  const int device = before_ < 0 ? chosen_device().load() : before_;
  if (LIVEWARP_CUDA(cudaSetDevice, device) != cudaSuccess) cudaGetLastError();
}

int use_cuda_device() {
  const int device = scoped_device() < 0 ? chosen_device().load() : scoped_device();
  check_cuda(LIVEWARP_CUDA(cudaSetDevice, device), "device " + grouped(device));
  return device;
}

GpuInfo present_gpu_memory() {
  GpuInfo gpu;
  check_cuda(LIVEWARP_CUDA(cudaGetDevice, &gpu.index), "the present device");
  describe_memory(gpu);
  return gpu;
}

GpuInfo present_gpu_limits() {
  GpuInfo gpu;
  if (LIVEWARP_CUDA(cudaGetDevice, &gpu.index) == cudaSuccess) describe_limits(gpu);
  cudaGetLastError();
  return gpu;
}

int cuda_multiprocessors() {
  int device = 0, count = 0;
  if (LIVEWARP_CUDA(cudaGetDevice, &device) == cudaSuccess &&
      LIVEWARP_CUDA(cudaDeviceGetAttribute, &count, cudaDevAttrMultiProcessorCount, device) ==
          cudaSuccess)
    return count;
  cudaGetLastError();  // no device is an answer here, not an error to inherit
  return 0;
}

std::size_t cuda_free_bytes() {
  std::size_t free = 0, total = 0;
  if (LIVEWARP_CUDA(cudaMemGetInfo, &free, &total) == cudaSuccess) return free;
  cudaGetLastError();
  return 0;
}

std::string cuda_pci_bus_id() {
  int device = 0;
  std::array<char, 32> pci{};
  if (LIVEWARP_CUDA(cudaGetDevice, &device) == cudaSuccess &&
      LIVEWARP_CUDA(cudaDeviceGetPCIBusId, pci.data(), int(pci.size()), device) == cudaSuccess)
    return pci.data();
  cudaGetLastError();
  return {};
}

std::size_t gpu_cache_bytes() {
  int device = 0;
  if (LIVEWARP_CUDA(cudaGetDevice, &device) == cudaSuccess)
    return std::size_t(attribute(cudaDevAttrL2CacheSize, device));
  cudaGetLastError();
  return 0;
}

std::string cuda_sticky_error() {
  constexpr std::array sticky{
      cudaErrorIllegalAddress,     cudaErrorLaunchTimeout,     cudaErrorHardwareStackError,
      cudaErrorIllegalInstruction, cudaErrorMisalignedAddress, cudaErrorInvalidAddressSpace,
      cudaErrorInvalidPc,          cudaErrorLaunchFailure,     cudaErrorAssert,
      cudaErrorECCUncorrectable,   cudaErrorContextIsDestroyed};
  // Any call returns a sticky error; this one neither waits nor changes anything.
  const cudaError_t status = LIVEWARP_CUDA(cudaStreamQuery, cudaStreamLegacy);
  cudaGetLastError();
  const bool stuck = std::ranges::find(sticky, status) != sticky.end();
  return stuck ? std::string(cudaGetErrorString(status)) + " (" + cudaGetErrorName(status) + ")"
               : std::string();
}

std::vector<ReturnedCall> ask_runtime() {
  constexpr std::size_t some_bytes = 256;
  std::vector<ReturnedCall> calls;
  const auto note = [&](const char* call, cudaError_t returned) {
    calls.push_back({call, cudaGetErrorName(returned)});
  };
  note("cudaGetLastError", cudaGetLastError());
  void* memory = nullptr;
  note("cudaMalloc", LIVEWARP_CUDA(cudaMalloc, &memory, some_bytes));
  note("cudaDeviceSynchronize", LIVEWARP_CUDA(cudaDeviceSynchronize));
  note("cudaGetLastError", cudaGetLastError());
  if (memory) note("cudaFree", LIVEWARP_CUDA(cudaFree, memory));
  return calls;
}

}  // namespace livewarp
