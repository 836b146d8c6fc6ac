// A tree of bodies that one thread of the host makes, by the functions of the kernels: to look at,
// not to be fast.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include "kernels/nbody/cpu/nbody_host_cells.h"
#include "kernels/nbody/cuda/nbody_tree.cuh"

namespace livewarp {

class NbodyHostTree {
 public:
  /// `leaf`: bodies of a leaf at most.
  NbodyHostTree(const std::vector<float4>& bodies, int leaf, NbodyCurve curve,
                NbodyOpening opening) {
    const std::size_t n = bodies.size();
    NbodyBox box = NbodyBox::around(bodies[0]);
    for (const float4& p : bodies) box.hold(NbodyBox::around(p));
    std::vector<uint64> unsorted(n);
    for (std::size_t i = 0; i < n; ++i) unsorted[i] = nbody_key(bodies[i], box, curve);
    order_.resize(n);
    std::iota(order_.begin(), order_.end(), 0u);
    std::ranges::stable_sort(order_, {}, [&](unsigned i) { return unsorted[i]; });
    for (const unsigned i : order_) {
      sorted_.push_back(bodies[i]);
      keys_.push_back(unsorted[i]);
    }
    cells_.resize(n), boxes_.resize(n), links_.resize(n), above_.resize(n), arrived_.resize(n);
    tree_ = {sorted_.data(),  cells_.data(), boxes_.data(), links_.data(), above_.data(),
             arrived_.data(), nullptr,       int(n),        leaf};
    for (int i = 0; i + 1 < int(n); ++i)
      for (const NbodyLeaf& one : nbody_branch(tree_, keys_.data(), i).leaves)
        if (one.count > 0) leaves_.push_back(one);
    for (const NbodyLeaf& one : leaves_) nbody_climb(tree_, one, Cells{{opening}});
  }
  NbodyHostTree(const NbodyHostTree&) = delete;
  NbodyHostTree& operator=(const NbodyHostTree&) = delete;

  const NbodyTree& tree() const { return tree_; }
  const std::vector<NbodyLeaf>& leaves() const { return leaves_; }
  /// Which body is the k-th of the tree.
  const std::vector<unsigned>& order() const { return order_; }

 private:
  struct Cells : NbodyHostCells {
    bool is_second(unsigned* arrived) const { return (*arrived)++ == 1; }
  };

  std::vector<float4> sorted_;
  std::vector<unsigned> order_;
  std::vector<uint64> keys_;
  std::vector<NbodyCell> cells_;
  std::vector<NbodyBox> boxes_;
  std::vector<int2> links_;
  std::vector<int> above_;
  std::vector<unsigned> arrived_;
  std::vector<NbodyLeaf> leaves_;
  NbodyTree tree_{};
};

}  // namespace livewarp
