#pragma once

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <cstddef>
  #include <cstdint>
  #include <memory>
  #include <string>

  #include <cuda_runtime_api.h>

  #include "kernels/core/transfer/transfer.h"

namespace livewarp {

/// Memory on both sides, and what moves its bytes one way.
class TransferPath {
 public:
  /// What a call that moves bytes does: it puts them on a stream and returns; it does so, but must
  /// not find the stream held back; or it returns when they have arrived.
  enum class Issue { queued, called, blocking };

  virtual ~TransferPath() = default;
  virtual Issue issue() const { return Issue::queued; }
  /// Whether it can be done again with nothing in between.
  virtual bool repeats() const { return true; }
  /// A pattern where bytes start from, something else where they arrive; all is done when it
  /// returns.
  virtual void prepare(std::uint64_t seed) = 0;
  /// Before each sample: brings pages back to where they start from.
  virtual void reset(cudaStream_t /*stream*/) {}
  virtual void move(std::size_t first, std::size_t bytes, cudaStream_t stream) = 0;
  /// Where what arrived is not the pattern; empty if it is. All that was moved is done.
  virtual std::string mismatch(std::uint64_t seed) = 0;
};

/// `way`: to or from the GPU. Throws `Error` where memory is short.
std::unique_ptr<TransferPath> make_path(TransferKind kind, TransferWay way, std::size_t bytes);

}  // namespace livewarp

#endif
