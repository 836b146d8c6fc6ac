#include <gtest/gtest.h>

#include <algorithm>

#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

/// What is written on an image: names, axes, the line between two pictures, what colours mean.
namespace livewarp::ui {
namespace {

class ImageNotesTest : public testing::Test {
 protected:
  ImageNotesTest() {
    Param split = real_param("split", "Split", "", 0, 1, 0.5, "Where they meet.");
    split.group = ParamGroup::view;
    model_.params.push_back(split);
    model_.choice.view["split"] = 0.5;
    model_.view = {.kind = PictureKind::image};
    model_.scene_image = {20, 100, 400, 200};
    app_.frames(model_, 4);
    const ImGuiWindow* scene = ImGui::FindWindowByName(ids::scene);
    left_ = scene->Pos.x + 20;
    top_ = scene->Pos.y + float(metrics.readout_height) * 16 + 100;
  }
  const Written* word(std::string_view text) const {
    const auto found = std::ranges::find(app_.written, text, &Written::text);
    return found == app_.written.end() ? nullptr : &*found;
  }
  void divide(double share) {
    model_.choice.view["split"] = share;
    model_.view.divider = "split";
    model_.view.notes = {{.text = "Nearest", .x = share, .share = 1},
                         {.text = "Bilinear", .x = share}};
  }

  const FakeWorld world_;
  Model model_ = running_model(world_);
  Headless app_;
  float left_ = 0, top_ = 0;  ///< of the image, on the screen
};

TEST_F(ImageNotesTest, EachSideOfTheLineHasItsName) {
  for (const double share : {0.3, 0.5, 0.8}) {
    divide(share);
    app_.frames(model_, 2);
    const float line = left_ + 400 * float(share);
    ASSERT_TRUE(word("Nearest") && word("Bilinear")) << share;
    EXPECT_LT(word("Nearest")->x1, line);
    EXPECT_GT(word("Nearest")->x1, line - 30);
    EXPECT_GT(word("Bilinear")->x0, line);
    EXPECT_LT(word("Bilinear")->x0, line + 30);
  }
  divide(0.02);
  app_.frames(model_, 2);
  EXPECT_FALSE(word("Nearest")) << "its picture is narrower than its name";
  EXPECT_TRUE(word("Bilinear"));
}

TEST_F(ImageNotesTest, TheLineIsDraggedAndMovesNothingElse) {
  divide(0.5);
  ImGuiIO& io = ImGui::GetIO();
  app_.mouse_to(model_, left_ + 200, top_ + 60);
  const Result over = app_.frame(model_);
  EXPECT_FALSE(over.pointer.over) << "the picture does not have the mouse";
  io.AddMouseButtonEvent(0, true);
  EXPECT_FALSE(app_.frame(model_).pointer.left);
  const Result moved = app_.mouse_to(model_, left_ + 320, top_ + 90);
  ASSERT_TRUE(moved.choice);
  Choice expected = model_.choice;
  expected.view["split"] = 0.8;
  EXPECT_EQ(*moved.choice, expected);
  EXPECT_NE(moved.gesture, 0u) << "all of a drag is undone at once";
  const Result beyond = app_.mouse_to(model_, left_ + 900, top_ + 90);
  EXPECT_EQ(std::get<double>(beyond.choice->view.at("split")), 1);
  io.AddMouseButtonEvent(0, false);
  app_.frame(model_);
  app_.mouse_to(model_, left_ + 100, top_ + 60);
  EXPECT_TRUE(app_.frame(model_).pointer.over) << "beside the line it is the picture's";
}

TEST_F(ImageNotesTest, WithoutAnImageOrItsParameterThereIsNoLine) {
  divide(0.5);
  model_.params.pop_back();
  app_.mouse_to(model_, left_ + 200, top_ + 60);
  EXPECT_TRUE(app_.frame(model_).pointer.over);
  model_.scene_image = {};
  app_.frames(model_, 2);
  EXPECT_FALSE(word("Bilinear"));
}

TEST_F(ImageNotesTest, PartsHaveTheirNamesInTheirCorners) {
  model_.view.parts = {{"Source", 0, 0.25, 0.5, 0.5}, {"Result", 0.6, 0, 0.4, 1}};
  app_.frames(model_, 2);
  ASSERT_TRUE(word("Source") && word("Result"));
  EXPECT_NEAR(word("Source")->x0, left_, 20);
  EXPECT_NEAR(word("Result")->x0, left_ + 0.6f * 400, 20);
  // So far to the left that the source is not seen.
  model_.scene_image = {-600, 100, 1000, 500};
  app_.frames(model_, 2);
  EXPECT_FALSE(word("Source"));
  EXPECT_TRUE(word("Result"));
}

TEST_F(ImageNotesTest, AnAxisAtTheFootIsCoveredByNothing) {
  model_.view.notes = {{.text = "level 0", .y = 1},
                       {.text = "255", .x = 1, .y = 1, .share = 1},
                       {.text = "cut at 14,400 pixels", .y = 0.6, .above = true}};
  for (VariantEntry& variant : model_.variants) variant.bench.reset();  // so that there is a hint
  model_.scene_image = {0, 0, 500, 2000};  // its foot lies where the first hint stands
  app_.frames(model_, 2);
  EXPECT_TRUE(word("level 0"));
  EXPECT_TRUE(word("255"));
  EXPECT_TRUE(app_.says("Press ")) << "the hint stands above it";
}

TEST_F(ImageNotesTest, TheLegendSaysWhatSingleColoursMean) {
  model_.view.legend = "brightness: sum mod 1";
  model_.view.keys_title = "hue: block mod 4";
  model_.view.keys = {{90, 145, 246, "0"}, {247, 168, 37, "1"}};
  app_.frames(model_, 2);
  EXPECT_TRUE(word("brightness: sum mod 1"));
  EXPECT_TRUE(word("hue: block mod 4"));
  EXPECT_EQ(app_.cut(), std::vector<std::string>{});
  model_.view.legend.clear();
  app_.frames(model_, 2);
  EXPECT_TRUE(word("hue: block mod 4"));
  model_.view.keys.clear();
  app_.frames(model_, 2);
  EXPECT_FALSE(word("hue: block mod 4"));
}

}  // namespace
}  // namespace livewarp::ui
