#include "app/edit/compiler_message.h"

#include <algorithm>
#include <optional>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "app/edit/edited_unit.h"
#include "kernels/emulator/run/source_lines.h"

namespace livewarp {

namespace {

/// "FILE:LINE:COLUMN: rest".
struct Placed {
  std::string file;
  int line = 0, column = 0;
  std::string rest;
};

/// A number at the start of the text and the colon behind it, which are taken off it.
std::optional<int> take_number(std::string_view& text) {
  std::size_t digits = 0;
  while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9') ++digits;
  if (digits == 0 || digits > 8 || digits == text.size() || text[digits] != ':') return {};
  const int number = std::stoi(std::string(text.substr(0, digits)));
  text.remove_prefix(digits + 1);
  return number;
}

std::optional<Placed> placed(std::string_view text) {
  // Names of files may hold colons: the place is the first one that two numbers follow.
  for (std::size_t colon = text.find(':'); colon != std::string_view::npos;
       colon = text.find(':', colon + 1)) {
    std::string_view rest = text.substr(colon + 1);
    const auto line = take_number(rest);
    if (!line) continue;
    const auto column = take_number(rest);
    if (!column) continue;
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    return Placed{std::string(text.substr(0, colon)), *line, *column, std::string(rest)};
  }
  return {};
}

/// Without the namespaces that a compilation adds.
std::string in_users_words(std::string text) {
  for (const std::string_view dropped : {"livewarp::", "traced_compilation::", "edited::"})
    for (std::size_t at = text.find(dropped); at != std::string::npos; at = text.find(dropped, at))
      text.erase(at, dropped.size());
  return text;
}

bool take_prefix(std::string& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.erase(0, prefix.size());
  return true;
}

class Reader {
 public:
  explicit Reader(const std::string& file)
      : file_(file), own_(std::string(emulator::edited_root) + file) {}

  void read(std::string_view line) {
    auto place = placed(line);
    if (!place) return;
    const bool own = place->file == own_;
    if (place->rest.find("required from") != std::string::npos) {
      if (own && !asked_) asked_ = *place;
      return;
    }
    const bool error = take_prefix(place->rest, "error: ") ||
                       take_prefix(place->rest, "fatal error: ");
    const bool warning = !error && take_prefix(place->rest, "warning: ");
    if (!error && !warning) return;
    const std::optional<Placed> asked = std::exchange(asked_, std::nullopt);
    if (!own && warning) return;
    CompilerMessage message{error, file_, place->line, place->column, in_users_words(place->rest)};
    if (!own) {
      // Of a header, or of what is written around the user's text.
      message.line = asked ? asked->line : 0;
      message.column = asked ? asked->column : 0;
      if (place->file == unit_name) message.text = words_of_unit(place->rest);
      if (message.line == 0 && place->file != unit_name)
        message.text = fmt::format("{} ({}:{})", message.text, header_name(place->file),
                                   place->line);
    }
    const auto same = [&](const CompilerMessage& other) {
      return other.line == message.line && other.text == message.text;
    };
    if (std::ranges::none_of(messages_, same)) messages_.push_back(std::move(message));
  }

  std::vector<CompilerMessage> take() { return std::move(messages_); }

 private:
  static std::string header_name(const std::string& path) {
    const std::size_t root = path.rfind("/kernels/");
    return root == std::string::npos ? path : path.substr(root + 1);
  }
  /// What stands behind the user's text asks for their kernel by its name.
  static std::string words_of_unit(const std::string& said) {
    if (said.find("is not a member of") != std::string::npos)
      return "there is no kernel " + in_users_words(said.substr(0, said.find(" is not"))) +
             " in this file";
    if (said.find("at end of input") != std::string::npos ||
        said.find("expected") == 0)
      return "a brace is not closed, or LIVEWARP_KERNELS_END is missing: " + in_users_words(said);
    return "the kernel has other template parameters than the one it stands in for, or there are "
           "two of its name: " +
           in_users_words(said);
  }

  std::string file_, own_;
  std::optional<Placed> asked_;  ///< the user's line that the next message comes from
  std::vector<CompilerMessage> messages_;
};

}  // namespace

std::vector<CompilerMessage> read_compiler_messages(std::string_view output,
                                                    const std::string& file) {
  Reader reader(file);
  std::istringstream lines{std::string(output)};
  for (std::string line; std::getline(lines, line);) reader.read(line);
  return reader.take();
}

std::string message_lines(const std::vector<CompilerMessage>& messages) {
  std::string text;
  for (const CompilerMessage& message : messages) {
    text += message.file;
    if (message.line > 0) text += fmt::format(":{}:{}", message.line, message.column);
    text += std::string(message.error ? ": error: " : ": warning: ") + message.text + "\n";
  }
  return text;
}

}  // namespace livewarp
