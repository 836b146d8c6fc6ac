// Forces by a walk over the tree.
#pragma once

#include "kernels/nbody/cuda/nbody_tree_build.cuh"

LIVEWARP_KERNELS_BEGIN

/// Warps of a block, each with a walk of its own.
constexpr int nbody_walk_warps = 4;
/// Places of a warp's stack, and how many of them are entered one node at a time alone. A node that
/// is opened leaves one place and takes at most two: a warp that opens 32 at once needs 32 more.
/// Near the end of the stack it opens one, and the one put there last: then each node on the way
/// down leaves at most its sister behind. No way is longer than the bits of key and body.
constexpr int nbody_stack = 512, nbody_stack_rest = 3 * nbody_key_bits + 32 + 1;
/// Sources that a warp gathers before all its lanes run through them.
constexpr int nbody_list = 64;

/// What the lanes of a warp share.
template <bool Quadrupole>
struct NbodyWarpLists {
  int stack[nbody_stack];
  float4 bodies[nbody_list];                     ///< and cells, where nothing but mass counts
  float4 cells[Quadrupole ? 3 : 1][nbody_list];  ///< as `nbody_pull_cell` takes them
};

/// The sum over pairs of lanes `away` from one another.
__device__ __forceinline__ void nbody_add_lanes(NbodySum<float>& sum, int away) {
  sum.x += __shfl_xor_sync(0xffffffffu, sum.x, away);
  sum.y += __shfl_xor_sync(0xffffffffu, sum.y, away);
  sum.z += __shfl_xor_sync(0xffffffffu, sum.z, away);
}
__device__ __forceinline__ void nbody_add_lanes(NbodyPull& sum, int away) {
  nbody_add_lanes(static_cast<NbodySum<float>&>(sum), away);
  sum.potential += __shfl_xor_sync(0xffffffffu, sum.potential, away);
}

/// A warp's walk for its bodies: each lane has `Items` of them, or `Lanes` lanes share one. `Sum`
/// is what is added up of a body: an `NbodySum`, or an `NbodyPull`.
template <bool Quadrupole, int Items, int Lanes, class Sum = NbodySum<float>>
class NbodyWalk {
 public:
  static_assert(Items == 1 || Lanes == 1);
  static constexpr int apart = 32 / Lanes, bodies = apart * Items;

  __device__ __forceinline__ NbodyWalk(const NbodyTree& tree, NbodyWarpLists<Quadrupole>& lists,
                                       int first, float softening2)
      : tree_(tree), lists_(lists), softening2_(softening2), lane_(threadIdx.x % 32) {
    LIVEWARP_UNROLL()
    for (int k = 0; k < Items; ++k) at_[k] = tree.sorted[min(first + body(k), tree.n - 1)];
    box_ = NbodyBox::around(at_[0]);
    LIVEWARP_UNROLL()
    for (int k = 1; k < Items; ++k) box_.hold(NbodyBox::around(at_[k]));
    for (int away = apart / 2; away > 0; away /= 2) {
      NbodyBox other;
      LIVEWARP_UNROLL()
      for (int c = 0; c < 3; ++c) {
        other.low[c] = __shfl_xor_sync(all_, box_.low[c], away);
        other.high[c] = __shfl_xor_sync(all_, box_.high[c], away);
      }
      box_.hold(other);
    }
  }

  /// Where this lane's k-th body stands among the walk's.
  __device__ __forceinline__ int body(int k) const { return 32 * k + lane_ % apart; }
  /// Its sum, when all is done.
  __device__ __forceinline__ const Sum& sum(int k) const { return sums_[k]; }

  /// Computes the forces. False, and nothing, once more than `budget` sources have been asked.
  __device__ __forceinline__ bool run(int budget) {
    budget_ = budget;
    if (tree_.n <= tree_.leaf) {
      add_leaf(0, tree_.n);
    } else {
      if (lane_ == 0) lists_.stack[0] = 0;
      height_ = 1;
    }
    while (height_ > 0 && asked_ <= budget_) open_some();
    if (asked_ > budget_) return false;
    ask_bodies();
    if (Quadrupole) ask_cells();
    if (Lanes > 1) add_up();
    return true;
  }

 private:
  static constexpr unsigned all_ = 0xffffffffu;

  /// Takes nodes from the stack, one a lane, and looks at their children.
  __device__ __forceinline__ void open_some() {
    const int room = nbody_stack - nbody_stack_rest - height_;
    const int taken = min(height_, min(32, max(1, room)));
    height_ -= taken;
    __syncwarp();
    const bool mine = lane_ < taken;
    const int2 children =
        mine ? load_readonly(tree_.links + lists_.stack[height_ + lane_]) : make_int2(0, 0);
    __syncwarp();
    look_at({children.x}, mine);
    look_at({children.y}, mine);
  }

  __device__ __forceinline__ void look_at(NbodyChild child, bool mine) {
    const int number = child.number();
    const bool is_body = number >= tree_.n;
    float4 sphere = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    if (mine)
      sphere =
          load_readonly(is_body ? tree_.sorted + (number - tree_.n) : &tree_.cells[number].sphere);
    const float mass = sphere.w;
    if (is_body) sphere.w = 0.0f;
    const bool far = mine && (is_body || nbody_is_far(sphere, box_));
    const bool near = mine && !far;
    add_far(far, number, sphere, is_body, mass);
    const unsigned opened = __ballot_sync(all_, near && !child.is_leaf());
    if (near && !child.is_leaf()) lists_.stack[height_ + rank(opened)] = number;
    height_ += __popc(opened);
    unsigned leaves = __ballot_sync(all_, near && child.is_leaf());
    for (; leaves != 0; leaves &= leaves - 1) {
      const int leaf = __shfl_sync(all_, number, __ffs(int(leaves)) - 1);
      const int2 of_leaf = load_readonly(tree_.links + leaf);
      add_leaf(of_leaf.x, of_leaf.y);
    }
  }

  /// Lists the cells that lanes have found to be far. One body is a body, however near.
  __device__ __forceinline__ void add_far(bool far, int number, float4 sphere, bool is_body,
                                          float mass) {
    float4 first, second;
    if (far && !is_body) {
      first = load_readonly(&tree_.cells[number].first);
      mass = first.x;
      if (Quadrupole) second = load_readonly(&tree_.cells[number].second);
    }
    const float4 point = make_float4(sphere.x, sphere.y, sphere.z, mass);
    const bool as_body = far && (!Quadrupole || is_body);
    const unsigned points = __ballot_sync(all_, as_body);
    const int place = room_for_bodies(__popc(points));
    if (as_body) lists_.bodies[place + rank(points)] = point;
    if (!Quadrupole) return;
    const bool as_cell = far && !is_body;
    const unsigned cells = __ballot_sync(all_, as_cell);
    const int cell_place = room_for_cells(__popc(cells)) + rank(cells);
    if (as_cell) {
      lists_.cells[0][cell_place] = point;
      lists_.cells[Quadrupole ? 1 : 0][cell_place] =
          make_float4(first.y, first.z, first.w, second.w);
      lists_.cells[Quadrupole ? 2 : 0][cell_place] =
          make_float4(second.x, second.y, second.z, 0.0f);
    }
  }

  __device__ __forceinline__ void add_leaf(int first, int count) {
    const int place = room_for_bodies(count);
    if (lane_ < count) lists_.bodies[place + lane_] = load_readonly(tree_.sorted + first + lane_);
  }

  /// Where `more` entries of a list may be put: behind the others, or, where there is no room, in
  /// front, after all are asked.
  __device__ __forceinline__ int room_for_bodies(int more) {
    if (body_count_ + more > nbody_list) ask_bodies();
    body_count_ += more;
    return body_count_ - more;
  }
  __device__ __forceinline__ int room_for_cells(int more) {
    if (cell_count_ + more > nbody_list) ask_cells();
    cell_count_ += more;
    return cell_count_ - more;
  }
  __device__ __forceinline__ int rank(unsigned lanes) const {
    return __popc(lanes & ((1u << lane_) - 1));
  }

  __device__ __forceinline__ void ask_bodies() {
    __syncwarp();
    LIVEWARP_UNROLL(4)
    for (int j = lane_ / apart; j < body_count_; j += Lanes) {
      const float4 source = lists_.bodies[j];
      LIVEWARP_UNROLL()
      for (int k = 0; k < Items; ++k) nbody_pull(sums_[k], at_[k], source, softening2_);
    }
    __syncwarp();
    asked_ += body_count_;
    body_count_ = 0;
  }
  __device__ __forceinline__ void ask_cells() {
    __syncwarp();
    LIVEWARP_UNROLL(2)
    for (int j = lane_ / apart; j < cell_count_; j += Lanes) {
      const float4 mass = lists_.cells[0][j], upper = lists_.cells[Quadrupole ? 1 : 0][j];
      const float4 lower = lists_.cells[Quadrupole ? 2 : 0][j];
      LIVEWARP_UNROLL()
      for (int k = 0; k < Items; ++k)
        nbody_pull_cell(sums_[k], at_[k], mass, upper, lower, softening2_);
    }
    __syncwarp();
    asked_ += cell_count_;
    cell_count_ = 0;
  }

  /// The lanes' parts of a body's sum, in all of them.
  __device__ __forceinline__ void add_up() {
    LIVEWARP_UNROLL()
    for (int k = 0; k < Items; ++k)
      for (int away = apart; away < 32; away *= 2) nbody_add_lanes(sums_[k], away);
  }

  const NbodyTree& tree_;
  NbodyWarpLists<Quadrupole>& lists_;
  const float softening2_;
  const int lane_;
  float4 at_[Items];
  Sum sums_[Items];
  NbodyBox box_;
  int height_ = 0, body_count_ = 0, cell_count_ = 0;
  int budget_ = 0, asked_ = 0;
};

/// Where a walk's results go.
struct NbodyOutcome {
  const unsigned* order;  ///< which body is the k-th of the tree
  float4 *velocity, *acceleration;
  float kick;
  float* potential;  ///< of the k-th body, where that is added up

  __device__ __forceinline__ void finish(int place, const NbodySum<float>& a) const {
    nbody_finish(int(order[place]), a, kick, velocity, acceleration);
  }
  __device__ __forceinline__ void finish(int place, const NbodyPull& a) const {
    finish(place, static_cast<const NbodySum<float>&>(a));
    potential[place] = a.potential;
  }
};

// Lesson tree-monopole: Far away a cell of bodies pulls like its mass at its centre of mass: N log
// N interactions in place of N squared (Barnes & Hut 1986). A cell is opened where it looks larger
// than the angle theta. A warp walks the tree once for 32 neighbours and their box: all lanes agree
// on what is opened, and run through the same list. Neighbours in space must be neighbours in the
// list: that is the sort's work, and the curve's. Try Morton's.
//
// Lesson tree-quadrupole: A cell is more than a point: its second moments say how its mass is
// spread (Hernquist 1987). An interaction costs three times as much, and the error falls with the
// third power of theta instead of the second. Opened by error, light cells count as a whole from
// nearer than heavy ones, and as many interactions err less. Moments are found from the leaves up:
// whoever comes second to a node puts it together.
//
// Lesson tree-energy: All pairs can tell the energy of a hundred thousand bodies; of millions only
// the tree can. A cell that pulls has the potential at hand as well, its quadrupole's too: an
// addition for each source, and a small kernel that adds up bodies. Watch that energy while you
// change the opening angle or the time step: which of them does it depend on?
//
// A group of bodies far apart from one another has a large box, opens most of the tree, and would
// hold the launch for long: beyond `budget` sources it is left to `nbody_tree_wide`.
template <bool Quadrupole, int Items, int Lanes, class Sum>
__global__ void __launch_bounds__(32 * nbody_walk_warps)
    nbody_tree_walk(NbodyTree tree, NbodyOutcome outcome, NbodyFindings* findings,
                    int* __restrict__ wide, int first, int last, int budget, float softening2) {
  __shared__ NbodyWarpLists<Quadrupole> lists[nbody_walk_warps];
  using Walk = NbodyWalk<Quadrupole, Items, Lanes, Sum>;
  const int warp = threadIdx.x / 32;
  const int begin = first + (blockIdx.x * nbody_walk_warps + warp) * Walk::bodies;
  if (begin >= last) return;
  Walk walk(tree, lists[warp], begin, softening2);
  if (!walk.run(budget)) {
    if (threadIdx.x % 32 == 0) wide[atomicAdd(&findings->wide, 1u)] = begin;
    return;
  }
  LIVEWARP_UNROLL()
  for (int k = 0; k < Items; ++k)
    if (threadIdx.x % 32 < Walk::apart && begin + walk.body(k) < last)
      outcome.finish(begin + walk.body(k), walk.sum(k));
}

// The groups that are left: a warp a body, whose lanes share the sources.
template <bool Quadrupole, class Sum>
__global__ void __launch_bounds__(32 * nbody_walk_warps)
    nbody_tree_wide(NbodyTree tree, NbodyOutcome outcome, const NbodyFindings* findings,
                    const int* __restrict__ wide, int group, float softening2) {
  __shared__ NbodyWarpLists<Quadrupole> lists[nbody_walk_warps];
  const int warp = threadIdx.x / 32, warps = gridDim.x * nbody_walk_warps;
  const int tasks = int(findings->wide) * group;
  for (int task = blockIdx.x * nbody_walk_warps + warp; task < tasks; task += warps) {
    const int body = wide[task / group] + task % group;
    if (body >= tree.n) continue;
    NbodyWalk<Quadrupole, 1, 32, Sum> walk(tree, lists[warp], body, softening2);
    walk.run(0x7fffffff);
    if (threadIdx.x % 32 == 0) outcome.finish(body, walk.sum(0));
  }
}

// The energy of all bodies, from the potential that each of them is in.
__global__ void nbody_tree_energy(const float4* __restrict__ sorted, NbodyOutcome outcome, int n,
                                  float softening2, double step,
                                  const __grid_constant__ GridTotal total, double* found) {
  double mine[2] = {};
  for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += gridDim.x * blockDim.x) {
    const NbodyEnergy one(sorted[k], outcome.velocity[outcome.order[k]], outcome.potential[k],
                          softening2);
    mine[0] += one.kinetic, mine[1] += one.potential;
  }
  if (grid_sum(mine, blockIdx.x, gridDim.x, total)) found[0] = step;
}

LIVEWARP_KERNELS_END
