#pragma once

#include "kernels/nbody/cuda/nbody_tree_build.cuh"

namespace livewarp {

/// Cells as the host keeps them, while a tree is put together.
struct NbodyHostCells {
  NbodyOpening opening;

  void store(const NbodyTree& tree, int i, const NbodyMoments& moments) const {
    tree.cells[i] = nbody_cell(moments, opening);
    tree.boxes[i] = moments.box;
  }
  NbodyMoments load(const NbodyTree& tree, int i) const {
    return nbody_moments(tree.cells[i], tree.boxes[i]);
  }
};

}  // namespace livewarp
