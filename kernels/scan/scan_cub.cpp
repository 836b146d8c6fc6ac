#include "kernels/scan/scan_cub.h"

#include <limits>

#include "kernels/core/base/detect.h"
#include "kernels/core/base/error.h"
#include "kernels/core/exec/cuda/cuda_check.h"
#include "kernels/scan/scan_cub_kernels.h"

namespace livewarp {

CubScan::CubScan(const Scan::Step& step)
    : x(step.x), result(step.result), scratch(step.scratch), problem(*step.problem) {}

#if LIVEWARP_HAS_CUDA

std::string cub_scan_missing() {
  if (cub_scan_compiled()) return {};
  return "the toolkit that compiled this program had no CUB: pip install nvidia-cuda-cccl, and "
         "build again";
}

std::size_t cub_scan_scratch_bytes(const Scan::Problem& problem) {
  if (!cub_scan_missing().empty() || present_gpu_limits().major == 0) return 0;
  CubScan task;
  task.problem = problem;
  std::size_t bytes = 0;
  check_cuda(cudaError_t(cub_scan_call(task, bytes, nullptr)), "the memory that CUB wants");
  return bytes;
}

// Lesson cub: CUB, NVIDIA's library of templates, compiled with the program: one pass by decoupled
// look-back, after a first launch that clears the tiles' states. Block size, elements a thread and
// how long a block pauses before it looks again were tuned beforehand for each architecture. A tile
// goes through shared memory, so that each thread scans neighbours in order. It is the same
// algorithm as look-back: compare what a tile costs.
void cub_scan(const CubScan& task, void* stream) {
  if (const std::string missing = cub_scan_missing(); !missing.empty()) throw Error(missing);
  std::size_t bytes = std::numeric_limits<std::size_t>::max();  // as many as it asked for
  check_cuda(cudaError_t(cub_scan_call(task, bytes, stream)), "cub::DeviceScan");
}

#else

std::string cub_scan_missing() {
  return "CUB is compiled with CUDA, which this build has not: build with a CUDA toolkit and "
         "-DLIVEWARP_CUDA=ON";
}

std::size_t cub_scan_scratch_bytes(const Scan::Problem&) { return 0; }

void cub_scan(const CubScan&, void*) { throw Error(cub_scan_missing()); }

#endif

}  // namespace livewarp
