// The order of a tree's bodies, and the tree that follows from it: places along a curve, and the
// binary radix tree over them. No thread asks another one, so that the host computes the same.
#pragma once

#include "kernels/core/device/device.cuh"

LIVEWARP_KERNELS_BEGIN

/// Bits of a key that an axis has: 2^21 cells along the longest side of all bodies' box.
constexpr int nbody_key_bits = 21;
/// The curve that numbers the cells.
enum class NbodyCurve { morton, hilbert };

/// A box along the axes, of low and high corner.
struct NbodyBox {
  float low[3], high[3];

  static __device__ __forceinline__ NbodyBox around(float4 p) {
    return {{p.x, p.y, p.z}, {p.x, p.y, p.z}};
  }
  __device__ __forceinline__ void hold(const NbodyBox& other) {
    LIVEWARP_UNROLL()
    for (int c = 0; c < 3; ++c) {
      low[c] = fminf(low[c], other.low[c]);
      high[c] = fmaxf(high[c], other.high[c]);
    }
  }
  __device__ __forceinline__ float longest_side() const {
    return fmaxf(high[0] - low[0], fmaxf(high[1] - low[1], high[2] - low[2]));
  }
};

/// 21 bits with two zeros behind each.
__device__ __forceinline__ uint64 nbody_spread(unsigned bits) {
  uint64 x = bits;
  x = (x | x << 32) & 0x001f00000000ffffull;
  x = (x | x << 16) & 0x001f0000ff0000ffull;
  x = (x | x << 8) & 0x100f00f00f00f00full;
  x = (x | x << 4) & 0x10c30c30c30c30c3ull;
  return (x | x << 2) & 0x1249249249249249ull;
}

/// Turns the axes of a cell so that its bits, taken by turns, are its place along the Hilbert curve
/// (Skilling: Programming the Hilbert curve, 2004). From the largest octants down each step undoes
/// how the curve is mirrored or turned within an octant; what is left is a Gray code.
__device__ __forceinline__ void nbody_to_hilbert(unsigned (&axis)[3]) {
  constexpr unsigned top = 1u << (nbody_key_bits - 1);
  for (unsigned bit = top; bit > 1; bit >>= 1) {
    const unsigned below = bit - 1;
    LIVEWARP_UNROLL()
    for (int c = 0; c < 3; ++c) {
      const unsigned differ = (axis[0] ^ axis[c]) & below;
      const bool mirrored = (axis[c] & bit) != 0;
      axis[0] ^= mirrored ? below : differ;
      if (c > 0) axis[c] ^= mirrored ? 0u : differ;
    }
  }
  axis[1] ^= axis[0];
  axis[2] ^= axis[1];
  unsigned flips = 0;
  for (unsigned bit = top; bit > 1; bit >>= 1)
    if (axis[2] & bit) flips ^= bit - 1;
  LIVEWARP_UNROLL()
  for (int c = 0; c < 3; ++c) axis[c] ^= flips;
}

/// A body's place along the curve through the box's cells. What is no number lies in the first.
__device__ __forceinline__ uint64 nbody_key(float4 p, const NbodyBox& box, NbodyCurve curve) {
  constexpr float cells = float(1 << nbody_key_bits);
  const float scale = cells / box.longest_side();
  const float place[3] = {p.x - box.low[0], p.y - box.low[1], p.z - box.low[2]};
  unsigned axis[3];
  LIVEWARP_UNROLL()
  for (int c = 0; c < 3; ++c)
    axis[c] = unsigned(fminf(fmaxf(place[c] * scale, 0.0f), cells - 1.0f));
  if (curve == NbodyCurve::hilbert) nbody_to_hilbert(axis);
  return nbody_spread(axis[0]) << 2 | nbody_spread(axis[1]) << 1 | nbody_spread(axis[2]);
}

__device__ __forceinline__ int nbody_leading_zeros(uint64 x) {
  const auto upper = int(unsigned(x >> 32)), lower = int(unsigned(x));
  return upper != 0 ? __clz(upper) : 32 + __clz(lower);
}

/// The tree over sorted keys.
struct NbodyKeys {
  const uint64* keys;
  int n;

  /// How many leading bits two bodies have in common; bodies of equal keys are told apart by their
  /// places. Less than anything where there is no second one.
  __device__ __forceinline__ int common(int i, int j) const {
    if (j < 0 || j >= n) return -1;
    const uint64 differ = keys[i] ^ keys[j];
    return differ != 0 ? nbody_leading_zeros(differ) : 64 + __clz(i ^ j);
  }
};

/// An inner node: bodies first ... last, those up to `split` in one child, the rest in the other.
struct NbodyNode {
  int first, last, split;

  __device__ __forceinline__ int size() const { return last - first + 1; }
};

/// Node i of the n - 1 inner ones of a binary radix tree, found without any other node (Karras:
/// Maximizing parallelism in the construction of BVHs, octrees, and k-d trees, 2012). Body i is at
/// one of its ends: the side on which its neighbour has more bits in common with it. The other end
/// is the farthest body with more bits in common than the neighbour outside has; doubling finds a
/// place beyond it, halving the place. The split is where one bit more stops being common. A child
/// of more than one body is the node of the number at which the split leaves it: `split`, or
/// `split` + 1.
///
///     bodies   0 1 2 3 4 5 6 7        node 0 holds 0 ... 7 and splits behind 3:
///              [-----] [-----]        its children are the nodes 3 and 4
///
/// Nodes of at most `leaf` bodies are not split: their `split` is left at `first`.
__device__ __forceinline__ NbodyNode nbody_node(const NbodyKeys& of, int i, int leaf) {
  const int step = of.common(i, i + 1) > of.common(i, i - 1) ? 1 : -1;
  const int outside = of.common(i, i - step);
  int reach = 2;
  while (of.common(i, i + reach * step) > outside) reach *= 2;
  int length = 0;
  for (int more = reach / 2; more > 0; more /= 2)
    if (of.common(i, i + (length + more) * step) > outside) length += more;
  const int other = i + length * step;
  NbodyNode node{step > 0 ? i : other, step > 0 ? other : i, 0};
  node.split = node.first;
  if (length < leaf) return node;
  const int inside = of.common(i, other);
  int kept = 0;
  for (int more = length; more > 1;) {
    more = (more + 1) / 2;
    if (of.common(i, i + (kept + more) * step) > inside) kept += more;
  }
  node.split = step > 0 ? i + kept : i - kept - 1;
  return node;
}

LIVEWARP_KERNELS_END
