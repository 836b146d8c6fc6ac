// What is drawn of the tree over the bodies: boxes of a level, and a body's walk.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "kernels/nbody/nbody_outline.h"
#include "kernels/nbody/nbody_test_support.h"

namespace livewarp {
namespace {

class NbodyOutline : public NbodyVariants {
 protected:
  using Corner = std::array<float, 3>;
  static constexpr std::size_t edges = 12;

  Choice choice(const std::string& drawn, std::int64_t n) const {
    Choice made = default_choice(workload_, "tree-quadrupole", Backend::cuda);
    made.problem["n"] = n;
    made.view["tree"] = drawn;
    return made;
  }
  Outline outline(const Choice& of) const {
    return workload_.outline(of, workload_.initial_state(of.problem), Job{});
  }
  static double readout(const Outline& of, const std::string& id) {
    return std::ranges::find(of.readouts, id, &Readout::id)->value;
  }
  struct Box {
    Corner low, high;
  };
  static Box box_of(const Outline& of, std::size_t which) {
    Box box{of.lines[which * edges].from, of.lines[which * edges].from};
    for (std::size_t i = which * edges; i < (which + 1) * edges; ++i)
      for (const Corner& end : {of.lines[i].from, of.lines[i].to})
        for (std::size_t c = 0; c < 3; ++c) {
          box.low[c] = std::min(box.low[c], end[c]);
          box.high[c] = std::max(box.high[c], end[c]);
        }
    return box;
  }
  static bool holds(const Box& box, const Float4& body) {
    const Corner at{body.x, body.y, body.z};
    for (std::size_t c = 0; c < 3; ++c)
      if (at[c] < box.low[c] || at[c] > box.high[c]) return false;
    return true;
  }
};

TEST_F(NbodyOutline, IsNothingUnlessItIsAskedFor) {
  const Outline none = outline(choice("none", 1000));
  EXPECT_TRUE(none.lines.empty());
  EXPECT_TRUE(none.readouts.empty());
}

// The box of level 0 is that of all bodies. Each level's boxes lie in those above it, have no more
// than twice their number, and just that near the top of an even cube.
TEST_F(NbodyOutline, BoxesOfALevelDivideThoseAbove) {
  for (const std::string start : {"plummer", "cube"}) {
    Choice of = choice("boxes", 3000);
    of.problem["start"] = start;
    const HostState state = workload_.initial_state(of.problem);
    std::vector<Box> above;
    for (std::int64_t level = 0; level <= most_outline_level; ++level) {
      of.view["level"] = level;
      const Outline boxes = workload_.outline(of, state, Job{});
      ASSERT_EQ(boxes.lines.size() % edges, 0u);
      std::vector<Box> now;
      for (std::size_t k = 0; k < boxes.lines.size() / edges; ++k) now.push_back(box_of(boxes, k));
      EXPECT_EQ(double(now.size()), readout(boxes, "boxes"));
      if (level == 0) {
        ASSERT_EQ(now.size(), 1u);
        for (std::int64_t i = 0; i < 3000; ++i)
          ASSERT_TRUE(holds(now[0], field(state, 0)[i])) << start << " " << i;
      } else {
        EXPECT_LE(now.size(), 2 * above.size()) << start << level;
        for (const Box& box : now)
          EXPECT_TRUE(std::ranges::any_of(above,
                                          [&](const Box& outer) {
                                            for (std::size_t c = 0; c < 3; ++c)
                                              if (box.low[c] < outer.low[c] ||
                                                  box.high[c] > outer.high[c])
                                                return false;
                                            return true;
                                          }))
              << start << level;
      }
      if (start == "cube" && level <= 5) {
        EXPECT_EQ(now.size(), std::size_t{1} << level) << level;
      }
      above = std::move(now);
    }
  }
}

// Lines tell what numbers do, and a smaller angle opens more. All bodies are in cells that count as
// a whole, or among those that count one by one.
TEST_F(NbodyOutline, AWalkOpensWhatIsNear) {
  Choice of = choice("walk", 4000);
  const HostState state = workload_.initial_state(of.problem);
  double opened = 0;
  for (const char* const theta : {"1", "0.7", "0.4"}) {
    of.launch["theta"] = std::string(theta);
    of.launch["opening"] = std::string("angle");
    const Outline walk = workload_.outline(of, state, Job{});
    ASSERT_EQ(walk.lines.size() % edges, 0u);
    std::array<double, 4> boxes{};
    for (std::size_t k = 0; k < walk.lines.size() / edges; ++k)
      ++boxes[std::size_t(walk.lines[k * edges].kind)];
    EXPECT_EQ(boxes[std::size_t(LineKind::accepted)], readout(walk, "walk-cells")) << theta;
    EXPECT_EQ(boxes[std::size_t(LineKind::opened)], readout(walk, "walk-opened")) << theta;
    EXPECT_GT(readout(walk, "walk-bodies"), 1) << theta;
    EXPECT_LT(readout(walk, "walk-bodies") + readout(walk, "walk-cells"), 4000) << theta;
    EXPECT_GT(readout(walk, "walk-opened"), opened) << theta;
    opened = readout(walk, "walk-opened");
    std::vector<Box> whole;
    for (std::size_t k = 0; k < walk.lines.size() / edges; ++k)
      if (walk.lines[k * edges].kind == LineKind::accepted) whole.push_back(box_of(walk, k));
    std::int64_t outside = 0;
    for (std::int64_t i = 0; i < 4000; ++i)
      outside += std::ranges::none_of(
          whole, [&](const Box& box) { return holds(box, field(state, 0)[i]); });
    EXPECT_GE(outside, 1) << theta;
    EXPECT_LE(outside, readout(walk, "walk-bodies")) << theta;
  }
}

TEST_F(NbodyOutline, FewBodiesAreALeafAndOneIsNoTree) {
  for (const std::int64_t n : {1, 2, 16}) {
    const Outline walk = outline(choice("walk", n));
    EXPECT_TRUE(walk.lines.empty()) << n;
    EXPECT_EQ(readout(walk, "walk-bodies"), double(n));
    EXPECT_TRUE(outline(choice("boxes", n)).lines.empty()) << n;
  }
}

// Whose walk it is: others have other ways.
TEST_F(NbodyOutline, FollowsTheBodyThatIsAskedFor) {
  Choice of = choice("walk", 4000);
  const HostState state = workload_.initial_state(of.problem);
  std::vector<std::size_t> lines;
  for (const double followed : {0.0, 0.5, 1.0}) {
    of.view["followed"] = followed;
    lines.push_back(workload_.outline(of, state, Job{}).lines.size());
  }
  EXPECT_TRUE(lines[0] != lines[1] || lines[1] != lines[2]);
}

TEST_F(NbodyOutline, OfTooManyBodiesSaysWhy) {
  const Choice of = choice("boxes", most_outlined_bodies + 1);
  HostState state;
  state.fields.resize(3);
  state.fields[0].resize(std::size_t(most_outlined_bodies + 1) * sizeof(Float4));
  const Outline none = workload_.outline(of, state, Job{});
  EXPECT_TRUE(none.lines.empty());
  EXPECT_EQ(readout(none, "tree-limit"), double(most_outlined_bodies));
}

// Of a variant without a tree it is that of quadrupoles by error; fp64 states have one too.
TEST_F(NbodyOutline, StandsBesideAnyVariant) {
  const Choice tree = choice("walk", 2000);
  Choice other = default_choice(workload_, "reference-fp64", Backend::cpu);
  other.problem = tree.problem;
  other.view = tree.view;
  const HostState state = stepped(other, Executor::cpu, 0);
  EXPECT_GT(readout(workload_.outline(other, state, Job{}), "walk-cells"), 10);
}

}  // namespace
}  // namespace livewarp
