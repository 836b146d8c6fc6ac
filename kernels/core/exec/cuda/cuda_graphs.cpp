#include "kernels/core/exec/cuda/cuda_graphs.h"

#include <algorithm>

#include "kernels/core/exec/cuda/cuda_check.h"
#include "kernels/core/exec/cuda/cuda_stream.h"

namespace livewarp {

namespace {

constexpr std::size_t most_kept = 8;

bool alike(const cuda_command::LaunchGraph& a, const cuda_command::LaunchGraph& b) {
  return std::ranges::equal(a.launches, b.launches,
                            [](const auto& x, const auto& y) { return x.same_as(y); });
}

}  // namespace

CudaGraphs::~CudaGraphs() {
  while (!known_.empty()) forget(known_.begin());
}

void CudaGraphs::forget(std::list<Known>::iterator known) {
  cudaGraphExecDestroy(known->executable);  // one in flight is freed when it has ended
  known_.erase(known);
}

void CudaGraphs::replay(const cuda_command::LaunchGraph& graph, cudaStream_t stream,
                        const Launcher& launch) {
  auto found =
      std::ranges::find_if(known_, [&](const Known& known) { return alike(known.content, graph); });
  if (found == known_.end()) {
    known_.push_front({graph, record(graph, launch)});
    if (known_.size() > most_kept) forget(std::prev(known_.end()));
  } else {
    known_.splice(known_.begin(), known_, found);
  }
  check_cuda(LIVEWARP_CUDA(cudaGraphLaunch, known_.front().executable, stream),
             "launching a CUDA graph");
}

cudaGraphExec_t CudaGraphs::record(const cuda_command::LaunchGraph& graph, const Launcher& launch) {
  const CudaStream recording("recording a graph");  // nothing runs there
  check_cuda(
      LIVEWARP_CUDA(cudaStreamBeginCapture, recording.get(), cudaStreamCaptureModeThreadLocal),
      "recording a CUDA graph");
  cudaGraph_t recorded = nullptr;
  try {
    for (const cuda_command::KernelLaunch& one : graph.launches) launch(recording.get(), one);
  } catch (...) {
    cudaStreamEndCapture(recording.get(), &recorded);
    if (recorded) cudaGraphDestroy(recorded);
    cudaGetLastError();
    throw;
  }
  check_cuda(LIVEWARP_CUDA(cudaStreamEndCapture, recording.get(), &recorded),
             "recording a CUDA graph");
  cudaGraphExec_t executable = nullptr;
  const cudaError_t error = LIVEWARP_CUDA(cudaGraphInstantiate, &executable, recorded, 0);
  cudaGraphDestroy(recorded);
  check_cuda(error, "instantiating a CUDA graph");
  return executable;
}

}  // namespace livewarp
