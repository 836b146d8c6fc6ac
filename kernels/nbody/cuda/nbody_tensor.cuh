// Gravity by the tensor cores.
#pragma once

#include "kernels/core/device/matrix_unit.cuh"
#include "kernels/nbody/cuda/nbody.cuh"

LIVEWARP_KERNELS_BEGIN

/// Bodies that lie near one another, as sources: the sphere that holds them, and the powers of two
/// in which their places (from its centre) and masses are fp16.
struct NbodyTile {
  float4 sphere;  ///< centre, radius
  float4 units;   ///< x that of places, y that of masses
};

__device__ __forceinline__ float nbody_power_of_two(float at_least) {
  return __uint_as_float((__float_as_uint(at_least) + 0x007fffffu) & 0x7f800000u);
}
/// A number as the sum of two fp16, 22 bits of it, side by side.
__device__ __forceinline__ HalfPair nbody_split(float value) {
  const float high = widened(narrowed(value));
  return halves_of(high, value - high);
}
__device__ __forceinline__ float nbody_least(float value) {
  for (int away = 16; away > 0; away /= 2)
    value = fminf(value, __shfl_xor_sync(0xffffffffu, value, away));
  return value;
}
__device__ __forceinline__ float nbody_most(float value) { return -nbody_least(-value); }

/// The sphere about some bodies of each lane of a warp, a little too large.
template <int Count>
__device__ __forceinline__ float4 nbody_sphere(const float4 (&p)[Count]) {
  float3 low = make_float3(p[0].x, p[0].y, p[0].z), high = low;
  LIVEWARP_UNROLL()
  for (int k = 1; k < Count; ++k) {
    low = make_float3(fminf(low.x, p[k].x), fminf(low.y, p[k].y), fminf(low.z, p[k].z));
    high = make_float3(fmaxf(high.x, p[k].x), fmaxf(high.y, p[k].y), fmaxf(high.z, p[k].z));
  }
  float4 sphere;
  sphere.x = 0.5f * (nbody_least(low.x) + nbody_most(high.x));
  sphere.y = 0.5f * (nbody_least(low.y) + nbody_most(high.y));
  sphere.z = 0.5f * (nbody_least(low.z) + nbody_most(high.z));
  float r2 = 0.0f;
  LIVEWARP_UNROLL()
  for (int k = 0; k < Count; ++k) {
    const float dx = p[k].x - sphere.x, dy = p[k].y - sphere.y, dz = p[k].z - sphere.z;
    r2 = fmaxf(r2, dx * dx + dy * dy + dz * dz);
  }
  sphere.w = 1.00001f * sqrtf(nbody_most(r2));
  return sphere;
}

// Bodies in their order, and behind the last one massless ones up to a whole tile.
__global__ void nbody_sorted(const float4* __restrict__ position,
                             const unsigned* __restrict__ order, float4* __restrict__ sorted, int n,
                             int places) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= places) return;
  float4 p = position[order[min(i, n - 1)]];
  if (i >= n) p.w = 0.0f;
  sorted[i] = p;
}

// The mass of all bodies, by one block of 256 threads. Masses stay, so it is found once.
__global__ void nbody_total_mass(const float4* __restrict__ position, float* __restrict__ total,
                                 int n) {
  __shared__ float sums[256];
  float sum = 0.0f;
  for (int i = threadIdx.x; i < n; i += 256) sum += position[i].w;
  sums[threadIdx.x] = sum;
  for (unsigned half = 128; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  if (threadIdx.x == 0) *total = sums[0];
}

/// Share of the whole mass above which a body may count for so much of an acceleration that a
/// rounding of its pull to fp16, 2^-12 of it, does not drown in those of others: its tile is near
/// wherever it lies.
constexpr float nbody_heavy = 1.0f / 5000;
/// Radius of a tile that is near everywhere.
constexpr float nbody_everywhere = 1e18f;
/// Share of the softening that a tile's radius is at least: nearer than some quarter of the
/// softening every pair pulls with nearly the same strength, which fp16 would round alike, so that
/// errors add up, or lose altogether.
constexpr float nbody_least_radius = 0.2f;

// The sources of a tile as the right factors of both products, for each lane as it takes them: of
// 16 sources 16 bytes. One warp a tile. The first factor holds places and, in lanes with t = 3,
// their squares; the second mass times place and mass, each as the sum of two fp16 in columns side
// by side.
template <int Tile>
__global__ void nbody_tiles(const float4* __restrict__ sorted, NbodyTile* __restrict__ tiles,
                            uint4* __restrict__ factors, const float* __restrict__ total, int count,
                            float softening) {
  float4* const bodies = dynamic_shared<float4>() + threadIdx.x / 32 * Tile;
  const int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
  const int tile = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
  if (tile >= count) return;
  float4 p[Tile / 32];
  float heaviest = 0.0f;
  LIVEWARP_UNROLL()
  for (int k = 0; k < Tile / 32; ++k) {
    p[k] = sorted[tile * Tile + 32 * k + lane];
    heaviest = fmaxf(heaviest, p[k].w);
  }
  float4 sphere = nbody_sphere(p);
  const float unit = nbody_power_of_two(fmaxf(sphere.w, 1e-18f));
  heaviest = nbody_most(heaviest);
  const float mass = nbody_power_of_two(fmaxf(heaviest, 1e-30f));
  sphere.w = fmaxf(sphere.w, nbody_least_radius * softening);
  if (heaviest > nbody_heavy * *total) sphere.w = nbody_everywhere;
  if (lane == 0) {
    tiles[tile].sphere = sphere;
    tiles[tile].units = make_float4(unit, mass, 0.0f, 0.0f);
  }
  LIVEWARP_UNROLL()
  for (int k = 0; k < Tile / 32; ++k)
    bodies[32 * k + lane] = make_float4((p[k].x - sphere.x) / unit, (p[k].y - sphere.y) / unit,
                                        (p[k].z - sphere.z) / unit, p[k].w / mass);
  __syncwarp();
  const auto component = [](float4 b, int c) { return c == 0 ? b.x : c == 1 ? b.y : b.z; };
  for (int group = 0; group < Tile / 16; ++group) {
    const float4* const of_group = bodies + 16 * group;
    const auto place = [&](int j) {
      const float4 b = of_group[j];
      return nbody_split(t < 3 ? component(b, t) : b.x * b.x + b.y * b.y + b.z * b.z);
    };
    const auto weighed = [&](int j) {
      const float4 b = of_group[j];
      const HalfPair both = nbody_split(g < 6 ? component(b, g / 2) * b.w : b.w);
      return g % 2 == 0 ? both & 0xffffu : both >> 16;
    };
    uint4 own;
    own.x = place(g);
    own.y = place(g + 8);
    own.z = weighed(2 * t) | weighed(2 * t + 1) << 16;
    own.w = weighed(2 * t + 8) | weighed(2 * t + 9) << 16;
    factors[(int64(tile) * (Tile / 16) + group) * 32 + lane] = own;
  }
}

/// The bodies of a warp in the layout of a product: rows g + 8 r, component t of each; t = 3 stands
/// for the mass.
template <int Rows>
struct NbodyRows {
  float own[Rows], sum[Rows];

  __device__ __forceinline__ NbodyRows(const float4* bodies, int g, int t) {
    LIVEWARP_UNROLL()
    for (int r = 0; r < Rows; ++r) {
      const float4 p = bodies[g + 8 * r];
      own[r] = t == 0 ? p.x : t == 1 ? p.y : t == 2 ? p.z : 0.0f;
      sum[r] = 0.0f;
    }
  }
};

/// Adds what a tile far away does to the bodies of a warp. With d the way from the tile's centre to
/// a body and b from there to a source r^2 = (d^2 + softening^2) - 2 d b + b^2 is a product of
/// matrices, started from its first term; r^-3, rounded to fp16 (its errors differ from pair to
/// pair and average out), is the left factor of the other, with mass and mass times b. All is
/// scaled by powers of two about the distance, so that nothing overflows.
template <int Tile, int Rows>
__device__ __forceinline__ void nbody_far(NbodyRows<Rows>& rows, const NbodyTile& tile,
                                          const uint4* factors, float4 sphere, float softening2,
                                          int lane) {
  const int t = lane % 4;
  const float cx = tile.sphere.x - sphere.x, cy = tile.sphere.y - sphere.y;
  const float cz = tile.sphere.z - sphere.z;
  const int exponent = int(__float_as_uint(cx * cx + cy * cy + cz * cz) >> 23) - 127;
  const float scale = __uint_as_float(unsigned(127 - (exponent >> 1)) << 23);
  const float scale2 = scale * scale, cross = -2.0f * scale2 * tile.units.x;
  const float square = scale2 * tile.units.x * tile.units.x;
  const float centre = t == 0 ? tile.sphere.x : t == 1 ? tile.sphere.y : tile.sphere.z;
  HalfPair left[Rows / 2][4];
  float start[Rows / 2][4], force[Rows / 2][4] = {};
  LIVEWARP_UNROLL()
  for (int r = 0; r < Rows; ++r) {
    const float d = rows.own[r] - centre;
    const HalfPair both = nbody_split(d * cross);
    left[r / 2][r % 2] = t < 3 ? __byte_perm(both, 0, 0x1010) : halves_of(square, square);
    left[r / 2][2 + r % 2] = t < 3 ? __byte_perm(both, 0, 0x3232) : 0u;
    float d2 = t < 3 ? d * d : softening2;
    d2 += __shfl_xor_sync(0xffffffffu, d2, 1);
    d2 += __shfl_xor_sync(0xffffffffu, d2, 2);
    start[r / 2][2 * (r % 2)] = start[r / 2][2 * (r % 2) + 1] = scale2 * d2;
  }
  LIVEWARP_UNROLL()
  for (int group = 0; group < Tile / 16; ++group) {
    const uint4 right = load_readonly(factors + group * 32 + lane);
    LIVEWARP_UNROLL()
    for (int i = 0; i < Rows / 2; ++i) {
      float first[4], second[4];
      multiply_add(first, left[i], right.x, right.x, start[i]);
      multiply_add(second, left[i], right.y, right.y, start[i]);
      LIVEWARP_UNROLL()
      for (int k = 0; k < 4; ++k) {
        const float a = fast_rsqrt(first[k]), b = fast_rsqrt(second[k]);
        first[k] = a * a * a;
        second[k] = b * b * b;
      }
      const HalfPair strength[4] = {halves_of(first[0], first[1]), halves_of(first[2], first[3]),
                                    halves_of(second[0], second[1]),
                                    halves_of(second[2], second[3])};
      multiply_add(force[i], strength, right.z, right.w, force[i]);
    }
  }
  const float back = tile.units.y * scale2 * scale;
  LIVEWARP_UNROLL()
  for (int r = 0; r < Rows; ++r) {
    const float of_places = force[r / 2][2 * (r % 2)] + force[r / 2][2 * (r % 2) + 1];
    const float of_masses = __shfl_sync(0xffffffffu, of_places, lane | 3);
    rows.sum[r] += back * (tile.units.x * of_places - (rows.own[r] - centre) * of_masses);
  }
}

/// Whether a tile is too near to a warp's bodies: differences of large numbers, and single pairs
/// that outweigh all others, are for fp32.
__device__ __forceinline__ bool nbody_is_near(float4 tile, float4 sphere) {
  const float dx = tile.x - sphere.x, dy = tile.y - sphere.y, dz = tile.z - sphere.z;
  const float distance = sqrtf(dx * dx + dy * dy + dz * dz), gap = distance - sphere.w;
  return !(gap > 1.2f * tile.w && gap - tile.w > 0.0625f * distance);
}

// Lesson tensor: Squared distances are a product of matrices, and so are sums of forces: tensor
// cores do both in fp16, each coordinate as the sum of two, and leave a reciprocal root and two
// multiplications per pair. Every pair is computed, and the special function unit, 16 roots per
// clock, is the limit. What is near is summed in fp32 as elsewhere, so bodies are kept in an order
// in which neighbours lie together: a level of it is sorted anew each step.
//
// A warp takes 32 bodies and tile after tile of sources. In any other order all tiles would be
// near.
template <int Tile>
__global__ void __launch_bounds__(128, 6)  // spills up to 32 bytes, for a sixth block
    nbody_tensor(const float4* __restrict__ sorted, const NbodyTile* __restrict__ tiles,
                 const uint4* __restrict__ factors, float4* __restrict__ partial, int first,
                 int last, int count, int tiles_a_part, float softening2) {
  constexpr int rows_a_lane = 4, bodies = 32;
  __shared__ float4 near_sums[4][bodies];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, g = lane / 4, t = lane % 4;
  const int base = first + (blockIdx.x * (blockDim.x / 32) + warp) * bodies;
  if (base >= last) return;
  NbodyRows<rows_a_lane> rows(sorted + base, g, t);
  const float4 mine[1] = {sorted[base + lane]};
  const float4 sphere = nbody_sphere(mine);
  NbodySum<float> near_sum;
  const int begin = blockIdx.y * tiles_a_part, end = min(begin + tiles_a_part, count);
  for (int some = begin; some < end; some += 32) {
    const bool is_tile = some + lane < end;
    const bool is_near = is_tile && nbody_is_near(tiles[min(some + lane, end - 1)].sphere, sphere);
    unsigned near_ones = __ballot_sync(0xffffffffu, is_near);
    unsigned far_ones = __ballot_sync(0xffffffffu, is_tile && !is_near);
    for (; far_ones != 0; far_ones &= far_ones - 1) {
      const int tile = some + __ffs(int(far_ones)) - 1;
      nbody_far<Tile>(rows, tiles[tile], factors + int64(tile) * (Tile * 2), sphere, softening2,
                      lane);
    }
    for (; near_ones != 0; near_ones &= near_ones - 1) {
      const float4* const sources = sorted + int64(some + __ffs(int(near_ones)) - 1) * Tile;
      NbodySum<float> of_tile;
      LIVEWARP_UNROLL(8)
      for (int k = 0; k < Tile; ++k)
        nbody_pull(of_tile, mine[0], load_readonly(sources + k), softening2);
      near_sum += of_tile;
    }
  }
  near_sums[warp][lane] = near_sum.vec4();
  __syncwarp();
  float* const to =
      reinterpret_cast<float*>(partial + (int64(blockIdx.y) * (last - first) + (base - first)));
  const float* const near_ones = reinterpret_cast<const float*>(near_sums[warp]);
  LIVEWARP_UNROLL()
  for (int r = 0; r < rows_a_lane; ++r) {
    const int own = 4 * (g + 8 * r) + t;
    if (base + g + 8 * r < last) to[own] = t < 3 ? rows.sum[r] + near_ones[own] : 0.0f;
  }
}

// Adds up the partial accelerations of places first ... last and ends the step of the bodies there.
__global__ void nbody_unsort(const float4* __restrict__ partial, const unsigned* __restrict__ order,
                             float4* __restrict__ velocity, float4* __restrict__ acceleration,
                             int first, int last, int parts, float kick) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, count = last - first;
  if (i < count)
    nbody_finish(int(order[first + i]), nbody_sum_of_parts<float>(partial + i, count, parts), kick,
                 velocity, acceleration);
}

LIVEWARP_KERNELS_END
