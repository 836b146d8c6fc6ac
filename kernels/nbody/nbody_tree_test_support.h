// A tree that is made on the host by the functions of its kernels, one after another.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/core/exec/exec.h"
#include "kernels/nbody/cpu/nbody_host_cells.h"
#include "kernels/nbody/cuda/nbody_tree.cuh"

namespace livewarp {

/// Cells as one thread keeps them.
struct PlainCells : NbodyHostCells {
  bool is_second(unsigned* arrived) const { return (*arrived)++ == 1; }
};

class TestTree {
 public:
  TestTree(std::vector<float4> bodies, int leaf, NbodyCurve curve = NbodyCurve::hilbert,
           NbodyOpening opening = {1 / 0.7f, 0, true})
      : sorted_(std::move(bodies)) {
    const std::size_t n = sorted_.size();
    NbodyBox box = NbodyBox::around(sorted_[0]);
    for (const float4& p : sorted_) box.hold(NbodyBox::around(p));
    std::ranges::stable_sort(sorted_, {}, [&](float4 p) { return nbody_key(p, box, curve); });
    for (const float4& p : sorted_) keys_.push_back(nbody_key(p, box, curve));
    cells_.resize(n), boxes_.resize(n), links_.resize(n), above_.resize(n), arrived_.resize(n);
    tree_ = {sorted_.data(),  cells_.data(), boxes_.data(), links_.data(), above_.data(),
             arrived_.data(), nullptr,       int(n),        leaf};
    for (int i = 0; i + 1 < int(n); ++i)
      for (const NbodyLeaf& one : nbody_branch(tree_, keys_.data(), i).leaves)
        if (one.count > 0) leaves_.push_back(one);
    for (const NbodyLeaf& one : leaves_) nbody_climb(tree_, one, PlainCells{opening});
  }
  const NbodyTree& tree() const { return tree_; }
  const std::vector<NbodyLeaf>& leaves() const { return leaves_; }

  /// Calls f(node, bodies, depth) for a node and all below it, and returns its bodies.
  template <class F>
  Range each(int node, bool is_leaf, int depth, const F& f) const {
    Range held{links_[node].x, links_[node].x + links_[node].y};
    if (!is_leaf) {
      const Range left = each_below(NbodyChild{links_[node].x}, depth + 1, f);
      const Range right = each_below(NbodyChild{links_[node].y}, depth + 1, f);
      EXPECT_EQ(left.last, right.first);
      held = {left.first, right.last};
    }
    f(node, held, depth);
    return held;
  }

 private:
  template <class F>
  Range each_below(NbodyChild child, int depth, const F& f) const {
    const std::int64_t body = child.number() - tree_.n;
    if (body >= 0) return {body, body + 1};
    return each(child.number(), child.is_leaf(), depth, f);
  }

  std::vector<float4> sorted_;
  std::vector<uint64> keys_;
  std::vector<NbodyCell> cells_;
  std::vector<NbodyBox> boxes_;
  std::vector<int2> links_;
  std::vector<int> above_;
  std::vector<unsigned> arrived_;
  std::vector<NbodyLeaf> leaves_;
  NbodyTree tree_{};
};

/// Bodies of unequal masses: in a cloud, or in clouds of very different sizes, some of them in one
/// point.
inline std::vector<float4> test_bodies(int n, bool clumped, unsigned seed = 1) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal;
  std::uniform_real_distribution<float> mass(0.5f, 1.5f);
  std::vector<float4> bodies;
  for (int i = 0; i < n; ++i) {
    const float scale = !clumped ? 1.0f : i % 3 == 0 ? 1e-4f : i % 3 == 1 ? 1.0f : 100.0f;
    float4 p{scale * normal(random), scale * normal(random), scale * normal(random), 0};
    if (clumped && i % 4 == 3) p = bodies[std::size_t(i / 4)];
    p.w = mass(random) / float(n);
    bodies.push_back(p);
  }
  return bodies;
}

}  // namespace livewarp
