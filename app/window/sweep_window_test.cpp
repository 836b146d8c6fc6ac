// The sweep in a window: two keys, Esc, and what can be saved.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "app/testing/driven_window_test.h"
#include "app/testing/test_context.h"
#include "render/gl/png.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

class SweepWindowTest : public testing::Test {
 protected:
  Registry registry_;
  Machine machine_ = test::machine_without_gpu();
  Choice start() const {
    Choice choice = default_choice(*registry_.find("nbody"), "vector", Backend::cpu);
    choice.problem["n"] = std::int64_t{300};
    return choice;
  }
  /// Opens the tab, and takes what it proposes: the sizes.
  static void begin(DrivenWindow& driven) {
    driven.drive([&](ImGuiTestContext& user) {
      user.KeyPress(ImGuiKey_G);
      user.Yield(3);
      EXPECT_FALSE(driven.live().sweep().running()) << "it asks first";
      EXPECT_TRUE(user.ItemExists("//Analysis/sweep-size"));
      user.KeyPress(ImGuiKey_Enter);
    });
  }
  static std::size_t points(const ui::Model& model) {
    std::size_t count = 0;
    for (const Graph& graph : model.graphs)
      for (const Curve& curve : graph.curves) count += curve.points.size();
    return count;
  }
};

TEST_F(SweepWindowTest, ItAsksWhatToVaryAndEscapeKeepsWhatIsThere) {
  DrivenWindow driven(registry_, machine_, start());
  Session& session = driven.session();
  const auto model = [&]() -> const ui::Model& { return driven.live().model(); };
  ASSERT_TRUE(driven.frames_until(30s, [&] { return session.steps() > 2; }));
  const Choice before = session.choice();
  begin(driven);
  ASSERT_TRUE(driven.frames_until(20s, [&] { return model().job.has_value(); }));
  EXPECT_NE(model().job->name.find("Sweep"), std::string::npos);
  EXPECT_FALSE(model().job->picture_paused) << "the live part draws";
  ASSERT_TRUE(driven.frames_until(120s, [&] { return points(model()) >= 3; }));

  // What the user changes meanwhile is not taken.
  driven.drive([](ImGuiTestContext& user) { user.ItemClick("//Variants/row/scalar"); });
  EXPECT_EQ(session.variant().name, "vector");

  driven.drive([](ImGuiTestContext& user) { user.KeyPress(ImGuiKey_Escape); });
  ASSERT_TRUE(driven.frames_until(20s, [&] { return !model().job.has_value(); }));
  EXPECT_EQ(session.choice(), before);
  EXPECT_GE(points(model()), 3u);
  EXPECT_TRUE(model().graphs.front().partial);

  bool open = false;
  driven.drive([&](ImGuiTestContext& user) {
    open = user.ItemExists("//Analysis/save-png");
    user.KeyPress(ImGuiKey_Escape);
    user.Yield(3);
    EXPECT_FALSE(user.ItemExists("//Analysis/save-png")) << "a second Esc closes the panel";
  });
  EXPECT_TRUE(open);
}

TEST_F(SweepWindowTest, GraphIsSavedAndTheWindowDrawsOn) {
  const test::TemporaryFolder folder;
  const std::filesystem::path here = std::filesystem::current_path();
  std::filesystem::current_path(folder.file(""));
  // Without a program that shows dialogs files go into the present folder.
  const char* const programs = std::getenv("PATH");
  const std::string path_before = programs ? programs : "";
  setenv("PATH", folder.file("").c_str(), 1);
  {
    DrivenWindow driven(registry_, machine_, start());
    Session& session = driven.session();
    const auto model = [&]() -> const ui::Model& { return driven.live().model(); };
    ASSERT_TRUE(driven.frames_until(30s, [&] { return session.steps() > 2; }));
    begin(driven);
    ASSERT_TRUE(driven.frames_until(120s, [&] { return points(model()) >= 2; }));
    driven.drive([](ImGuiTestContext& user) {
      user.KeyPress(ImGuiKey_Escape);
      user.Yield(5);
      user.ItemClick("//Analysis/save-csv");
      user.ItemClick("//Analysis/save-png");
    });
    const std::int64_t steps = session.steps();
    ASSERT_TRUE(driven.frames_until(30s, [&] { return session.steps() > steps + 3; }));
    EXPECT_EQ(driven.live().report().gl_errors, 0);
  }
  setenv("PATH", path_before.c_str(), 1);
  std::filesystem::current_path(here);
  int csv = 0, png = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.file(""))) {
    if (entry.path().extension() == ".csv") {
      ++csv;
      const std::string text = test::content_of(entry.path().string());
      EXPECT_TRUE(text.starts_with("workload,variant,")) << text;
      EXPECT_NE(text.find(",live,true,"), std::string::npos) << text;
    }
    if (entry.path().extension() == ".png") {
      ++png;
      EXPECT_EQ(read_png(entry.path().string()).width, 1920);
    }
  }
  EXPECT_EQ(csv, 1);
  EXPECT_EQ(png, 1);
}

}  // namespace
}  // namespace livewarp
