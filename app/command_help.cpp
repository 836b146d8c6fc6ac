#include "app/command_help.h"

#include <algorithm>
#include <utility>

#include "app/table.h"

namespace livewarp {

namespace {

constexpr std::size_t help_width = 100, help_column = 30;

std::string padded(std::string text, std::size_t width) {
  text.resize(text.size() + width - std::min(width, display_width(text)), ' ');
  return text;
}

}  // namespace

std::string HelpFormatter::make_help(const CLI::App* app, std::string name,
                                     CLI::AppFormatMode mode) const {
  std::string text = make_usage(app, std::move(name)) + "\n" +
                     wrapped(app->get_description(), help_width, 0) + "\n" + make_positionals(app);
  if (const std::string groups = make_groups(app, mode); !groups.empty()) text += "\n" + groups;
  text += make_subcommands(app, mode);
  return app->get_footer().empty() ? text : text + "\n" + make_footer(app);
}

std::string HelpFormatter::make_usage(const CLI::App* app, std::string name) const {
  std::string text = "Usage: " + name;
  for (const CLI::Option* option : app->get_options(&CLI::Option::get_positional))
    text += " " + make_option_usage(option);
  return text + " [options]\n";
}

std::string HelpFormatter::make_group(std::string group, bool is_positional,
                                      std::vector<const CLI::Option*> options) const {
  std::string text = is_positional ? "\n" : group + "\n";
  for (const CLI::Option* option : options) text += make_option(option, is_positional);
  return text;
}

std::string HelpFormatter::make_option(const CLI::Option* option, bool is_positional) const {
  std::string name = is_positional ? option->get_name(true) : "--" + option->get_lnames().front();
  if (!option->get_type_name().empty()) name += " " + option->get_type_name();
  const bool beside = display_width(name) + 4 <= help_column;
  const std::string line =
      beside ? padded("  " + name, help_column) : "  " + name + "\n" + padded("", help_column);
  return line + wrapped(option->get_description(), help_width - help_column, help_column) + "\n";
}

std::string HelpFormatter::make_subcommand(const CLI::App* command) const {
  return "  " + padded(command->get_name(), 10) + command->get_description() + "\n";
}

}  // namespace livewarp
