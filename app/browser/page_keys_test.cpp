// Keys of a browser and those of the user interface.
#include "app/browser/page_keys.h"

#include <gtest/gtest.h>

namespace livewarp {
namespace {

TEST(PageKeys, ALetterIsWhatIsWrittenOnIt) {
  EXPECT_EQ(key_of({"KeyQ", "a", true}), ImGuiKey_A) << "a French keyboard";
  EXPECT_EQ(key_of({"KeyZ", "Y", true}), ImGuiKey_Y) << "a German one, with Shift";
  EXPECT_EQ(key_of({"KeyA", "\u03b1", true}), ImGuiKey_A) << "a Greek one: its place counts";
}

TEST(PageKeys, ADigitIsOneWhateverShiftMakesOfIt) {
  EXPECT_EQ(key_of({"Digit2", "2", true}), ImGuiKey_2);
  EXPECT_EQ(key_of({"Digit2", "\"", true}), ImGuiKey_2);
  EXPECT_EQ(key_of({"Numpad7", "7", true}), ImGuiKey_Keypad7);
  EXPECT_EQ(key_of({"Numpad7", "Home", true}), ImGuiKey_Keypad7);
}

TEST(PageKeys, OthersGoByTheirPlace) {
  EXPECT_EQ(key_of({"ArrowDown", "ArrowDown", true}), ImGuiKey_DownArrow);
  EXPECT_EQ(key_of({"F1", "F1", true}), ImGuiKey_F1);
  EXPECT_EQ(key_of({"F12", "F12", true}), ImGuiKey_F12);
  EXPECT_EQ(key_of({"Slash", "?", true}), ImGuiKey_Slash);
  EXPECT_EQ(key_of({"PageDown", "PageDown", true}), ImGuiKey_PageDown);
}

TEST(PageKeys, WhatIsNoKeyIsNone) {
  for (const char* code : {"", "F0", "F25", "F", "F1x", "Digit", "Numpad", "Numpad10", "KeyAB",
                           "Unidentified", "NumpadMinus"})
    EXPECT_EQ(key_of({code, "Unidentified", true}), ImGuiKey_None) << code;
}

TEST(PageKeys, ModifiersAreKnownOnBothSides) {
  EXPECT_EQ(modifier_of({"ControlRight", "Control", true}), ImGuiMod_Ctrl);
  EXPECT_EQ(modifier_of({"ShiftLeft", "Shift", true}), ImGuiMod_Shift);
  EXPECT_EQ(modifier_of({"AltLeft", "Alt", true}), ImGuiMod_Alt);
  EXPECT_EQ(modifier_of({"MetaLeft", "Meta", true}), ImGuiMod_Super);
  EXPECT_EQ(modifier_of({"KeyS", "s", true}), ImGuiKey_None);
}

}  // namespace
}  // namespace livewarp
