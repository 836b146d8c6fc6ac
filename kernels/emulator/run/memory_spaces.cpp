#include "kernels/emulator/run/memory_spaces.h"

#include <algorithm>

#include <link.h>

#include "kernels/core/device/lane.h"

namespace livewarp::emulator {

namespace {

template <class Object>
bool is_of(const Object& object, std::uintptr_t address) {
  return address - reinterpret_cast<std::uintptr_t>(&object) < sizeof object;
}

}  // namespace

MemorySpaces::MemorySpaces() {
  struct Found {
    Range thread_locals;
    std::vector<Range> program;
  } found;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* out) {
        auto& parts = *static_cast<Found*>(out);
        for (int i = 0; i < info->dlpi_phnum; ++i) {
          const ElfW(Phdr)& part = info->dlpi_phdr[i];
          if (part.p_type == PT_TLS)
            parts.thread_locals = range(static_cast<std::byte*>(info->dlpi_tls_data), part.p_memsz);
          if (part.p_type == PT_LOAD)
            parts.program.push_back(
                {info->dlpi_addr + part.p_vaddr, info->dlpi_addr + part.p_vaddr + part.p_memsz});
        }
        return 1;  // the program comes first
      },
      &found);
  thread_locals_ = found.thread_locals;
  program_ = found.program;
}

MemorySpace MemorySpaces::of(std::uintptr_t address, std::uintptr_t frame) const {
  if (shared_.holds(address)) return MemorySpace::shared;
  if (address - frame < stack_reach) return MemorySpace::local;
  if (thread_locals_.holds(address)) {
    const bool built_in = is_of(threadIdx, address) || is_of(blockIdx, address) ||
                          is_of(blockDim, address) || is_of(gridDim, address);
    return built_in ? MemorySpace::local : MemorySpace::shared;
  }
  const bool of_program =
      std::ranges::any_of(program_, [&](const Range& part) { return part.holds(address); });
  return of_program ? MemorySpace::constant : MemorySpace::global;
}

}  // namespace livewarp::emulator
