#include "kernels/core/telemetry/gpu_reading.h"

#include <array>

namespace livewarp {

std::span<const ThrottleWords> throttle_words() {
  static constexpr std::array words{
      ThrottleWords{throttle_power_cap, "power cap",
                    "The clock is lowered to stay within the power limit: times are longer than at "
                    "full clock, most of all those of work that computes much."},
      ThrottleWords{throttle_thermal, "thermal",
                    "The clock is lowered because the GPU is hot: times are longer than those of a "
                    "cool one, and grow while it heats up."},
      ThrottleWords{throttle_power_brake, "power brake",
                    "The power supply asks for less, and the clock is halved or worse: times are "
                    "not those of this GPU."},
      ThrottleWords{
          throttle_hardware, "hardware slowdown",
          "The GPU protects itself, and the clock is halved or worse: times are not those "
          "of this GPU."},
      ThrottleWords{throttle_sync_boost, "sync boost",
                    "The clock follows that of the slowest GPU of its group."}};
  return words;
}

std::string throttle_text(unsigned reasons) {
  std::string text;
  for (const ThrottleWords& words : throttle_words())
    if (reasons & words.bit) text += (text.empty() ? "" : ", ") + std::string(words.name);
  return text;
}

std::string process_text(const GpuProcess& process) {
  if (process.pid == 0) return "a process outside this container";
  const std::string name = process.name.empty() ? "a process" : process.name;
  return name + (process.user.empty() ? "" : " of " + process.user) + " (pid " +
         std::to_string(process.pid) + ")";
}

}  // namespace livewarp
