#include "kernels/core/exec/cuda/cuda_versions.h"

#include <utility>

#include <cuda.h>  // types alone: the driver is never linked

#include "kernels/core/exec/cuda/cuda_check.h"
#include "kernels/core/exec/executors.h"
#include "kernels/core/exec/tensor_map.h"

namespace livewarp {

void* driver_function(const char* name) {
  void* found = nullptr;
  cudaDriverEntryPointQueryResult status = cudaDriverEntryPointSymbolNotFound;
#if CUDART_VERSION >= 12050
  constexpr unsigned of_version = 12000;
  const cudaError_t error = LIVEWARP_CUDA(cudaGetDriverEntryPointByVersion, name, &found,
                                          of_version, cudaEnableDefault, &status);
#else
  const cudaError_t error =
      LIVEWARP_CUDA(cudaGetDriverEntryPoint, name, &found, cudaEnableDefault, &status);
#endif
  check_cuda(error, std::string("the driver's ") + name);
  return status == cudaDriverEntryPointSuccess ? found : nullptr;
}

namespace {

int present_device() {
  int device = 0;
  check_cuda(LIVEWARP_CUDA(cudaGetDevice, &device), "the present device");
  return device;
}

#if CUDART_VERSION >= 13000
using Location = cudaMemLocation;
Location location_of(int device) {
  const bool host = device == cudaCpuDeviceId;
  Location place{};
  place.type = host ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
  place.id = host ? 0 : device;
  return place;
}
#else
using Location = int;
Location location_of(int device) { return device; }
#endif

}  // namespace

DriverContext cuda_driver_context() {
  static const auto ask =
      reinterpret_cast<decltype(&cuCtxGetCurrent)>(driver_function("cuCtxGetCurrent"));
  DriverContext found;
  found.device = use_cuda_device();
  CUcontext context = nullptr;
  if (ask && ask(&context) == CUDA_SUCCESS) found.context = context;
  return found;
}

void prefetch_pages(const void* memory, std::size_t bytes, bool to_device, cudaStream_t stream) {
  const Location place = location_of(to_device ? present_device() : cudaCpuDeviceId);
#if CUDART_VERSION >= 13000
  const cudaError_t error = LIVEWARP_CUDA(cudaMemPrefetchAsync, memory, bytes, place, 0, stream);
#else
  const cudaError_t error = LIVEWARP_CUDA(cudaMemPrefetchAsync, memory, bytes, place, stream);
#endif
  check_cuda(error, to_device ? "prefetch to the GPU" : "prefetch to the host");
}

void advise_pages(const void* memory, std::size_t bytes, PageAdvice advice) {
  const int device = present_device();
  const auto [said, place] = [&]() -> std::pair<cudaMemoryAdvise, int> {
    switch (advice) {
    case PageAdvice::read_mostly: return {cudaMemAdviseSetReadMostly, device};
    case PageAdvice::on_device: return {cudaMemAdviseSetPreferredLocation, device};
    case PageAdvice::on_host: return {cudaMemAdviseSetPreferredLocation, cudaCpuDeviceId};
    case PageAdvice::mapped_by_device: break;
    }
    return {cudaMemAdviseSetAccessedBy, device};
  }();
  check_cuda(LIVEWARP_CUDA(cudaMemAdvise, memory, bytes, said, location_of(place)),
             "advice on managed memory");
}

void forget_advice(const void* memory, std::size_t bytes) noexcept {
  int device = 0;
  LIVEWARP_CUDA(cudaGetDevice, &device);
  for (const cudaMemoryAdvise advice :
       {cudaMemAdviseUnsetReadMostly, cudaMemAdviseUnsetPreferredLocation,
        cudaMemAdviseUnsetAccessedBy})
    LIVEWARP_CUDA(cudaMemAdvise, memory, bytes, advice, location_of(device));
  cudaGetLastError();
}

bool has_advice(const void* memory, std::size_t bytes, PageAdvice advice) {
  const auto ask = [&](cudaMemRangeAttribute attribute) {
    int found = cudaInvalidDeviceId;
    check_cuda(
        LIVEWARP_CUDA(cudaMemRangeGetAttribute, &found, sizeof found, attribute, memory, bytes),
        "what managed memory is advised");
    return found;
  };
  switch (advice) {
  case PageAdvice::read_mostly: return ask(cudaMemRangeAttributeReadMostly) == 1;
  case PageAdvice::on_device:
    return ask(cudaMemRangeAttributePreferredLocation) == present_device();
  case PageAdvice::on_host: return ask(cudaMemRangeAttributePreferredLocation) == cudaCpuDeviceId;
  case PageAdvice::mapped_by_device: break;
  }
  // The first device of those that map it; this program uses one.
  return ask(cudaMemRangeAttributeAccessedBy) == present_device();
}

void encode_tensor_map(void* map, const TensorMapSpec& spec) {
  static const auto encode = reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(
      driver_function("cuTensorMapEncodeTiled"));
  if (!encode) throw Error("the driver makes no tensor maps", "update it to CUDA 12 or newer");
  const cuuint64_t sides[2] = {cuuint64_t(spec.columns), cuuint64_t(spec.rows)};
  const cuuint64_t pitch = cuuint64_t(spec.row_bytes);
  const cuuint32_t tile[2] = {cuuint32_t(spec.tile_columns), cuuint32_t(spec.tile_rows)};
  constexpr cuuint32_t each[2] = {1, 1};
  const CUresult status =
      encode(static_cast<CUtensorMap*>(map),
             spec.brain ? CU_TENSOR_MAP_DATA_TYPE_BFLOAT16 : CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2,
             const_cast<void*>(spec.memory), sides, &pitch, tile, each,
             CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
             CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (status != CUDA_SUCCESS)
    throw Error("cuTensorMapEncodeTiled: status " + std::to_string(int(status)));
}

bool is_from_pool(const void* memory) {
  static const auto ask =
      reinterpret_cast<decltype(&cuPointerGetAttribute)>(driver_function("cuPointerGetAttribute"));
  CUmemoryPool pool = nullptr;
  return ask &&
         ask(&pool, CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, reinterpret_cast<CUdeviceptr>(memory)) ==
             CUDA_SUCCESS &&
         pool != nullptr;
}

}  // namespace livewarp
