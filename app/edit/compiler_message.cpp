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

bool take_prefix(std::string& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.erase(0, prefix.size());
  return true;
}

/// That a float becomes a double where a function of any number of arguments is given it, as printf
/// is, is no arithmetic in fp64.
bool is_print(std::string_view warning) {
  return warning.find("-Wdouble-promotion") != std::string_view::npos &&
         warning.find("when passing argument") != std::string_view::npos;
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
    const bool error =
        take_prefix(place->rest, "error: ") || take_prefix(place->rest, "fatal error: ");
    const bool warning = !error && take_prefix(place->rest, "warning: ");
    if ((!error && !warning) || (warning && is_print(place->rest))) return;
    const std::optional<Placed> asked = std::exchange(asked_, std::nullopt);
    if (own)
      add(messages_, {error, file_, place->line, place->column, in_users_words(place->rest)});
    else if (error && asked)
      add(messages_, {true, file_, asked->line, asked->column, in_users_words(place->rest)});
    else if (error)
      add(others_, {true, file_, 0, 0, words_of_other(*place)});
  }

  /// What stands around the user's text is wrong because of the text: it counts where nothing else
  /// tells what is, and once.
  std::vector<CompilerMessage> take() {
    if (others_.empty() || std::ranges::any_of(messages_, &CompilerMessage::error))
      return std::move(messages_);
    const auto ends = std::ranges::find_if(
        others_, [](const CompilerMessage& message) { return message.text.starts_with(unclosed); });
    messages_.push_back(ends == others_.end() ? others_.front() : *ends);
    return std::move(messages_);
  }

 private:
  static constexpr std::string_view unclosed = "a brace or parenthesis is not closed";

  static void add(std::vector<CompilerMessage>& messages, CompilerMessage message) {
    const auto same = [&](const CompilerMessage& other) {
      return other.line == message.line && other.text == message.text;
    };
    if (std::ranges::none_of(messages, same)) messages.push_back(std::move(message));
  }
  static std::string words_of_other(const Placed& place) {
    const std::string said = in_users_words(place.rest);
    if (place.file != unit_name) {
      const std::size_t root = place.file.rfind("/kernels/");
      const std::string name = root == std::string::npos ? place.file : place.file.substr(root + 1);
      return fmt::format("{} ({}:{})", said, name, place.line);
    }
    // What stands behind the text asks for the kernel by its name.
    if (said.find("at end of input") != std::string::npos) return std::string(unclosed);
    if (const std::size_t end = said.find(" is not a member of"); end != std::string::npos)
      return "there is no kernel " + said.substr(0, end) + " in this file";
    return "the kernel has other template parameters than the one it stands in for, or there are "
           "two of its name: " +
           said;
  }

  std::string file_, own_;
  std::optional<Placed> asked_;  ///< the user's line that the next message comes from
  std::vector<CompilerMessage> messages_, others_;
};

}  // namespace

std::string in_users_words(std::string text) {
  for (const std::string_view dropped :
       {emulator::edited_root, std::string_view("livewarp::"),
        std::string_view("traced_compilation::"), std::string_view("edited::")})
    for (std::size_t at = text.find(dropped); at != std::string::npos; at = text.find(dropped, at))
      text.erase(at, dropped.size());
  return text;
}

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
    if (message.line > 0) text += fmt::format(":{}", message.line);
    if (message.column > 0) text += fmt::format(":{}", message.column);
    text += std::string(message.error ? ": error: " : ": warning: ") + message.text + "\n";
  }
  return text;
}

}  // namespace livewarp
