#pragma once

#include <string>
#include <string_view>

/// How lines of key scripts and of lectures are read.
namespace livewarp {

/// A line as words; what stands between quotation marks is one, what follows # is for readers.
class ScriptWords {
 public:
  explicit ScriptWords(std::string_view line) : rest_(line) { skip_blanks(); }

  bool empty() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }
  /// Throws `Error` where a quotation mark is missing.
  std::string next();
  /// The next word, which is called `what` where it is missing: throws `Error` then.
  std::string needed(const std::string& what);
  /// The next word, if it is that one.
  bool take(std::string_view word);
  /// All that is left, unread.
  std::string_view take_rest();
  /// Throws `Error` if anything is left.
  void expect_end() const;

 private:
  void skip_blanks();
  std::string_view rest_;
};

/// The lines of a text, numbered from 1.
template <class F>
void for_each_line(std::string_view text, F&& use) {
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n') < text.size() ? text.find('\n') : text.size();
    use(text.substr(0, end), number);
    text.remove_prefix(end < text.size() ? end + 1 : end);
  }
}

/// On which machines a line counts: said by "gpu" or "cpu" before it.
enum class Where { everywhere, gpu, cpu };
/// Takes that word away, if the line has one.
Where take_where(ScriptWords& line);
inline bool concerns(Where where, bool has_gpu) {
  return where == Where::everywhere || (where == Where::gpu) == has_gpu;
}

}  // namespace livewarp
