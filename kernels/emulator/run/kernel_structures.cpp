#include "kernels/emulator/run/kernel_structures.h"

#include <map>
#include <mutex>

namespace livewarp::emulator {

namespace {

/// By the body of the kernel. Kernels are told of where they are first named, by any thread.
struct Told {
  std::mutex mutex;
  std::map<void (*)(void* const*), StructureAlignments> kernels;
};
Told& told() {
  static Told all;
  return all;
}

}  // namespace

void note_structures(void (*call)(void* const*), std::initializer_list<Structure> structures) {
  const std::lock_guard lock(told().mutex);
  StructureAlignments& of_kernel = told().kernels[call];
  for (const Structure& one : structures) {
    if (one.bytes == 0) continue;
    const auto [known, is_new] = of_kernel.try_emplace(one.bytes, one.aligned);
    if (!is_new) known->second = std::min(known->second, one.aligned);
  }
}

StructureAlignments structures_of(void (*call)(void* const*)) {
  const std::lock_guard lock(told().mutex);
  const auto found = told().kernels.find(call);
  return found == told().kernels.end() ? StructureAlignments() : found->second;
}

}  // namespace livewarp::emulator
