// The SM clock, from NVIDIA's management library, which comes with the driver and may be absent: it
// is loaded at run time and described here as far as it is used.

#include <dlfcn.h>

#include <array>
#include <memory>

#include "kernels/core/exec/cuda/cuda_check.h"
#include "kernels/core/exec/executors.h"

namespace livewarp {

namespace {

using NvmlDevice = struct NvmlDeviceOpaque*;
constexpr int nvml_success = 0;
constexpr int nvml_clock_sm = 1;

struct LibraryCloser {
  void operator()(void* library) const { dlclose(library); }
};

/// The library, ready for use; all pointers are null where it is absent.
class Nvml {
 public:
  Nvml() : library_(LIVEWARP_CALL(dlopen, "libnvidia-ml.so.1", RTLD_LAZY | RTLD_LOCAL)) {
    if (!library_) return;
    const auto init = find<int (*)()>("nvmlInit_v2");
    if (!init || init() != nvml_success) return;
    device_by_pci_ = find<int (*)(const char*, NvmlDevice*)>("nvmlDeviceGetHandleByPciBusId_v2");
    clock_ = find<int (*)(NvmlDevice, int, unsigned*)>("nvmlDeviceGetClockInfo");
  }

  int sm_clock_mhz(const char* pci) const {
    NvmlDevice device = nullptr;
    unsigned mhz = 0;
    if (!device_by_pci_ || !clock_ || device_by_pci_(pci, &device) != nvml_success) return 0;
    return clock_(device, nvml_clock_sm, &mhz) == nvml_success ? int(mhz) : 0;
  }

 private:
  template <class F>
  F find(const char* name) const {
    return reinterpret_cast<F>(dlsym(library_.get(), name));
  }

  std::unique_ptr<void, LibraryCloser> library_;
  int (*device_by_pci_)(const char*, NvmlDevice*) = nullptr;
  int (*clock_)(NvmlDevice, int, unsigned*) = nullptr;
};

}  // namespace

int cuda_sm_clock_mhz() {
  static const Nvml nvml;  // a table of functions; loading it takes milliseconds
  int device = 0;
  std::array<char, 32> pci{};
  if (LIVEWARP_CUDA(cudaGetDevice, &device) != cudaSuccess ||
      LIVEWARP_CUDA(cudaDeviceGetPCIBusId, pci.data(), int(pci.size()), device) != cudaSuccess) {
    cudaGetLastError();
    return 0;
  }
  return nvml.sm_clock_mhz(pci.data());
}

}  // namespace livewarp
