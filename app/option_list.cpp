#include "app/option_list.h"

#include <algorithm>
#include <array>
#include <utility>

#include <CLI/CLI.hpp>

#include "app/suggest.h"
#include "app/table.h"
#include "kernels/core/error.h"

namespace livewarp {

namespace {

constexpr std::size_t help_width = 100, help_column = 30;

const OptionSpec* find_option(const CommandSpec& command, const std::string& name) {
  for (const OptionSpec& option : command.options)
    if (option_name(option.id) == name) return &option;
  return nullptr;
}

/// The argument with its option's name in the usual spelling: --point_size=2 is --point-size=2.
std::string respelled(std::string arg) {
  if (!arg.starts_with("--")) return arg;
  const std::size_t end = std::min(arg.find('='), arg.size());
  std::replace(arg.begin(), arg.begin() + std::ptrdiff_t(end), '_', '-');
  return arg;
}

bool is_switch_text(const std::string& text) {
  constexpr std::array known{"on", "off", "true", "false", "1", "0"};
  return std::ranges::find(known, text) != known.end();
}

[[noreturn]] void refuse_unknown(const CommandSpec& command, const std::string& typed) {
  const std::string id = typed.substr(typed.find_first_not_of('-'));
  const std::string name = id.substr(0, id.find('='));
  std::vector<std::string> known;
  for (const OptionSpec& option : command.options) known.push_back(option_name(option.id));
  const std::string near = nearest_name("--" + name, known);
  throw Error("unknown option --" + name, near.empty() ? command.name + " --help lists the options"
                                                       : "did you mean " + near + "?");
}

/// What the parser should see: every option with its value in one argument, so that a value is
/// never taken for an argument, nor an option for a value. Throws on a value that is missing.
std::vector<std::string> with_values_joined(const CommandSpec& command,
                                            const std::vector<std::string>& args) {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < args.size(); ++i) {
    result.push_back(respelled(args[i]));
    const OptionSpec* option = find_option(command, result.back());
    if (!option) continue;
    const bool more = i + 1 < args.size() && !args[i + 1].empty() && !args[i + 1].starts_with("--");
    if (option->toggle) {
      result.back() += more && is_switch_text(args[i + 1]) ? "=" + args[++i] : "=on";
    } else if (!option->values.empty()) {
      if (!more) throw Error(result.back() + " needs a value", "values: " + option->values);
      result.back() += "=" + args[++i];
    }
  }
  return result;
}

/// A parser of the declarations; the texts that it finds stand in its options.
void declare(CLI::App& app, const CommandSpec& command) {
  app.set_help_flag();
  app.allow_extras();
  for (const PositionalSpec& positional : command.positionals)
    app.add_option(positional.id)->expected(1);
  for (const OptionSpec& option : command.options) {
    if (option.values.empty() && !option.toggle)
      app.add_flag(option_name(option.id))->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    else
      app.add_option(option_name(option.id))
          ->expected(1)
          ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  }
}

void check_extras(const CommandSpec& command, const std::vector<std::string>& extras) {
  for (const std::string& extra : extras)
    if (extra.size() > 1 && extra.starts_with("-") &&
        extra.find_first_not_of('-') != std::string::npos)
      refuse_unknown(command, extra);
  if (extras.empty()) return;
  throw Error("unexpected argument " + extras.front(), command.name + " --help shows the usage");
}

}  // namespace

std::string option_name(const std::string& id) {
  std::string name = "--" + id;
  std::ranges::replace(name, '_', '-');
  return name;
}

Given parse_options(const CommandSpec& command, const std::vector<std::string>& args) {
  CLI::App app;
  declare(app, command);
  std::vector<std::string> reversed = with_values_joined(command, args);
  std::ranges::reverse(reversed);
  try {
    app.parse(std::move(reversed));
  } catch (const CLI::ParseError& error) {
    throw Error(error.what(), command.name + " --help shows the usage");
  }
  check_extras(command, app.remaining());

  Given given;
  for (const OptionSpec& option : command.options) {
    const CLI::Option* parsed = app.get_option(option_name(option.id));
    if (parsed->results().size() > 1)
      throw Error(option_name(option.id) + " is given more than once", "give it once");
    if (parsed->results().empty()) continue;
    const bool flag = option.values.empty() && !option.toggle;
    if (flag && parsed->results().front() != "true")
      throw Error(option_name(option.id) + " takes no value");
    given[option.id] = flag ? "on" : parsed->results().front();
  }
  for (const PositionalSpec& positional : command.positionals) {
    const CLI::Option* parsed = app.get_option(positional.id);
    if (!parsed->results().empty())
      given[positional.id] = parsed->results().front();
    else if (positional.required)
      throw Error(positional.id + " is missing: " + positional.help,
                  command.name + " --help shows the usage");
  }
  return given;
}

std::string wrapped(const std::string& text, std::size_t width, std::size_t indent) {
  std::string result, line;
  const auto flush = [&] {
    if (!result.empty()) result += "\n" + std::string(indent, ' ');
    result += std::exchange(line, {});
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    if (!line.empty() && display_width(line) + 1 + display_width(word) > width) flush();
    line += (line.empty() ? "" : " ") + word;
    at = end + 1;
  }
  flush();
  return result;
}

std::string help_text(const CommandSpec& command) {
  std::string text = "Usage: " + command.name;
  for (const PositionalSpec& positional : command.positionals)
    text += positional.required ? " " + positional.id : " [" + positional.id + "]";
  text += " [options]\n\n" + wrapped(command.summary, help_width, 0) + "\n";

  const auto entry = [&](const std::string& left, const std::string& help) {
    std::string line = "  " + left;
    if (display_width(line) + 2 > help_column)
      line += "\n" + std::string(help_column, ' ');
    else
      line += std::string(help_column - display_width(line), ' ');
    text += line + wrapped(help, help_width - help_column, help_column) + "\n";
  };
  if (!command.positionals.empty()) text += "\n";
  for (const PositionalSpec& positional : command.positionals)
    entry(positional.id, positional.help);

  std::vector<std::string> groups;
  for (const OptionSpec& option : command.options)
    if (std::ranges::find(groups, option.group) == groups.end()) groups.push_back(option.group);
  for (const std::string& group : groups) {
    text += "\n" + group + "\n";
    for (const OptionSpec& option : command.options)
      if (option.group == group)
        entry(option_name(option.id) + (option.values.empty() ? "" : " " + option.values),
              option.help);
  }
  if (!command.footer.empty()) text += "\n" + command.footer;
  return text;
}

}  // namespace livewarp
