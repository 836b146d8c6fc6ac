// The tab Topology: what is asked for, and what is shown of what the driver tells.
#include "ui/move/panel_topology.h"

#include <gtest/gtest.h>

#include "ui/model/ids.h"
#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

namespace livewarp::ui {
namespace {

FindingsTable matrix_of(const std::string& title, int gpus, const std::string& cell) {
  FindingsTable table{title, {{"GPU", false}}, {}};
  for (int i = 0; i < gpus; ++i) {
    table.columns.push_back({std::to_string(i), false});
    table.rows.push_back({std::to_string(i)});
  }
  for (auto& row : table.rows) row.resize(std::size_t(gpus) + 1, cell);
  return table;
}

class TopologyTab : public testing::Test {
 protected:
  Result show() {
    app.frames(model, 4);
    app.key(model, ImGuiKey_M);
    app.activate(model, ids::path(ids::analysis, ids::topology_tab));
    app.frames(model, 4);
    return app.frame(model);
  }
  const FakeWorld world;
  Model model = running_model(world);
  Headless app;
};

TEST_F(TopologyTab, IsAskedForAsLongAsItIsShown) {
  EXPECT_FALSE(app.frame(model).topology);
  const Result result = show();
  EXPECT_TRUE(result.topology);
  EXPECT_TRUE(result.animating) << "until the driver has answered";
  EXPECT_TRUE(app.says("The driver is asked."));
}

TEST_F(TopologyTab, OneGpuIsASentence) {
  Findings one;
  one.verdict = {"There is one GPU here."};
  model.topology = &one;
  const Result result = show();
  EXPECT_TRUE(app.says("There is one GPU here."));
  EXPECT_FALSE(app.says("The driver is asked."));
}

TEST_F(TopologyTab, MatricesOfTwoGpusAreReadAtOnce) {
  Findings two;
  two.tables = {matrix_of("How they are joined", 2, "NV18"),
                matrix_of("Peer access", 2, "yes, atomics")};
  two.verdict = {"2 GPUs: NVLink joins them."};
  two.left_out = {"Not known: NUMA node."};
  model.topology = &two;
  for (const auto& [width, height] : {std::pair{1280, 720}, std::pair{1920, 1080}}) {
    app.resize(width, height);
    show();
    for (const char* text : {"How they are joined", "Peer access", "NV18", "yes, atomics"})
      EXPECT_TRUE(whole(app, text)) << text << " at " << width;
    EXPECT_TRUE(app.says("2 GPUs: NVLink joins them.")) << width;
    EXPECT_TRUE(app.says("Not known: NUMA node.")) << width;
    app.key(model, ImGuiKey_Escape);
  }
}

TEST_F(TopologyTab, MatricesOfEightGpusScroll) {
  Findings eight;
  eight.tables = {matrix_of("How they are joined", 8, "NV18"),
                  matrix_of("Peer access", 8, "yes, atomics"), matrix_of("Rank", 8, "0")};
  model.topology = &eight;
  show();
  EXPECT_TRUE(app.says("How they are joined"));
  EXPECT_TRUE(whole(app, "NV18"));
}

}  // namespace
}  // namespace livewarp::ui
