#pragma once

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

namespace livewarp {

/// Lets kernels and copies of one device reach into memory of another as long as it lives, or any
/// other of the same two. What somebody else had enabled stays so.
class PeerAccess {
 public:
  /// Whether the driver allows it. Throws `Error`.
  static bool possible(int device, int peer);

  /// The two differ. Throws `Error`.
  PeerAccess(int device, int peer);
  ~PeerAccess();
  PeerAccess(const PeerAccess&) = delete;
  PeerAccess& operator=(const PeerAccess&) = delete;

 private:
  int device_, peer_;
};

}  // namespace livewarp

#endif
