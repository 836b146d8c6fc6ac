#include "app/edit/gpu_message.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>

#include "app/edit/edited_unit.h"
#include "kernels/core/exec/cubin.h"
#include "kernels/emulator/run/source_lines.h"

namespace livewarp {

namespace {

/// "FILE(LINE): error: words".
struct Said {
  std::string file;
  int line = 0;
  bool error = true;
  std::string words;
};

std::optional<Said> said_in(std::string_view text) {
  for (const std::string_view kind : {"): error", "): warning", "): catastrophic error"}) {
    const std::size_t at = text.find(kind);
    const std::size_t open = at == std::string_view::npos ? at : text.rfind('(', at);
    if (open == std::string_view::npos) continue;
    Said said;
    const auto [end, failed] = std::from_chars(text.data() + open + 1, text.data() + at, said.line);
    if (failed != std::errc() || end != text.data() + at) continue;
    const std::size_t words = text.find(": ", at + kind.size());
    if (words == std::string_view::npos) continue;
    said.file = text.substr(0, open);
    said.error = kind != "): warning";
    said.words = text.substr(words + 2);
    return said;
  }
  return {};
}

/// The user's line in "... at line 20 of /livewarp-edited/my.cuh"; 0 where there is none.
int asking_line(std::string_view text, std::string_view own) {
  constexpr std::string_view before = "at line ";
  const std::size_t at = text.find(before);
  if (at == std::string_view::npos || text.find(own, at) == std::string_view::npos) return 0;
  int line = 0;
  std::from_chars(text.data() + at + before.size(), text.data() + text.size(), line);
  return line;
}

bool from_assembler(std::string_view text) {
  return text.starts_with("ptxas") && (text.find("error") != std::string_view::npos ||
                                       text.find("fatal") != std::string_view::npos);
}

/// The assembler knows kernels by the linker's names.
std::string with_plain_names(std::string text) {
  for (std::size_t at = text.find("'_Z"); at != std::string::npos; at = text.find("'_Z", at + 1)) {
    const std::size_t end = text.find('\'', at + 1);
    if (end == std::string::npos) break;
    text.replace(at + 1, end - at - 1, plain_kernel_name(text.substr(at + 1, end - at - 1)));
  }
  return text;
}

void add(std::vector<CompilerMessage>& messages, CompilerMessage message) {
  message.text = in_users_words(message.text);
  const auto same = [&](const CompilerMessage& other) {
    return other.line == message.line && other.text == message.text;
  };
  if (std::ranges::none_of(messages, same)) messages.push_back(std::move(message));
}

}  // namespace

std::vector<CompilerMessage> read_gpu_messages(std::string_view output, const std::string& file) {
  const std::string own = std::string(emulator::edited_root) + file;
  std::vector<CompilerMessage> messages, others;
  std::optional<Said> elsewhere;  // in a header: the line that asks for it may follow
  const auto tell_elsewhere = [&] {
    if (elsewhere && elsewhere->error) add(others, {true, file, 0, 0, elsewhere->words});
    elsewhere.reset();
  };
  std::istringstream lines{std::string(output)};
  for (std::string line; std::getline(lines, line);) {
    if (const std::optional<Said> said = said_in(line)) {
      tell_elsewhere();
      if (said->file == own)
        add(messages, {said->error, file, said->line, 0, said->words});
      else
        elsewhere = said;
    } else if (const int asking = asking_line(line, own); asking > 0 && elsewhere) {
      if (elsewhere->error) add(messages, {true, file, asking, 0, elsewhere->words});
      elsewhere.reset();
    } else if (from_assembler(line)) {
      add(messages, {true, file, 0, 0,
                     with_plain_names(line.substr(std::min(line.find(": ") + 2, line.size())))});
    }
  }
  tell_elsewhere();
  if (std::ranges::none_of(messages, &CompilerMessage::error) && !others.empty())
    messages.push_back(others.front());
  return messages;
}

}  // namespace livewarp
