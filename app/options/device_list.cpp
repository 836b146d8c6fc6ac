#include "app/options/device_list.h"

#include <algorithm>

#include "app/options/option_group.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

constexpr std::int64_t greatest_device = 1023;

int parse_device(const std::string& part, const std::string& named) {
  if (part.empty())
    throw Error(named + ": a number is missing", "numbers of GPUs stand between commas: 0,1");
  std::int64_t device = 0;
  if (!read_integer(part, device))
    throw Error(named + ": " + printable(part) + " is no number of a GPU",
                "numbers of GPUs stand between commas: 0,1");
  if (device < 0 || device > greatest_device)
    throw Error(named + ": " + grouped(device) + " must be 0 \u2026 " + grouped(greatest_device));
  return int(device);
}

}  // namespace

std::vector<int> parse_devices(const std::string& text, const std::string& option) {
  const std::string named = option_name(option) + " " + printable(text);
  std::vector<int> devices;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    devices.push_back(parse_device(text.substr(begin, end - begin), named));
    begin = end + 1;
  }
  if (devices.size() > most_devices_named)
    throw Error(named + ": " + std::to_string(devices.size()) + " are named, at most " +
                std::to_string(most_devices_named) + " may be");
  return devices;
}

std::string device_refusal(int device, const Machine& machine) {
  if (machine.gpus.empty()) return machine.gpu_reason;
  const GpuInfo* const gpu = machine.gpu(device);
  if (gpu) return gpu->reason;
  if (machine.gpus.size() == 1) return "this machine has GPU 0 alone";
  return "this machine has GPUs 0 \u2026 " + std::to_string(machine.gpus.size() - 1);
}

}  // namespace livewarp
