#pragma once

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

/// What tests ask of HTML and SVG that this program writes.
namespace livewarp::test {

/// What is wrong with the tags of a text; empty: each is closed in turn, and each attribute quoted.
inline std::string markup_problem(std::string_view text) {
  constexpr std::string_view alone[]{"meta", "img", "br", "link", "input"};
  std::vector<std::string> open;
  while (true) {
    const std::size_t at = text.find('<');
    if (at == std::string_view::npos) break;
    text.remove_prefix(at + 1);
    const std::size_t end = text.find('>');
    if (end == std::string_view::npos) return "a tag has no end";
    const std::string_view tag = text.substr(0, end);
    text.remove_prefix(end + 1);
    if (tag.starts_with("!")) continue;
    if (tag.find('<') != std::string_view::npos) return "a tag within " + std::string(tag);
    if (std::ranges::count(tag, '"') % 2 != 0) return "an open quote in " + std::string(tag);
    std::string name;
    for (const char c : tag.substr(tag.starts_with('/') ? 1 : 0)) {
      if (std::isalnum(static_cast<unsigned char>(c)) == 0) break;
      name += c;
    }
    if (tag.starts_with('/')) {
      if (open.empty() || open.back() != name)
        return "</" + name + "> closes " + (open.empty() ? "nothing" : open.back());
      open.pop_back();
    } else if (!tag.ends_with('/') && std::ranges::find(alone, name) == std::end(alone)) {
      open.push_back(name);
    }
  }
  return open.empty() ? "" : "<" + open.back() + "> is not closed";
}

}  // namespace livewarp::test
