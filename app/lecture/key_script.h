#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/base/script_words.h"

namespace livewarp {

/// One key, with the characters that it types where it types some.
struct KeyStroke {
  int key = 0;  ///< of Dear ImGui; 0: the characters alone
  bool ctrl = false, shift = false, alt = false;
  std::string text;
};

/// A line of a key script: see `read_key_script`.
namespace script {

struct Press {
  KeyStroke stroke;
  int times = 1;
};
struct Type {
  std::string text;
};
struct Wait {
  double seconds = 0;
};
struct Say {
  std::string text;
};
/// Something that must become so, in so many seconds.
struct Expect {
  std::string what, value;
  double within = 10;
};
struct Shot {
  std::string name;
};
struct Report {
  std::string name;
};

struct Line {
  int number = 0;
  Where where = Where::everywhere;
  std::variant<Press, Type, Wait, Say, Expect, Shot, Report> what;
};

}  // namespace script

/// What a key script does, in order.
struct KeyScript {
  std::string name;  ///< of its file, for what is said about a line
  std::vector<script::Line> lines;
};

/// Reads a key script: a line each of
///
///     key Down              a key as the help names it, with Ctrl+, Shift+ or Alt+ before it where
///     key Ctrl+Z 3          wanted; a number: as often
///     type 4096             characters, one after the other
///     wait 5 s
///     say "text"            to whoever follows the log
///     expect variant vector within 20 s
///     shot NAME.png         the window, where shots are asked for
///     report NAME.json      what was measured since the last change, beside the shots
///
/// `gpu` or `cpu` before a line: only where the machine has a GPU, or has none. What follows # is
/// for readers. What can be expected: `workload`, `variant`, `memory` or the id of a parameter, and
/// its value; `paused`, `running`, `idle` (nothing is being measured), `timed` (verified, with
/// samples enough), `pinned`, `slide` and its number (of a lecture, as the slide has it); `says
/// "text"` or `silent "text"` of all that is written in the window. Throws `Error` that names file
/// and line.
KeyScript parse_key_script(std::string_view text, const std::string& name);
KeyScript read_key_script(const std::string& path);

}  // namespace livewarp
