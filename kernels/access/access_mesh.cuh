// Kernels that scatter along the edges of an unstructured mesh: each edge adds to both its nodes.
#pragma once

#include "kernels/core/device/device.cuh"

LIVEWARP_KERNELS_BEGIN

// Lesson edges-atomic: One thread per edge: it takes the difference of its two nodes and adds it to
// one, subtracts it from the other. Edges that meet in a node would lose each other's sums, so the
// additions are atomic: the L2 cache makes them one after another, a sector a request at worst.
// Nothing need be prepared, but the order of adding is another in every run: sums that round are
// not repeatable.
//
//          edge 7         edge 8
//     (a)---------->(b)<----------(c)      b is written by both
__global__ void access_edges_atomic(const float* __restrict__ x, const int2* __restrict__ edges,
                                    float* __restrict__ y, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const int2 edge = edges[i];
  const float flow = x[edge.y] - x[edge.x];
  atomicAdd(&y[edge.x], flow);
  atomicAdd(&y[edge.y], -flow);
}

// Lesson edges-coloured: The edges are coloured, so that no two of a colour meet in a node, and
// sorted by colour; the kernel is launched once for each. Within a launch nobody shares a node, and
// plain additions are right, in the same order every time. But neighbours in the mesh are no longer
// neighbours in time: every colour reads and writes nearly all nodes once more, past the cache.
// The picture shows the six colours of this mesh.
__global__ void access_edges_coloured(const float* __restrict__ x, const int2* __restrict__ edges,
                                      float* __restrict__ y, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const int2 edge = edges[i];
  const float flow = x[edge.y] - x[edge.x];
  y[edge.x] += flow;
  y[edge.y] -= flow;
}

// Lesson edges-owner: The owner computes: one thread per node, which visits all its edges and
// writes its sum once. Every edge is computed twice, and nobody writes what another does: no
// atomics, no colours, one coalesced store. The scatter has become a gather, which GPUs do better;
// nodes with more edges than others leave lanes of their warp waiting.
__global__ void access_edges_owner(const float* __restrict__ x, const int* __restrict__ starts,
                                   const int* __restrict__ neighbours, float* __restrict__ y,
                                   int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float own = x[i];
  float sum = 0;
  for (int k = starts[i]; k < starts[i + 1]; ++k) sum += x[neighbours[k]] - own;
  y[i] = sum;
}

LIVEWARP_KERNELS_END
