// Kernels of items that take many rounds or few: a branch, and what one can have instead of it.
#pragma once

#include "kernels/core/device/device.cuh"

LIVEWARP_KERNELS_BEGIN

/// A round of work: eight steps of a linear congruential generator.
struct DivergenceRound {
  unsigned factor, increment;
  __device__ __forceinline__ unsigned step(unsigned value) const {
    return value * factor + increment;
  }
  __device__ __forceinline__ unsigned after(unsigned value) const {
    return step(step(step(step(step(step(step(step(value))))))));
  }
};

/// All items, and what their sides do. An item with more rounds than `cheap` is expensive.
struct DivergenceTask {
  const unsigned* values;
  const int* counts;  ///< of rounds
  unsigned* results;
  int cheap, expensive;  ///< rounds of a cheap item, and the most of an expensive one
  DivergenceRound cheap_round, expensive_round;

  __device__ __forceinline__ unsigned cheap_side(unsigned value, int rounds) const {
    for (int k = 0; k < rounds; ++k) value = cheap_round.after(value);
    return value;
  }
  __device__ __forceinline__ unsigned expensive_side(unsigned value, int rounds) const {
    for (int k = 0; k < rounds; ++k) value = expensive_round.after(value);
    return value;
  }
  /// The same without a branch that lanes could disagree about: as many rounds for every lane, of
  /// which those beyond its own change nothing.
  __device__ __forceinline__ unsigned expensive_side_for_all(unsigned value, int rounds) const {
    for (int k = 0; k < expensive; ++k) {
      const unsigned counts_for_it = k < rounds;  // 1 or 0
      value += counts_for_it * (expensive_round.after(value) - value);
    }
    return value;
  }
};

// Lesson by-index: if (lane < e) one side, else the other. A warp has one program counter: where
// its lanes disagree it goes through both sides, one after the other, and on each the lanes of the
// other side wait. By warp instead of by lane as many items are expensive, and nobody waits: change
// the arrangement and look at the time.
//
//   by lane    EEEEEEEE........................   8 lanes of 32 work, then the other 24
//   by warp    EEEE EEEE .... .... .... ....      each warp goes through one side
__global__ void divergence_by_index(const __grid_constant__ DivergenceTask task, int first,
                                    int last, int shift, int expensive_of_32) {
  const int i = first + blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= last) return;
  const unsigned value = task.values[i];
  if (((i >> shift) & 31) < expensive_of_32)  // shift 0: the lane, 5: the warp
    task.results[i] = task.expensive_side(value, task.expensive);
  else
    task.results[i] = task.cheap_side(value, task.cheap);
}

// Lesson branch: The item says how much work it is, as it is in practice: cells at a border,
// particles that hit something. One expensive item is enough to hold up its warp. If every 32nd is,
// at random, 64 % of all warps have one: the time is that of 64 % expensive items, and a lane works
// for less than a tenth of it.
__global__ void divergence_branch(const __grid_constant__ DivergenceTask task, int first,
                                  int last) {
  const int i = first + blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= last) return;
  const int rounds = task.counts[i];
  const unsigned value = task.values[i];
  if (rounds > task.cheap)
    task.results[i] = task.expensive_side(value, rounds);
  else
    task.results[i] = task.cheap_side(value, rounds);
}

// Lesson predicated: No branch: every lane computes both sides and keeps the one that it wants. All
// 32 lanes are active all the time, and yet nothing is won: work that is thrown away takes as long
// as waiting, and warps that agree pay for both sides too. Compilers do so by themselves with sides
// of a few instructions, which then cost less than the branch.
__global__ void divergence_predicated(const __grid_constant__ DivergenceTask task, int first,
                                      int last) {
  const int i = first + blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= last) return;
  const int rounds = task.counts[i];
  const unsigned value = task.values[i];
  const unsigned cheap = task.cheap_side(value, task.cheap);
  const unsigned expensive = task.expensive_side_for_all(value, rounds);
  task.results[i] = rounds > task.cheap ? expensive : cheap;
}

// Lesson vote: The warp asks its lanes: __any_sync and __all_sync give all of them the same answer,
// so that the branch behind it never diverges. A warp that agrees goes through one side; one that
// does not computes both, predicated. That is what a branch costs anyway: a vote pays where the
// common case has simpler code, that needs no care for the other.
__global__ void divergence_vote(const __grid_constant__ DivergenceTask task, int first, int last) {
  const int i = first + blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned present = __ballot_sync(0xffffffffu, i < last);
  if (i >= last) return;
  const int rounds = task.counts[i];
  const bool is_expensive = rounds > task.cheap;
  unsigned cheap = task.values[i], expensive = cheap;
  if (!__all_sync(present, is_expensive)) cheap = task.cheap_side(cheap, task.cheap);
  if (__any_sync(present, is_expensive)) expensive = task.expensive_side_for_all(expensive, rounds);
  task.results[i] = is_expensive ? expensive : cheap;
}

LIVEWARP_KERNELS_END
