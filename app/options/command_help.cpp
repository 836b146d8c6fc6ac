#include "app/options/command_help.h"

#include <algorithm>

#include <CLI/App.hpp>

#include "app/base/table.h"

namespace livewarp {

namespace {

constexpr std::size_t help_width = 100, help_column = 30;

std::string padded(const std::string& text, std::size_t width) {
  return text + std::string(width - std::min(width, display_width(text)), ' ');
}

std::string entry(const CLI::Option& option) {
  std::string left =
      "  " + (option.get_positional() ? option.get_name(true) : "--" + option.get_lnames().front());
  if (!option.get_type_name().empty()) left += " " + option.get_type_name();
  if (display_width(left) + 2 > help_column) left += "\n" + padded("", help_column);
  return padded(left, help_column) +
         wrapped(option.get_description(), help_width - help_column, help_column) + "\n";
}

}  // namespace

std::string help_text(const CLI::App& app, const std::string& name) {
  std::string usage = "Usage: " + name, bare, groups, commands;
  for (const CLI::Option* option : app.get_options(&CLI::Option::get_positional)) {
    const std::string word = option->get_name(true);
    usage += option->get_required() ? " " + word : " [" + word + "]";
    bare += (bare.empty() ? "\n" : "") + entry(*option);
  }
  for (const std::string& group : app.get_groups()) {
    std::string entries;
    for (const CLI::Option* option : app.get_options())
      if (option->get_group() == group && option->nonpositional()) entries += entry(*option);
    if (!entries.empty()) groups += "\n" + group + "\n" + entries;
  }
  for (const CLI::App* command : app.get_subcommands({})) {
    if (command->get_group().empty()) continue;
    if (commands.empty()) commands = "\n" + command->get_group() + "\n";
    commands += "  " + padded(command->get_name(), 10) + command->get_description() + "\n";
  }
  return usage + " [options]\n\n" + wrapped(app.get_description(), help_width, 0) + "\n" + bare +
         groups + commands + (app.get_footer().empty() ? "" : "\n" + app.get_footer() + "\n");
}

}  // namespace livewarp
