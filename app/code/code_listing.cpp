#include "app/code/code_listing.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <optional>
#include <utility>

namespace livewarp {

namespace {

std::string_view trimmed(std::string_view text) {
  const auto is_space = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

/// Takes a line off a text, without what is around it.
std::string_view next_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = trimmed(text.substr(0, end));
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

/// With one space wherever there are some.
std::string spaced(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const char each = c == '\t' ? ' ' : c;
    if (each != ' ' || (!result.empty() && result.back() != ' ')) result += each;
  }
  return result;
}

int take_number(std::string_view& text) {
  text = trimmed(text);
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  text.remove_prefix(std::size_t(end - text.data()));
  return error == std::errc() ? number : 0;
}

/// What stands between quotes, taken off with them.
std::string take_quoted(std::string_view& text) {
  const std::size_t begin = text.find('"');
  const std::size_t end = begin == std::string_view::npos ? begin : text.find('"', begin + 1);
  if (end == std::string_view::npos) return {};
  std::string quoted(text.substr(begin + 1, end - begin - 1));
  text.remove_prefix(end + 1);
  return quoted;
}

/// Takes a word off that the text begins with.
bool take_word(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text = trimmed(text.substr(word.size()));
  return true;
}

std::string_view without_comment(std::string_view line) {
  return trimmed(line.substr(0, line.find("//")));
}

// -- PTX ------------------------------------------------------------------------------------------

class PtxReader {
 public:
  std::vector<ListedKernel> read(std::string_view text) {
    while (!text.empty()) take(without_comment(next_line(text)));
    for (std::size_t k = 0; k < kernels_.size(); ++k)  // files are named at the end
      for (std::size_t i = 0; i < kernels_[k].lines.size(); ++i) {
        const auto file = files_.find(numbers_[k][i]);
        if (file != files_.end()) kernels_[k].lines[i].file = file->second;
      }
    return std::move(kernels_);
  }

 private:
  void take(std::string_view line) {
    if (line.empty()) return;
    if (line.starts_with(".file")) return name_file(line.substr(5));
    if (const std::size_t entry = line.find(".entry "); entry != std::string_view::npos)
      return begin(line.substr(entry + 7));
    if (!in_kernel_) return;
    if (line == "{") return void(++depth_);
    if (line == "}") {
      in_kernel_ = --depth_ > 0;
      return;
    }
    if (depth_ > 0) take_inner(line);
  }
  void begin(std::string_view name) {
    kernels_.push_back({std::string(trimmed(name.substr(0, name.find('(')))), {}});
    numbers_.emplace_back();
    in_kernel_ = true;
    depth_ = file_ = line_ = 0;
  }
  void name_file(std::string_view rest) {
    const int number = take_number(rest);
    files_[number] = take_quoted(rest);
  }
  void take_inner(std::string_view line) {
    if (line.starts_with(".loc")) {
      line.remove_prefix(4);
      file_ = take_number(line);
      line_ = take_number(line);
      return;
    }
    if (unfinished_.empty() && line.front() == '.') return;  // declarations
    if (line.ends_with(':')) return add(std::string(line), true);
    unfinished_ += (unfinished_.empty() ? "" : " ") + std::string(line);
    if (!line.ends_with(';')) return;  // goes on in the next line
    unfinished_.pop_back();
    add(std::exchange(unfinished_, {}), false);
  }
  void add(const std::string& text, bool label) {
    kernels_.back().lines.push_back({spaced(text), label, {}, label ? 0 : line_});
    numbers_.back().push_back(label ? 0 : file_);
  }

  std::vector<ListedKernel> kernels_;
  std::vector<std::vector<int>> numbers_;  ///< of files, by kernel and line
  std::map<int, std::string> files_;
  std::string unfinished_;
  bool in_kernel_ = false;
  int depth_ = 0, file_ = 0, line_ = 0;
};

// -- SASS -----------------------------------------------------------------------------------------

/// "/*0a10*/  MOV R1, c[0x0][0x28] ;" without place, semicolon and encoding; nothing of other
/// lines.
std::optional<std::string> instruction(std::string_view line) {
  if (!line.starts_with("/*")) return {};
  const std::size_t end = line.find("*/");
  const std::string_view place = line.substr(2, std::min(end, line.size()) - 2);
  const auto is_digit = [](char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; };
  if (end == std::string_view::npos || place.empty() || !std::ranges::all_of(place, is_digit))
    return {};
  line.remove_prefix(end + 2);
  line = trimmed(line.substr(0, line.find("/*")));
  while (line.ends_with(';')) line = trimmed(line.substr(0, line.size() - 1));
  return line.empty() ? std::nullopt : std::optional(spaced(line));
}

/// The name of a kernel whose code begins here.
std::string_view begun_kernel(std::string_view line) {
  if (take_word(line, "Function :")) return line;
  if (!take_word(line, ".section") || !take_word(line, ".text.")) return {};
  return line.substr(0, line.find(','));
}

class SassReader {
 public:
  std::vector<ListedKernel> read(std::string_view text) {
    while (!text.empty()) take(next_line(text));
    for (ListedKernel& kernel : kernels_) leave_out_padding(kernel.lines);
    return std::move(kernels_);
  }

 private:
  void take(std::string_view line) {
    if (const std::string_view name = begun_kernel(line); !name.empty()) {
      kernels_.push_back({std::string(name), {}});
      file_.clear();
      line_ = 0;
      in_kernel_ = true;
    } else if (line.starts_with(".section\t") || line.starts_with(".section ")) {
      in_kernel_ = false;
    } else if (in_kernel_) {
      take_inner(line);
    }
  }
  void take_inner(std::string_view line) {
    if (take_word(line, "//## File")) {
      // Of a function that was inlined its own line stands first, where it was called below it.
      if (!std::exchange(in_places_, true)) {
        file_ = take_quoted(line);
        take_word(line, ",");
        line_ = take_word(line, "line") ? take_number(line) : 0;
      }
      return;
    }
    if (auto found = instruction(line))
      add({std::move(*found), false, file_, line_});
    else if (line.starts_with(".L") && line.ends_with(':'))
      add({std::string(line), true, {}, 0});
  }
  void add(ListedLine line) {
    in_places_ = false;
    kernels_.back().lines.push_back(std::move(line));
  }
  static void leave_out_padding(std::vector<ListedLine>& lines) {
    while (!lines.empty() && (lines.back().label || lines.back().text == "NOP")) lines.pop_back();
  }

  std::vector<ListedKernel> kernels_;
  std::string file_;
  int line_ = 0;
  bool in_kernel_ = false, in_places_ = false;
};

}  // namespace

std::vector<ListedKernel> read_ptx(std::string_view text) { return PtxReader().read(text); }

std::vector<ListedKernel> read_sass(std::string_view text) { return SassReader().read(text); }

}  // namespace livewarp
