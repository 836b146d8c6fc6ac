#include <gtest/gtest.h>

#include <algorithm>

#include "ui/frame/frame.h"
#include "ui/model/format.h"
#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

/// What the window says, word by word, and that all of it can be read.
namespace livewarp::ui {
namespace {

/// Makes every time of the model `factor` times as long.
void slow_down(Model& model, double factor) {
  const auto scale = [factor](Summary& times) {
    for (double* each : {&times.median, &times.min, &times.max, &times.p05, &times.p25, &times.p75,
                         &times.p95, &times.p99})
      *each *= factor;
  };
  scale(model.step);
  model.kernel_ms *= factor;
  for (IntervalRow& row : model.intervals)
    if (row.slot == Slot::kernel || row.slot == Slot::wait) scale(row.times);
  for (VariantEntry& variant : model.variants)
    if (variant.bench) scale(*variant.bench);
  for (double& ms : model.recent_steps) ms *= factor;
}

/// Texts that are longer than their place by nature; all of them are read in full on hover.
bool may_be_cut(const std::string& text, const Model& model) {
  const bool facts = text.find("OpenGL: ") != std::string::npos;
  const bool setting = text.starts_with(model.variant->title + " \u00b7 ");
  const bool reason =
      std::any_of(model.variants.begin(), model.variants.end(), [&](const VariantEntry& variant) {
        return !variant.reason.empty() && variant.reason == text;
      });
  return facts || setting || reason;
}

TEST(Words, NoneIsCutAt720HoweverLongAStepTakes) {
  const FakeWorld world;
  for (const double ms : {0.8, 8.37, 999.9996, 1234.567, 9999.9, 98'765.0, 3.6e6}) {
    for (Model model : {running_model(world), cpu_model(world), all_kinds_model(world)}) {
      slow_down(model, ms / model.step.median);
      Headless app;
      app.frames(model, 4);
      ASSERT_GT(app.written.size(), 60u);
      for (const std::string& text : app.cut())
        EXPECT_TRUE(may_be_cut(text, model)) << text << " at " << ms << " ms";
    }
  }
}

TEST(Words, SeveralTimeStepsOfALaunchAreNamed) {
  const FakeWorld world;
  Model model = running_model(world);
  Headless app;
  app.frames(model, 3);
  EXPECT_TRUE(app.says("kernel 8.37 + copies 0.00"));
  EXPECT_FALSE(app.says("pass of"));
  model.time_steps = 8;
  app.frames(model, 3);
  EXPECT_TRUE(app.says("kernel 8.37 + copies 0.00 \u00b7 pass of 8 steps 67.0 ms"));
}

TEST(Words, TheShareOfAMeasuredCeilingIsSaidWhereThereIsRoom) {
  const FakeWorld world;
  Model model = running_model(world);
  // Twice what the step reaches.
  const double rate = model.cost.flops / (model.step.median / 1000);
  model.ceilings.all = {
      {"fma32", "fp32 FMA rate", "TFLOP/s", "as tests have it", Backend::cuda, 0, 2 * rate}};
  const auto share_said = [&](int width, int height) {
    Headless app;
    app.resize(width, height);
    app.frames(model, 3);
    for (const std::string& text : app.cut()) EXPECT_TRUE(may_be_cut(text, model)) << text;
    return std::ranges::any_of(app.written, [](const Written& each) {
      return each.text.ends_with("FLOP/s (operation count) \u00b7 50 % of fp32 FMA rate");
    });
  };
  EXPECT_TRUE(share_said(1920, 1080));
  EXPECT_FALSE(share_said(1280, 720)) << "there the setting goes first";
  {
    Headless narrow;
    narrow.frames(model, 3);
    EXPECT_TRUE(narrow.says("FLOP/s (op. count)"));
  }
  model.ceilings.all.clear();
  EXPECT_FALSE(share_said(1920, 1080)) << "nothing was measured";
}

TEST(Words, TheHintOfPinningGivesWayToTheSamples) {
  const FakeWorld world;
  const Model model = running_model(world);
  int hints = 0;
  for (int width = 400; width <= 1280; width += 10) {
    Headless app;
    app.resize(width, 400);
    app.frames(model, 3);
    const auto begins = [&](const char* start) {
      return std::ranges::find_if(
          app.written, [&](const Written& each) { return each.text.starts_with(start); });
    };
    const auto hint = begins("P pins this"), samples = begins("live 8.37 ms");
    if (hint == app.written.end() || samples == app.written.end()) continue;
    ++hints;
    EXPECT_GT(hint->x0, samples->x1) << "in a window of " << width;
  }
  EXPECT_GT(hints, 10);
}

TEST(Words, SpreadIsNoPlusOrMinus) {
  const FakeWorld world;
  Model model = running_model(world);
  model.step.spread = 7.05;
  Headless app;
  app.frames(model, 3);
  EXPECT_TRUE(app.says("noisy, spread over 100 %"));
  for (VariantEntry& variant : model.variants) variant.bench.reset();
  app.frames(model, 3);
  EXPECT_TRUE(app.says("spread 705 %")) << "in the line below it, where no bench stands";
  EXPECT_FALSE(app.says("\u00b1"));
  for (const std::string& text : app.cut()) EXPECT_TRUE(may_be_cut(text, model)) << text;
  model.check.error = 0;
  app.frames(model, 3);
  EXPECT_TRUE(app.says("verified \u00b7 "));
  for (const std::string& text : app.cut()) EXPECT_TRUE(may_be_cut(text, model)) << text;
}

TEST(Words, ABenchThatScattersIsMarked) {
  const FakeWorld world;
  Model model = running_model(world);
  Headless app;
  app.frames(model, 3);
  EXPECT_FALSE(app.says("noisy"));
  model.variants[0].bench->spread = 0.08;
  app.frames(model, 3);
  EXPECT_TRUE(app.says("noisy"));
  model.variants[0].partial = true;
  app.frames(model, 3);
  EXPECT_FALSE(app.says("noisy")) << "a bench that did not end says that instead";
}

TEST(Words, PausedAtTheStartSaysHowToGoOn) {
  const FakeWorld world;
  Model model = running_model(world);
  model.choice.paused = true;
  model.step = {};
  model.recent_steps.clear();
  Headless app;
  app.frames(model, 3);
  int times = 0;
  for (const Written& each : app.written) times += each.text == paused_text;
  EXPECT_EQ(times, 2) << "in the readout and in place of the plot";
  EXPECT_FALSE(app.says("waiting for the first sample"));
  EXPECT_FALSE(app.says("Collecting"));
  model.predicted_ms = 12'000;
  app.frames(model, 3);
  EXPECT_TRUE(app.says(std::string(paused_text) + " \u00b7 a step takes about 12 s"));
  model.choice.paused = false;
  model.predicted_ms = 0;
  app.frames(model, 3);
  EXPECT_TRUE(app.says("waiting for the first sample"));
  model.checking = true;
  app.frames(model, 3);
  EXPECT_FALSE(app.says("waiting for the first sample")) << "it would be a long wait";
  EXPECT_TRUE(app.says("a check or a readout uses the cores"));
  EXPECT_TRUE(app.says("Collecting: 0 of 20"));
}

TEST(Words, WhileAVariantThatCannotRunIsReadTheRunningOneIsNamed) {
  const FakeWorld world;
  const Model model = cpu_model(world);
  Headless app;
  app.frames(model, 3);
  EXPECT_FALSE(app.says("running: "));
  app.activate(model, ids::path(ids::controls, ids::backend, "cuda"));
  EXPECT_TRUE(app.says("running: Threads"));
  EXPECT_TRUE(app.says("no CUDA-capable device"));
}

TEST(Words, PictureStaysWhereItIsWhenReadoutsCome) {
  const FakeWorld world;
  Model model = running_model(world);
  Headless app;
  const Result with = app.frames(model, 4);
  model.readouts.clear();
  const Result without = app.frames(model, 20);
  EXPECT_EQ(with.scene_height, without.scene_height);
  EXPECT_EQ(with.scene_width, without.scene_width);
}

TEST(Words, FieldsThatAreTypedInWriteNothingBeside) {
  const FakeWorld world;
  const Model model = running_model(world);
  Headless app;
  app.frames(model, 3);
  const auto right_end = [&] {
    app.frames(model, 2);
    const ImVec2 plus = app.find(model, ids::path(ids::controls, "n", ids::twice), 294);
    return plus.y;
  };
  const float before = right_end();
  app.activate(model, ids::path(ids::controls, "n"));
  ASSERT_TRUE(ImGui::GetIO().WantTextInput);
  EXPECT_EQ(right_end(), before) << "the button for the double has moved";
  ASSERT_TRUE(ImGui::GetIO().WantTextInput);
  EXPECT_EQ(ImGui::FindWindowByName(ids::controls)->ScrollMax.x, 0);
}

TEST(Words, KeysSayWhatTheMouseDoesOnThisPicture) {
  const FakeWorld world;
  Model model = running_model(world);
  Headless app;
  app.frames(model, 2);
  app.key(model, ImGuiKey_F1);
  EXPECT_TRUE(app.says("Zoom"));
  model.view.handles.scale = "dt";
  app.frames(model, 2);
  EXPECT_FALSE(app.says("Zoom"));
  EXPECT_TRUE(app.says("Scale at the pointer"));
  for (const std::string& text : app.cut()) EXPECT_TRUE(may_be_cut(text, model)) << text;
}

TEST(Words, KeysSayHowTheyCloseAndNameEveryKey) {
  const FakeWorld world;
  const Model model = running_model(world);
  Headless app;
  app.frames(model, 2);
  app.key(model, ImGuiKey_F1);
  app.frames(model, 2);
  for (const char* text : {"Keys and mouse", "Esc or a click beside it closes", "Ctrl Q", "Q",
                           "\u2192", "Shift \u2190 \u2192", "Ctrl Tab", "F1"})
    EXPECT_TRUE(std::any_of(app.written.begin(), app.written.end(), [&](const Written& each) {
      return each.text == text;
    })) << text;
  for (const std::string& text : app.cut()) EXPECT_TRUE(may_be_cut(text, model)) << text;
  app.key(model, ImGuiKey_Escape);
  EXPECT_FALSE(app.says("Keys and mouse"));
}

TEST(Words, TheGpuInUseIsNamed) {
  FakeWorld world;
  world.with_gpu.gpus.push_back(world.with_gpu.gpus.front());
  world.with_gpu.gpus.back().name = "NVIDIA L4";
  Model model = running_model(world);
  Headless app;
  app.frames(model, 2);
  EXPECT_TRUE(app.says("NVIDIA H200, compute"));
  model.device = 1;
  app.frames(model, 2);
  EXPECT_TRUE(app.says("NVIDIA L4, compute"));
  EXPECT_FALSE(app.says("NVIDIA H200, compute"));
  model.device = 7;  // none such: no picture is worth a crash
  app.frames(model, 2);
}

TEST(Words, EveryReadoutKeepsItsTag) {
  const FakeWorld world;
  Model model = all_kinds_model(world);
  model.readouts.back().unit = "K";
  for (const int height : {720, 1080}) {
    Headless app;
    app.resize(height * 16 / 9, height);
    app.frames(model, 3);
    EXPECT_TRUE(app.says("counted") && app.says("model")) << height;
    EXPECT_TRUE(app.says("K sampled")) << "the fourth one, in Timing, at " << height;
  }
}

TEST(Words, TheFrameBarExplainsItself) {
  const FakeWorld world;
  const Model model = running_model(world);
  Headless app;
  app.frames(model, 3);
  app.mouse_to(model, 1000, 78);
  app.frames(model, 60);
  for (const char* text : {"draw 1.84 ms: per frame, of pictures drawn", "waiting 3.60 ms",
                           "tick: refresh period of the screen, 16.7 ms"})
    EXPECT_TRUE(app.says(text)) << text;
}

TEST(Words, PublishSaysWhatItCopies) {
  const FakeWorld world;
  const Model model = running_model(world);
  Headless app;
  app.frames(model, 3);
  // Down the table of intervals, whose names stand at its left.
  bool said = false;
  for (float y = 90; y < 400 && !said; y += 8) {
    app.mouse_to(model, 960, y);
    app.frames(model, 30);
    said = app.says("Publish: copies what is shown") && app.says("timed by CUDA events");
  }
  EXPECT_TRUE(said);
}

TEST(Words, NegativeNumbersHaveAMinus) {
  const FakeWorld world;
  Model model = all_kinds_model(world);
  model.readouts[0].value = -0.14309;
  model.readouts[0].digits = 6;
  model.params[2].min = -2;
  model.choice.problem["real"] = -0.25;
  Headless app;
  app.frames(model, 3);
  EXPECT_TRUE(app.says("\u22120.143090"));
  EXPECT_TRUE(app.says("\u22120.25"));
  for (const Written& each : app.written) {
    const bool hyphen = each.text.size() > 1 && each.text[0] == '-' && std::isdigit(each.text[1]);
    EXPECT_FALSE(hyphen) << each.text;
  }
}

}  // namespace
}  // namespace livewarp::ui
