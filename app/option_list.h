#pragma once

#include <map>
#include <string>
#include <vector>

namespace livewarp {

/// An option of the command line, declared once: parser, help and suggestions read it.
struct OptionSpec {
  std::string id;       ///< typed as `option_name(id)`
  std::string values;   ///< what may follow, for the help: "FILE", "32|64|128"; empty: a flag
  std::string help;     ///< a sentence or three
  std::string group;    ///< heading in the help
  bool toggle = false;  ///< "--id" alone means "--id on"
};

/// "--point-size" for the id "point_size". Typed with underscores it is understood too.
std::string option_name(const std::string& id);

/// A bare argument.
struct PositionalSpec {
  std::string id;  ///< as written in the usage line: "WORKLOAD"
  std::string help;
  bool required = false;
};

/// Everything that one command understands.
struct CommandSpec {
  std::string name;     ///< "livewarp bench nbody"
  std::string summary;  ///< what it does
  std::vector<PositionalSpec> positionals;
  std::vector<OptionSpec> options;
  std::string footer;  ///< closing paragraphs of the help, already broken into lines
};

/// Texts that were given, by the id of their option or positional; flags hold "on".
using Given = std::map<std::string, std::string>;

/// Reads the arguments. Throws `Error`: unknown option (with the nearest known one), missing or
/// repeated value, surplus or missing argument. Values are not interpreted.
Given parse_options(const CommandSpec& command, const std::vector<std::string>& args);

/// The text of --help, lines at most 100 columns wide.
std::string help_text(const CommandSpec& command);

/// `text` broken into lines of at most `width` columns, each after the first indented.
std::string wrapped(const std::string& text, std::size_t width, std::size_t indent);

}  // namespace livewarp
