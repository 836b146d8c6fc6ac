#pragma once

#include <memory>
#include <string>

#include "kernels/core/transfer/transfer.h"

namespace livewarp {

// What moves the bytes; for the files of this room, and their tests, alone.

/// Of the kinds without a GPU.
std::unique_ptr<Mover> make_host_mover(TransferKind kind, std::size_t bytes, int pieces);
/// Why this system has no such memory; empty if it has.
std::string host_refusal(TransferKind kind);

/// Of the kinds that need the current GPU. In builds without CUDA it throws `Error`.
std::unique_ptr<Mover> make_gpu_mover(TransferKind kind, std::size_t bytes, int pieces);
/// Why this GPU cannot do it; empty if it can.
std::string gpu_refusal(TransferKind kind, const GpuInfo& gpu);

}  // namespace livewarp
