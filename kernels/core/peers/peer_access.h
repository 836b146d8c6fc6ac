#pragma once

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <memory>

namespace livewarp {

/// Lets kernels and copies of one device reach into memory of another as long as anybody holds it.
/// What was enabled before stays so afterwards.
class PeerAccess {
 public:
  /// The same for all who ask for these two devices, which differ. Throws `Error`.
  static std::shared_ptr<const PeerAccess> of(int device, int peer);
  /// Whether the driver allows it. Throws `Error`.
  static bool possible(int device, int peer);

  PeerAccess(int device, int peer);  ///< use `of`
  ~PeerAccess();
  PeerAccess(const PeerAccess&) = delete;
  PeerAccess& operator=(const PeerAccess&) = delete;

 private:
  int device_, peer_;
  bool enabled_here_ = false;
};

}  // namespace livewarp

#endif
