// What needs CUDA, in a build that has none: every call says so.

#include "kernels/core/base/detect.h"
#include "kernels/core/base/error.h"
#include "kernels/core/exec/executors.h"
#include "kernels/core/exec/occupancy.h"
#include "kernels/core/exec/profiler_capture.h"
#include "kernels/core/exec/replacing_exec.h"
#include "kernels/core/exec/returned_calls.h"
#include "kernels/core/exec/take_part.h"
#include "kernels/core/exec/tensor_map.h"
#include "kernels/core/memory/device_memory.h"

namespace livewarp {

namespace {

[[noreturn]] void refuse(const char* what) {
  throw Error(std::string(what) + ": this build has no CUDA",
              "build with a CUDA toolkit and -DLIVEWARP_CUDA=ON");
}

}  // namespace

GpuInfo present_gpu_memory() { refuse("device memory"); }
GpuInfo present_gpu_limits() { return {}; }
void detect_gpus(Machine& machine) { machine.gpu_reason = "this build has no CUDA"; }

CudaMemory allocate_cuda_memory(std::size_t, MemoryMode mode) {
  refuse(("memory " + std::string(name_of(mode))).c_str());
}
void release_cuda_memory(const CudaMemory&, MemoryMode) noexcept {}
void write_cuda_memory(const CudaMemory&, MemoryMode, const void*, std::size_t) {
  refuse("device memory");
}
void read_cuda_memory(const CudaMemory&, void*, std::size_t, bool) { refuse("device memory"); }
void fill_cuda_memory(const CudaMemory&, MemoryMode, int, std::size_t) { refuse("device memory"); }
void check_cuda_place(const CudaMemory&, MemoryMode) { refuse("device memory"); }
void* allocate_cuda_array(const TextureArray::Shape&) { refuse("texture array"); }
void fill_cuda_array(void*, const TextureArray::Shape&, int) { refuse("texture array"); }
void release_cuda_array(void*, bool) noexcept {}

std::unique_ptr<CudaExec> CudaExec::create(std::stop_token, Priority) { refuse("executor cuda"); }
std::unique_ptr<CudaExec> make_cuda_exec(TakePart, std::stop_token) { refuse("executor cuda"); }
std::unique_ptr<CudaExec> make_replacing_exec(const ReplacingCode&, std::shared_ptr<std::size_t>,
                                              std::stop_token) {
  refuse("executor cuda");
}
std::vector<ReturnedCall> ask_runtime() { refuse("the CUDA runtime"); }
void select_cuda_device(int index) { refuse(("device " + std::to_string(index)).c_str()); }
int use_cuda_device() { refuse("the GPU"); }
DeviceScope::DeviceScope(int device) : before_(device) {
  refuse(("device " + std::to_string(device)).c_str());
}
DeviceScope::~DeviceScope() = default;
void wait_for_device() { refuse("waiting for the GPU"); }
int cuda_multiprocessors() { return 0; }
std::size_t cuda_free_bytes() { return 0; }
std::size_t gpu_cache_bytes() { return 0; }
std::string cuda_pci_bus_id() { return {}; }
DriverContext cuda_driver_context() { return {}; }
std::string cuda_sticky_error() { return {}; }

ProfilerCapture::ProfilerCapture() { refuse("the profiler's capture"); }
ProfilerCapture::~ProfilerCapture() = default;

void encode_tensor_map(void*, const TensorMapSpec&) { refuse("a tensor map"); }

void require_shared(const KernelRef&, std::size_t, std::size_t) {
  refuse("asking the driver about a kernel");
}
KernelResources kernel_resources(const KernelRef&) { refuse("asking the driver about a kernel"); }
int driver_occupancy_blocks(const KernelRef&, int, std::size_t) {
  refuse("asking the driver about a kernel");
}

}  // namespace livewarp
