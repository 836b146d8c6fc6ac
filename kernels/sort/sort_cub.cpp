#include "kernels/sort/sort_cub.h"

#include <limits>

#include "kernels/core/base/detect.h"
#include "kernels/core/base/error.h"
#include "kernels/core/exec/cuda/cuda_check.h"
#include "kernels/sort/sort_cub_kernels.h"

namespace livewarp {

CubSort::CubSort(const Sort::Step& step)
    : keys(step.keys), sorted(step.sorted), scratch(step.scratch), n(step.problem->n) {}

#if LIVEWARP_HAS_CUDA

std::string cub_sort_missing() {
  if (cub_sort_compiled()) return {};
  return "the toolkit that compiled this program had no CUB: pip install nvidia-cuda-cccl, and "
         "build again";
}

std::size_t cub_sort_scratch_bytes(const Sort::Problem& problem) {
  if (!cub_sort_missing().empty() || present_gpu_limits().major == 0) return 0;
  CubSort task;
  task.n = problem.n;
  std::size_t bytes = 0;
  check_cuda(cudaError_t(cub_radix_sort(task, bytes, nullptr)), "the memory that CUB wants");
  return bytes;
}

// Lesson cub: CUB, NVIDIA's library of templates, compiled with the program. It counts the digits
// of all passes in one reading; then each pass of 8 bits reads and writes the keys once: a block
// finds where its runs begin by looking back at what the blocks before it have found, while they
// still work, so that nothing is counted again. To CUB -0 and 0 are equal; another small kernel
// puts the zeros in order.
void cub_sort(const CubSort& task, void* stream) {
  if (const std::string missing = cub_sort_missing(); !missing.empty()) throw Error(missing);
  std::size_t bytes = std::numeric_limits<std::size_t>::max();  // as many as it asked for
  check_cuda(cudaError_t(cub_radix_sort(task, bytes, stream)), "cub::DeviceRadixSort");
}

#else

std::string cub_sort_missing() {
  return "CUB is compiled with CUDA, which this build has not: build with a CUDA toolkit and "
         "-DLIVEWARP_CUDA=ON";
}

std::size_t cub_sort_scratch_bytes(const Sort::Problem&) { return 0; }

void cub_sort(const CubSort&, void*) { throw Error(cub_sort_missing()); }

#endif

}  // namespace livewarp
