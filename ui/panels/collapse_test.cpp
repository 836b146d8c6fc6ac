#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

/// What a small window, or a large text, loses, and what it never loses.
namespace livewarp::ui {
namespace {

/// A model with as many workloads as would fill the bar of a small window.
Model crowded_model(const FakeWorld& world) {
  Model model = running_model(world);
  for (const char* title : {"Convolution", "Transposition", "Histogram", "Reduction"})
    model.workloads.push_back({title, title, false, model.choice});
  return model;
}

bool meets(Headless& app, const Model& model, const std::string& path, int width, int height) {
  for (int y = 6; y < height; y += 12)
    for (int x = 4; x < width; x += 8) {
      app.mouse_to(model, float(x), float(y));
      if (ImGui::GetCurrentContext()->HoveredId == ids::id_of(path)) return true;
    }
  return false;
}

TEST(Collapse, PauseIsReachedAtEverySize) {
  const FakeWorld world;
  const Model model = crowded_model(world);
  struct Size {
    int width, height, search;
  };
  for (const Size size : {Size{1920, 1080, 40}, Size{1280, 720, 40}, Size{1100, 640, 40},
                          Size{800, 500, 40}, Size{560, 320, 40}, Size{400, 240, 240}}) {
    Headless app;
    app.resize(size.width, size.height);
    app.frames(model, 4);
    const bool bare = size.width < 32 * 16;
    EXPECT_TRUE(meets(app, model, ids::path(bare ? ids::scene : ids::top, ids::pause), size.width,
                      size.search))
        << size.width << " x " << size.height;
  }
}

TEST(Collapse, NumberBadgeAndNoticeStayAtEveryTextSize) {
  const FakeWorld world;
  Model model = crowded_model(world);
  model.notices = {{7, Severity::error, "It failed", "Do this", 1}};
  for (const double scale : {0.75, 1.0, 1.25, 1.5, 1.75, 2.0}) {
    Headless app({.text_scale = scale});
    app.frames(model, 4);
    for (const char* text : {"8.37", "verified", "It failed"})
      EXPECT_TRUE(app.says(text)) << text << " at " << scale;
    EXPECT_TRUE(meets(app, model, ids::path(ids::top, ids::pause), 1280, 90)) << scale;
  }
}

TEST(Collapse, F2OpensAndClosesTheDrawerWhereThereIsOne) {
  const FakeWorld world;
  const Model model = running_model(world);
  const std::string row = ids::path(ids::controls, ids::block, "128");
  Headless app;
  app.resize(800, 460);
  const auto open = [&] {
    app.frames(model, 3);
    return std::ranges::any_of(app.helped,
                               [&](const Helped& each) { return each.id == ids::id_of(row); });
  };
  EXPECT_FALSE(open());
  app.key(model, ImGuiKey_F2);
  EXPECT_TRUE(open());
  app.key(model, ImGuiKey_F2);
  EXPECT_FALSE(open());
  app.key(model, ImGuiKey_F2);
  ASSERT_TRUE(open());
  app.key(model, ImGuiKey_Escape);
  EXPECT_FALSE(open()) << "Esc closes it too, and asks nothing";
  EXPECT_FALSE(app.says("Press again"));
  app.resize(1280, 720);
  ASSERT_TRUE(open()) << "there the controls have a place of their own";
  app.key(model, ImGuiKey_F2);
  EXPECT_TRUE(open());
  app.resize(800, 460);
  EXPECT_FALSE(open()) << "a key that did nothing has no effect later";
}

TEST(Collapse, AButtonWithAWordOpensTheControlsOfASmallWindow) {
  const FakeWorld world;
  const Model model = crowded_model(world);
  for (const double scale : {1.5, 1.75}) {
    Headless app({.text_scale = scale});
    app.frames(model, 4);
    const auto word = std::ranges::find(app.written, "Controls", &Written::text);
    ASSERT_NE(word, app.written.end()) << scale;
    EXPECT_FALSE(word->cut);
    EXPECT_FALSE(app.says("Launch"));
    app.click(model, (word->x0 + word->x1) / 2, 20);
    app.frames(model, 4);
    EXPECT_TRUE(app.says("Launch")) << scale;
    EXPECT_TRUE(app.says("Problem")) << scale;
  }
}

TEST(Collapse, TheListOfWorkloadsSwitches) {
  const FakeWorld world;
  Model model = crowded_model(world);
  model.workloads[1].choice.workload = "basics";
  Headless app;
  app.resize(800, 500);
  app.frames(model, 4);
  EXPECT_FALSE(app.activate(model, ids::path(ids::top, ids::workload)).choice) << "it opens";
  const Result chosen = app.activate(model, ids::path(ids::top, ids::workload, "basics"));
  ASSERT_TRUE(chosen.choice);
  EXPECT_EQ(chosen.choice->workload, "basics");
}

/// A number that changes in every frame, over 300 of them.
TEST(Collapse, NumbersStandStillAndChangeAtMostFourTimesASecond) {
  const FakeWorld world;
  Model model = running_model(world);
  Headless app;
  app.frames(model, 4);
  std::set<float> ends, units;
  int changes = 0;
  std::string last;
  constexpr int frames = 300;
  for (int i = 0; i < frames; ++i) {
    model.step.median = 1.11 + 0.0277 * i;  // 1.11 ... 9.4
    app.frame(model);
    // The number is the first that is written in the readout, its unit the second.
    for (std::size_t k = 0; k + 1 < app.written.size(); ++k) {
      const Written& each = app.written[k];
      const bool number =
          each.text.size() == 4 && each.text[1] == '.' && app.written[k + 1].text == "ms";
      if (!number) continue;
      ends.insert(each.x1);
      units.insert(app.written[k + 1].x0);
      changes += each.text != last;
      last = each.text;
      break;
    }
  }
  EXPECT_EQ(ends.size(), 1u) << "the number moves";
  EXPECT_EQ(units.size(), 1u) << "its unit moves";
  const double seconds = frames * app.dt;
  EXPECT_GT(changes, 2 * seconds) << "it does not follow";
  EXPECT_LE(changes, 4 * seconds + 1);
}

}  // namespace
}  // namespace livewarp::ui
