#pragma once

#include <memory>
#include <optional>
#include <string>

#include "kernels/core/telemetry/gpu_reading.h"
#include "kernels/core/telemetry/nvml_abi.h"
#include "kernels/core/telemetry/pci_link.h"

namespace livewarp {

/// The driver's management library, found at run time: clocks, power, energy, temperature, and who
/// else computes. Every call may fail, and then its value is not told. Threads may share one.
class Nvml {
 public:
  /// libnvidia-ml.so.1, or what the environment variable LIVEWARP_NVML names.
  Nvml();
  explicit Nvml(const std::string& library);
  ~Nvml();
  Nvml(const Nvml&) = delete;
  Nvml& operator=(const Nvml&) = delete;

  /// Why it tells nothing; empty if it is ready.
  const std::string& reason() const { return reason_; }
  /// Version of the driver, "580.65.06"; empty if it is not told.
  std::string driver() const;
  /// All that is told of the GPU at that PCI bus id, as CUDA writes it ("0000:17:00.0"): indices of
  /// the two count differently.
  GpuReading read(const std::string& pci) const;
  /// Its SM clock alone; empty where it is not told.
  std::optional<int> sm_mhz(const std::string& pci) const;
  /// Its energy counter alone, J; empty where it is not told.
  std::optional<double> energy_j(const std::string& pci) const;
  /// The fastest way that it and its slot have between them: while it idles it is slower.
  PciLinkFinding link(const std::string& pci) const;

 private:
  struct Functions;
  class Reading;
  nvml::Device find(const std::string& pci, std::string& reason) const;
  std::string words(int status) const;

  std::shared_ptr<void> library_;
  std::unique_ptr<Functions> functions_;
  std::string reason_;
};

/// The one of this process, loaded when it is first asked for, which takes milliseconds.
const Nvml& shared_nvml();

}  // namespace livewarp
