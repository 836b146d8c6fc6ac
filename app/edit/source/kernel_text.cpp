#include "app/edit/source/kernel_text.h"

#include <algorithm>

namespace livewarp {

namespace {

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Behind a comment or a literal that begins at `at`; `at` itself where none does.
std::size_t behind_quiet(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  if (rest.starts_with("//")) return std::min(text.find('\n', at), text.size());
  if (rest.starts_with("/*")) {
    const std::size_t end = text.find("*/", at + 2);
    return end == std::string_view::npos ? text.size() : end + 2;
  }
  // A quote within a number groups its digits.
  const bool groups = rest.front() == '\'' && at > 0 && is_word(text[at - 1]);
  if ((rest.front() != '"' && rest.front() != '\'') || groups) return at;
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == rest.front() || text[i] == '\n')
      return i + 1;
  }
  return text.size();
}

/// Behind the brace that closes the first one from `at` on; npos where none does, or a semicolon
/// comes first.
std::size_t behind_body(std::string_view text, std::size_t at) {
  int depth = 0;
  while (at < text.size()) {
    if (const std::size_t quiet = behind_quiet(text, at); quiet > at) {
      at = quiet;
      continue;
    }
    const char c = text[at++];
    if (c == ';' && depth == 0) return std::string_view::npos;
    if (c == '{') ++depth;
    if (c == '}' && --depth <= 0) return at;
  }
  return std::string_view::npos;
}

std::size_t line_begin(std::string_view text, std::size_t at) {
  const std::size_t before = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  return before == std::string_view::npos ? 0 : before + 1;
}

std::string_view trimmed(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(" \t\r\n") - first + 1);
}

/// Whether a line above a definition may belong to it: a comment, or an unfinished declaration.
bool leads_on(std::string_view line) {
  line = trimmed(line);
  if (line.empty() || line.front() == '#' || line == kernels_begin) return false;
  return line.starts_with("//") || (line.back() != ';' && line.back() != '}' && line.back() != '{');
}

/// The whole lines of a definition whose head has a word at `at`.
std::optional<TextPart> definition_around(std::string_view text, std::size_t at) {
  TextPart part;
  part.first = line_begin(text, at);
  while (part.first > 0) {
    const std::size_t above = line_begin(text, part.first - 1);
    if (!leads_on(text.substr(above, part.first - above))) break;
    part.first = above;
  }
  part.end = behind_body(text, at);
  if (part.end == std::string_view::npos) return {};
  part.end = std::min(text.find('\n', part.end), text.size() - 1) + 1;
  return part;
}

}  // namespace

std::size_t find_word(std::string_view text, std::string_view word, std::size_t from) {
  for (std::size_t at = text.find(word, from); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const bool begins = at == 0 || !is_word(text[at - 1]);
    const std::size_t end = at + word.size();
    if (begins && (end == text.size() || !is_word(text[end]))) return at;
  }
  return std::string_view::npos;
}

void replace_word(std::string& text, std::string_view word, std::string_view by) {
  for (std::size_t at = find_word(text, word); at != std::string::npos;
       at = find_word(text, word, at + by.size()))
    text.replace(at, word.size(), by);
}

std::size_t find_kernel(std::string_view text, std::string_view kernel) {
  for (std::size_t at = find_word(text, kernel); at != std::string_view::npos;
       at = find_word(text, kernel, at + 1)) {
    // Its head: "__global__ void [__launch_bounds__(...)] NAME(".
    const std::size_t head = text.rfind("__global__", at);
    if (head != std::string_view::npos &&
        text.substr(head, at - head).find_first_of("{;") == std::string_view::npos)
      return head;
  }
  return std::string_view::npos;
}

std::optional<TextPart> kernel_definition(std::string_view text, std::string_view kernel) {
  const std::size_t head = find_kernel(text, kernel);
  if (head == std::string_view::npos) return {};
  return definition_around(text, head);
}

std::optional<TextPart> structure_definition(std::string_view text, std::string_view name) {
  for (std::size_t at = find_word(text, name); at != std::string_view::npos;
       at = find_word(text, name, at + 1)) {
    const std::size_t line = line_begin(text, at);
    const std::string_view before = trimmed(text.substr(line, at - line));
    if (before != "struct" && before != "class") continue;
    // A specialization goes with its template, and cannot stand in another namespace.
    const std::size_t behind = text.find_first_not_of(' ', at + name.size());
    if (behind != std::string_view::npos && text[behind] == '<') return {};
    if (const auto part = definition_around(text, at)) return part;
  }
  return {};
}

std::optional<TextPart> kernels_part(std::string_view text) {
  const std::size_t open = find_word(text, kernels_begin), close = find_word(text, kernels_end);
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return {};
  return TextPart{open + kernels_begin.size(), close};
}

}  // namespace livewarp
