// A tree over bodies in the order of their keys: how it lies in memory, and how its cells are found
// from the leaves up. Host and GPU do both alike.
#pragma once

#include "kernels/nbody/cuda/nbody_tree_cells.cuh"

LIVEWARP_KERNELS_BEGIN

/// Bodies of a leaf at most.
constexpr int nbody_most_leaf = 32;

/// A child as its parent names it: the number of a node, or, from `n` on, of a body; and whether it
/// is a leaf, which is not opened any further.
struct NbodyChild {
  int bits;

  static __device__ __forceinline__ NbodyChild make(int number, bool leaf) {
    return {leaf ? int(unsigned(number) | 0x80000000u) : number};
  }
  __device__ __forceinline__ int number() const { return bits & 0x7fffffff; }
  __device__ __forceinline__ bool is_leaf() const { return bits < 0; }
};

/// A leaf: its number as a child, its bodies, and the node above.
struct NbodyLeaf {
  int number, first, count, parent;
};

/// A tree of n bodies. Node i is that of `nbody_node`; nodes above the leaves have two children in
/// `links`, leaves their first body and how many. What lies within a leaf is never written, nor
/// read. A leaf of one body is that body: it has no cell.
///
///     sorted  the bodies in the order of their keys
///     cells   node i's, for whoever walks        boxes   the same, for who puts cells together
///     links   node i's children, or its bodies   above   the node above node i; none above node 0
struct NbodyTree {
  float4* sorted;
  NbodyCell* cells;
  NbodyBox* boxes;
  int2* links;
  int* above;
  unsigned* arrived;  ///< children of node i that are put together
  NbodyLeaf* leaves;
  int n, leaf;

  __device__ __forceinline__ NbodyChild child(int first, int last, int node) const {
    return NbodyChild::make(first == last ? n + first : node, last - first < leaf);
  }
};

/// What node i is, and the leaves below it: none, one or two, of which `count` is above 0.
struct NbodyBranch {
  bool is_open;
  NbodyLeaf leaves[2];
};

/// Finds node i, and writes what is known of it before its moments.
__device__ __forceinline__ NbodyBranch nbody_branch(const NbodyTree& tree, const uint64* keys,
                                                    int i) {
  NbodyBranch branch{};
  if (i == 0) tree.above[0] = -1;
  const NbodyNode node = nbody_node({keys, tree.n}, i, tree.leaf);
  branch.is_open = node.size() > tree.leaf;
  if (!branch.is_open) return branch;
  tree.arrived[i] = 0;
  const int first[2] = {node.first, node.split + 1}, last[2] = {node.split, node.last};
  NbodyChild children[2];
  LIVEWARP_UNROLL()
  for (int k = 0; k < 2; ++k) {
    const int number = node.split + k, count = last[k] - first[k] + 1;
    children[k] = tree.child(first[k], last[k], number);
    if (children[k].is_leaf()) {
      branch.leaves[k] = {children[k].number(), first[k], count, i};
      if (count > 1) tree.links[number] = make_int2(first[k], count);
    } else {
      tree.above[number] = i;
    }
  }
  tree.links[i] = make_int2(children[0].bits, children[1].bits);
  return branch;
}

/// Puts a leaf's cell together and climbs: of two children the one that arrives second finds the
/// other done and puts both together, the first one ends there. So every cell is made once, however
/// deep the tree is, and nobody waits. `memory` says how cells are stored and read back, and who
/// has arrived: it must see what whoever arrived before has stored.
template <class Memory>
__device__ __forceinline__ void nbody_climb(const NbodyTree& tree, const NbodyLeaf& leaf,
                                            const Memory& memory) {
  NbodyMoments mine = nbody_moments(tree.sorted + leaf.first, leaf.count);
  int number = leaf.number;
  for (int node = leaf.parent;; node = tree.above[node]) {
    if (number < tree.n) memory.store(tree, number, mine);
    if (node < 0 || !memory.is_second(tree.arrived + node)) return;
    const int2 children = tree.links[node];
    const bool is_left = NbodyChild{children.x}.number() == number;
    const int other = NbodyChild{is_left ? children.y : children.x}.number();
    const NbodyMoments beside =
        other < tree.n ? memory.load(tree, other) : NbodyMoments::of(tree.sorted[other - tree.n]);
    mine = is_left ? nbody_together(mine, beside) : nbody_together(beside, mine);
    number = node;
  }
}

LIVEWARP_KERNELS_END
