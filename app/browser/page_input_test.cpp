// What a browser's user does, as the user interface sees it a frame later.
#include "app/browser/page_input.h"

#include <gtest/gtest.h>
#include <imgui.h>

namespace livewarp {
namespace {

/// A user interface of nothing but a text field.
class PageInputTest : public testing::Test {
 protected:
  PageInputTest() : context_(ImGui::CreateContext()) {
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
    io.DisplaySize = {640, 480};
    input_.emplace();
  }
  ~PageInputTest() override {
    input_.reset();
    for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
      texture->SetTexID(ImTextureID_Invalid);
      texture->SetStatus(ImTextureStatus_Destroyed);
    }
    ImGui::DestroyContext(context_);
  }

  void frame() {
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::Begin("w");
    if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
    ImGui::InputText("##text", text_, sizeof text_);
    ImGui::End();
    ImGui::Render();
  }
  void frames(int count) {
    for (int i = 0; i < count; ++i) frame();
  }

  ImGuiContext* context_;
  std::optional<PageInput> input_;
  char text_[64] = "";
};

TEST_F(PageInputTest, ThePointerStandsWhereItIsOnThePage) {
  input_->take(PointerMove{123, 45});
  input_->take(PointerButton{0, true});
  input_->take(PointerWheel{0, 2});
  frames(3);  // one kind of event a frame
  EXPECT_EQ(ImGui::GetIO().MousePos.x, 123.f);
  EXPECT_EQ(ImGui::GetIO().MousePos.y, 45.f);
  EXPECT_TRUE(ImGui::IsMouseDown(0));
  input_->take(LetGo{});
  frames(3);
  EXPECT_FALSE(ImGui::IsMouseDown(0)) << "a lost connection holds nothing";
}

TEST_F(PageInputTest, TextIsTypedAndPasted) {
  frames(2);
  input_->take(TypedText{"n\u00b2"});
  frames(3);
  EXPECT_STREQ(text_, "n\u00b2");
  input_->take(PastedText{" = 4096"});
  frames(6);
  EXPECT_STREQ(text_, "n\u00b2 = 4096");
  EXPECT_FALSE(ImGui::IsKeyDown(ImGuiMod_Ctrl)) << "nobody holds it";
}

TEST_F(PageInputTest, WhatIsCopiedIsForTheClipboardThere) {
  EXPECT_FALSE(input_->take_copied());
  ImGui::SetClipboardText("livewarp bench heat");
  EXPECT_EQ(input_->take_copied(), "livewarp bench heat");
  EXPECT_FALSE(input_->take_copied()) << "once";
}

TEST_F(PageInputTest, EscapeIsSeenAtOnceAndLetGoWithTheRest) {
  input_->take(KeyPress{"Escape", "Escape", true});
  EXPECT_TRUE(input_->escape_held());
  input_->take(LetGo{});
  EXPECT_FALSE(input_->escape_held());
}

TEST_F(PageInputTest, AShortcutHasItsModifier) {
  input_->take(KeyPress{"ControlLeft", "Control", true});
  input_->take(KeyPress{"KeyZ", "z", true});
  bool seen = false;
  for (int i = 0; i < 4; ++i) {
    frame();
    seen = seen || (ImGui::GetIO().KeyCtrl && ImGui::IsKeyDown(ImGuiKey_Z));
  }
  EXPECT_TRUE(seen);
}

TEST_F(PageInputTest, SizesAndFilesAreTakenOnce) {
  input_->take(PageSize{1024, 600, 2});
  input_->take(PageSize{800, 600, 1});
  ASSERT_TRUE(input_->take_size().has_value());
  EXPECT_FALSE(input_->take_size().has_value());
  input_->take(DroppedFile{"/a.png"});
  EXPECT_EQ(input_->take_dropped(), std::vector<std::string>{"/a.png"});
  EXPECT_TRUE(input_->take_dropped().empty());
}

}  // namespace
}  // namespace livewarp
