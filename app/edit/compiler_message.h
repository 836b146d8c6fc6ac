#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace livewarp {

/// A complaint of a compiler about a user's source.
struct CompilerMessage {
  bool error = true;  ///< else a warning
  std::string file;   ///< as the user named it
  int line = 0, column = 0;
  std::string text;  ///< in the compiler's words
};

/// What a compiler has said of a library's unit (see edited_unit.h): errors, and warnings about the
/// user's own lines, in its order. What it finds within a header is told of the user's line that
/// asks for it. `file` is theirs.
std::vector<CompilerMessage> read_compiler_messages(std::string_view output,
                                                    const std::string& file);

/// A compiler's or a kernel's words without the namespaces and the root of files that a unit adds.
std::string in_users_words(std::string text);

/// "my.cuh:12:7: error: 'x' was not declared in this scope", a line each.
std::string message_lines(const std::vector<CompilerMessage>& messages);

}  // namespace livewarp
