#include "app/lecture/key_script.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <optional>
#include <utility>

#include "app/base/script_words.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/file_bytes.h"
#include "kernels/core/base/text.h"

namespace livewarp {
namespace {

constexpr const char* words =
    "A line is one of: key, type, wait, say, expect, shot, report; livewarp --help tells more.";

/// What Dear ImGui calls otherwise than people, and characters that have a key of their own.
struct Alias {
  std::string_view name;
  ImGuiKey key;
  std::string_view text = {};
};
constexpr std::array aliases{
    Alias{"Up", ImGuiKey_UpArrow},          Alias{"Down", ImGuiKey_DownArrow},
    Alias{"Left", ImGuiKey_LeftArrow},      Alias{"Right", ImGuiKey_RightArrow},
    Alias{"Esc", ImGuiKey_Escape},          Alias{"Space", ImGuiKey_Space, " "},
    Alias{".", ImGuiKey_Period, "."},       Alias{",", ImGuiKey_Comma, ","},
    Alias{"/", ImGuiKey_Slash, "/"},        Alias{"[", ImGuiKey_LeftBracket, "["},
    Alias{"]", ImGuiKey_RightBracket, "]"}, Alias{"+", ImGuiKey_Equal, "+"},
    Alias{"-", ImGuiKey_Minus, "-"}};

bool same_word(std::string_view a, std::string_view b) {
  return std::ranges::equal(
      a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

/// The key of that name; letters and digits type themselves.
std::optional<KeyStroke> key_named(std::string_view name) {
  for (const Alias& each : aliases)
    if (same_word(each.name, name))
      return KeyStroke{.key = each.key, .text = std::string(each.text)};
  for (int key = ImGuiKey_Tab; key <= ImGuiKey_KeypadEqual; ++key) {
    if (!same_word(ImGui::GetKeyName(ImGuiKey(key)), name)) continue;
    KeyStroke stroke{.key = key};
    if (name.size() == 1) stroke.text = char(std::tolower(static_cast<unsigned char>(name[0])));
    return stroke;
  }
  return std::nullopt;
}

/// Takes "Ctrl+" and the like off the front; a lone + is a key.
bool take_modifier(std::string_view& name, std::string_view modifier) {
  if (name.size() <= modifier.size() + 1 || name[modifier.size()] != '+' ||
      !same_word(name.substr(0, modifier.size()), modifier))
    return false;
  name.remove_prefix(modifier.size() + 1);
  return true;
}

script::Press press_of(ScriptWords& line) {
  const std::string name = line.needed("the key");
  std::string_view left = name;
  bool ctrl = false, shift = false, alt = false;
  for (bool more = true; more;) {
    more = false;
    if (take_modifier(left, "Ctrl")) ctrl = more = true;
    if (take_modifier(left, "Shift")) shift = more = true;
    if (take_modifier(left, "Alt")) alt = more = true;
  }
  const auto stroke = key_named(left);
  if (!stroke) throw Error("there is no key \"" + std::string(left) + "\"");
  script::Press press{*stroke};
  press.stroke.ctrl = ctrl;
  press.stroke.shift = shift;
  press.stroke.alt = alt;
  if (ctrl || alt) press.stroke.text.clear();
  std::int64_t times = 1;
  if (!line.empty() && (!read_integer(line.next(), times) || times < 1 || times > 1000))
    throw Error("a key is pressed 1 \u2026 1,000 times");
  press.times = int(times);
  return press;
}

double seconds_of(ScriptWords& line) {
  double seconds = 0;
  const std::string number = line.needed("the time");
  if (!read_real(number, seconds) || !(seconds >= 0 && seconds <= 3600) || !line.take("s"))
    throw Error("a time is like 5 s, and at most 3,600 s");
  return seconds;
}

script::Expect expect_of(ScriptWords& line) {
  script::Expect expect{line.needed("what is expected"), {}};
  if (!line.empty() && !line.take("within")) {
    expect.value = line.next();
    if (line.empty()) return expect;
    if (!line.take("within")) throw Error("\"" + std::string(line.rest()) + "\" is too much");
  } else if (line.empty()) {
    return expect;
  }
  expect.within = seconds_of(line);
  return expect;
}

decltype(script::Line::what) what_of(ScriptWords& line) {
  const std::string word = line.next();
  if (word == "key") return press_of(line);
  if (word == "type") return script::Type{line.needed("the text")};
  if (word == "wait") return script::Wait{seconds_of(line)};
  if (word == "say") return script::Say{line.needed("the text")};
  if (word == "expect") return expect_of(line);
  if (word == "shot") {
    const std::string name = line.needed("the file's name");
    if (!name.ends_with(".png")) throw Error("a shot is a PNG file: its name ends with .png");
    return script::Shot{name};
  }
  if (word == "report") {
    const std::string name = line.needed("the file's name");
    if (!name.ends_with(".json")) throw Error("a report is a JSON file: its name ends with .json");
    return script::Report{name};
  }
  throw Error("\"" + word + "\" is no word of a key script");
}

script::Line line_of(ScriptWords words_of_line, int number) {
  script::Line line;
  line.number = number;
  line.where = take_where(words_of_line);
  if (words_of_line.empty()) throw Error("a line is missing behind it");
  line.what = what_of(words_of_line);
  words_of_line.expect_end();
  return line;
}

}  // namespace

KeyScript parse_key_script(std::string_view text, const std::string& name) {
  KeyScript script{name, {}};
  for_each_line(text, [&](std::string_view each, int number) {
    const ScriptWords line(each);
    if (line.empty()) return;
    try {
      script.lines.push_back(line_of(line, number));
    } catch (const Error& error) {
      constexpr std::size_t longest = 400;  // it may hold words of the file
      throw Error(name + ":" + std::to_string(number) + ": " + printable(error.what(), longest),
                  words);
    }
  });
  if (script.lines.empty()) throw Error(name + ": no line of it says what to do", words);
  return script;
}

KeyScript read_key_script(const std::string& path) {
  constexpr std::uintmax_t most = 1'000'000;
  const auto bytes = bytes_of_file(path, size_of_file(path, "key script", most));
  return parse_key_script({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, path);
}

}  // namespace livewarp
