#pragma once

#include <functional>
#include <memory>
#include <span>
#include <stop_token>

#include "kernels/core/exec/executors.h"

namespace livewarp {

/// A launch on its way to the device.
struct GivenLaunch {
  const KernelRef& kernel;
  Dim3 grid, block;
  std::size_t shared_bytes = 0;  ///< dynamic, with what is reserved
  std::span<const void* const> args;
  /// It is no part of a graph, none beside others, and its blocks do not wait for one another.
  bool plain = true;
};

/// Makes the launch, of its own kernel or of another one in that place.
using MakeLaunch = std::function<void(const KernelRef&)>;
/// Called in the place of every launch, with what makes it.
using TakePart = std::function<void(const GivenLaunch&, const MakeLaunch&)>;

/// As `CudaExec::create`, with somebody who takes part. Who launches by other means than what he is
/// given uses immediate mode.
std::unique_ptr<CudaExec> make_cuda_exec(TakePart take_part, std::stop_token stop = {});

}  // namespace livewarp
