#pragma once

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <cuda_runtime_api.h>

namespace livewarp {

/// Holds a stream back until the host has issued all that is to be timed together. Kernels of a few
/// microseconds end sooner than the host issues the next one, and events around them would tell how
/// fast it does that.
///
/// A kernel of one thread waits for a number in host memory. It gives up after some milliseconds:
/// a call between close() and open() may itself wait for the device. From then on the gate stays
/// open.
class CudaGate {
 public:
  explicit CudaGate(cudaStream_t stream) : stream_(stream) {}
  ~CudaGate();
  CudaGate(const CudaGate&) = delete;
  CudaGate& operator=(const CudaGate&) = delete;

  /// What is issued from now on waits for open(). Throws `Error`.
  void close();
  /// Something was issued. Of a thousand commands that wait the host would be held back itself:
  /// before that the gate opens.
  void passed() {
    if (++passed_ == most_waiting) open();
  }
  void open();
  /// Whether it still holds anything back: false once it has waited in vain.
  bool works() const;

 private:
  struct Words {
    unsigned opened, given_up;
  };
  static constexpr int most_waiting = 500;

  cudaStream_t stream_;
  Words* words_ = nullptr;  ///< page-locked, which the device reaches too; made when first needed
  unsigned closed_ = 0;     ///< how often
  int passed_ = 0;          ///< commands since then
};

}  // namespace livewarp

#endif
