#include "kernels/access/access.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "kernels/access/access_mesh.h"
#include "kernels/access/access_picture.cuh"
#include "kernels/access/access_touch.h"
#include "kernels/core/testing/variants_test.h"

namespace livewarp {

std::unique_ptr<Workload> make_access();

namespace {

class AccessVariants : public testing::Test {
 protected:
  Choice choice_of(const std::string& variant, std::int64_t n, const std::string& task,
                   const Values& launch = {}) const {
    Choice choice = default_choice(*workload_, variant, workload_->find(variant)->backend);
    choice.problem["n"] = n;
    choice.problem["task"] = task;
    choice.launch = changed(choice.launch, launch);
    return choice;
  }
  /// The result of one step from these elements.
  std::vector<float> made_of(const Choice& choice, const std::vector<float>& elements) const {
    HostState state = workload_->initial_state(choice.problem);
    std::ranges::copy(elements, field_as<float>(state, 0));
    const HostState out = stepped(*workload_, choice, 1, &state);
    const float* const result = field_as<float>(out, 1);
    return {result, result + elements.size()};
  }

  const std::unique_ptr<Workload> workload_ = make_access();
};

TEST_F(AccessVariants, ComputeSixElementsAsOneDoesByHand) {
  const std::vector<float> x{1, 2, 3, 4, 5, 6};
  const std::vector<std::pair<std::string, std::vector<float>>> wanted{
      {"copy", x},
      {"reverse", {6, 5, 4, 3, 2, 1}},
      {"stencil", {4, 6, 9, 12, 15, 17}},  // of radius 1: 1 + 1 + 2, 1 + 2 + 3, ... 5 + 6 + 6
      {"table", {497, 498, 499, 500, 501, 502}},
      {"mesh", {1, 0, 0, 0, 0, -1}}};  // a row of six
  for (const auto& [task, result] : wanted) {
    int computed = 0;
    for (const VariantInfo* const variant : variants_of(*workload_)) {
      Choice choice = choice_of(variant->name, 6, task);
      choice.problem["radius"] = std::int64_t{1};
      choice.problem["order"] = std::string("sorted");
      if (refused(*workload_, choice)) continue;
      EXPECT_EQ(made_of(choice, x), result) << variant->name;
      ++computed;
    }
    EXPECT_GE(computed, 3) << task;
  }
}

TEST_F(AccessVariants, RefuseOtherTasksAndDistancesBeyondTheArray) {
  const auto refusal = [&](const Choice& choice) {
    return workload_->refusal(choice, home_of(*workload_, choice));
  };
  EXPECT_EQ(refusal(choice_of("stencil", 100, "copy")),
            "it computes the task stencil alone: --task stencil");
  EXPECT_EQ(refusal(choice_of("stride", 64, "copy", {{"stride", std::int64_t{64}}})),
            "a stride of 64 elements reaches beyond the array of 64");
  EXPECT_EQ(refusal(choice_of("stride", 65, "copy", {{"stride", std::int64_t{64}}})), "");
  EXPECT_EQ(refusal(choice_of("offset", 7, "copy", {{"offset", std::int64_t{8}}})),
            "an offset of 8 elements reaches beyond the array of 7");
  EXPECT_EQ(refusal(choice_of("lines", 16, "copy", {{"step", std::int64_t{16}}})),
            "a stride of 16 elements reaches beyond the array of 16");
  EXPECT_EQ(refusal(choice_of("lines", 100, "gather")),
            "it computes the task copy alone: --task copy");
}

// Of the array that is sorted every element that the random indices name is named, and no other.
TEST_F(AccessVariants, SortedAndRandomIndicesNameTheSameElements) {
  Choice choice = choice_of("gather", 5001, "gather");
  const auto indices = [&](const char* order) {
    choice.problem["order"] = std::string(order);
    const HostState state = workload_->initial_state(choice.problem);
    return std::vector<int>(field_as<int>(state, 2), field_as<int>(state, 2) + 5001);
  };
  std::vector<int> random = indices("random");
  const std::vector<int> sorted = indices("sorted");
  EXPECT_TRUE(std::ranges::is_sorted(sorted));
  EXPECT_FALSE(std::ranges::is_sorted(random));
  std::ranges::sort(random);
  EXPECT_EQ(random, sorted);
  EXPECT_GE(sorted.front(), 0);
  EXPECT_LT(sorted.back(), 5001);
}

// No two edges of a colour meet in a node, there are as many as said, and all together are the
// mesh.
TEST_F(AccessVariants, EdgesOfAColourNeverMeet) {
  for (const std::int64_t n : {1, 2, 31, 32, 33, 64, 65, 97, 1000, 4099})
    for (const AccessOrder order : {AccessOrder::sorted, AccessOrder::random}) {
      const AccessProblem problem{n, AccessTask::mesh, order, 3, 1};
      const AccessMesh mesh(problem);
      const auto counts = access_edge_counts(problem);
      std::size_t all = 0;
      for (std::size_t color = 0; color < counts.size(); ++color) {
        const auto& edges = mesh.of_color[color];
        EXPECT_EQ(std::int64_t(edges.size()), counts[color]) << n << ", colour " << color;
        all += edges.size();
        std::set<int> nodes;
        for (const AccessMesh::Edge& edge : edges)
          EXPECT_TRUE(nodes.insert(edge.from).second && nodes.insert(edge.to).second) << n;
      }
      EXPECT_EQ(all, mesh.edges.size());
      EXPECT_EQ(access_edge_count(problem), std::int64_t(all));
    }
}

// Whatever the nodes are called, what flows out of one flows into another.
TEST_F(AccessVariants, NothingIsLostOnAMesh) {
  for (const char* const variant : {"edges-atomic", "edges-coloured", "edges-owner", "threads"})
    for (const char* const order : {"sorted", "random"}) {
      Choice choice = choice_of(variant, 1777, "mesh");
      choice.problem["order"] = std::string(order);
      const HostState out = stepped(*workload_, choice);
      const float* const result = field_as<float>(out, 1);
      EXPECT_EQ(std::accumulate(result, result + 1777, 0.0), 0) << variant;
      EXPECT_GT(std::count_if(result, result + 1777, [](float sum) { return sum != 0; }), 1500);
    }
}

/// Cells of a picture in each colour, a look at the middle of each.
struct Cells {
  int used = 0, fetched = 0, left = 0;
};
Cells cells_of(const std::vector<unsigned char>& picture, int lines) {
  constexpr int width = 768;
  const int height = int(picture.size()) / 4 / width;
  const int cell_height = std::min(access_cell_height, (height - access_lines_row) / lines);
  Cells cells;
  for (int row = 0; row < lines; ++row)
    for (int cell = 0; cell < 32; ++cell) {
      const int y = access_lines_row + row * cell_height + cell_height / 2;
      const unsigned char* const at = picture.data() + 4 * (y * width + cell * width / 32 + 12);
      const auto is = [&](uchar4 color) {
        return at[0] == color.x && at[1] == color.y && at[2] == color.z ? 1 : 0;
      };
      cells.used += is(access_used_color());
      cells.fetched += is(access_fetched_color());
      cells.left += is(access_left_color());
    }
  return cells;
}

// 32 elements are used whatever the stride; with each comes its sector.
TEST_F(AccessVariants, ThePictureShowsWhatIsFetchedInVain) {
  const auto shown = [&](const std::string& variant, const std::string& task, int lines,
                         const Values& launch = {}) {
    const Choice choice = choice_of(variant, 40'000, task, launch);
    return cells_of(picture_of(*workload_, choice, stepped(*workload_, choice)), lines);
  };
  for (const std::int64_t stride : {1, 2, 3, 8, 32}) {
    const Cells cells = shown("stride", "copy", int(stride), {{"stride", stride}});
    const std::int64_t sectors = std::min<std::int64_t>(4 * stride, 32);
    EXPECT_EQ(cells.used, 32) << stride;
    EXPECT_EQ(cells.fetched, 8 * sectors - 32) << stride;
    EXPECT_EQ(cells.left, 32 * stride - 8 * sectors) << stride;
  }
  const Cells lines = shown("lines", "copy", 16, {{"step", std::int64_t{16}}});
  EXPECT_EQ(lines.used, 32);
  EXPECT_EQ(lines.fetched, 15 * 32) << "a cache line of 16 for each";
  const Cells gathered = shown("gather", "gather", 32);
  EXPECT_GT(gathered.used, 28) << "few of 32 at random are the same element";
  EXPECT_GT(gathered.fetched, 7 * 28);
}

TEST_F(AccessVariants, SayWhatTheWarpShownFetches) {
  const auto note = [&](const Choice& choice) {
    const auto simulation = workload_->simulate(choice, home_of(*workload_, choice));
    return simulation->view().notes.at(1).text;
  };
  EXPECT_EQ(note(choice_of("stride", 4096, "copy", {{"stride", std::int64_t{4}}})),
            "warp 16, 128 bytes a row: 16 sectors of 32 bytes, 25 % of them used");
  EXPECT_EQ(note(choice_of("lines", 4096, "copy", {{"step", std::int64_t{16}}})),
            "turns from 128, 128 bytes a row: 32 cache lines of 64 bytes, 6 % of them used");
}

}  // namespace
}  // namespace livewarp
