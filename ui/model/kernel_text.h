#pragma once

#include <string>
#include <vector>

#include "ui/model/model.h"

/// What a launch takes of a multiprocessor, in words.
namespace livewarp::ui {

/// "168 registers", "64 B spilled", "25 % occupancy": what matters most first.
std::vector<std::string> kernel_parts(const KernelUse& use);

/// All of it, with the kernel's name and what limits the occupancy.
std::string kernel_hover(const KernelUse& use);

}  // namespace livewarp::ui
