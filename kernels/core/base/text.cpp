#include "kernels/core/base/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

#include <fmt/format.h>

namespace livewarp {

namespace {

constexpr std::string_view minus_sign = "\u2212";

/// Inserts a comma before each group of three digits.
std::string with_commas(std::string_view digits) {
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

/// "5e-6" instead of C's "5e-06".
std::string short_exponent(std::string text) {
  const std::size_t e = text.find('e');
  if (e == std::string::npos) return text;
  std::size_t digits = e + 1;
  if (text[digits] == '+')
    text.erase(digits, 1);
  else if (text[digits] == '-')
    ++digits;
  while (text.size() > digits + 1 && text[digits] == '0') text.erase(digits, 1);
  return text;
}

/// How many bytes the character takes that begins here; 0 for none of UTF-8. Overlong forms,
/// surrogates and what lies beyond U+10FFFF are none (RFC 3629).
std::size_t utf8_size(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80) return 1;
  const std::size_t size = byte(0) >= 0xC2 && byte(0) < 0xE0   ? 2
                           : byte(0) >= 0xE0 && byte(0) < 0xF0 ? 3
                           : byte(0) >= 0xF0 && byte(0) < 0xF5 ? 4
                                                               : 0;
  if (size == 0 || text.size() < size) return 0;
  for (std::size_t i = 1; i < size; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  const bool overlong = (byte(0) == 0xE0 && byte(1) < 0xA0) || (byte(0) == 0xF0 && byte(1) < 0x90);
  const bool surrogate = byte(0) == 0xED && byte(1) >= 0xA0;
  const bool beyond = byte(0) == 0xF4 && byte(1) >= 0x90;
  return overlong || surrogate || beyond ? 0 : size;
}

}  // namespace

std::string grouped(std::int64_t number) {
  const std::string digits = fmt::format("{}", number);
  if (number >= 0) return with_commas(digits);
  return std::string(minus_sign) + with_commas(std::string_view(digits).substr(1));
}

std::string shortest(double number) {
  std::array<char, 64> text{};
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), number);
  return short_exponent({text.data(), end});
}

std::string as_shown(const std::string& text) {
  std::int64_t number = 0;
  return read_integer(text, number) ? grouped(number) : text;
}

std::string rounded(double number, int digits) {
  return short_exponent(fmt::format("{:.{}g}", number, digits));
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) {
    if (!text.empty()) text += ", ";
    text += part;
  }
  return text;
}

std::string memory_size(std::size_t bytes) {
  constexpr double kib = 1024, mib = kib * 1024, gib = mib * 1024;
  const double size = double(bytes);
  if (size >= gib) return fmt::format("{:.3g} GiB", size / gib);
  if (size >= mib) return fmt::format("{:.3g} MiB", size / mib);
  if (size >= kib) return fmt::format("{:.3g} KiB", size / kib);
  return fmt::format("{} bytes", bytes);
}

std::string lowered(std::string label) {
  if (label.size() > 1 && std::islower(static_cast<unsigned char>(label[1])))
    label[0] = char(std::tolower(static_cast<unsigned char>(label[0])));
  return label;
}

std::string printable(std::string_view text, std::size_t most) {
  std::string shown;
  while (!text.empty()) {
    const std::size_t size = utf8_size(text);
    const auto first = static_cast<unsigned char>(text[0]);
    std::string_view next = text.substr(0, size);
    if (size == 0) next = "\uFFFD";
    if (size == 1 && (first < 0x20 || first == 0x7F)) next = " ";
    if (shown.size() + next.size() > most) return shown + "\u2026";
    shown += next;
    text.remove_prefix(std::max<std::size_t>(size, 1));
  }
  return shown;
}

std::string shell_word(const std::string& text) {
  const auto plain = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           std::string_view("_-+./:,@%").find(c) != std::string_view::npos;
  };
  if (!text.empty() && std::ranges::all_of(text, plain)) return text;
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

std::string ungrouped(const std::string& text) {
  const std::size_t start = text.starts_with('-') ? 1 : 0, first = text.find(',');
  if (first == std::string::npos || first <= start || first > start + 3) return text;
  if (text[start] == '0' || (text.size() - first) % 4 != 0) return text;
  std::string digits;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool separates = i >= first && (i - first) % 4 == 0;
    const bool digit = text[i] >= '0' && text[i] <= '9';
    if (separates ? text[i] != ',' : !digit && i >= start) return text;
    if (!separates) digits += text[i];
  }
  return digits;
}

bool read_integer(std::string_view text, std::int64_t& number) {
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  return error == std::errc{} && rest == end;
}

bool read_real(std::string_view text, double& number) {
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  return error == std::errc{} && rest == end;
}

}  // namespace livewarp
