#pragma once

#include <chrono>
#include <cstddef>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "app/code/code_listing.h"

namespace livewarp {

/// NVIDIA's disassembler, a program found at run time.
class Disassembler {
 public:
  /// What LIVEWARP_NVDISASM names, or the first `nvdisasm`, or else `cuobjdump`, of those
  /// places where tools of CUDA are.
  Disassembler();
  /// The first of these programs that is there.
  explicit Disassembler(const std::vector<std::string>& programs);

  /// Why there is none, and how one gets it; empty: there is one.
  const std::string& missing() const { return missing_; }
  /// "nvdisasm"
  std::string name() const;
  /// The kernels of a cubin. Throws `Error` with what the program complains of, and `Cancelled`.
  std::vector<ListedKernel> read(std::span<const std::byte> cubin,
                                 const std::stop_token& stop = {}) const;
  /// How long it may take.
  void use_limit(std::chrono::milliseconds limit) { limit_ = limit; }

 private:
  std::string program_, missing_;
  std::chrono::milliseconds limit_ = std::chrono::seconds(60);
};

}  // namespace livewarp
