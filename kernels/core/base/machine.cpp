#include "kernels/core/base/machine.h"

#include <algorithm>
#include <sstream>

#include "kernels/core/base/detect.h"
#include "kernels/core/base/text.h"

namespace livewarp {

const GpuInfo* Machine::gpu(int index) const {
  for (const GpuInfo& candidate : gpus)
    if (candidate.index == index) return &candidate;
  return nullptr;
}

Machine detect_machine() {
  Machine machine;
  machine.cpu = detect_cpu();
  detect_gpus(machine);
  return machine;
}

int code_for(const std::string& architectures, int compute) {
  int real = 0, ptx = 0;
  std::istringstream list(architectures);
  for (std::string entry; std::getline(list, entry, ',');) {
    std::int64_t number = 0;
    // Names like "all" are taken to serve.
    if (!read_integer(entry.substr(0, entry.find_first_not_of("0123456789")), number))
      return compute;
    const int architecture = int(number);
    if (architecture > compute) continue;
    // Machine code serves the same major version from its own minor on, PTX every later one.
    if (!entry.ends_with("-virtual") && architecture / 10 == compute / 10)
      real = std::max(real, architecture);
    if (!entry.ends_with("-real")) ptx = std::max(ptx, architecture);
  }
  return real ? real : ptx;
}

}  // namespace livewarp
