#include "kernels/core/decomposition/peer_access.h"

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <map>
  #include <mutex>
  #include <utility>

  #include "kernels/core/exec/cuda/cuda_check.h"

namespace livewarp {

namespace {

std::string access_text(int device, int peer) {
  return "peer access of device " + std::to_string(device) + " to device " + std::to_string(peer);
}

/// The driver keeps one access of two devices for the whole process, so those who hold it are
/// counted.
struct PeerHolders {
  struct Of {
    int count = 0;
    bool enabled_here = false;
  };
  std::mutex mutex;
  std::map<std::pair<int, int>, Of> by_devices;
};
PeerHolders& peer_holders() {
  static PeerHolders holders;
  return holders;
}

/// False if it was enabled before.
bool enable_access(int device, int peer) {
  const DeviceScope scope(device);
  const cudaError_t status = LIVEWARP_CUDA(cudaDeviceEnablePeerAccess, peer, 0u);
  if (status == cudaErrorPeerAccessAlreadyEnabled) {
    cudaGetLastError();  // no error, but the runtime keeps it as one
    return false;
  }
  check_cuda(status, access_text(device, peer));
  return true;
}

void disable_access(int device, int peer) {
  try {
    const DeviceScope scope(device);
    LIVEWARP_CUDA(cudaDeviceDisablePeerAccess, peer);
  } catch (const Error&) {
    // the device is lost, and its access with it
  }
  cudaGetLastError();
}

}  // namespace

bool PeerAccess::possible(int device, int peer) {
  int possible = 0;
  check_cuda(LIVEWARP_CUDA(cudaDeviceCanAccessPeer, &possible, device, peer),
             access_text(device, peer));
  return possible != 0;
}

PeerAccess::PeerAccess(int device, int peer) : device_(device), peer_(peer) {
  PeerHolders& holders = peer_holders();
  const std::lock_guard lock(holders.mutex);
  PeerHolders::Of& here = holders.by_devices[{device, peer}];
  if (here.count == 0) here.enabled_here = enable_access(device, peer);
  ++here.count;
}

PeerAccess::~PeerAccess() {
  PeerHolders& holders = peer_holders();
  const std::lock_guard lock(holders.mutex);
  PeerHolders::Of& here = holders.by_devices[{device_, peer_}];
  if (--here.count == 0 && here.enabled_here) disable_access(device_, peer_);
}

}  // namespace livewarp

#endif
