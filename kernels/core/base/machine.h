#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace livewarp {

struct GpuInfo {
  int index = 0;
  std::string name;
  int major = 0, minor = 0;  ///< compute capability
  int code = 0;  ///< that for which this build's code was made that runs on it, 75 = 7.5; 0 unknown
  int multiprocessors = 0;
  int max_threads_per_block = 0;
  int clock_khz = 0, memory_clock_khz = 0, bus_bits = 0;  ///< peak, from device attributes
  std::size_t shared_per_block = 0, shared_per_block_optin = 0;
  std::size_t l2_bytes = 0, memory_bytes = 0;
  // What its memory can do: device attributes.
  bool can_map_host = false, managed = false;
  bool concurrent_managed = false;  ///< the host may touch managed memory while kernels run
  bool memory_pools = false;
  bool pageable_access = false;   ///< kernels can read plain host memory
  bool host_page_tables = false;  ///< by the host's own tables
  std::string pci;                ///< bus id
  std::string reason;  ///< why variants cannot run on it (too old, ...); empty if they can
};

struct CpuInfo {
  std::string name;
  int cores = 0;                  ///< that this process may use
  std::vector<std::string> isas;  ///< vector instruction sets this binary can use here, best last
  std::size_t memory_bytes = 0;
};

/// This machine as found at start.
struct Machine {
  CpuInfo cpu;
  std::vector<GpuInfo> gpus;
  int driver_cuda = 0, runtime_cuda = 0;  ///< 13000 = 13.0; 0 unknown
  std::string gpu_reason;                 ///< why there is no usable GPU; empty if there is one
  const GpuInfo* gpu(int index) const;
  bool has_gpu() const { return gpu_reason.empty() && !gpus.empty(); }
};

/// Looks at the machine. Never throws: what fails becomes a reason.
Machine detect_machine();

}  // namespace livewarp
