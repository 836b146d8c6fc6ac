#include "kernels/reduce/reduce_cub.h"

#include <limits>

#include "kernels/core/base/detect.h"
#include "kernels/core/base/error.h"
#include "kernels/core/exec/cuda/cuda_check.h"
#include "kernels/reduce/reduce_cub_kernels.h"

namespace livewarp {

CubReduction::CubReduction(const Reduce::Step& step)
    : x(step.x), y(step.y), result(step.result), scratch(step.scratch), problem(*step.problem) {}

#if LIVEWARP_HAS_CUDA

std::string cub_reduce_missing() {
  if (cub_reduce_compiled()) return {};
  return "the toolkit that compiled this program had no CUB: pip install nvidia-cuda-cccl, and "
         "build again";
}

std::size_t cub_reduce_scratch_bytes(const Reduce::Problem& problem) {
  if (!cub_reduce_missing().empty() || present_gpu_limits().major == 0) return 0;
  CubReduction task;
  task.problem = problem;
  std::size_t bytes = 0;
  check_cuda(cudaError_t(cub_reduction(task, bytes, nullptr)), "the memory that CUB wants");
  return bytes;
}

// Lesson cub: CUB, NVIDIA's library of templates, compiled with the program. Two launches: each
// block reduces its even share with vector loads, and one block the partial results; block size and
// loads per thread were tuned beforehand for each architecture. What is not a sum of fp32 it reads
// here through an iterator, element by element as fp64, which a library of templates can and one of
// finished kernels cannot. For few elements the second launch counts: which rung saves it?
void cub_reduce(const CubReduction& task, void* stream) {
  if (const std::string missing = cub_reduce_missing(); !missing.empty()) throw Error(missing);
  std::size_t bytes = std::numeric_limits<std::size_t>::max();  // as many as it asked for
  check_cuda(cudaError_t(cub_reduction(task, bytes, stream)), "cub::DeviceReduce");
}

#else

std::string cub_reduce_missing() {
  return "CUB is compiled with CUDA, which this build has not: build with a CUDA toolkit and "
         "-DLIVEWARP_CUDA=ON";
}

std::size_t cub_reduce_scratch_bytes(const Reduce::Problem&) { return 0; }

void cub_reduce(const CubReduction&, void*) { throw Error(cub_reduce_missing()); }

#endif

}  // namespace livewarp
