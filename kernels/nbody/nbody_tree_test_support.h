// A tree that is made on the host by the functions of its kernels, one after another.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/core/exec/exec.h"
#include "kernels/nbody/cpu/nbody_host_tree.h"

namespace livewarp {

class TestTree : public NbodyHostTree {
 public:
  TestTree(const std::vector<float4>& bodies, int leaf, NbodyCurve curve = NbodyCurve::hilbert,
           NbodyOpening opening = {1 / 0.7f, 0, true})
      : NbodyHostTree(bodies, leaf, curve, opening) {}

  /// Calls f(node, bodies, depth) for a node and all below it, and returns its bodies.
  template <class F>
  Range each(int node, bool is_leaf, int depth, const F& f) const {
    const int2 links = tree().links[node];
    Range held{links.x, links.x + links.y};
    if (!is_leaf) {
      const Range left = each_below(NbodyChild{links.x}, depth + 1, f);
      const Range right = each_below(NbodyChild{links.y}, depth + 1, f);
      EXPECT_EQ(left.last, right.first);
      held = {left.first, right.last};
    }
    f(node, held, depth);
    return held;
  }

 private:
  template <class F>
  Range each_below(NbodyChild child, int depth, const F& f) const {
    const std::int64_t body = child.number() - tree().n;
    if (body >= 0) return {body, body + 1};
    return each(child.number(), child.is_leaf(), depth, f);
  }
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
