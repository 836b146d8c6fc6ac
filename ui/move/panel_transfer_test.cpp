// The tab Transfer: what is asked for, and what is shown of what was found.
#include "ui/move/panel_transfer.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "ui/model/ids.h"
#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

namespace livewarp::ui {
namespace {

LabView some_lab() {
  LabView lab;
  lab.experiments.push_back({"first", "First", "What comes first.", "Measures it.", {}, ""});
  lab.experiments.push_back(
      {"second",
       "Second",
       "What comes second.",
       "Measures that.",
       {integer_param("chunks", "Chunks", "", 1, 32, 8, "How many."),
        choice_axis("memory", "Memory", {{"pinned", "pinned", {}}, {"pageable", "pageable", {}}},
                    "pinned", "Where they lie."),
        choice_axis("both", "Both", {{"off", "off", {}}, {"on", "on", {}}}, "off", "Or not.")},
       ""});
  lab.experiments.push_back(
      {"third", "Third", "What needs a GPU.", "Asks it.", {}, "Third needs a GPU: there is none"});
  return lab;
}

Findings some_findings() {
  Findings findings;
  findings.verdict = {"Overlapped takes 0.44 of the serial time."};
  findings.tables.push_back({"Schedules: by time",
                             {{"schedule", false}, {"median"}},
                             {{"serial", "14.6 ms"}, {"depth first", "6.44 ms"}}});
  Timeline timeline;
  timeline.title = "depth first";
  timeline.spans.push_back({timeline.lane("copy in"), "copy in 0", SpanKind::copy_in, 0, 2});
  timeline.spans.push_back({timeline.lane("kernel"), "kernel 0", SpanKind::kernel, 2, 4});
  timeline.end_ms = 4;
  findings.timelines.push_back(timeline);
  findings.left_out = {"Left out: managed memory: the GPU cannot"};
  return findings;
}

class TransferTab : public testing::Test {
 protected:
  void SetUp() override {
    model.lab = &lab;
    app.frames(model, 4);
    app.key(model, ImGuiKey_M);
    app.activate(model, ids::path(ids::analysis, ids::transfer_tab));
    app.frames(model, 4);
  }
  static bool asked(const Result& result) {
    return std::ranges::count(result.commands, AppCommand::experiment) > 0;
  }
  void found(const char* id, Findings findings) {
    lab.found[id] = std::make_shared<const Findings>(std::move(findings));
    app.frames(model, 4);
  }
  const FakeWorld world;
  Model model = running_model(world);
  LabView lab = some_lab();
  Headless app;
};

TEST_F(TransferTab, EnterRunsTheExperimentThatIsShownAsItIsSet) {
  EXPECT_TRUE(app.says("What comes first."));
  const Result first = app.key(model, ImGuiKey_Enter);
  EXPECT_TRUE(asked(first));
  ASSERT_TRUE(first.lab);
  EXPECT_EQ(first.lab->experiment, "first");
  app.key(model, ImGuiKey_E);
  EXPECT_TRUE(app.says("What comes second."));
  app.activate(model, ids::path(ids::analysis, "second/memory"));
  app.activate(model, ids::path(ids::analysis, "second/memory/pageable"));
  const Result second = app.key(model, ImGuiKey_Enter);
  EXPECT_TRUE(asked(second));
  ASSERT_TRUE(second.lab);
  EXPECT_EQ(second.lab->experiment, "second");
  EXPECT_EQ(get_integer(second.lab->values, "chunks"), 8);
  EXPECT_EQ(get_text(second.lab->values, "memory"), "pageable");
}

TEST_F(TransferTab, WhatCannotRunSaysWhyAndIsNotRun) {
  app.key(model, ImGuiKey_E, true);
  EXPECT_TRUE(app.says("Third needs a GPU: there is none."));
  EXPECT_FALSE(asked(app.key(model, ImGuiKey_Enter)));
  app.key(model, ImGuiKey_E);
  EXPECT_TRUE(app.says("What comes first.")) << "round and round";
  model.job = JobStrip{.name = "Measuring First", .total = 1, .holds_run = true};
  lab.running = "first";
  app.frames(model, 3);
  EXPECT_FALSE(asked(app.key(model, ImGuiKey_Enter)));
}

TEST_F(TransferTab, ShowsAllThatWasFoundOneAfterAnother) {
  found("first", some_findings());
  EXPECT_TRUE(app.says("Overlapped takes 0.44 of the serial time."));
  EXPECT_TRUE(app.says("kernel 0")) << "the timeline";
  app.key(model, ImGuiKey_N);
  EXPECT_TRUE(app.says("depth first") && app.says("6.44 ms")) << "the table";
  app.key(model, ImGuiKey_N);
  EXPECT_TRUE(app.says("Left out: managed memory: the GPU cannot"));
  app.key(model, ImGuiKey_N);
  EXPECT_TRUE(app.says("kernel 0")) << "and from the beginning";
}

TEST_F(TransferTab, WhatWasStoppedSaysSo) {
  Findings findings = some_findings();
  findings.partial = true;
  found("first", std::move(findings));
  EXPECT_TRUE(app.says("Partial: it was stopped early."));
}

TEST_F(TransferTab, NothingIsCutAtBothSizes) {
  found("first", some_findings());
  for (const auto& [width, height] : {std::pair{1280, 720}, std::pair{1920, 1080}}) {
    app.resize(width, height);
    for (int page = 0; page < 3; ++page) {
      app.key(model, ImGuiKey_N);
      app.frames(model, 4);
      EXPECT_TRUE(app.cut().empty()) << width << ": " << testing::PrintToString(app.cut());
    }
  }
}

}  // namespace
}  // namespace livewarp::ui
