#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "kernels/core/exec/exec.h"

namespace livewarp {

/// The commands of a CUDA executor, as they wait to be issued.
namespace cuda_command {

/// A kernel with its arguments copied one after another, each at a multiple of 16 bytes.
struct KernelLaunch {
  KernelRef kernel;
  Dim3 grid, block;
  std::size_t shared_bytes = 0;
  std::vector<std::byte> values;
  std::vector<std::size_t> offsets;
  bool cooperative = false;
  bool beside = false;  ///< on the second stream, between a Fork and a Join

  /// True if it does the very same: one of two alike may be replayed for the other.
  bool same_as(const KernelLaunch& other) const {
    return kernel.symbol == other.kernel.symbol && grid == other.grid && block == other.block &&
           shared_bytes == other.shared_bytes && values == other.values &&
           offsets == other.offsets && cooperative == other.cooperative && beside == other.beside;
  }
};
/// Launches that are given to the device as one.
struct LaunchGraph {
  std::vector<KernelLaunch> launches;
};
/// A library's own launches.
struct LibraryCall {
  const char* name = "";
  std::function<void(void* stream)> call;
  bool beside = false;  ///< as a launch
};
struct Upload {
  const void* symbol = nullptr;
  std::vector<std::byte> bytes;
};
struct CopyToSymbol {
  const void* symbol = nullptr;
  const void* source = nullptr;  ///< in memory that kernels can reach
  std::size_t bytes = 0;
};
struct Fill {
  void* memory = nullptr;
  int byte = 0;
  std::size_t bytes = 0;
};
struct Copy {
  void* target = nullptr;
  const void* source = nullptr;
  std::size_t bytes = 0;
  bool to_device = false;
  /// To or from pageable memory: the call returns when what came before it, and the copy, is done.
  bool blocks = false;
};
/// Asks managed pages to where they are used next.
struct Prefetch {
  const void* memory = nullptr;
  std::size_t bytes = 0;
  bool to_device = false;
};
/// The host reads a word of every page of managed memory, when all before it is done.
struct HostRead {
  const void* memory = nullptr;
  std::size_t bytes = 0;
};
/// A thread of the driver calls it when all before it is done.
struct HostWork {
  std::function<void()> work;
};
struct CopyToArray {
  void* array = nullptr;
  const void* source = nullptr;
  std::size_t pitch = 0, row_bytes = 0, rows = 0;
};
struct CopyFromArray {
  void* target = nullptr;
  void* array = nullptr;
  std::size_t pitch = 0, row_bytes = 0, rows = 0;
};
/// What is launched beside waits for all that was given so far; after Join, all waits for that.
struct Fork {};
struct Join {};
struct SetStage {
  Stage stage = Stage::kernel;
};
/// The device waits from Hold until the host has come to Release.
struct Hold {};
struct Release {};
struct BeginStep {};
struct EndStep {};

}  // namespace cuda_command

using CudaCommand =
    std::variant<cuda_command::KernelLaunch, cuda_command::LaunchGraph, cuda_command::LibraryCall,
                 cuda_command::Upload, cuda_command::CopyToSymbol, cuda_command::Fill,
                 cuda_command::Copy, cuda_command::Prefetch, cuda_command::HostRead,
                 cuda_command::HostWork, cuda_command::CopyToArray, cuda_command::CopyFromArray,
                 cuda_command::Fork, cuda_command::Join, cuda_command::SetStage, cuda_command::Hold,
                 cuda_command::Release, cuda_command::BeginStep, cuda_command::EndStep>;

}  // namespace livewarp
