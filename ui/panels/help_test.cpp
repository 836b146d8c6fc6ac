#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

/// Everything that reacts to the mouse says what it is.
namespace livewarp::ui {
namespace {

constexpr int pace_x = 16, pace_y = 10;  // finer than the smallest control

/// Things of Dear ImGui's own: scroll bars, tabs of panels, which have words, and the separators
/// between panels.
bool is_furniture(ImGuiID id) {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  const ImGuiWindow* window = g.HoveredWindow;
  if (!window) return true;
  for (const ImGuiAxis axis : {ImGuiAxis_X, ImGuiAxis_Y})
    if (id == ImGui::GetWindowScrollbarID(const_cast<ImGuiWindow*>(window), axis)) return true;
  for (const ImGuiStoragePair& pair : g.DockContext.Nodes.Data) {
    const auto* node = static_cast<const ImGuiDockNode*>(pair.val_p);
    if (!node || !node->HostWindow) continue;
    const ImGuiID scope = ImHashData(&node->ID, sizeof node->ID, node->HostWindow->ID);
    if (id == ImHashStr("##Splitter", 0, scope)) return true;
    if (id == ImHashStr("#TITLEBAR", 0, node->ID)) return true;
    for (int i = 0; node->TabBar && i < node->TabBar->Tabs.Size; ++i)
      if (id == node->TabBar->Tabs[i].ID) return true;
  }
  return id == window->MoveId;
}

/// Whatever the mouse meets on its way over the whole window, and what that says.
std::map<ImGuiID, Helped> walked(Headless& app, const Model& model, int width, int height) {
  std::map<ImGuiID, Helped> met;
  for (int y = pace_y / 2; y < height; y += pace_y)
    for (int x = pace_x / 2; x < width; x += pace_x) {
      app.mouse_to(model, float(x), float(y));
      const ImGuiID id = ImGui::GetCurrentContext()->HoveredId;
      if (id == 0 || id == ids::id_of(ids::path(ids::scene, ids::picture)) || is_furniture(id))
        continue;
      Helped& said = met[id];
      for (const Helped& each : app.helped)
        if (each.id == id) said = each;
      EXPECT_NE(said.id, 0u) << "what is at " << x << ", " << y << " has no help";
      if (said.id == 0) said.id = id;
    }
  return met;
}

std::size_t sentences(const std::string& text) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); ++i)
    if ((text[i] == '.' || text[i] == '?') && (i + 1 == text.size() || text[i + 1] == ' ')) ++count;
  return std::max<std::size_t>(count, 1);  // a fragment counts as one
}

/// A command line begins with a workload, or with a command about one, or with the lab.
bool is_true_command(const std::string& option) {
  std::istringstream words(option);
  std::string word;
  words >> word;
  if (word != "livewarp") return option.starts_with("--");
  words >> word;
  static const std::set<std::string> commands{"ab",   "bench", "blocks",    "counters", "curves",
                                              "edit", "lens",  "occupancy", "report",   "roofline",
                                              "shot", "sweep", "tune"};
  if (word == "transfer") return true;  // of no workload
  if (commands.contains(word) && !(words >> word)) return false;
  static const std::set<std::string> workloads{"nbody", "basics", "kinds", "field"};
  return workloads.contains(word);
}

void expect_complete(const std::map<ImGuiID, Helped>& met, std::size_t at_least) {
  EXPECT_GE(met.size(), at_least) << "the mouse did not come by everything";
  for (const auto& [id, said] : met) {
    EXPECT_FALSE(said.name.empty());
    EXPECT_FALSE(said.text.empty()) << said.name;
    EXPECT_LE(sentences(said.text), 3u) << said.text;
    EXPECT_NE(said.option.empty(), !said.only_here)
        << said.name << ": an option, or said to concern the window alone";
    EXPECT_TRUE(said.option.empty() || is_true_command(said.option))
        << said.name << ": " << said.option;
  }
}

TEST(Help, EveryControlOfARunningWindowHasIt) {
  const FakeWorld world;
  Model model = running_model(world);
  model.notices = {{7, Severity::warning, "Something happened", "Do this", 1}};
  Headless app;
  app.frames(model, 4);
  expect_complete(walked(app, model, 1280, 720), 30);
}

TEST(Help, EveryKindOfParameterHasItGreyedOnesToo) {
  const FakeWorld world;
  Model model = all_kinds_model(world);
  Headless app;
  app.resize(1920, 1080);
  app.frames(model, 4);
  const auto met = walked(app, model, 1920, 1080);
  expect_complete(met, 20);
  for (Param& param : model.params) param.reason = "this machine lacks it";
  app.frames(model, 3);
  const auto greyed = walked(app, model, 1920, 1080);
  expect_complete(greyed, met.size());
}

TEST(Help, EveryRowOfTheMenusHasIt) {
  const FakeWorld world;
  const Model model = running_model(world);
  Headless app;
  app.frames(model, 4);
  app.activate(model, ids::path(ids::top, ids::menu));
  expect_complete(walked(app, model, 1280, 720), 6);
  app.activate(model, ids::path(ids::top, ids::menu, ids::menu_view));
  app.frames(model, 3);
  expect_complete(walked(app, model, 1280, 720), 11);
}

TEST(Help, ToolsJobsAndThePresenterHaveIt) {
  const FakeWorld world;
  Model model = field_model(world);
  model.job = JobStrip{"Measuring", 5, 13, 0.4, 12, true};
  Headless app({.presenter = true});
  app.frames(model, 4);
  expect_complete(walked(app, model, 1280, 720), 1);
  app.key(model, ImGuiKey_F9);
  app.frames(model, 4);
  expect_complete(walked(app, model, 1280, 720), 15);
}

TEST(Help, IconsOfSmallWindowsHaveIt) {
  const FakeWorld world;
  Model model = running_model(world);
  model.notices = {{7, Severity::warning, "Something happened", "Do this", 1}};
  struct Window {
    int width, height;
    double text;
    std::size_t at_least;
  };
  for (const Window& window : {Window{1280, 720, 1.5, 10}, Window{1280, 720, 1.25, 20},
                               Window{800, 460, 1, 10}, Window{480, 280, 1, 1}}) {
    Headless app({.text_scale = window.text});
    app.resize(window.width, window.height);
    app.frames(model, 4);
    expect_complete(walked(app, model, window.width, window.height), window.at_least);
    app.key(model, ImGuiKey_F2);
    app.frames(model, 4);
    expect_complete(walked(app, model, window.width, window.height), window.at_least);
  }
}

TEST(Help, TheLineBetweenTwoPicturesHasIt) {
  const FakeWorld world;
  Model model = running_model(world);
  Param split = real_param("split", "Split", "", 0, 1, 0.5, "Where they meet.");
  split.group = ParamGroup::view;
  model.params.push_back(split);
  model.view = {.kind = PictureKind::image, .divider = "split"};
  model.scene_image = {20, 60, 400, 300};
  Headless app;
  app.frames(model, 4);
  const auto met = walked(app, model, 1280, 720);
  expect_complete(met, 30);
  EXPECT_TRUE(met.contains(ids::id_of(ids::path(ids::scene, ids::divider))));
}

TEST(Help, IdsAreTheSameWhateverLabelsSay) {
  const FakeWorld world;
  Model model = running_model(world);
  Headless app;
  app.frames(model, 4);
  const auto ids = [&] {
    app.frame(model);
    std::set<std::uint32_t> all;
    for (const Helped& each : app.helped) all.insert(each.id);
    return all;
  };
  const std::set<std::uint32_t> before = ids();
  ASSERT_GT(before.size(), 30u);
  EXPECT_TRUE(before.contains(ids::id_of(ids::path(ids::controls, ids::block, "128"))));
  model.choice.paused = true;  // Pause becomes Resume
  model.measure_all_seconds = 21;
  model.step.median = 99;
  EXPECT_EQ(ids(), before);
  model.job = JobStrip{"Measuring", 5, 13, 0.4, 12, true};
  std::set<std::uint32_t> with_job = before;
  with_job.insert(ids::id_of(ids::path(ids::status, ids::cancel_job)));
  EXPECT_EQ(ids(), with_job);
}

TEST(Help, ComesAfterARestAndNamesTheOption) {
  const FakeWorld world;
  const Model model = running_model(world);
  Headless app;
  app.frames(model, 4);
  app.find(model, ids::path(ids::controls, ids::block, "128"), 150);
  EXPECT_FALSE(app.says("--block 128")) << "at once";
  app.dt = 0.1;
  app.frames(model, 3);
  EXPECT_FALSE(app.says("--block 128")) << "after 0.3 s";
  app.frames(model, 4);
  EXPECT_TRUE(app.says("--block 128"));
}

TEST(Help, GoesWithAKeyAndComesBackWithTheMouse) {
  const FakeWorld world;
  const Model model = running_model(world);
  Headless app;
  app.dt = 0.1;
  app.find(model, ids::path(ids::controls, ids::block, "128"), 150);
  app.frames(model, 8);
  ASSERT_TRUE(app.says("--block 128"));
  const ImVec2 at = ImGui::GetIO().MousePos;
  app.key(model, ImGuiKey_F1);
  app.frames(model, 8);
  EXPECT_FALSE(app.says("--block 128"));
  app.key(model, ImGuiKey_F1);
  app.mouse_to(model, at.x + 1, at.y);
  app.frames(model, 8);
  EXPECT_TRUE(app.says("--block 128"));
}

}  // namespace
}  // namespace livewarp::ui
