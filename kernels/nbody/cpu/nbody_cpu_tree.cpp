// Gravity by a tree on the host: the tree is that of the CUDA variants, made by the same functions.
#include "kernels/nbody/cpu/nbody_cpu_tree.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <vector>

#include <tbb/parallel_sort.h>

#include "kernels/core/model/vector_isa.h"
#include "kernels/nbody/cpu/nbody_cpu_hwy.h"
#include "kernels/nbody/cpu/nbody_cpu_tree_hwy.h"
#include "kernels/nbody/cpu/nbody_host_cells.h"
#include "kernels/nbody/cpu/nbody_host_step.h"
#include "kernels/nbody/cuda/nbody_tree_memory.h"
#include "kernels/nbody/nbody_tree_error.h"

namespace livewarp {

namespace {

using nbody::TreeMemory;

constexpr std::int64_t tree_piece = 16'384;
/// Bodies that walk together.
constexpr std::int64_t tree_group = vector_granule;

struct KeyOfBody {
  std::uint64_t key;
  std::uint64_t body;
  bool operator<(const KeyOfBody& other) const {
    return key != other.key ? key < other.key : body < other.body;
  }
};

/// Cells as threads pass them on to one another.
struct CellsBetweenThreads : NbodyHostCells {
  bool is_second(unsigned* arrived) const {
    return std::atomic_ref<unsigned>(*arrived).fetch_add(1, std::memory_order_acq_rel) == 1;
  }
};

NbodySurvey survey_of(const float4* position, const float4* acceleration, std::int64_t n,
                      int threads, Exec& exec) {
  std::vector<NbodySurvey> surveys(std::size_t(ceil_div(n, tree_piece)));
  exec.for_range(n, tree_piece, threads, [&](Range range) {
    NbodySurvey survey{NbodyBox::around(position[range.first]), 0};
    for (std::int64_t i = range.first; i < range.last; ++i) {
      survey.box.hold(NbodyBox::around(position[i]));
      const float4 a = acceleration[i];
      survey.pull += sqrtf(a.x * a.x + a.y * a.y + a.z * a.z);
    }
    surveys[std::size_t(range.first / tree_piece)] = survey;
  });
  NbodySurvey all = surveys.front();
  for (std::size_t k = 1; k < surveys.size(); ++k) {
    all.box.hold(surveys[k].box);
    all.pull += surveys[k].pull;
  }
  return all;
}

/// Keys and bodies in order, where both keys' arrays are room for as many pairs.
void sort_bodies(const TreeMemory& memory, const float4* position, const NbodyBox& box,
                 std::int64_t n, const Launch& launch, Exec& exec) {
  const int threads = launch.threads();
  auto* const pairs = reinterpret_cast<KeyOfBody*>(memory.keys[0]);
  const NbodyCurve curve = nbody::curve_of(launch);
  exec.for_range(n, tree_piece, threads, [&](Range range) {
    for (std::int64_t i = range.first; i < range.last; ++i)
      pairs[i] = {nbody_key(position[i], box, curve), std::uint64_t(i)};
  });
  if (threads == 1)
    std::sort(pairs, pairs + n);
  else  // in the executor's arena
    exec.for_range(1, 1, threads, [&](Range) { tbb::parallel_sort(pairs, pairs + n); });
}

NbodyOrder order_of(const Values& launch) {
  return get_text(launch, "moments") == "quadrupole" ? NbodyOrder::quadrupole
                                                     : NbodyOrder::monopole;
}

struct HostTree {
  NbodyTree tree;
  const unsigned* order;
};

HostTree make_tree(const Nbody::Step& step, const Launch& launch, Exec& exec) {
  const int threads = launch.threads();
  const std::int64_t n = step.n;
  const TreeMemory memory(n, 0, step.scratch);
  const auto* const position = static_cast<const float4*>(step.out.position);
  const NbodySurvey survey =
      survey_of(position, static_cast<const float4*>(step.in.acceleration), n, threads, exec);
  sort_bodies(memory, position, survey.box, n, launch, exec);
  const NbodyTree tree = memory.tree_of(n, launch);
  const auto* const pairs = reinterpret_cast<const KeyOfBody*>(memory.keys[0]);
  // The sorted keys lie where cells will.
  auto* const keys = reinterpret_cast<uint64*>(tree.boxes);
  exec.for_range(n, tree_piece, threads, [&](Range range) {
    for (std::int64_t i = range.first; i < range.last; ++i) {
      memory.order[0][i] = unsigned(pairs[i].body);
      tree.sorted[i] = position[pairs[i].body];
      keys[i] = pairs[i].key;
    }
  });
  std::atomic<std::int64_t> leaves = 0;
  exec.for_range(n - 1, tree_piece, threads, [&](Range range) {
    for (std::int64_t i = range.first; i < range.last; ++i)
      for (const NbodyLeaf& leaf : nbody_branch(tree, keys, int(i)).leaves)
        if (leaf.count > 0) tree.leaves[leaves++] = leaf;
  });
  const CellsBetweenThreads cells{
      nbody::allowance_of(launch.values(), order_of(launch.values()) == NbodyOrder::quadrupole)
          .opening(survey.pull, int(n))};
  exec.for_range(leaves, tree_piece / 16, threads, [&](Range range) {
    for (std::int64_t k = range.first; k < range.last; ++k)
      nbody_climb(tree, tree.leaves[k], cells);
  });
  return {tree, memory.order[0]};
}

/// What a group of bodies asks, gathered by a walk; kept by a thread from one group to the next.
struct GroupWalk {
  std::vector<int> stack;
  std::vector<Float4> bodies;  ///< the group's, and behind them sources
  std::vector<NbodyFarCell> cells;
  std::array<Float4, tree_group> acceleration;

  static Float4 plain(const float4& p) { return {p.x, p.y, p.z, p.w}; }
  void add(const NbodyTree& tree, int first, int count) {
    for (int k = 0; k < count; ++k) bodies.push_back(plain(tree.sorted[first + k]));
  }
  void add(const NbodyCell& cell, bool quadrupole) {
    const float4 &s = cell.sphere, &a = cell.first, &b = cell.second;
    if (quadrupole)
      cells.push_back({s.x, s.y, s.z, a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w, 0});
    else
      bodies.push_back({s.x, s.y, s.z, a.x});
  }
  void look_at(const NbodyTree& tree, NbodyChild child, const NbodyBox& box, bool quadrupole) {
    const int number = child.number();
    if (number >= tree.n) return add(tree, number - tree.n, 1);
    const NbodyCell& cell = tree.cells[number];
    if (nbody_is_far(cell.sphere, box)) return add(cell, quadrupole);
    if (!child.is_leaf()) return stack.push_back(number);
    add(tree, tree.links[number].x, tree.links[number].y);
  }
  void walk(const NbodyTree& tree, Range group, bool quadrupole) {
    bodies.clear();
    cells.clear();
    NbodyBox box = NbodyBox::around(tree.sorted[group.first]);
    for (std::int64_t i = group.first; i < group.last; ++i)
      box.hold(NbodyBox::around(tree.sorted[i]));
    add(tree, int(group.first), int(group.size()));
    if (tree.n <= tree.leaf) return add(tree, 0, tree.n);
    stack.assign(1, 0);
    while (!stack.empty()) {
      const int2 children = tree.links[stack.back()];
      stack.pop_back();
      look_at(tree, {children.x}, box, quadrupole);
      look_at(tree, {children.y}, box, quadrupole);
    }
  }
};

// Lesson tree-threads: Barnes and Hut's tree on all cores: a cell far away counts by its moments,
// so that a body asks thousands of sources in place of all. It is the GPU's tree, found by the same
// functions: each core makes nodes and walks for groups of 64 neighbours, whose lists then run
// through the vector registers as all pairs do. Where a walk ends the arithmetic begins: compare
// the times with the number of pairs.
void tree_step(const Nbody::Step& step, const Launch& launch, Exec& exec) {
  const std::int64_t n = step.n;
  const bool quadrupole = order_of(launch.values()) == NbodyOrder::quadrupole;
  const std::string& isa = launch.text("isa");
  const auto softening2 = float(step.softening2);
  const auto out = step.out.as<Float4>();
  integrated_step<Float4, float>(step, exec, launch.threads(), [&] {
    const HostTree made = make_tree(step, launch, exec);
    exec.for_range(ceil_div(n, tree_group), 4, launch.threads(), [&](Range range) {
      thread_local GroupWalk walk;
      for (std::int64_t g = range.first; g < range.last; ++g) {
        const Range group{g * tree_group, std::min((g + 1) * tree_group, n)};
        const std::int64_t count = group.size();
        walk.walk(made.tree, group, quadrupole);
        walk.acceleration = {};
        Float4* const sums = walk.acceleration.data();
        vector_pull(isa, walk.bodies.data(), sums, {0, count},
                    {count, std::int64_t(walk.bodies.size())}, softening2);
        vector_pull_cells(isa, walk.bodies.data(), sums, count, walk.cells.data(),
                          std::int64_t(walk.cells.size()), softening2);
        for (std::int64_t k = 0; k < count; ++k)
          out.acceleration[made.order[group.first + k]] = sums[k];
      }
    });
  });
}

}  // namespace

Variant<Nbody> tree_threads() {
  auto variant = cpu_variant<Nbody>("tree-threads", "Tree, threads", tree_step);
  variant.undivided = "its tree is made of all bodies";
  variant.topic = "L1.7";
  variant.source = "Barnes & Hut, Nature 324 (1986); Hernquist, ApJ Suppl. 64 (1987)";
  variant.axes = {
      nbody::opening_axis("error"),
      nbody::theta_axis("0.8"),
      choice_axis("moments", "Moments",
                  {{"quadrupole", "Quadrupole", {}}, {"monopole", "Monopole", {}}}, "quadrupole",
                  "What is known of a cell: its mass and where that is, or also how it is spread."),
      nbody::leaf_axis(),
      nbody::curve_axis(),
      isa_axis("The SIMD instruction set to compute with: 4, 8 or 16 bodies at a time."),
      threads_axis("bodies")};
  set_tree_tolerance(variant, NbodyOrder::quadrupole);
  variant.launch_tolerance = [](const Values& launch) {
    return nbody_tree_tolerance(order_of(launch), nbody_theta(launch));
  };
  variant.scratch_bytes = [](const Nbody::Problem& problem, const Launch&) {
    return TreeMemory(problem.n, 0, nullptr).bytes;
  };
  variant.cost = nbody_tree_cost;
  return variant;
}

}  // namespace livewarp
