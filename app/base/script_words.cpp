#include "app/base/script_words.h"

#include <algorithm>
#include <utility>

#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

std::string ScriptWords::next() {
  const bool quoted = rest_.starts_with('"');
  if (quoted) rest_.remove_prefix(1);
  const std::size_t end =
      quoted ? rest_.find('"') : std::min(rest_.find_first_of(" \t\r"), rest_.size());
  if (end == std::string_view::npos) throw Error("a quotation mark is missing");
  std::string word(rest_.substr(0, end));
  rest_.remove_prefix(std::min(rest_.size(), end + (quoted ? 1 : 0)));
  skip_blanks();
  return word;
}

std::string ScriptWords::needed(const std::string& what) {
  if (empty()) throw Error(what + " is missing");
  return next();
}

bool ScriptWords::take(std::string_view word) {
  ScriptWords after = *this;
  if (empty() || after.next() != word) return false;
  *this = after;
  return true;
}

std::string_view ScriptWords::take_rest() { return std::exchange(rest_, std::string_view()); }

void ScriptWords::expect_end() const {
  if (!empty()) throw Error("\"" + printable(rest_) + "\" is too much");
}

void ScriptWords::skip_blanks() {
  rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r"), rest_.size()));
  if (rest_.starts_with('#')) rest_ = {};
}

Where take_where(ScriptWords& line) {
  if (line.take("gpu")) return Where::gpu;
  if (line.take("cpu")) return Where::cpu;
  return Where::everywhere;
}

}  // namespace livewarp
