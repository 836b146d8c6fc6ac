#pragma once

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <array>
  #include <cstddef>
  #include <cstdint>

  #include "kernels/core/exec/cuda/cuda_event.h"
  #include "kernels/core/exec/cuda/cuda_gate.h"
  #include "kernels/core/exec/cuda/cuda_stream.h"
  #include "kernels/core/memory/buffer.h"
  #include "kernels/core/peers/peer_kernels.h"

namespace livewarp {

/// What one place in the list of devices has there: what is sent and what arrives, a ring to be
/// followed, pieces of page-locked memory, and streams. To be made and used while its device is in
/// use (`DeviceScope`): events and streams belong to it.
struct PeerPlace {
  static constexpr std::size_t slots = 2;  ///< pieces that are on their way at a time

  /// `bytes` are sent and arrive; what is sent is the pattern of that seed, which is not 0.
  PeerPlace(int device, std::size_t bytes, std::size_t piece, std::uint64_t seed);

  /// Of the words that a kernel stores in turn.
  std::uint64_t stored_seed() const { return ~seed; }
  std::byte* staging(std::size_t slot) const {
    return static_cast<std::byte*>(host.shadow()) + slot * piece;
  }

  int device;
  std::size_t piece;
  std::uint64_t seed;
  Buffer source, target, ring, ring_end;
  Buffer host;  ///< page-locked, `slots` pieces
  CudaStream out{"a stream between GPUs"}, in{"a stream between GPUs"};
  CudaTie start, done;
  std::array<CudaTie, slots> filled, emptied;  ///< a piece by this place's `out`; one by its `in`
  CudaEvent begin, end;
  CudaGate gate{out.get()};
};

}  // namespace livewarp

#endif
