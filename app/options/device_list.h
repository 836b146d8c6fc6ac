#pragma once

#include <string>
#include <vector>

#include "kernels/core/base/machine.h"

/// Several GPUs, as the command line names them: "0,1,2,3".
namespace livewarp {

inline constexpr std::size_t most_devices_named = 16;

/// Numbers of GPUs between commas, in their order; one may be named more than once. Whether this
/// machine has them is another question. Throws `Error` naming option, value and limit.
std::vector<int> parse_devices(const std::string& text, const std::string& option = "devices");

/// Why that GPU of this machine cannot compute; empty if it can.
std::string device_refusal(int device, const Machine& machine);

}  // namespace livewarp
