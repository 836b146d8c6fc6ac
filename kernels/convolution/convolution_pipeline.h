#pragma once

#include <functional>
#include <memory>

#include "kernels/core/exec/exec.h"
#include "kernels/core/transfer/pipeline_filter.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

/// The convolution's kernel that reads weights from global memory as the filter of a pipeline; its
/// work is the radius. On the current GPU; throws `Error` without one.
std::unique_ptr<PipelineFilter> make_convolution_filter(const PipelineRequest& request);

/// The same kernel by executors that a test makes, one for each stream, with memory of that mode.
using MakeFilterExec = std::function<std::unique_ptr<Exec>()>;
std::unique_ptr<PipelineFilter> make_convolution_filter(const PipelineRequest& request,
                                                        Executor executor,
                                                        const MakeFilterExec& make);

}  // namespace livewarp
