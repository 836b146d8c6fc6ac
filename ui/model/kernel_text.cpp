#include "ui/model/kernel_text.h"

#include "kernels/core/base/text.h"
#include "ui/model/format.h"

namespace livewarp::ui {

namespace {

std::string bytes_text(std::size_t bytes) { return grouped(std::int64_t(bytes)) + " B"; }

}  // namespace

std::vector<std::string> kernel_parts(const KernelUse& use) {
  std::vector<std::string> parts{grouped(use.registers) + " registers",
                                 use.local_bytes > 0 ? bytes_text(use.local_bytes) + " spilled"
                                                     : "no spills"};
  if (use.occupancy > 0) parts.push_back(percent(use.occupancy, 2) + " occupancy");
  return parts;
}

std::string kernel_hover(const KernelUse& use) {
  std::string text = use.kernel + ": " + grouped(use.registers) + " registers per thread";
  text += use.local_bytes > 0 ? ", " + bytes_text(use.local_bytes) +
                                    " per thread in local memory: spilled registers, and arrays "
                                    "that are not in registers"
                              : ", none spilled";
  if (use.shared_bytes > 0)
    text += ", " + bytes_text(use.shared_bytes) + " of shared memory per block";
  if (use.occupancy > 0)
    text += "\n" + percent(use.occupancy, 2) +
            " of the warps that a multiprocessor can hold: " + grouped(use.blocks) +
            (use.blocks == 1 ? " block" : " blocks") + " at a time, limited by " + use.limiter;
  return text;
}

}  // namespace livewarp::ui
