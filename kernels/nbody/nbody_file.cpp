#include "kernels/nbody/nbody_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <string_view>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include "kernels/core/base/error.h"
#include "kernels/core/base/file_bytes.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

constexpr std::array<std::string_view, 7> columns{"x", "y", "z", "vx", "vy", "vz", "m"};
constexpr const char* names_of_columns = "x y z vx vy vz m";
constexpr double most = 1e12;  ///< its square, times a mass, is a number of fp32 still
constexpr std::uintmax_t most_file_bytes = std::uintmax_t{4} << 30;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// What a line says, without its comment; empty if nothing.
std::string_view content_of(std::string_view line) {
  return without_blanks(line.substr(0, line.find('#')));
}

/// Text of a file for an error: one short line that prints.
std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 24;
  std::string shown(text.substr(0, longest));
  for (char& c : shown)
    if (c < ' ' || c > '~') c = '?';
  return "\"" + shown + (text.size() > longest ? "\u2026\"" : "\"");
}

/// Takes the next field from the front of a line, and the comma behind it.
std::string_view next_field(std::string_view& line) {
  std::size_t length = 0;
  while (length < line.size() && line[length] != ',' && !is_blank(line[length])) ++length;
  const std::string_view field = line.substr(0, length);
  line = without_blanks(line.substr(length));
  if (line.starts_with(',')) {
    line = without_blanks(line.substr(1));
    if (line.empty()) line = ",";  // another field is promised: it is an empty one
  }
  return field;
}

/// The whole field as a number; `out_of_range` where fp64 has none so large or so small.
std::errc read_number(std::string_view field, double& number) {
  if (field.size() > 1 && field[0] == '+' && field[1] != '-') field.remove_prefix(1);
  const auto [end, failure] = std::from_chars(field.data(), field.data() + field.size(), number);
  if (failure != std::errc()) return failure;
  return end == field.data() + field.size() ? std::errc() : std::errc::invalid_argument;
}

bool is_number(std::string_view field) {
  double number = 0;
  return read_number(field, number) != std::errc::invalid_argument;
}

std::string trouble_of_number(std::size_t column, std::string_view field, std::errc failure) {
  const std::string which = "number " + std::to_string(column + 1);
  if (field.empty()) return which + " is missing";
  return which + " is " + quoted(field) +
         (failure == std::errc::result_out_of_range ? ": beyond what fp64 can hold"
                                                    : ": that is none");
}

std::string trouble_of(std::size_t column, std::string_view field, double number) {
  const std::string name(columns[column]);
  if (!std::isfinite(number)) return name + " is " + quoted(field) + ": must be a finite number";
  if (column == 6 && number < 0) return "m is " + quoted(field) + ": a mass must not be negative";
  if (std::abs(number) > most) return name + " is " + quoted(field) + ": must be within \u00b11e12";
  return {};
}

/// Reads the seven numbers of a line; says what is wrong with it, or nothing.
std::string read_line(std::string_view line, Body& body) {
  std::array<double, columns.size()> numbers{};
  std::size_t count = 0;
  for (; !line.empty(); ++count) {
    const std::string_view field = next_field(line);
    double number = 0;
    const std::errc failure = read_number(field, number);
    if (failure != std::errc()) return trouble_of_number(count, field, failure);
    if (count >= columns.size()) continue;
    if (std::string trouble = trouble_of(count, field, number); !trouble.empty()) return trouble;
    numbers[count] = number;
  }
  if (count != columns.size())
    return std::to_string(count) + (count == 1 ? " number, 7 wanted (" : " numbers, 7 wanted (") +
           names_of_columns + ")";
  body = {{numbers[0], numbers[1], numbers[2]}, {numbers[3], numbers[4], numbers[5]}, numbers[6]};
  return {};
}

/// Calls use(line) for every line of a text, without its end, until it returns false.
template <class F>
void for_lines(std::string_view text, F&& use) {
  while (!text.empty()) {
    const void* const found = std::memchr(text.data(), '\n', text.size());
    const std::size_t length =
        found ? std::size_t(static_cast<const char*>(found) - text.data()) : text.size();
    if (!use(text.substr(0, length))) return;
    text.remove_prefix(std::min(length + 1, text.size()));
  }
}

/// The names of the columns, as they must be.
std::string trouble_of_header(std::string_view line) {
  for (const std::string_view wanted : columns) {
    std::string name(next_field(line));
    std::ranges::transform(name, name.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
    if (name != wanted && !(wanted == "m" && name == "mass"))
      return std::string("neither 7 numbers nor their names (") + names_of_columns +
             "), with commas or blanks between";
  }
  return line.empty() ? "" : std::string("more columns than ") + names_of_columns;
}

/// What stands before the bodies: empty lines, comments, the names of the columns.
struct Preamble {
  std::size_t bytes = 0;
  std::int64_t lines = 0;
};

std::string_view text_of(std::span<const std::uint8_t> file) {
  std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // a byte order mark
  return text;
}

[[noreturn]] void refuse(const std::string& name, std::int64_t line, const std::string& why,
                         const std::string& advice = {}) {
  throw Error(name + ":" + std::to_string(line) + ": " + why, advice);
}

Preamble preamble_of(std::string_view text, const std::string& name) {
  if (text.empty()) throw Error("cannot read " + name + ": the file is empty");
  if (const auto at = text.find('\0'); at != std::string_view::npos)
    throw Error("cannot read " + name + ": it is no text, byte " + grouped(std::int64_t(at)) +
                    " is 0",
                std::string("A body file holds lines of 7 numbers: ") + names_of_columns + ".");
  Preamble preamble;
  for_lines(text, [&](std::string_view line) {
    std::string_view content = content_of(line);
    const std::string_view whole = content;
    const bool header = !content.empty() && !is_number(next_field(content));
    if (!whole.empty() && !header) return false;
    preamble.bytes += std::min(line.size() + 1, text.size() - preamble.bytes);
    ++preamble.lines;
    if (!header) return true;
    if (const std::string trouble = trouble_of_header(whole); !trouble.empty())
      refuse(name, preamble.lines, trouble);
    return false;
  });
  return preamble;
}

/// A stretch of whole lines, read by one thread.
struct Part {
  std::string_view text;
  std::vector<Body> bodies;
  std::int64_t lines = 0;
  std::string trouble;  ///< of its last line; what follows was not read

  void read() {
    for_lines(text, [&](std::string_view line) {
      ++lines;
      const std::string_view content = content_of(line);
      if (content.empty()) return true;
      trouble = read_line(content, bodies.emplace_back());
      return trouble.empty();
    });
  }
};

std::vector<Part> parts_of(std::string_view text) {
  constexpr std::size_t bytes = std::size_t{1} << 20;
  std::vector<Part> parts;
  while (!text.empty()) {
    std::size_t length = std::min(bytes, text.size());
    length = std::min(text.find('\n', length - 1), text.size() - 1) + 1;
    parts.push_back({text.substr(0, length), {}, 0, {}});
    text.remove_prefix(length);
  }
  return parts;
}

std::int64_t checked_count(std::int64_t bodies, const std::string& name) {
  if (bodies == 0) throw Error("cannot read " + name + ": there is no body in it");
  if (bodies > most_bodies_of_file)
    throw Error("cannot read " + name + ": it has " + grouped(bodies) + " bodies, at most " +
                grouped(most_bodies_of_file) + " can be taken");
  return bodies;
}

std::vector<std::uint8_t> bytes_of(const std::string& path) {
  return bytes_of_file(path, size_of_file(path, "body file", most_file_bytes));
}

}  // namespace

std::vector<Body> parse_bodies(std::span<const std::uint8_t> file, const std::string& name) {
  count_bodies(file, name);  // too many are refused before there is no memory for them
  const std::string_view text = text_of(file);
  const Preamble preamble = preamble_of(text, name);
  std::vector<Part> parts = parts_of(text.substr(preamble.bytes));
  tbb::parallel_for(std::size_t{0}, parts.size(), [&](std::size_t i) { parts[i].read(); });
  std::int64_t line = preamble.lines;
  std::vector<Body> bodies;
  for (Part& part : parts) {
    line += part.lines;
    const bool cut_off = &part == &parts.back() && part.text.back() != '\n';
    if (!part.trouble.empty())
      refuse(name, line, part.trouble,
             cut_off ? "The file ends without a line's end: it may be cut off." : "");
    bodies.insert(bodies.end(), part.bodies.begin(), part.bodies.end());
    part = {};
  }
  return bodies;
}

std::int64_t count_bodies(std::span<const std::uint8_t> file, const std::string& name) {
  const std::string_view text = text_of(file);
  std::int64_t bodies = 0;
  for_lines(text.substr(preamble_of(text, name).bytes), [&](std::string_view line) {
    std::size_t at = 0;
    while (at < line.size() && is_blank(line[at])) ++at;
    bodies += at < line.size() && line[at] != '#';
    return true;
  });
  return checked_count(bodies, name);
}

std::vector<Body> read_bodies(const std::string& path) {
  return parse_bodies(bytes_of(path), path);
}

std::int64_t body_count(const std::string& path) { return count_bodies(bytes_of(path), path); }

const FileType& body_files() {
  static const FileType type{"body file",
                             "Body files",
                             "Plummer sphere",
                             {"csv", "txt", "dat"},
                             [](const std::string& path) { read_bodies(path); }};
  return type;
}

}  // namespace livewarp
