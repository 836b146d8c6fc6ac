#include "app/serve/viewer_message.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace livewarp {
namespace {

template <class Message>
Message read_as(const std::string& text) {
  const auto read = read_viewer_message(text);
  if (const auto* refused = std::get_if<RefusedMessage>(&read)) {
    ADD_FAILURE() << text << ": " << refused->why;
    return {};
  }
  const auto* message = std::get_if<Message>(&std::get<ViewerMessage>(read));
  EXPECT_NE(message, nullptr) << text << " is something else";
  return message ? *message : Message{};
}

std::string refusal(const std::string& text) {
  const auto read = read_viewer_message(text);
  const auto* refused = std::get_if<RefusedMessage>(&read);
  return refused ? refused->why : "taken";
}

TEST(ViewerMessage, ReadsWhatAUserDoes) {
  const auto move = read_as<PointerMove>(R"({"t":"move","x":1.5,"y":-2})");
  EXPECT_EQ(move.x, 1.5);
  EXPECT_EQ(move.y, -2);
  const auto press = read_as<viewer::Button>(R"({"t":"button","b":2,"down":true,"x":3,"y":4})");
  EXPECT_EQ(press.button.button, 2);
  EXPECT_TRUE(press.button.down);
  ASSERT_TRUE(press.at);
  EXPECT_EQ(press.at->y, 4);
  EXPECT_FALSE(read_as<viewer::Button>(R"({"t":"button","b":0,"down":false})").at);
  EXPECT_EQ(read_as<PointerWheel>(R"({"t":"wheel","x":0,"y":-1.25})").y, -1.25);
  const auto key = read_as<KeyPress>(R"({"t":"key","code":"KeyZ","key":"y","down":true})");
  EXPECT_EQ(key.code, "KeyZ");
  EXPECT_EQ(key.key, "y");
  EXPECT_TRUE(key.down);
  EXPECT_EQ(read_as<TypedText>("{\"t\":\"text\",\"s\":\"\u00e4\\u00e4\"}").text, "\u00e4\u00e4");
  EXPECT_EQ(read_as<PastedText>(R"({"t":"paste","s":"a\nb"})").text, "a\nb");
  read_as<LetGo>(R"({"t":"letgo"})");
}

TEST(ViewerMessage, ReadsWhatAPageSays) {
  EXPECT_TRUE(read_as<viewer::Codecs>(R"({"t":"codecs","h264":true})").h264);
  EXPECT_EQ(read_as<viewer::Shown>(R"({"t":"shown","n":4294967295})").number, 4294967295u);
  EXPECT_EQ(read_as<viewer::Vote>(R"({"t":"vote","v":-0.5})").value, -0.5);
  EXPECT_EQ(read_as<viewer::Give>(R"({"t":"give","to":7})").to, 7);
  read_as<viewer::Take>(R"({"t":"take"})");
  read_as<viewer::Ask>(R"({"t":"ask","of":"a later page"})");
  EXPECT_TRUE(read_as<viewer::Hidden>(R"({"t":"hidden","hidden":true})").hidden);
}

TEST(ViewerMessage, BringsAPageToASizeThatCanBeDrawn) {
  const auto tiny = read_as<PageSize>(R"({"t":"size","w":1,"h":-5,"ratio":0.01})");
  EXPECT_EQ(tiny.width, 320);
  EXPECT_EQ(tiny.height, 240);
  EXPECT_EQ(tiny.pixel_ratio, 0.5);
  const auto huge = read_as<PageSize>(R"({"t":"size","w":99999,"h":99999,"ratio":9})");
  EXPECT_EQ(huge.width, 7680);
  EXPECT_EQ(huge.height, 4320);
  EXPECT_EQ(huge.pixel_ratio, 4);
  EXPECT_EQ(read_as<PageSize>(R"({"t":"size","w":1280.7,"h":720,"ratio":1.5})").width, 1280);
}

TEST(ViewerMessage, RefusesWhatIsNoMessage) {
  EXPECT_EQ(refusal(""), "a message is no JSON object");
  EXPECT_EQ(refusal("{\"t\":\"ask\""), "a message is no JSON object");
  EXPECT_EQ(refusal("[]"), "a message is no JSON object");
  EXPECT_EQ(refusal("7"), "a message is no JSON object");
  EXPECT_EQ(refusal("{}"), "t is missing");
  EXPECT_EQ(refusal(R"({"t":1})"), "t is no text");
  EXPECT_EQ(refusal(R"({"t":"shutdown"})"), "there is no message of that name");
  EXPECT_EQ(refusal(R"({"t":"ask","x":[[]]})"), "a message is nested");
  EXPECT_EQ(refusal(std::string(60'000, '[')), "a message is nested");
  EXPECT_EQ(refusal(std::string(70'000, ' ')), "a message is too long");
}

TEST(ViewerMessage, RefusesNumbersThatAreNone) {
  EXPECT_EQ(refusal(R"({"t":"move","x":1})"), "y is missing");
  EXPECT_EQ(refusal(R"({"t":"move","x":"1","y":2})"), "x is no number");
  EXPECT_EQ(refusal(R"({"t":"move","x":null,"y":2})"), "x is no number");
  EXPECT_EQ(refusal(R"({"t":"move","x":1e9,"y":2})"), "x is too large");
  EXPECT_EQ(refusal(R"({"t":"move","x":1e999,"y":2})"), "a message is no JSON object");
  EXPECT_EQ(refusal(R"({"t":"move","x":NaN,"y":2})"), "a message is no JSON object");
  EXPECT_EQ(refusal(R"({"t":"wheel","x":0,"y":5000})"), "y is too large");
  EXPECT_EQ(refusal(R"({"t":"button","b":3,"down":true})"), "b is out of range");
  EXPECT_EQ(refusal(R"({"t":"button","b":0.5,"down":true})"), "b is no whole number");
  EXPECT_EQ(refusal(R"({"t":"button","b":0,"down":1})"), "down is neither true nor false");
  EXPECT_EQ(refusal(R"({"t":"button","b":0,"down":true,"x":1})"), "y is missing");
  EXPECT_EQ(refusal(R"({"t":"shown","n":-1})"), "n is out of range");
  EXPECT_EQ(refusal(R"({"t":"shown","n":4294967296})"), "n is out of range");
  EXPECT_EQ(refusal(R"({"t":"give","to":0})"), "to is out of range");
  EXPECT_EQ(refusal(R"({"t":"vote","v":1e300})"), "v is too large");
}

TEST(ViewerMessage, RefusesTextsThatAreNone) {
  const auto text = [](const char* type, std::size_t size) {
    return std::string("{\"t\":\"") + type + "\",\"s\":\"" + std::string(size, 'a') + "\"}";
  };
  EXPECT_EQ(refusal(text("text", 4096)), "taken");
  EXPECT_EQ(refusal(text("text", 4097)), "s is too long");
  EXPECT_EQ(refusal(text("paste", 16384)), "taken");
  EXPECT_EQ(refusal(text("paste", 16385)), "s is too long");
  EXPECT_EQ(refusal(R"({"t":"text","s":7})"), "s is no text");
  EXPECT_EQ(refusal("{\"t\":\"text\",\"s\":\"a\\u0000b\"}"), "s holds a character of code 0");
  EXPECT_EQ(refusal("{\"t\":\"text\",\"s\":\"\xff\"}"), "a message is no JSON object");
  EXPECT_EQ(refusal("{\"t\":\"text\",\"s\":\"\xc0\xaf\"}"), "a message is no JSON object");
  EXPECT_EQ(refusal("{\"t\":\"text\",\"s\":\"\\ud800\"}"), "a message is no JSON object");
  EXPECT_EQ(
      refusal(R"({"t":"key","code":")" + std::string(33, 'K') + R"(","key":"a","down":true})"),
      "code is too long");
}

TEST(ViewerMessage, SeesNestingOutsideOfTextsAlone) {
  EXPECT_EQ(read_as<TypedText>(R"({"t":"text","s":"[{\"\\"})").text, "[{\"\\");
}

}  // namespace
}  // namespace livewarp
