// The kernels that make a tree of the bodies, anew in every step.
#pragma once

#include "kernels/core/device/published.cuh"
#include "kernels/nbody/cuda/nbody_tree.cuh"

LIVEWARP_KERNELS_BEGIN

/// Threads of a block here.
constexpr int nbody_tree_block = 256;
/// Blocks that survey at most: each thread of the next kernel reads what one has found.
constexpr int nbody_survey_blocks = nbody_tree_block;

/// What some of the bodies are like, or all.
struct NbodySurvey {
  NbodyBox box;
  float pull;  ///< sum of how strongly they were accelerated before the step
};

/// What the kernels of a tree find for those after them.
struct NbodyFindings {
  unsigned leaves, wide;  ///< how many
  float pull;
};

/// What the threads of a block have found together, known to all of them.
__device__ __forceinline__ NbodySurvey nbody_survey_of_block(NbodySurvey mine) {
  __shared__ NbodySurvey of_warps[nbody_tree_block / 32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int away = 16; away > 0; away /= 2) {
    NbodyBox other;
    LIVEWARP_UNROLL()
    for (int c = 0; c < 3; ++c) {
      other.low[c] = __shfl_xor_sync(0xffffffffu, mine.box.low[c], away);
      other.high[c] = __shfl_xor_sync(0xffffffffu, mine.box.high[c], away);
    }
    mine.box.hold(other);
    mine.pull += __shfl_xor_sync(0xffffffffu, mine.pull, away);
  }
  if (lane == 0) of_warps[warp] = mine;
  __syncthreads();
  NbodySurvey all = of_warps[0];
  for (int k = 1; k < nbody_tree_block / 32; ++k) {
    all.box.hold(of_warps[k].box);
    all.pull += of_warps[k].pull;
  }
  return all;
}

// Tree: the box of the bodies that a block looks at, and how strongly they were pulled.
__global__ void __launch_bounds__(nbody_tree_block)
    nbody_tree_survey(const float4* __restrict__ position, const float4* __restrict__ acceleration,
                      NbodySurvey* __restrict__ surveys, int n) {
  NbodySurvey mine{NbodyBox::around(position[0]), 0.0f};
  const int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
    mine.box.hold(NbodyBox::around(position[i]));
    const float4 a = acceleration[i];
    mine.pull += sqrtf(a.x * a.x + a.y * a.y + a.z * a.z);
  }
  mine = nbody_survey_of_block(mine);
  if (threadIdx.x == 0) surveys[blockIdx.x] = mine;
}

// Tree: every body's place along the curve, in the box of all.
__global__ void __launch_bounds__(nbody_tree_block)
    nbody_tree_keys(const float4* __restrict__ position, const NbodySurvey* __restrict__ surveys,
                    int survey_count, uint64* __restrict__ keys, unsigned* __restrict__ order,
                    NbodyFindings* findings, NbodyCurve curve, int n) {
  const int mine = threadIdx.x;
  NbodySurvey survey = surveys[min(mine, survey_count - 1)];
  if (mine >= survey_count) survey.pull = 0.0f;
  survey = nbody_survey_of_block(survey);
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) *findings = {0u, 0u, survey.pull};
  if (i >= n) return;
  keys[i] = nbody_key(position[i], survey.box, curve);
  order[i] = unsigned(i);
}

// Tree: the bodies in the order of their keys.
__global__ void nbody_tree_gather(const float4* __restrict__ position,
                                  const unsigned* __restrict__ order, float4* __restrict__ sorted,
                                  int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sorted[i] = position[order[i]];
}

// Tree: its nodes, each found by a thread of its own, and a list of the leaves. A warp takes room
// in the list for all leaves of its nodes by one atomic.
__global__ void __launch_bounds__(nbody_tree_block)
    nbody_tree_nodes(NbodyTree tree, const uint64* __restrict__ keys, NbodyFindings* findings) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  NbodyBranch branch{};
  if (i < tree.n - 1) branch = nbody_branch(tree, keys, i);
  unsigned who[2];
  LIVEWARP_UNROLL()
  for (int k = 0; k < 2; ++k) who[k] = __ballot_sync(0xffffffffu, branch.leaves[k].count > 0);
  const int in_all = __popc(who[0]) + __popc(who[1]);
  if (in_all == 0) return;
  unsigned place = 0;
  if (lane == 0) place = atomicAdd(&findings->leaves, unsigned(in_all));
  place = __shfl_sync(0xffffffffu, place, 0);
  const unsigned before = (1u << lane) - 1;
  place += unsigned(__popc(who[0] & before) + __popc(who[1] & before));
  LIVEWARP_UNROLL()
  for (int k = 0; k < 2; ++k)
    if (branch.leaves[k].count > 0) tree.leaves[place++] = branch.leaves[k];
}

/// Cells that threads of other blocks read in the same launch: they are stored and read word by
/// word past the first-level caches, and a fence stands between them and the counter.
struct NbodyCellsBetweenBlocks {
  static constexpr int words = sizeof(NbodyCell) / 8, box_words = sizeof(NbodyBox) / 8;
  union Words {
    struct {
      NbodyCell cell;
      NbodyBox box;
    } both;
    uint64 word[words + box_words];
  };
  NbodyOpening opening;

  __device__ __forceinline__ void store(const NbodyTree& tree, int i,
                                        const NbodyMoments& moments) const {
    Words from;
    from.both = {nbody_cell(moments, opening), moments.box};
    auto* const cell = reinterpret_cast<uint64*>(tree.cells + i);
    auto* const box = reinterpret_cast<uint64*>(tree.boxes + i);
    LIVEWARP_UNROLL()
    for (int k = 0; k < words; ++k) store_relaxed(cell + k, from.word[k]);
    LIVEWARP_UNROLL()
    for (int k = 0; k < box_words; ++k) store_relaxed(box + k, from.word[words + k]);
  }
  __device__ __forceinline__ NbodyMoments load(const NbodyTree& tree, int i) const {
    Words to;
    const auto* const cell = reinterpret_cast<const uint64*>(tree.cells + i);
    const auto* const box = reinterpret_cast<const uint64*>(tree.boxes + i);
    LIVEWARP_UNROLL()
    for (int k = 0; k < words; ++k) to.word[k] = load_relaxed(cell + k);
    LIVEWARP_UNROLL()
    for (int k = 0; k < box_words; ++k) to.word[words + k] = load_relaxed(box + k);
    return nbody_moments(to.both.cell, to.both.box);
  }
  __device__ __forceinline__ bool is_second(unsigned* arrived) const {
    __threadfence();
    const bool second = atomicAdd(arrived, 1u) == 1;
    __threadfence();
    return second;
  }
};

/// A cell may add such a share of the bodies' mean acceleration to an error. (Its mean square would
/// be that of a few close pairs.) Before the first step it is that of the guess that a state begins
/// with; by angle where there is none.
struct NbodyAllowance {
  float inverse_theta, share;
  bool quadrupole;

  __device__ __forceinline__ NbodyOpening opening(float pull, int n) const {
    const float allowed = share * (pull / float(n));
    const bool known = allowed > 0.0f && allowed < 1e30f;
    return {inverse_theta, known ? 1.0f / allowed : 0.0f, quadrupole};
  }
};

// Tree: the moments of all cells, from the leaves up.
__global__ void __launch_bounds__(nbody_tree_block)
    nbody_tree_moments(NbodyTree tree, const NbodyFindings* findings, NbodyAllowance allowance) {
  const unsigned stride = gridDim.x * blockDim.x, leaves = findings->leaves;
  const NbodyCellsBetweenBlocks cells{allowance.opening(findings->pull, tree.n)};
  for (unsigned k = blockIdx.x * blockDim.x + threadIdx.x; k < leaves; k += stride)
    nbody_climb(tree, tree.leaves[k], cells);
}

LIVEWARP_KERNELS_END
