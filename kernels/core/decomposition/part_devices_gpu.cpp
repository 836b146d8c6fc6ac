// Which GPUs compute parts, and what they can exchange.
#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <algorithm>
  #include <mutex>
  #include <set>

  #include "kernels/core/base/detect.h"
  #include "kernels/core/base/error.h"
  #include "kernels/core/base/text.h"
  #include "kernels/core/decomposition/nccl.h"
  #include "kernels/core/decomposition/peer_access.h"
  #include "kernels/core/decomposition/team.h"
  #include "kernels/core/exec/cuda/cuda_check.h"
  #include "kernels/core/exec/executors.h"

namespace livewarp {

namespace {

/// Those that were named; empty: all that can be used. A fact of the process, like its device.
class ChosenDevices {
 public:
  std::vector<int> get() const {
    const std::lock_guard lock(mutex_);
    return devices_;
  }
  void set(std::vector<int> devices) {
    const std::lock_guard lock(mutex_);
    devices_ = std::move(devices);
  }

 private:
  mutable std::mutex mutex_;
  std::vector<int> devices_;
};

ChosenDevices& chosen_devices() {
  static ChosenDevices chosen;
  return chosen;
}

const Machine& machine_of_gpus() {
  static const Machine machine = [] {
    Machine found;
    detect_gpus(found);
    return found;
  }();
  return machine;
}

std::string pair_text(int a, int b) {
  return "GPU " + std::to_string(a) + " and GPU " + std::to_string(b);
}

}  // namespace

std::vector<int> part_devices() {
  if (std::vector<int> named = chosen_devices().get(); !named.empty()) return named;
  const Machine& machine = machine_of_gpus();
  if (!machine.has_gpu()) return {};
  std::vector<int> devices{use_cuda_device()};
  for (const GpuInfo& gpu : machine.gpus)
    if (gpu.reason.empty() && gpu.index != devices.front()) devices.push_back(gpu.index);
  return devices;
}

void select_part_devices(const std::vector<int>& devices) {
  const Machine& machine = machine_of_gpus();
  if (machine.gpus.empty()) throw Error(machine.gpu_reason);
  for (const int device : devices) {
    const GpuInfo* const gpu = machine.gpu(device);
    if (!gpu)
      throw Error("device " + grouped(device) + ": must be 0 \u2026 " +
                  grouped(std::int64_t(machine.gpus.size()) - 1));
    if (!gpu->reason.empty())
      throw Error("device " + grouped(device) + " (" + gpu->name + "): " + gpu->reason);
  }
  chosen_devices().set(devices);
}

std::string gpu_exchange_refusal(const Decomposition& decomposition) {
  const std::vector<int> devices = part_devices();
  if (decomposition.parts <= 1 || devices.empty()) return {};
  const std::size_t used = std::min(devices.size(), std::size_t(decomposition.parts));
  const bool shared =
      std::size_t(decomposition.parts) > devices.size() ||
      std::set<int>(devices.begin(), devices.begin() + std::ptrdiff_t(used)).size() < used;
  if (decomposition.way == ExchangeWay::nccl) {
    if (std::string missing = nccl_missing(); !missing.empty()) return missing;
    return shared ? "NCCL wants a GPU for each part: choose fewer parts, or another exchange" : "";
  }
  if (decomposition.way == ExchangeWay::staged) return {};
  for (std::size_t a = 0; a < used; ++a)
    for (std::size_t b = 0; b < used; ++b)
      if (devices[a] != devices[b] && !PeerAccess::possible(devices[a], devices[b]))
        return pair_text(devices[a], devices[b]) +
               " cannot reach each other's memory: choose the staged exchange";
  return {};
}

}  // namespace livewarp

#endif
