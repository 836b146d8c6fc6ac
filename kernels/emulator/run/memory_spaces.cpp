#include "kernels/emulator/run/memory_spaces.h"

#include <algorithm>

#include "kernels/core/device/lane.h"

namespace livewarp::emulator {

namespace {

template <class Object>
bool is_of(const Object& object, std::uintptr_t address) {
  return address - reinterpret_cast<std::uintptr_t>(&object) < sizeof object;
}

bool one_holds(const std::vector<AddressRange>& ranges, std::uintptr_t address) {
  return std::ranges::any_of(ranges,
                             [&](const AddressRange& range) { return range.holds(address); });
}

}  // namespace

MemorySpaces::MemorySpaces() {
  for (const KernelModule& module : kernel_modules()) {
    if (module.tls_number > 0) thread_locals_.push_back(module.thread_locals());
    modules_.insert(modules_.end(), module.parts.begin(), module.parts.end());
  }
}

MemorySpace MemorySpaces::of(std::uintptr_t address, std::uintptr_t frame) const {
  if (shared_.holds(address)) return MemorySpace::shared;
  if (address - frame < stack_reach) return MemorySpace::local;
  if (one_holds(thread_locals_, address)) {
    const bool built_in = is_of(threadIdx, address) || is_of(blockIdx, address) ||
                          is_of(blockDim, address) || is_of(gridDim, address);
    return built_in ? MemorySpace::local : MemorySpace::shared;
  }
  return one_holds(modules_, address) ? MemorySpace::constant : MemorySpace::global;
}

std::size_t MemorySpaces::static_bytes() const {
  std::size_t bytes = 0;
  for (const AddressRange& range : thread_locals_) bytes += range.size();
  return bytes;
}

std::size_t MemorySpaces::static_offset(std::uintptr_t address) const {
  std::size_t before = 0;
  for (const AddressRange& range : thread_locals_) {
    if (range.holds(address)) return before + (address - range.first);
    before += range.size();
  }
  return before;
}

}  // namespace livewarp::emulator
