// What strangers send to a server, changed at random. LIVEWARP_SERVE_INPUTS and LIVEWARP_SERVE_SEED
// say how many inputs, and which.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/serve/http/http_rules.h"
#include "app/serve/http/upload_folder.h"
#include "app/serve/viewer_message.h"
#include "kernels/core/base/text.h"

namespace livewarp {
namespace {

std::int64_t number_in_environment(const char* name, std::int64_t usual) {
  const char* text = std::getenv(name);
  std::int64_t number = usual;
  if (text && !read_integer(text, number)) ADD_FAILURE() << name << " is no number";
  return number;
}

/// Changes known texts; the same seed makes the same ones everywhere.
class TextMutator {
 public:
  TextMutator(std::vector<std::string> known, std::int64_t seed)
      : known_(std::move(known)), random_(std::uint64_t(seed)) {}

  std::string next() {
    std::string text = some();
    for (std::size_t left = below(8); left > 0; --left) change(text);
    return text;
  }

 private:
  std::size_t below(std::size_t bound) { return bound ? std::size_t(random_() % bound) : 0; }
  const std::string& some() { return known_[below(known_.size())]; }

  void change(std::string& text) {
    static constexpr std::array<std::string_view, 20> words{
        "\"",          "\\",    "{",   "}",    "[",       "\\ud800",
        "\xff",        "1e999", "-",   "null", "\r\n",    "\r\n\r\n",
        "%2e",         "%",     "../", "&",    "?token=", "Content-Length: 99\r\n",
        "Host: a\r\n", ":"};
    const std::size_t at = below(text.size() + 1);
    switch (below(6)) {
    case 0:
      if (at < text.size()) text[at] = char(text[at] ^ (1 << below(8)));
      break;
    case 1: text.insert(at, words[below(words.size())]); break;
    case 2: text.erase(at, below(12)); break;
    case 3: text.insert(at, text.substr(below(text.size() + 1), below(40))); break;
    case 4: text.insert(at, 1, char(below(256))); break;
    default: {
      const std::string& other = some();
      text = text.substr(0, at) + other.substr(below(other.size() + 1));
    }
    }
  }

  std::vector<std::string> known_;
  std::mt19937_64 random_;
};

const std::vector<std::string> known_messages{
    R"({"t":"move","x":1.5,"y":-2})",
    R"({"t":"button","b":2,"down":true,"x":3,"y":4})",
    R"({"t":"wheel","x":0,"y":-1.25})",
    R"({"t":"key","code":"ArrowDown","key":"ArrowDown","down":false})",
    "{\"t\":\"text\",\"s\":\"\u00e4\\u00e4\\n\"}",
    R"({"t":"paste","s":"int i = 0;"})",
    R"({"t":"size","w":1280,"h":720,"ratio":1.5})",
    R"({"t":"letgo"})",
    R"({"t":"codecs","h264":true})",
    R"({"t":"shown","n":4294967295})",
    R"({"t":"vote","v":-0.5})",
    R"({"t":"give","to":7})",
    R"({"t":"hidden","hidden":true})"};

/// What must hold of a message that was taken, whatever it was made of.
struct SoundMessage {
  bool operator()(const PointerMove& move) const {
    return std::abs(move.x) + std::abs(move.y) < 1e6;
  }
  bool operator()(const PointerWheel& wheel) const { return std::abs(wheel.x + wheel.y) <= 2000; }
  bool operator()(const KeyPress& key) const {
    return key.code.size() <= 32 && key.key.size() <= 32;
  }
  bool operator()(const TypedText& typed) const { return is_text(typed.text, 4096); }
  bool operator()(const PastedText& pasted) const { return is_text(pasted.text, 16384); }
  bool operator()(const PageSize& size) const {
    return size.width >= 320 && size.width <= 7680 && size.height >= 240 && size.height <= 4320 &&
           size.pixel_ratio >= 0.5 && size.pixel_ratio <= 4;
  }
  bool operator()(const viewer::Button& button) const {
    return button.button.button >= 0 && button.button.button <= 2;
  }
  bool operator()(const viewer::Vote& vote) const { return std::isfinite(vote.value); }
  bool operator()(const viewer::Give& give) const { return give.to >= 1; }
  template <class Other>
  bool operator()(const Other&) const {
    return true;
  }

 private:
  static bool is_text(const std::string& text, std::size_t most) {
    return text.size() <= most && text.find('\0') == std::string::npos;
  }
};

TEST(ServeFuzz, Messages) {
  const std::int64_t count = number_in_environment("LIVEWARP_SERVE_INPUTS", 100'000) * 6 / 10;
  TextMutator mutator(known_messages, number_in_environment("LIVEWARP_SERVE_SEED", 1));
  std::int64_t taken = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::string text = mutator.next();
    const auto read = read_viewer_message(text);
    if (const auto* message = std::get_if<ViewerMessage>(&read)) {
      ASSERT_TRUE(std::visit(SoundMessage{}, *message)) << text;
      ++taken;
    } else {
      ASSERT_FALSE(std::get<RefusedMessage>(read).why.empty()) << text;
    }
  }
  EXPECT_GT(taken, count / 10) << "most never reach what lies behind the parser";
  EXPECT_LT(taken, count * 9 / 10);
}

TEST(ServeFuzz, Requests) {
  constexpr std::size_t largest_upload = 1000;
  const HttpRules rules({"/a/", {}, true, largest_upload});
  const std::string watching = rules.watching_token(), steering = rules.steering_token();
  const std::string rest = " HTTP/1.1\r\nHost: a:1\r\nOrigin: http://a:1\r\n";
  TextMutator mutator(
      {"GET /a/?token=" + watching + rest + "\r\n",
       "GET /a/ws?token=" + steering + rest +
           "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
           "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
       "POST /a/upload?token=" + steering + "&viewer=1&secret=b&name=c%20d.png" + rest +
           "Content-Length: 12\r\n\r\n"},
      number_in_environment("LIVEWARP_SERVE_SEED", 1));
  const std::int64_t count = number_in_environment("LIVEWARP_SERVE_INPUTS", 100'000) * 4 / 10;
  std::int64_t read = 0, granted = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::string head = mutator.next();
    const auto request = read_http_head(head);
    if (!std::holds_alternative<HttpRequest>(request)) continue;
    ++read;
    const HttpDecision decision = rules.decide(std::get<HttpRequest>(request));
    if (std::holds_alternative<HttpAnswer>(decision)) continue;
    ++granted;
    ASSERT_TRUE(head.find(watching) != head.npos || head.find(steering) != head.npos) << head;
    if (const auto* upload = std::get_if<TakeUpload>(&decision)) {
      const std::string name = safe_file_name(upload->name);
      ASSERT_TRUE(!name.empty() && name.size() <= 100 && name[0] != '.') << head;
      ASSERT_EQ(name.find_first_of(std::string("/\\\0", 3)), name.npos) << head;
      ASSERT_LE(upload->bytes, largest_upload);
    }
  }
  EXPECT_GT(read, count / 10);
  EXPECT_GT(granted, count / 100) << "most never reach what lies behind the token";
}

}  // namespace
}  // namespace livewarp
