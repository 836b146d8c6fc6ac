#include "app/options/choice_line.h"

#include <algorithm>
#include <cctype>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "app/base/suggest.h"
#include "app/options/choice_options.h"
#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

const Workload& workload_named(const std::vector<const Workload*>& workloads,
                               const std::string& name) {
  std::vector<std::string> known;
  for (const Workload* workload : workloads) {
    if (workload->info().name == name) return *workload;
    known.push_back(workload->info().name);
  }
  throw Error("there is no workload " + name, advice_among(name, known));
}

/// An option that the workload lacks.
[[noreturn]] void refuse_option(const CLI::App& app, const Workload& workload, std::string typed) {
  typed = typed.substr(0, typed.find('='));
  std::vector<std::string> known;
  for (const CLI::Option* option : app.get_options())
    if (option->nonpositional()) known.push_back("--" + option->get_lnames().front());
  const std::string near = nearest_name(typed, known);
  throw Error(workload.info().name + " has no option " + typed,
              near.empty() ? "" : "did you mean " + near + "?");
}

/// A switch may stand before its value, "--antialias off"; CLI11 knows "--antialias=off" alone.
void join_switch_values(const CLI::App& app, std::vector<std::string>& args) {
  for (std::size_t i = 0; i + 1 < args.size(); ++i) {
    const CLI::Option* option = app.get_option_no_throw(args[i]);
    const bool is_switch =
        option && option->get_expected_max() == 0 && !option->get_disable_flag_override();
    if (!is_switch || (args[i + 1] != "on" && args[i + 1] != "off")) continue;
    args[i] += "=" + args[i + 1];
    args.erase(args.begin() + std::ptrdiff_t(i) + 1);
  }
}

}  // namespace

std::vector<std::string> shell_words(std::string_view line) {
  std::vector<std::string> words;
  bool within = false;
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote == 0 && is_blank(c)) {
      within = false;
      continue;
    }
    if (quote == 0 && !within && c == '#') break;
    if (!within) words.emplace_back();
    within = true;
    if (quote == 0 && (c == '\'' || c == '"'))
      quote = c;
    else if (c == quote)
      quote = 0;
    else if (c == '\\' && quote != '\'' && i + 1 < line.size())
      words.back() += line[++i];
    else
      words.back() += c;
  }
  if (quote != 0) throw Error("a quotation mark is missing");
  return words;
}

Choice choice_of_line(const std::vector<const Workload*>& workloads, std::string_view line,
                      Backend fallback) {
  std::vector<std::string> args = shell_words(line);
  if (!args.empty() && args.front() == "livewarp") args.erase(args.begin());
  if (args.empty()) throw Error("the workload is missing");
  const Workload& workload = workload_named(workloads, args.front());
  args.erase(args.begin());
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  ParsedOptions given;
  declare_choice(app, workload, {workload.variants().begin(), workload.variants().end()}, given);
  declare_display(app, given);
  join_switch_values(app, args);
  std::ranges::reverse(args);  // as CLI11 wants them
  try {
    app.parse(std::move(args));
  } catch (const CLI::ParseError& error) {
    throw Error(error.what());
  }
  const std::vector<std::string> rest = app.remaining();
  if (!rest.empty() && rest.front().starts_with('-')) refuse_option(app, workload, rest.front());
  if (!rest.empty()) throw Error("\"" + rest.front() + "\" is too much");
  return choice_from(workload, given, fallback);
}

}  // namespace livewarp
