// What CUDA says of one device that reaches into memory of another.
#include "kernels/core/telemetry/read_topology.h"

#if LIVEWARP_HAS_CUDA
  #include "kernels/core/exec/cuda/cuda_check.h"
#endif

namespace livewarp {

#if LIVEWARP_HAS_CUDA

namespace {

/// The failure is taken out of the runtime, so that whoever comes next does not inherit it.
Told<int> told_by_cuda(cudaError_t status, int value) {
  if (status == cudaSuccess) return Told<int>::known(value);
  cudaGetLastError();
  return Told<int>::unknown(std::string(cudaGetErrorString(status)) + " (" +
                            cudaGetErrorName(status) + ")");
}

Told<int> peer_attribute(cudaDeviceP2PAttr which, int device, int peer) {
  int value = 0;
  return told_by_cuda(LIVEWARP_CUDA(cudaDeviceGetP2PAttribute, &value, which, device, peer), value);
}

Told<bool> as_truth(const Told<int>& told) {
  return told.value ? Told<bool>::known(*told.value != 0) : Told<bool>::unknown(told.why_not);
}

}  // namespace

PeerFacts cuda_peer_facts(int device, int peer) {
  PeerFacts facts;
  int access = 0;
  facts.access =
      as_truth(told_by_cuda(LIVEWARP_CUDA(cudaDeviceCanAccessPeer, &access, device, peer), access));
  facts.native_atomics =
      as_truth(peer_attribute(cudaDevP2PAttrNativeAtomicSupported, device, peer));
  facts.performance_rank = peer_attribute(cudaDevP2PAttrPerformanceRank, device, peer);
  return facts;
}

#else

PeerFacts cuda_peer_facts(int, int) {
  PeerFacts facts;
  facts.access.why_not = facts.native_atomics.why_not = facts.performance_rank.why_not =
      "this build has no CUDA";
  return facts;
}

#endif

}  // namespace livewarp
