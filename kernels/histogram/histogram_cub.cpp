#include "kernels/histogram/histogram_cub.h"

#include <limits>

#include "kernels/core/base/detect.h"
#include "kernels/core/base/error.h"
#include "kernels/core/exec/cuda/cuda_check.h"
#include "kernels/histogram/histogram_cub_kernels.h"

namespace livewarp {

CubCounting::CubCounting(const Histogram::Step& step)
    : source(step.source), counts(step.counts), scratch(step.scratch),
      grid(step.problem->source()) {}

#if LIVEWARP_HAS_CUDA

std::string cub_missing() {
  if (cub_compiled()) return {};
  return "the toolkit that compiled this program had no CUB: pip install nvidia-cuda-cccl, and "
         "build again";
}

std::size_t cub_scratch_bytes(const PixelGrid& grid) {
  if (!cub_missing().empty() || present_gpu_limits().major == 0) return 0;
  CubCounting task;
  task.grid = grid;
  std::size_t bytes = 0;
  check_cuda(cudaError_t(cub_histogram(task, bytes, nullptr)), "the memory that CUB wants");
  return bytes;
}

// Lesson cub: CUB, NVIDIA's library of templates, one level below a library like NPP: its kernels
// are compiled with yours, for your types. It privatizes too, and which way it goes, block size and
// loads per thread were tuned beforehand, for each architecture. Runs of equal levels are added at
// once, which helps a flat picture. Can a variant here be faster, since it knows its problem?
void cub_count(const CubCounting& task, void* stream) {
  if (const std::string missing = cub_missing(); !missing.empty()) throw Error(missing);
  std::size_t bytes = std::numeric_limits<std::size_t>::max();  // as many as it asked for
  check_cuda(cudaError_t(cub_histogram(task, bytes, stream)), "cub::DeviceHistogram");
}

#else

std::string cub_missing() {
  return "CUB is compiled with CUDA, which this build has not: build with a CUDA toolkit and "
         "-DLIVEWARP_CUDA=ON";
}

std::size_t cub_scratch_bytes(const PixelGrid&) { return 0; }

void cub_count(const CubCounting&, void*) { throw Error(cub_missing()); }

#endif

}  // namespace livewarp
