#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// What the driver tells of a GPU while something runs on it.
namespace livewarp {

/// Why a GPU runs at lower clocks than it could: bits, several may hold. A clock that somebody has
/// set, and that of an idle GPU, are none of these.
enum Throttle : unsigned {
  throttle_power_cap = 1,
  throttle_thermal = 2,
  throttle_power_brake = 4,
  throttle_hardware = 8,  ///< slowed down by itself, for a reason that it does not tell
  throttle_sync_boost = 16
};

struct ThrottleWords {
  unsigned bit;
  const char* name;     ///< "power cap"
  const char* meaning;  ///< for times: a sentence
};
std::span<const ThrottleWords> throttle_words();
/// "power cap, thermal"; empty for none.
std::string throttle_text(unsigned reasons);

/// Somebody else who computes on the GPU.
struct GpuProcess {
  int pid = 0;             ///< 0: it runs where this process cannot see it
  std::string name, user;  ///< empty where they cannot be known
  std::size_t bytes = 0;   ///< of GPU memory; 0 unknown
  bool operator==(const GpuProcess&) const = default;
};
/// "python of anna (pid 4711)", "a process of another container".
std::string process_text(const GpuProcess& process);

/// One look at it. What is not told is empty.
struct GpuReading {
  std::string unknown;  ///< why nothing at all is told; empty if something is
  std::optional<int> sm_mhz, memory_mhz, temperature_c;
  std::optional<double> power_w, power_limit_w;
  std::optional<double> energy_j;    ///< since the driver was loaded
  std::optional<unsigned> throttle;  ///< `Throttle` bits
  std::optional<std::vector<GpuProcess>> others;
  std::vector<std::string> not_told;  ///< with the driver's reason: "power: Not Supported"

  bool throttled() const { return throttle.value_or(0) != 0; }
  bool shared() const { return others && !others->empty(); }
  bool operator==(const GpuReading&) const = default;
};

}  // namespace livewarp
