#include "app/serve/viewer_message.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace livewarp {

namespace {

using MessageJson = nlohmann::json;

/// What is wrong with a message; it never leaves this file.
class BadMessage : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

constexpr double farthest_place = 100'000;  // pixels
constexpr double most_notches = 1000;
constexpr double largest_vote = 1e15;
constexpr std::size_t longest_text = std::size_t{4} << 10;
constexpr std::size_t longest_paste = std::size_t{16} << 10;
constexpr std::size_t longest_key = 32;

/// Messages are flat. Looked at before they are parsed, so that no parser ever follows a nesting.
bool is_nested(std::string_view text) {
  int opened = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '\\')
      ++i;
    else if (c == '"')
      quoted = !quoted;
    else if (!quoted && (c == '{' || c == '['))
      if (++opened > 1) return true;
  }
  return false;
}

const MessageJson& member(const MessageJson& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end()) throw BadMessage(std::string(name) + " is missing");
  return *found;
}

double number_of(const MessageJson& json, const char* name, double most) {
  const MessageJson& value = member(json, name);
  if (!value.is_number()) throw BadMessage(std::string(name) + " is no number");
  const double number = value.get<double>();
  if (!std::isfinite(number) || std::abs(number) > most)
    throw BadMessage(std::string(name) + " is too large");
  return number;
}

std::int64_t integer_of(const MessageJson& json, const char* name, std::int64_t least,
                        std::int64_t most) {
  const double number = number_of(json, name, 1e15);
  if (number != std::floor(number)) throw BadMessage(std::string(name) + " is no whole number");
  const auto integer = std::int64_t(number);
  if (integer < least || integer > most) throw BadMessage(std::string(name) + " is out of range");
  return integer;
}

bool flag_of(const MessageJson& json, const char* name) {
  const MessageJson& value = member(json, name);
  if (!value.is_boolean()) throw BadMessage(std::string(name) + " is neither true nor false");
  return value.get<bool>();
}

/// The parser has looked at its UTF-8.
std::string text_of(const MessageJson& json, const char* name, std::size_t most) {
  const MessageJson& value = member(json, name);
  if (!value.is_string()) throw BadMessage(std::string(name) + " is no text");
  const auto& text = value.get_ref<const std::string&>();
  if (text.size() > most) throw BadMessage(std::string(name) + " is too long");
  if (text.find('\0') != std::string::npos)
    throw BadMessage(std::string(name) + " holds a character of code 0");
  return text;
}

PointerMove place_of(const MessageJson& json) {
  return {number_of(json, "x", farthest_place), number_of(json, "y", farthest_place)};
}

viewer::Button button_of(const MessageJson& json) {
  viewer::Button button{{int(integer_of(json, "b", 0, 2)), flag_of(json, "down")}, {}};
  if (json.contains("x") || json.contains("y")) button.at = place_of(json);
  return button;
}

KeyPress key_of(const MessageJson& json) {
  return {text_of(json, "code", longest_key), text_of(json, "key", longest_key),
          flag_of(json, "down")};
}

PageSize size_of_page(const MessageJson& json) {
  return {int(std::clamp(number_of(json, "w", farthest_place), 320.0, 7680.0)),
          int(std::clamp(number_of(json, "h", farthest_place), 240.0, 4320.0)),
          std::clamp(number_of(json, "ratio", 1000), 0.5, 4.0)};
}

viewer::Shown shown_of(const MessageJson& json) {
  return {std::uint32_t(integer_of(json, "n", 0, std::numeric_limits<std::uint32_t>::max()))};
}

viewer::Give give_of(const MessageJson& json) {
  return {int(integer_of(json, "to", 1, std::numeric_limits<int>::max()))};
}

struct MessageKind {
  std::string_view name;
  ViewerMessage (*read)(const MessageJson& json);
};

constexpr std::array message_kinds{
    MessageKind{"move", [](const MessageJson& json) -> ViewerMessage { return place_of(json); }},
    MessageKind{"button", [](const MessageJson& json) -> ViewerMessage { return button_of(json); }},
    MessageKind{"wheel",
                [](const MessageJson& json) -> ViewerMessage {
                  return PointerWheel{number_of(json, "x", most_notches),
                                      number_of(json, "y", most_notches)};
                }},
    MessageKind{"key", [](const MessageJson& json) -> ViewerMessage { return key_of(json); }},
    MessageKind{"text",
                [](const MessageJson& json) -> ViewerMessage {
                  return TypedText{text_of(json, "s", longest_text)};
                }},
    MessageKind{"paste",
                [](const MessageJson& json) -> ViewerMessage {
                  return PastedText{text_of(json, "s", longest_paste)};
                }},
    MessageKind{"size",
                [](const MessageJson& json) -> ViewerMessage { return size_of_page(json); }},
    MessageKind{"letgo", [](const MessageJson&) -> ViewerMessage { return LetGo{}; }},
    MessageKind{"codecs",
                [](const MessageJson& json) -> ViewerMessage {
                  return viewer::Codecs{flag_of(json, "h264")};
                }},
    MessageKind{"shown", [](const MessageJson& json) -> ViewerMessage { return shown_of(json); }},
    MessageKind{"vote",
                [](const MessageJson& json) -> ViewerMessage {
                  return viewer::Vote{number_of(json, "v", largest_vote)};
                }},
    MessageKind{"give", [](const MessageJson& json) -> ViewerMessage { return give_of(json); }},
    MessageKind{"take", [](const MessageJson&) -> ViewerMessage { return viewer::Take{}; }},
    MessageKind{"ask", [](const MessageJson&) -> ViewerMessage { return viewer::Ask{}; }},
    MessageKind{"hidden", [](const MessageJson& json) -> ViewerMessage {
                  return viewer::Hidden{flag_of(json, "hidden")};
                }}};

ViewerMessage message_of(std::string_view text) {
  if (text.size() > longest_viewer_message) throw BadMessage("a message is too long");
  if (is_nested(text)) throw BadMessage("a message is nested");
  const MessageJson json = MessageJson::parse(text, nullptr, false);
  if (!json.is_object()) throw BadMessage("a message is no JSON object");
  const MessageJson& type = member(json, "t");
  if (!type.is_string()) throw BadMessage("t is no text");
  const auto& name = type.get_ref<const std::string&>();
  const auto kind = std::ranges::find(message_kinds, name, &MessageKind::name);
  if (kind == message_kinds.end()) throw BadMessage("there is no message of that name");
  return kind->read(json);
}

}  // namespace

std::variant<ViewerMessage, RefusedMessage> read_viewer_message(std::string_view text) {
  try {
    return message_of(text);
  } catch (const std::exception& error) {
    return RefusedMessage{error.what()};
  }
}

}  // namespace livewarp
