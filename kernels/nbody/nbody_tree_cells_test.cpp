// What a tree is made of: keys along a curve, nodes, moments, and what a cell does far away.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <set>

#include "kernels/nbody/nbody_reference.h"
#include "kernels/nbody/nbody_tree_test_support.h"

namespace livewarp {
namespace {

constexpr int grid = 16;

/// The cells of a grid in the order of their keys.
std::vector<std::array<int, 3>> along(NbodyCurve curve) {
  const NbodyBox box{{0, 0, 0}, {grid, grid, grid}};
  std::map<std::uint64_t, std::array<int, 3>> cells;
  for (int z = 0; z < grid; ++z)
    for (int y = 0; y < grid; ++y)
      for (int x = 0; x < grid; ++x)
        cells[nbody_key({float(x) + 0.5f, float(y) + 0.5f, float(z) + 0.5f, 1}, box, curve)] = {
            x, y, z};
  std::vector<std::array<int, 3>> order;
  for (const auto& [key, cell] : cells) order.push_back(cell);
  return order;
}

// Each cell is met once, and the next one shares a face with it.
TEST(NbodyTreeKeys, HilbertsCurveNeverLeaps) {
  const auto order = along(NbodyCurve::hilbert);
  ASSERT_EQ(order.size(), std::size_t(grid * grid * grid));
  for (std::size_t i = 1; i < order.size(); ++i) {
    int steps = 0;
    for (std::size_t c = 0; c < 3; ++c) steps += std::abs(order[i][c] - order[i - 1][c]);
    ASSERT_EQ(steps, 1) << i;
  }
}

TEST(NbodyTreeKeys, MortonsCurveTakesBitsByTurns) {
  const auto order = along(NbodyCurve::morton);
  ASSERT_EQ(order.size(), std::size_t(grid * grid * grid));
  for (int i = 0; i < grid * grid * grid; ++i) {
    std::array<int, 3> cell{};
    for (int bit = 0; bit < 12; ++bit)
      cell[std::size_t(2 - bit % 3)] |= (i >> bit & 1) << (bit / 3);
    ASSERT_EQ(order[std::size_t(i)], cell) << i;
  }
}

// All 21 bits of an axis count, and what lies outside of the box, or nowhere, has a key as well.
TEST(NbodyTreeKeys, HoldWhateverAPositionIs) {
  const NbodyBox box{{-1, -1, -1}, {1, 1, 1}};
  for (const NbodyCurve curve : {NbodyCurve::morton, NbodyCurve::hilbert}) {
    EXPECT_NE(nbody_key({0, 0, 0, 1}, box, curve), nbody_key({1e-6f, 0, 0, 1}, box, curve));
    const auto key = [&](float x) { return nbody_key({x, x, x, 1}, box, curve); };
    EXPECT_EQ(key(std::nanf("")), key(-1)) << "what is no number lies in the first cell";
    EXPECT_EQ(key(-1e30f), key(-1));
    EXPECT_EQ(key(1e30f), key(1));
    EXPECT_EQ(key(INFINITY), key(1));
    EXPECT_NE(key(-1), key(1));
    const NbodyBox point{{2, 2, 2}, {2, 2, 2}};
    EXPECT_EQ(nbody_key({2, 2, 2, 1}, point, curve), 0u);
  }
}

class NbodyTrees : public testing::Test {
 protected:
  static double at(const float4& p, int c) { return c == 0 ? p.x : c == 1 ? p.y : p.z; }

  /// Mass, centre of mass and 3 S of some bodies, in fp64.
  struct Exact {
    double mass = 0, centre[3] = {}, s[6] = {};
  };
  static Exact exact(const NbodyTree& tree, Range bodies) {
    Exact all;
    for (std::int64_t i = bodies.first; i < bodies.last; ++i) {
      all.mass += tree.sorted[i].w;
      for (int c = 0; c < 3; ++c) all.centre[c] += tree.sorted[i].w * at(tree.sorted[i], c);
    }
    for (double& c : all.centre) c /= all.mass;
    for (std::int64_t i = bodies.first; i < bodies.last; ++i)
      for (int row = 0, k = 0; row < 3; ++row)
        for (int column = row; column < 3; ++column, ++k)
          all.s[k] += 3.0 * tree.sorted[i].w * (at(tree.sorted[i], row) - all.centre[row]) *
                      (at(tree.sorted[i], column) - all.centre[column]);
    return all;
  }
};

// Of whatever bodies: every node's children share its bodies out, leaves are as large as they may
// be, every body is in one of them, and no way down is longer than keys and numbers have bits.
TEST_F(NbodyTrees, ShareTheBodiesOut) {
  for (const bool clumped : {false, true})
    for (const int n : {2, 3, 9, 31, 33, 1000, 4099})
      for (const int leaf : {1, 8, 32}) {
        if (n <= leaf) continue;
        const TestTree made(test_bodies(n, clumped), leaf);
        int cells = 0, deepest = 0, of_leaves = 0;
        const Range all = made.each(0, false, 1, [&](int, Range held, int depth) {
          EXPECT_GT(held.size(), 1);
          deepest = std::max(deepest, depth);
          ++cells;
        });
        EXPECT_EQ(all.first, 0);
        EXPECT_EQ(all.last, n);
        for (const NbodyLeaf& one : made.leaves()) {
          EXPECT_LE(one.count, leaf);
          of_leaves += one.count;
        }
        EXPECT_EQ(of_leaves, n);
        EXPECT_LT(cells, n);
        EXPECT_LE(deepest, 63 + 32);
        EXPECT_EQ(made.tree().above[0], -1);
      }
}

// The moments of every cell, against sums over its bodies.
TEST_F(NbodyTrees, KnowTheMomentsOfTheirCells) {
  for (const bool clumped : {false, true})
    for (const int n : {9, 33, 1000, 4099}) {
      const TestTree made(test_bodies(n, clumped), 8);
      made.each(0, false, 1, [&](int node, Range held, int) {
        const Exact wanted = exact(made.tree(), held);
        const NbodyMoments found = nbody_moments(made.tree().cells[node], made.tree().boxes[node]);
        const double size = found.box.longest_side();
        const double place = std::hypot(wanted.centre[0], wanted.centre[1], wanted.centre[2]);
        ASSERT_NEAR(found.mass, wanted.mass, 2e-6 * wanted.mass);
        for (int c = 0; c < 3; ++c) {
          ASSERT_NEAR(found.centre[c], wanted.centre[c], 2e-6 * size + 2e-7 * place);
          ASSERT_LE(found.box.low[c], found.centre[c] + 2e-7 * place);
          ASSERT_GE(found.box.high[c], found.centre[c] - 2e-7 * place);
        }
        for (int k = 0; k < 6; ++k)
          ASSERT_NEAR(found.s[k], wanted.s[k], 1e-5 * wanted.mass * size * (size + place));
      });
    }
}

// Sums of powers of two are exact: nothing of the mass is lost on the way up, nor counted twice.
TEST_F(NbodyTrees, KeepAllOfTheMass) {
  for (const int n : {33, 256, 1000, 4099}) {
    std::vector<float4> bodies = test_bodies(n, true);
    for (float4& body : bodies) body.w = 1.0f / 4096;
    const TestTree made(bodies, 16);
    made.each(0, false, 1, [&](int node, Range held, int) {
      ASSERT_EQ(made.tree().cells[node].first.x, float(held.size()) / 4096) << n;
    });
  }
}

// Bodies in one point have a cell without size, wherever it is; massless ones one in their middle.
TEST_F(NbodyTrees, PointsAndMasslessBodiesAreCellsToo) {
  const TestTree points(std::vector<float4>(100, float4{1e3f, -2e3f, 5e2f, 0.01f}), 8);
  points.each(0, false, 1, [&](int node, Range, int) {
    const NbodyCell& cell = points.tree().cells[node];
    EXPECT_EQ(cell.sphere.x, 1e3f);
    EXPECT_EQ(cell.sphere.w, 0);
    EXPECT_EQ(cell.second.w, 0);
  });
  std::vector<float4> bodies = test_bodies(100, false);
  for (float4& body : bodies) body.w = 0;
  const TestTree massless(bodies, 8);
  massless.each(0, false, 1, [&](int node, Range, int) {
    const NbodyCell& cell = massless.tree().cells[node];
    EXPECT_EQ(cell.first.x, 0);
    EXPECT_TRUE(std::isfinite(cell.sphere.x + cell.sphere.w + cell.second.w));
  });
}

// By whatever rule a cell is opened, no body of it is beyond the radius.
TEST_F(NbodyTrees, OpenForTheirOwnBodies) {
  for (const NbodyOpening opening : {NbodyOpening{1, 0, true}, NbodyOpening{1, 1e-12f, true},
                                     NbodyOpening{1, 1e3f, true}, NbodyOpening{1, 1e3f, false}}) {
    const TestTree made(test_bodies(2000, true), 8, NbodyCurve::hilbert, opening);
    made.each(0, false, 1, [&](int node, Range held, int) {
      for (std::int64_t i = held.first; i < held.last; ++i)
        ASSERT_FALSE(
            nbody_is_far(made.tree().cells[node].sphere, NbodyBox::around(made.tree().sorted[i])));
    });
  }
}

// Twice as far everywhere, all pulls are a quarter: where a quarter may be wrong, radii are
// doubled.
TEST_F(NbodyTrees, OpenByErrorAlikeAtAnyScale) {
  const std::vector<float4> bodies = test_bodies(50, true);
  for (const bool quadrupole : {false, true})
    for (const float scale : {0x1p-30f, 0x1p-8f, 0x1p20f, 0x1p30f}) {
      std::vector<float4> scaled = bodies;
      for (float4& p : scaled) p = {scale * p.x, scale * p.y, scale * p.z, p.w};
      const float here = NbodyOpening{1, 1e4f, quadrupole}.radius(nbody_moments(bodies.data(), 50));
      const float there = NbodyOpening{1, 1e4f * scale * scale, quadrupole}.radius(
          nbody_moments(scaled.data(), 50));
      EXPECT_NEAR(there / scale, here, 1e-6 * here) << scale;
    }
}

// Without quadrupoles the first moments that are left out fall with the fourth power of the
// distance, and with the fifth after quadrupoles; the softening changes neither.
TEST_F(NbodyTrees, ErrorsOfACellFallWithTheOrderOfItsMoments) {
  std::vector<float4> bodies = test_bodies(500, false);
  for (float4& body : bodies) body.x *= 2 * body.x;  // lopsided
  const TestTree made(bodies, 8);
  const NbodyCell& cell = made.tree().cells[0];
  const float4 mass{cell.sphere.x, cell.sphere.y, cell.sphere.z, cell.first.x};
  const float4 upper{cell.first.y, cell.first.z, cell.first.w, cell.second.w};
  const float4 lower{cell.second.x, cell.second.y, cell.second.z, 0};
  const auto errors = [&](float distance) {
    constexpr float softening2 = 0.25f;
    const float4 at{0.8f * distance, -0.36f * distance, 0.48f * distance, 1};
    const Double3 wanted = reference_acceleration(made.tree().sorted, {0, 500}, at, softening2);
    NbodySum<float> point, whole;
    nbody_pull(point, at, mass, softening2);
    nbody_pull_cell(whole, at, mass, upper, lower, softening2);
    const auto off = [&](const NbodySum<float>& a) {
      return std::hypot(a.x - wanted.x, a.y - wanted.y, a.z - wanted.z);
    };
    return std::pair{off(point), off(whole)};
  };
  const auto near = errors(80), far = errors(160);
  EXPECT_NEAR(std::log2(near.first / far.first), 4, 0.5);
  EXPECT_NEAR(std::log2(near.second / far.second), 5, 0.7);
  EXPECT_LT(near.second, 0.2 * near.first);
}

// The pull of two equal bodies on a third on their line, from the formula by hand.
TEST_F(NbodyTrees, ACellOfTwoBodiesIsAsTheFormulaSays) {
  const TestTree made({{-0.1f, 0, 0, 0.5f}, {0.1f, 0, 0, 0.5f}}, 1);
  const NbodyCell& cell = made.tree().cells[0];
  EXPECT_FLOAT_EQ(cell.first.x, 1);
  EXPECT_FLOAT_EQ(cell.first.y, 0.03f);  // 3 (1/2 + 1/2) 0.1^2
  NbodyPull a;
  nbody_pull_cell(a, {-2, 0, 0, 1}, {0, 0, 0, cell.first.x},
                  {cell.first.y, cell.first.z, cell.first.w, cell.second.w},
                  {cell.second.x, cell.second.y, cell.second.z, 0}, 0);
  EXPECT_NEAR(a.x, 1 / 4.0 + 3 * 0.01 / 16, 1e-7);  // M/r^2 + 3 s^2/r^4
  EXPECT_EQ(a.y, 0);
  EXPECT_NEAR(a.potential, 1 / 2.0 + 0.01 / 8, 1e-7);  // M/r + s^2/r^3
}

}  // namespace
}  // namespace livewarp
