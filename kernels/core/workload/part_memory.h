#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/core/memory/buffer.h"
#include "kernels/core/workload/state_memory.h"
#include "kernels/core/workload/workload_traits.h"

namespace livewarp {

/// What of a launch all parts of a step share.
template <class W>
struct PartStep {
  const Variant<W>* variant = nullptr;
  typename W::Problem problem;  ///< the whole one
  Values launch;
  bool marked = false, scratch_kept = false;
  std::int64_t index = 0;
};

/// The memory of a problem's piece on its device: both copies of its state, and what the variant
/// needs beside it.
template <WorkloadTraits W>
class PartMemory {
 public:
  PartMemory(const typename W::Problem& problem, const Variant<W>& variant, const Values& launch,
             MemoryMode mode)
      : state(W::fields(problem), precision_of(launch), mode) {
    const Launch of(launch);
    if (const std::size_t bytes = variant.bytes_needed(problem, of)) scratch_ = Buffer(bytes, mode);
    for (const auto& shape : variant.arrays_needed(problem, of)) arrays_.emplace_back(shape, mode);
  }

  /// What the variant's function reads now.
  typename W::Step bound(const typename W::Problem& problem, const PartStep<W>& step) const {
    StepMemory memory;
    memory.in = state.in();
    memory.out = state.out();
    memory.scratch = scratch_.data();
    memory.arrays = arrays_;
    memory.precision = precision_of(step.launch);
    memory.marked = step.marked;
    memory.scratch_kept = step.scratch_kept;
    memory.index = step.index;
    return W::bind(problem, memory);
  }
  void poison_next() {
    state.poison_next();
    scratch_.fill(0xFF);
    for (TextureArray& array : arrays_) array.fill(0xFF);
  }
  std::size_t bytes() const {
    std::size_t all = state.bytes() + scratch_.bytes();
    for (const TextureArray& array : arrays_) all += array.shape().bytes();
    return all;
  }

  StateMemory state;

 private:
  Buffer scratch_;
  std::vector<TextureArray> arrays_;
};

}  // namespace livewarp
