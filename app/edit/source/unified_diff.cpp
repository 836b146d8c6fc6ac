#include "app/edit/source/unified_diff.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <fmt/format.h>

namespace livewarp {

namespace {

using Lines = std::vector<std::string_view>;

constexpr std::size_t around = 3;               // lines that stay, beside a change
constexpr std::size_t most_cells = 16'000'000;  // of the table; beyond it all lines are exchanged

Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

/// One line of the way from the old text to the new one: ' ', '-' or '+'.
struct Change {
  char kind;
  std::string_view line;
};

/// Of the lines [first, old_end) and [first, new_end), by the longest sequence that both have.
class Middle {
 public:
  Middle(const Lines& old_lines, const Lines& new_lines, std::size_t first, std::size_t old_end,
         std::size_t new_end)
      : old_(old_lines.begin() + std::ptrdiff_t(first),
             old_lines.begin() + std::ptrdiff_t(old_end)),
        new_(new_lines.begin() + std::ptrdiff_t(first),
             new_lines.begin() + std::ptrdiff_t(new_end)) {
    if (old_.size() * new_.size() <= most_cells) fill();
  }

  void add_to(std::vector<Change>& changes) const {
    std::size_t i = 0, j = 0;
    while (i < old_.size() || j < new_.size()) {
      if (i < old_.size() && j < new_.size() && !length_.empty() && old_[i] == new_[j]) {
        changes.push_back({' ', old_[i++]});
        ++j;
      } else if (j == new_.size() || (i < old_.size() && common(i + 1, j) >= common(i, j + 1))) {
        changes.push_back({'-', old_[i++]});
      } else {
        changes.push_back({'+', new_[j++]});
      }
    }
  }

 private:
  /// Lines that both have from there on, in one order.
  std::uint32_t common(std::size_t i, std::size_t j) const {
    return length_.empty() ? 0 : length_[i * (new_.size() + 1) + j];
  }
  void fill() {
    const std::size_t row = new_.size() + 1;
    length_.assign((old_.size() + 1) * row, 0);
    for (std::size_t i = old_.size(); i-- > 0;)
      for (std::size_t j = new_.size(); j-- > 0;)
        length_[i * row + j] = old_[i] == new_[j] ? common(i + 1, j + 1) + 1
                                                  : std::max(common(i + 1, j), common(i, j + 1));
  }

  Lines old_, new_;
  std::vector<std::uint32_t> length_;
};

std::vector<Change> changes_of(const Lines& old_lines, const Lines& new_lines) {
  const std::size_t shorter = std::min(old_lines.size(), new_lines.size());
  std::size_t head = 0, tail = 0;
  while (head < shorter && old_lines[head] == new_lines[head]) ++head;
  while (tail < shorter - head &&
         old_lines[old_lines.size() - 1 - tail] == new_lines[new_lines.size() - 1 - tail])
    ++tail;
  std::vector<Change> changes;
  for (std::size_t i = 0; i < head; ++i) changes.push_back({' ', old_lines[i]});
  Middle(old_lines, new_lines, head, old_lines.size() - tail, new_lines.size() - tail)
      .add_to(changes);
  for (std::size_t i = old_lines.size() - tail; i < old_lines.size(); ++i)
    changes.push_back({' ', old_lines[i]});
  return changes;
}

/// "12,7" of seven lines from the twelfth on; of none the line before counts.
std::string range_text(std::size_t before, std::size_t count) {
  return fmt::format("{},{}", count == 0 ? before : before + 1, count);
}

/// Changes [first, end) with so many old and new lines before them.
std::string hunk_text(const std::vector<Change>& changes, std::size_t first, std::size_t end,
                      std::size_t old_before, std::size_t new_before) {
  std::size_t olds = 0, news = 0;
  std::string body;
  for (std::size_t i = first; i < end; ++i) {
    olds += changes[i].kind != '+';
    news += changes[i].kind != '-';
    body += changes[i].kind;
    body += changes[i].line;
    if (!changes[i].line.ends_with('\n')) body += "\n\\ No newline at end of file\n";
  }
  return fmt::format("@@ -{} +{} @@\n", range_text(old_before, olds),
                     range_text(new_before, news)) +
         body;
}

}  // namespace

std::string unified_diff(std::string_view old_text, std::string_view new_text,
                         const std::string& old_name, const std::string& new_name) {
  if (old_text == new_text) return {};
  const std::vector<Change> changes = changes_of(lines_of(old_text), lines_of(new_text));
  std::string text = "--- " + old_name + "\n+++ " + new_name + "\n";
  std::size_t old_before = 0, new_before = 0, told = 0;  // told: changes that hunks hold so far
  const auto pass = [&](std::size_t end) {
    for (; told < end; ++told) {
      old_before += changes[told].kind != '+';
      new_before += changes[told].kind != '-';
    }
  };
  for (std::size_t i = 0; i < changes.size();) {
    if (changes[i].kind == ' ') {
      ++i;
      continue;
    }
    // A hunk goes on until so many lines stay that the next change has its own.
    std::size_t last = i;
    for (std::size_t k = i; k < changes.size() && k <= last + 2 * around; ++k)
      if (changes[k].kind != ' ') last = k;
    const std::size_t first = i - std::min(around, i - told);
    const std::size_t end = std::min(last + 1 + around, changes.size());
    pass(first);
    text += hunk_text(changes, first, end, old_before, new_before);
    pass(end);
    i = end;
  }
  return text;
}

}  // namespace livewarp
