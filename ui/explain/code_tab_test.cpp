#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "ui/testing/fake_model.h"
#include "ui/testing/headless_test.h"

/// PTX and SASS in the tab Lens.
namespace livewarp::ui {
namespace {

class CodeTab : public testing::Test {
 protected:
  CodeTab() {
    app.resize(1920, 1080);
    app.frames(model, 3);
    view.made = "NVRTC 13.0 for 9.0";
    CodeKernel kernel;
    kernel.name = "nbody_naive";
    kernel.resources = KernelResources{};
    kernel.resources->registers = 37;
    kernel.resources->local_bytes = 24;
    kernel.instructions = 3;
    kernel.sources = {{"kernels/a.cuh", {{11, "float x = in[i];", 2}, {12, "out[i] = x;", 1}}}};
    kernel.code = {{"ld.global.f32 %f1, [%rd6]", false, "kernels/a.cuh", 11},
                   {"mul.f32 %f2, %f1, %f1", false, "kernels/a.cuh", 11},
                   {"$L__BB0_2:", true, "", 0},
                   {"st.global.f32 [%rd7], %f2", false, "kernels/a.cuh", 12}};
    view.kernels = {kernel};
  }
  /// Takes what the line "/" finds first.
  void typed(const char* line) {
    app.type(model, "/");
    app.type(model, line);
    app.key(model, ImGuiKey_Enter);
    app.frames(model, 2);
  }
  /// What is asked for is there.
  void answer() {
    const Result asked_for = app.frame(model);
    ASSERT_TRUE(asked_for.code);
    view.request = *asked_for.code;
    model.code = &view;
    app.frames(model, 3);
  }

  const FakeWorld world;
  Model model = running_model(world);
  CodeView view;
  Headless app;
};

TEST_F(CodeTab, ShowsInstructionsBesideTheirLines) {
  app.key(model, ImGuiKey_W);
  EXPECT_TRUE(app.frame(model).lens);
  EXPECT_FALSE(app.frame(model).code) << "counts at first";
  typed("lens: ptx");
  EXPECT_FALSE(app.frame(model).lens) << "nothing is counted meanwhile";
  EXPECT_TRUE(app.says("Compiling"));
  answer();
  EXPECT_EQ(view.request.kind, CodeKind::ptx);
  EXPECT_TRUE(app.says("37 registers \u00b7 24 B of local memory a thread \u00b7 3 instructions"));
  EXPECT_TRUE(app.says("NVRTC 13.0 for 9.0"));
  for (const CodeLine& line : view.kernels[0].code) EXPECT_TRUE(app.says(line.text)) << line.text;
  EXPECT_TRUE(app.says("out[i] = x;"));
}

TEST_F(CodeTab, SassIsGreyedWithItsReason) {
  model.sass_reason = "there is no nvdisasm here";
  app.key(model, ImGuiKey_W);
  typed("lens: sass");
  EXPECT_FALSE(app.frame(model).code);
  model.sass_reason.clear();
  app.key(model, ImGuiKey_Escape);
  typed("lens: sass");
  answer();
  EXPECT_EQ(view.request.kind, CodeKind::sass);
}

TEST_F(CodeTab, SaysInWordsWhyThereIsNone) {
  typed("lens: ptx");
  view.kernels.clear();
  view.refusal = "there is no NVRTC here";
  answer();
  EXPECT_TRUE(app.says("there is no NVRTC here"));
}

TEST_F(CodeTab, AClickOnALineTintsItsInstructions) {
  typed("lens: ptx");
  answer();
  EXPECT_EQ(std::ranges::count_if(
                app.helped, [](const Helped& each) { return each.name == "kernels/a.cuh:12"; }),
            2)
      << "the line, and its instruction";
  app.activate(model, ids::path(ids::analysis, ids::code_line, "kernels/a.cuh:12"));
  app.frames(model, 3);
  EXPECT_TRUE(app.says("st.global.f32"));
}

}  // namespace
}  // namespace livewarp::ui
