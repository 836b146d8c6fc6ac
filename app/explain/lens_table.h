#pragma once

#include <string>
#include <vector>

#include "app/measure/json_report.h"
#include "kernels/emulator/lens/lens.h"

/// What the lens sees, as text.
namespace livewarp {

/// The step of one variant, looked into.
struct LensLook {
  Choice choice;
  emulator::Lens lens;
};

/// A kernel, each access in a line.
std::string lens_table(const emulator::KernelAccesses& kernel);

/// Several variants, each kernel in a line; why there is nothing to see of one.
std::string lens_overview(const std::vector<LensLook>& looks);

/// The same accesses as comma-separated values, one a line, with what is to be said of each.
std::string lens_csv(const std::vector<LensLook>& looks);

/// variant, launch, problem, and kernels with their lines.
Json to_json(const LensLook& look);

}  // namespace livewarp
