// The list of the menu that hands over to other tools.
#include <gtest/gtest.h>

#include <algorithm>

#include "ui/frame/actions.h"
#include "ui/frame/frame.h"
#include "ui/model/ids.h"
#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

namespace livewarp::ui {
namespace {

class Handover : public testing::Test {
 protected:
  Handover() { app.frames(model, 3); }
  /// What an entry of the list asks for.
  Result choose(const char* id) {
    app.activate(model, ids::path(ids::top, ids::menu));
    app.activate(model, ids::path(ids::top, ids::menu, "handover"));
    return app.activate(model, ids::path(ids::top, ids::menu, id));
  }
  const FakeWorld world;
  Model model = running_model(world);
  Headless app;
};

bool asks(const Result& result, AppCommand command) {
  return std::ranges::find(result.commands, command) != result.commands.end();
}

TEST_F(Handover, EntriesAskForTheCommandsOfWhatRuns) {
  ASSERT_EQ(model.variant->backend, Backend::cuda);
  const Result ncu = choose("copy-ncu");
  ASSERT_TRUE(ncu.copy_line_of);
  EXPECT_EQ(*ncu.copy_line_of, model.choice);
  EXPECT_EQ(ncu.copied_line, CopiedLine::ncu);
  EXPECT_EQ(choose("copy-nsys").copied_line, CopiedLine::nsys);
  EXPECT_TRUE(asks(choose("trace-frames"), AppCommand::trace_frames));
  EXPECT_TRUE(asks(choose("save-report"), AppCommand::save_report));
}

TEST_F(Handover, WhatHasNoKernelsIsGreyAndSaysWhy) {
  for (const VariantEntry& entry : model.variants)
    if (entry.info->backend == Backend::cpu) model.variant = entry.info;
  ASSERT_EQ(model.variant->backend, Backend::cpu);
  EXPECT_FALSE(choose("copy-ncu").copy_line_of);
  app.key(model, ImGuiKey_Escape);
  app.key(model, ImGuiKey_Escape);
  app.type(model, "/");
  app.type(model, "copy ncu");
  app.frames(model, 2);
  EXPECT_TRUE(app.says(model.variant->title + " runs on the CPU: it has no kernels to profile."));
  EXPECT_FALSE(app.key(model, ImGuiKey_Enter).copy_line_of);
}

}  // namespace
}  // namespace livewarp::ui
