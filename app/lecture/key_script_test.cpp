#include "app/lecture/key_script.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include <string>
#include <variant>
#include <vector>

#include "app/testing/test_context.h"
#include "kernels/core/base/error.h"

namespace livewarp {
namespace {

const script::Press& press_of(const KeyScript& script, std::size_t line) {
  return std::get<script::Press>(script.lines.at(line).what);
}

TEST(KeyScript, ReadsEveryKindOfLine) {
  const KeyScript script = parse_key_script("# a lecture\n"
                                            "key Down            # the next variant\n"
                                            "\n"
                                            "  key Ctrl+Shift+z 3\r\n"
                                            "type 4096\n"
                                            "wait 2.5 s\n"
                                            "say \"It # says\"\n"
                                            "cpu expect variant vector within 20 s\n"
                                            "gpu expect timed\n"
                                            "expect says \"two words\"\n"
                                            "shot 01.png\n"
                                            "report 01.json",
                                            "a.keys");
  ASSERT_EQ(script.lines.size(), 10u);
  EXPECT_EQ(press_of(script, 0).stroke.key, ImGuiKey_DownArrow);
  EXPECT_EQ(press_of(script, 0).times, 1);
  const script::Press& third = press_of(script, 1);
  EXPECT_EQ(third.stroke.key, ImGuiKey_Z);
  EXPECT_TRUE(third.stroke.ctrl && third.stroke.shift && !third.stroke.alt);
  EXPECT_EQ(third.stroke.text, "") << "a key with Ctrl types nothing";
  EXPECT_EQ(third.times, 3);
  EXPECT_EQ(std::get<script::Type>(script.lines[2].what).text, "4096");
  EXPECT_EQ(std::get<script::Wait>(script.lines[3].what).seconds, 2.5);
  EXPECT_EQ(std::get<script::Say>(script.lines[4].what).text, "It # says");
  const auto& expected = std::get<script::Expect>(script.lines[5].what);
  EXPECT_EQ(script.lines[5].where, Where::cpu);
  EXPECT_EQ(script.lines[5].number, 8);
  EXPECT_EQ(expected.what, "variant");
  EXPECT_EQ(expected.value, "vector");
  EXPECT_EQ(expected.within, 20);
  EXPECT_EQ(script.lines[6].where, Where::gpu);
  EXPECT_EQ(std::get<script::Expect>(script.lines[7].what).value, "two words");
  EXPECT_EQ(std::get<script::Shot>(script.lines[8].what).name, "01.png");
  EXPECT_EQ(std::get<script::Report>(script.lines[9].what).name, "01.json");
}

TEST(KeyScript, KeysAreNamedAsPeopleDo) {
  const auto stroke = [](const std::string& name) {
    return press_of(parse_key_script("key " + name, ""), 0).stroke;
  };
  EXPECT_EQ(stroke("Space").key, ImGuiKey_Space);
  EXPECT_EQ(stroke("space").text, " ");
  EXPECT_EQ(stroke("F9").key, ImGuiKey_F9);
  EXPECT_EQ(stroke("B").key, ImGuiKey_B);
  EXPECT_EQ(stroke("2").key, ImGuiKey_2);
  EXPECT_EQ(stroke("PageUp").key, ImGuiKey_PageUp);
  EXPECT_EQ(stroke("]").text, "]");
  EXPECT_EQ(stroke("+").text, "+");
  EXPECT_TRUE(stroke("Ctrl++").ctrl);
  EXPECT_EQ(stroke("Ctrl++").key, ImGuiKey_Equal);
  EXPECT_TRUE(stroke("Alt+x").alt);
}

TEST(KeyScript, WhatIsWrongIsSaidWithItsLine) {
  const std::vector<std::pair<std::string, std::string>> wrong{
      {"key Dwon", "there is no key \"Dwon\""},
      {"key", "the key is missing"},
      {"key Down 0", "a key is pressed 1"},
      {"key Down 2 3", "\"3\" is too much"},
      {"press Down", "\"press\" is no word of a key script"},
      {"wait 5", "a time is like 5 s"},
      {"wait -1 s", "a time is like 5 s"},
      {"wait 4000 s", "a time is like 5 s"},
      {"say \"open", "a quotation mark is missing"},
      {"say two words", "\"words\" is too much"},
      {"expect", "what is expected is missing"},
      {"expect n 4 5", "\"5\" is too much"},
      {"expect n 4 within 5", "a time is like 5 s"},
      {"shot picture.jpg", "a shot is a PNG file"},
      {"report figures.csv", "a report is a JSON file"},
      {"cpu", "a line is missing behind it"},
  };
  for (const auto& [line, complaint] : wrong) try {
      parse_key_script("wait 1 s\n" + line + "\n", "a.keys");
      ADD_FAILURE() << line << " was taken";
    } catch (const Error& error) {
      EXPECT_TRUE(std::string(error.what()).starts_with("a.keys:2: " + complaint)) << error.what();
      EXPECT_NE(error.advice(), "");
    }
  EXPECT_THROW(parse_key_script("# nothing\n", "a.keys"), Error);
}

TEST(KeyScript, OfAFileThatIsNotThereOrTooLarge) {
  const test::TemporaryFolder folder;
  EXPECT_THROW(read_key_script(folder.file("missing.keys")), Error);
  EXPECT_THROW(read_key_script("/"), Error);
}

}  // namespace
}  // namespace livewarp
