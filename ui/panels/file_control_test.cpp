// The control of a file: a path to type, a button that looks for one, and what is wrong with it.
#include <gtest/gtest.h>

#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

namespace livewarp::ui {
namespace {

const std::string field = ids::path(ids::controls, "image");
const std::string browse = ids::path(ids::controls, "image", ids::browse);

class FileControl : public testing::Test {
 protected:
  FileControl() : model(all_kinds_model(world)) {
    app.resize(1920, 1080);
    app.frames(model, 4);
  }
  Result typed(const char* text) {
    app.activate(model, field);
    app.frames(model, 2);
    app.type(model, text);
    return app.key(model, ImGuiKey_Enter);
  }

  FakeWorld world;
  Model model;
  Headless app;
};

TEST_F(FileControl, ATypedPathIsAskedForAndNotYetChosen) {
  const Result result = typed("/home/a/cat 1.png");
  ASSERT_EQ(result.files.size(), 1u);
  EXPECT_EQ(result.files[0].param, "image");
  EXPECT_EQ(result.files[0].path, "/home/a/cat 1.png");
  EXPECT_FALSE(result.files[0].browse);
  EXPECT_FALSE(result.choice) << "whether it can be opened is not known yet";
}

TEST_F(FileControl, EscapeLeavesItAsItWas) {
  model.choice.problem["image"] = std::string("/home/a/cat.png");
  app.frames(model, 2);
  app.activate(model, field);
  app.type(model, "dog.png");
  EXPECT_TRUE(app.key(model, ImGuiKey_Escape).files.empty());
  app.frames(model, 2);
  EXPECT_TRUE(app.says("cat.png"));
}

TEST_F(FileControl, TypingTheSamePathAsksForNothing) {
  model.choice.problem["image"] = std::string("cat.png");
  app.frames(model, 2);
  EXPECT_TRUE(typed("cat.png").files.empty());
}

TEST_F(FileControl, BrowseAsksForADialogAtThePresentFile) {
  model.choice.problem["image"] = std::string("/home/a/cat.png");
  const Result result = app.activate(model, browse);
  ASSERT_EQ(result.files.size(), 1u);
  EXPECT_TRUE(result.files[0].browse);
  EXPECT_EQ(result.files[0].path, "/home/a/cat.png");
}

TEST_F(FileControl, WithoutADialogProgramTheButtonIsGreyWithTheReason) {
  model.browse_reason = "no dialog program on this machine";
  EXPECT_TRUE(app.activate(model, browse).files.empty());
  // Its place: right of the field, on the line of the label.
  bool found = false;
  for (float x = 20; x < 500 && !found; x += 12)
    for (float y = 400; y < 1000 && !found; y += 10) {
      app.mouse_to(model, x, y);
      app.frame(model);
      found = ImGui::GetCurrentContext()->HoveredIdPreviousFrame == ids::id_of(browse) ||
              ImGui::GetCurrentContext()->HoveredId == ids::id_of(browse);
    }
  ASSERT_TRUE(found) << "the button is nowhere";
  app.dt = 0.2;
  app.frames(model, 6);
  EXPECT_TRUE(app.says("no dialog program on this machine"));
}

TEST_F(FileControl, AResultCanBeSavedWhereItIsAPicture) {
  const std::string save = ids::path(ids::controls, "save-result");
  EXPECT_FALSE(asked(app.activate(model, save), AppCommand::save_result)) << "it is none";
  EXPECT_FALSE(app.says("Save\u2026"));
  model.result_is_picture = true;
  app.frames(model, 2);
  EXPECT_TRUE(asked(app.activate(model, save), AppCommand::save_result));
  model.job.emplace();
  app.frames(model, 2);
  EXPECT_FALSE(asked(app.activate(model, save), AppCommand::save_result)) << "a job measures";
}

TEST_F(FileControl, ALongPathShowsItsEnd) {
  model.choice.problem["image"] =
      std::string("/a/very/long/way/down/to/the/folder/where/pictures/lie/cat.png");
  app.frames(model, 2);
  bool end = false;
  for (const Written& each : app.written)
    end = end || (each.text.starts_with("\u2026") && each.text.ends_with("cat.png") && !each.cut);
  EXPECT_TRUE(end);
}

TEST_F(FileControl, WhatIsWrongStandsBelowTheField) {
  EXPECT_TRUE(app.says("test picture"));
  model.files["image"] = {"/home/a/cat.png", "cannot read cat.png: there is no such file"};
  app.frames(model, 2);
  EXPECT_TRUE(app.says("cat.png"));
  std::string said;
  for (const Written& each : app.written) said += each.text + " ";
  EXPECT_NE(said.find("there is no such file"), said.npos) << said;
  EXPECT_TRUE(app.cut().empty()) << app.cut().front();
  model.files["image"] = {"/home/a/cat.png", ""};  // being read
  app.frames(model, 2);
  EXPECT_FALSE(app.says("no such file"));
}

}  // namespace
}  // namespace livewarp::ui
