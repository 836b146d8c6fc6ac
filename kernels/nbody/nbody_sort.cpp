#include "kernels/nbody/nbody_sort.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "kernels/core/base/detect.h"
#include "kernels/core/base/error.h"
#include "kernels/core/exec/cuda/cuda_check.h"
#include "kernels/nbody/nbody_sort_kernels.h"

namespace livewarp {

#if LIVEWARP_HAS_CUDA

std::string nbody_sort_missing() {
  if (nbody_sort_compiled()) return {};
  return "the toolkit that compiled this program had no CUB: pip install nvidia-cuda-cccl, and "
         "build again";
}

std::size_t nbody_sort_scratch_bytes(std::int64_t n) {
  if (!nbody_sort_missing().empty() || present_gpu_limits().major == 0) return 0;
  NbodySort task;
  task.n = n;
  std::size_t bytes = 0;
  check_cuda(cudaError_t(nbody_radix_sort(task, bytes, nullptr)), "the memory that CUB wants");
  return bytes;
}

void nbody_sort(const NbodySort& task, void* stream) {
  if (const std::string missing = nbody_sort_missing(); !missing.empty()) throw Error(missing);
  std::size_t bytes = std::numeric_limits<std::size_t>::max();  // as many as it asked for
  check_cuda(cudaError_t(nbody_radix_sort(task, bytes, stream)), "cub::DeviceRadixSort");
}

#else

std::string nbody_sort_missing() {
  return "CUB is compiled with CUDA, which this build has not: build with a CUDA toolkit and "
         "-DLIVEWARP_CUDA=ON";
}

std::size_t nbody_sort_scratch_bytes(std::int64_t) { return 0; }

void nbody_sort(const NbodySort&, void*) { throw Error(nbody_sort_missing()); }

#endif

void nbody_sort_on_host(const NbodySort& task) {
  std::copy_n(task.bodies, task.n, task.order);
  std::stable_sort(task.order, task.order + task.n,
                   [&](std::uint32_t a, std::uint32_t b) { return task.keys[a] < task.keys[b]; });
  for (std::int64_t i = 0; i < task.n; ++i) task.sorted_keys[i] = task.keys[task.order[i]];
}

}  // namespace livewarp
