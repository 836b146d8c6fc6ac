// The tree over the picture: boxes of a level, or what a body asks on its walk. Made by the
// functions of the kernels, as the chosen variant's launch says, or, where that has no tree, as the
// tree with quadrupoles does.
#include "kernels/nbody/nbody_outline.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "kernels/nbody/cpu/nbody_host_tree.h"
#include "kernels/nbody/cuda/nbody_tree_memory.h"
#include "kernels/nbody/nbody.h"

namespace livewarp {

namespace {

/// Twelve edges.
void add_box(Outline& outline, const NbodyBox& box, LineKind kind) {
  const auto corner = [&](int which) {
    return std::array<float, 3>{which & 1 ? box.high[0] : box.low[0],
                                which & 2 ? box.high[1] : box.low[1],
                                which & 4 ? box.high[2] : box.low[2]};
  };
  for (int axis = 0; axis < 3; ++axis)
    for (int from = 0; from < 8; ++from)
      if (!(from & 1 << axis))
        outline.lines.push_back({corner(from), corner(from | 1 << axis), kind});
}

/// What a tree is made by.
struct TreeSetting {
  int leaf = 16;
  NbodyCurve curve = NbodyCurve::hilbert;
  NbodyAllowance allowance{};
};

TreeSetting setting_of(const Choice& choice) {
  const bool has_tree = choice.launch.contains("theta");
  const Values values = has_tree ? choice.launch
                                 : defaults({nbody::opening_axis("error"), nbody::theta_axis("0.8"),
                                             nbody::leaf_axis(), nbody::curve_axis()});
  const Launch launch(values);
  // On a GPU each order is a variant, on the host an axis.
  const bool monopole = choice.variant == "tree-monopole" ||
                        (values.contains("moments") && launch.text("moments") == "monopole");
  return {int(launch.integer("leaf")), nbody::curve_of(launch),
          nbody::allowance_of(values, !monopole)};
}

std::size_t bytes_of_body(const HostState& state) {
  return with_vec4(state.precision, []<class Vec4>(Vec4) { return sizeof(Vec4); });
}

struct Bodies {
  std::vector<float4> at;
  float pull = 0;  ///< accelerations, added up
};

Bodies bodies_in(const HostState& state) {
  return with_vec4(state.precision, [&]<class Vec4>(Vec4) {
    const auto fields = bodies_of<Vec4>(state);
    const std::size_t n = state.fields.at(0).size() / bytes_of_body(state);
    Bodies bodies;
    bodies.at.reserve(n);
    double pull = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const Vec4 &x = fields.position[i], &a = fields.acceleration[i];
      bodies.at.push_back({float(x.x), float(x.y), float(x.z), float(x.w)});
      pull += std::sqrt(double(a.x) * a.x + double(a.y) * a.y + double(a.z) * a.z);
    }
    bodies.pull = float(pull);
    return bodies;
  });
}

bool is_inner(const NbodyTree& tree, NbodyChild child) {
  return !child.is_leaf() && child.number() < tree.n;
}

/// Calls `use(node)` for the inner nodes so many levels below one.
template <class F>
void at_level(const NbodyTree& tree, int node, int below, const F& use) {
  if (below == 0) return use(node);
  const int2 children = tree.links[node];
  for (const NbodyChild child : {NbodyChild{children.x}, NbodyChild{children.y}})
    if (is_inner(tree, child)) at_level(tree, child.number(), below - 1, use);
}

Readout counted(const char* id, const char* label, std::int64_t count, const char* help) {
  return {.id = id, .label = label, .value = double(count), .digits = 9, .help = help};
}

Outline boxes(const NbodyTree& tree, int level) {
  Outline outline;
  std::int64_t count = 0;
  if (tree.n > tree.leaf)
    at_level(tree, 0, level, [&](int node) {
      add_box(outline, tree.boxes[node], LineKind::cell);
      ++count;
    });
  outline.readouts.push_back(counted("boxes", "Boxes of the level", count,
                                     "Cells of that halving which are divided further."));
  return outline;
}

/// What the k-th body of the tree asks, walking alone.
Outline walk(const NbodyTree& tree, int k) {
  Outline outline;
  const NbodyBox self = NbodyBox::around(tree.sorted[k]);
  std::int64_t accepted = 0, opened = 0, near = 0;
  std::vector<NbodyChild> stack;
  if (tree.n <= tree.leaf)
    near = tree.n;
  else
    stack.push_back(NbodyChild::make(0, false));
  while (!stack.empty()) {
    const NbodyChild child = stack.back();
    stack.pop_back();
    const int number = child.number();
    if (number >= tree.n) {
      ++near;
    } else if (nbody_is_far(tree.cells[number].sphere, self)) {
      ++accepted;
      add_box(outline, tree.boxes[number], LineKind::accepted);
    } else if (child.is_leaf()) {
      near += tree.links[number].y;
      add_box(outline, tree.boxes[number], LineKind::near);
    } else {
      ++opened;
      add_box(outline, tree.boxes[number], LineKind::opened);
      stack.push_back({tree.links[number].x});
      stack.push_back({tree.links[number].y});
    }
  }
  outline.readouts = {
      counted("walk-cells", "Cells as a whole", accepted,
              "That the body which is followed takes as a whole, of all that are far enough."),
      counted("walk-opened", "Cells opened", opened, "That it looks into, since they are near."),
      counted("walk-bodies", "Bodies one by one", near, "Of leaves that are near, itself too.")};
  return outline;
}

}  // namespace

Outline Nbody::outline(const Choice& choice, const HostState& state, const Job& job) const {
  const std::string& drawn = get_text(choice.view, "tree");
  if (drawn == "none") return {};
  const auto n = std::int64_t(state.fields.at(0).size() / bytes_of_body(state));
  if (n > most_outlined_bodies)
    return {{},
            {counted("tree-limit", "Tree drawn up to", most_outlined_bodies,
                     "Bodies. The tree that is drawn is made by one thread of the host.")}};
  job.at(0);
  const Bodies bodies = bodies_in(state);
  const TreeSetting setting = setting_of(choice);
  job.at(0.2);
  const NbodyHostTree made(bodies.at, setting.leaf, setting.curve,
                           setting.allowance.opening(bodies.pull, int(bodies.at.size())));
  job.at(0.9);
  if (drawn == "boxes") return boxes(made.tree(), int(get_integer(choice.view, "level")));
  const double last = double(bodies.at.size() - 1);
  return walk(made.tree(), int(std::lround(get_real(choice.view, "followed") * last)));
}

}  // namespace livewarp
