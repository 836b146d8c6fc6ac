// What the lecturer reads in a window of their own: all of it, large, and nothing cut.
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "ui/lecture/lecturer_sheet.h"

namespace livewarp::ui {
namespace {

/// The sheet without window and OpenGL.
class LecturerTest : public testing::Test {
 protected:
  LecturerTest() {
    view_.lecture = {.title = "Tiles",
                     .slides = {"A loop", "What a tile costs", "Registers"},
                     .slide = 1,
                     .hall = "A block loads a tile once.",
                     .question = "How much faster?",
                     .seconds = 75,
                     .planned = 600,
                     .slide_seconds = 15,
                     .slide_planned = 120};
    view_.notes = {"The lens again, for the tiled kernel.", "Is a barrier missing?"};
    view_.next = "Registers";
    view_.changes = {"Variant: Register tile", "Block: 128"};
    view_.clock = "14:05";
  }
  ~LecturerTest() override {
    const OwnContexts::Current current(sheet_.contexts());
    for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
      texture->SetTexID(ImTextureID_Invalid);
      texture->SetStatus(ImTextureStatus_Destroyed);
    }
  }

  void draw(int width = 1280, int height = 720) {
    const OwnContexts::Current current(sheet_.contexts());
    ImGuiIO& io = ImGui::GetIO();
    io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
    io.DisplaySize = {float(width), float(height)};
    for (int i = 0; i < 2; ++i) {
      written_.clear();
      sheet_.frame(view_, &written_);
      for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
        if (texture->Status == ImTextureStatus_WantCreate) texture->SetTexID(1);
        const bool goes = texture->Status == ImTextureStatus_WantDestroy;
        if (goes) texture->SetTexID(ImTextureID_Invalid);
        texture->SetStatus(goes ? ImTextureStatus_Destroyed : ImTextureStatus_OK);
      }
    }
  }
  const Written* find(std::string_view text) const {
    const auto found = std::ranges::find_if(
        written_, [&](const Written& each) { return each.text.find(text) != std::string::npos; });
    return found == written_.end() ? nullptr : &*found;
  }
  bool says(std::string_view text) const { return find(text) != nullptr; }
  std::vector<std::string> cut() const {
    std::vector<std::string> texts;
    for (const Written& each : written_)
      if (each.cut) texts.push_back(each.text);
    return texts;
  }

  LecturerSheet sheet_{{}};
  LecturerView view_;
  std::vector<Written> written_;
};

TEST_F(LecturerTest, AllThatTheLecturerNeedsIsThereAtEverySize) {
  for (const auto& [width, height] :
       std::vector<std::pair<int, int>>{{1920, 1080}, {1280, 720}, {3840, 2160}, {960, 600}}) {
    draw(width, height);
    for (const char* text :
         {"2 of 3", "What a tile costs", "The lens again", "Is a barrier missing?",
          "A block loads a tile once.", "How much faster?", "Registers", "Variant: Register tile",
          "Block: 128", "14:05", "0:15", "of 2:00", "1:15", "of 10:00"})
      EXPECT_TRUE(says(text)) << text << " at " << width;
    EXPECT_EQ(cut(), std::vector<std::string>()) << width;
    EXPECT_FALSE(says("Guess"));
  }
}

TEST_F(LecturerTest, AShortNoteIsLargeAndALongOneIsWhole) {
  view_.notes = {"Take your time here."};
  draw();
  const Written short_note = *find("Take your time");
  EXPECT_GT((short_note.x1 - short_note.x0) / 20, 1280 / 60.0) << "px a character";
  std::string all;
  for (int i = 0; i < 70; ++i) all += "word" + std::to_string(i) + " ";
  view_.notes = {all, all};
  draw();
  EXPECT_TRUE(says("word0 ") && says("word69"));
  EXPECT_EQ(cut(), std::vector<std::string>());
}

TEST_F(LecturerTest, TheGuessIsToldAsItStands) {
  view_.lecture.guess = GuessView{};
  draw();
  EXPECT_TRUE(says("nobody has guessed yet"));
  view_.lecture.guess = GuessView{.factor = 2.5, .made = true};
  draw();
  EXPECT_TRUE(says("Guess 2.5\u00d7 as fast \u00b7 open"));
  view_.lecture.guess = GuessView{.factor = 2.5,
                                  .made = true,
                                  .shown = true,
                                  .answer = GuessAnswer{{4, 3, 5}, 5},
                                  .close = 1,
                                  .counted = 2};
  draw();
  EXPECT_FALSE(says("open"));
  EXPECT_TRUE(says("Measured 4.00\u00d7 as fast"));
  EXPECT_TRUE(says("from 5 samples"));
  EXPECT_EQ(cut(), std::vector<std::string>());
}

TEST_F(LecturerTest, WhoIsOverTimeIsTold) {
  draw();
  EXPECT_FALSE(says("over"));
  view_.lecture.slide_seconds = 121;
  draw();
  EXPECT_TRUE(says("2:01") && says("over 2:00"));
  view_.lecture.slide_planned = view_.lecture.planned = 0;
  draw();
  EXPECT_FALSE(says("over") || says("of 0:00"));
}

TEST_F(LecturerTest, WhatIsMissingIsSaid) {
  view_.notes.clear();
  view_.next.clear();
  view_.changes.clear();
  view_.lecture.slide = 2;
  view_.lecture.away = true;
  view_.seen_by_all = "The monitors show the same: the hall may see this";
  draw();
  EXPECT_TRUE(says("No note on this slide"));
  EXPECT_TRUE(says("this is the last slide"));
  EXPECT_TRUE(says("Page \u2191 brings the slide back"));
  EXPECT_TRUE(says("the hall may see this"));
  EXPECT_EQ(cut(), std::vector<std::string>());
}

TEST_F(LecturerTest, TheContextsBeforeItStayCurrent) {
  ImGuiContext* const before = ImGui::GetCurrentContext();
  draw();
  EXPECT_EQ(ImGui::GetCurrentContext(), before);
}

}  // namespace
}  // namespace livewarp::ui
