#include "app/fault/shipped_faults.h"

#include <array>
#include <utility>

namespace livewarp {

namespace {

using FaultFile = std::pair<std::string_view, std::string_view>;
constexpr auto fault_files = std::to_array<FaultFile>({
#include "app/fault/faults.inc"
    {"", ""}});

/// Teaching order; what it does not name comes last.
constexpr auto fault_order = std::to_array<std::string_view>(
    {"out-of-range", "index-order", "missing-barrier", "divergent-barrier", "uninitialised-shared",
     "between-blocks", "lost-update", "lock-in-warp", "device-assert", "late-error",
     "fp64-literal"});

}  // namespace

std::vector<KernelFault> shipped_faults() {
  return shipped_of<KernelFault>(fault_files, fault_order, parse_fault);
}

KernelFault find_fault(const std::string& name) {
  return find_among(shipped_faults(), name, "fault", parse_fault);
}

}  // namespace livewarp
