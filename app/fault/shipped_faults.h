#pragma once

#include <string>
#include <vector>

#include "app/fault/fault.h"

namespace livewarp {

/// The faults that the program holds, in teaching order.
std::vector<KernelFault> shipped_faults();

/// The fault of that name, else the one in that file. Throws `Error`.
KernelFault find_fault(const std::string& name);

}  // namespace livewarp
