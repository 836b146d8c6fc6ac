#include "kernels/core/peers/peer_access.h"

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

}  // namespace

std::shared_ptr<const PeerAccess> PeerAccess::of(int device, int peer) {
  static std::mutex mutex;
  static std::map<std::pair<int, int>, std::weak_ptr<const PeerAccess>> by_devices;
  const std::lock_guard lock(mutex);
  std::weak_ptr<const PeerAccess>& present = by_devices[{device, peer}];
  std::shared_ptr<const PeerAccess> access = present.lock();
  if (!access) present = access = std::make_shared<const PeerAccess>(device, peer);
  return access;
}

bool PeerAccess::possible(int device, int peer) {
  int possible = 0;
  check_cuda(LIVEWARP_CUDA(cudaDeviceCanAccessPeer, &possible, device, peer),
             access_text(device, peer));
  return possible != 0;
}

PeerAccess::PeerAccess(int device, int peer) : device_(device), peer_(peer) {
  const DeviceScope scope(device);
  const cudaError_t status = LIVEWARP_CUDA(cudaDeviceEnablePeerAccess, peer, 0);
  if (status == cudaErrorPeerAccessAlreadyEnabled) {
    cudaGetLastError();  // no error, but the runtime keeps it as one
    return;
  }
  check_cuda(status, access_text(device, peer));
  enabled_here_ = true;
}

PeerAccess::~PeerAccess() {
  if (!enabled_here_) return;
  try {
    const DeviceScope scope(device_);
    LIVEWARP_CUDA(cudaDeviceDisablePeerAccess, peer_);
  } catch (const Error&) {
    // the device is lost, and its access with it
  }
  cudaGetLastError();
}

}  // namespace livewarp

#endif
