#include "app/command_line.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <utility>

#include <CLI/CLI.hpp>

#include "app/command_help.h"
#include "app/suggest.h"
#include "app/version.h"
#include "app/window_command.h"
#include "kernels/core/error.h"
#include "kernels/core/text.h"

namespace livewarp {

namespace {

using Workloads = std::vector<const Workload*>;
using Words = std::vector<std::string>;

/// A sub-command; the window has no name.
struct Entry {
  const char* name;
  std::unique_ptr<Command> (*make)();
};

#define LIVEWARP_COMMAND(name) {#name, make_##name##_command},
constexpr Entry entries[]{
#include "app/commands.inc"
};
#undef LIVEWARP_COMMAND
constexpr Entry window{"", make_window_command};

const Entry& entry_of(const Words& args) {
  const auto* found =
      args.empty() ? std::end(entries) : std::ranges::find(entries, args.front(), &Entry::name);
  return found == std::end(entries) ? window : *found;
}

const Workload* named(const Workloads& workloads, const std::string& name) {
  const auto found = std::ranges::find(workloads, name, [](auto* w) { return w->info().name; });
  return found == workloads.end() ? nullptr : *found;
}

Words names_of(const Workloads& workloads) {
  Words names;
  for (const Workload* workload : workloads) names.push_back(workload->info().name);
  return names;
}

CommandScope scope_of(const Machine& machine, const Workload* workload) {
  CommandScope scope{&machine, workload, {}};
  if (workload) scope.variants.assign(workload->variants().begin(), workload->variants().end());
  return scope;
}

[[noreturn]] void refuse_word(const Entry& entry, const Workloads& workloads,
                              const std::string& word) {
  Words known = names_of(workloads);
  const bool any = !*entry.name;
  if (any)
    for (const Entry& other : entries) known.emplace_back(other.name);
  throw Error((any ? "unknown command or workload " : "unknown workload ") + word,
              advice_among(word, known));
}

/// The command line of one command, in a given scope.
class Parser {
 public:
  /// Called with an option that the scope lacks; may throw an `Error` that says more.
  using Unknown = std::function<void(const std::string& option)>;

  Parser(const Entry& entry, const Workloads& workloads, const CommandScope& scope);
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  std::string help() const;
  /// Throws `Error`.
  void parse(Words args, const Unknown& unknown);
  /// Null if there is no such option.
  const CLI::Option* option(const std::string& name) const {
    return app_->get_option_no_throw(name);
  }
  Words options() const;
  std::unique_ptr<Command>& command() { return command_; }

 private:
  void declare_workload(const Entry& entry, const Workloads& workloads);
  void join_switches(Words& args) const;
  void check_unknown(const Unknown& unknown) const;
  void check_rest() const;
  [[noreturn]] void refuse(const CLI::ParseError& error) const;

  CLI::App root_;
  CLI::App* app_ = &root_;  ///< of the sub-command
  std::unique_ptr<Command> command_;
  std::string title_;  ///< "livewarp bench nbody"
};

Parser::Parser(const Entry& entry, const Workloads& workloads, const CommandScope& scope)
    : command_(entry.make()), title_("livewarp") {
  root_.set_help_flag();
  root_.allow_extras();
  root_.require_subcommand(0, 1);
  root_.formatter(std::make_shared<HelpFormatter>());
  for (const Entry& other : entries) {
    CLI::App* const sub = root_.add_subcommand(other.name, other.make()->info().brief);
    sub->group("Commands, none of which needs a display");
    if (other.name == entry.name) app_ = sub;
  }
  if (*entry.name)
    title_ += std::string(" ") + entry.name;
  else
    root_.footer("livewarp COMMAND --help explains one; livewarp bench WORKLOAD --help lists the "
                 "options of that\nworkload too. livewarp --version names this build.");
  app_->description(command_->info().summary);
  if (scope.workload)
    title_ += " " + scope.workload->info().name;
  else if (command_->info().workload != WorkloadArgument::none)
    declare_workload(entry, workloads);
  command_->declare(*app_, scope);
}

/// None is named: whatever stands in its place is none.
void Parser::declare_workload(const Entry& entry, const Workloads& workloads) {
  OptionGroup(*app_, "Workload:")
      .positional(
          "WORKLOAD", command_->info().workload == WorkloadArgument::required,
          [&](const std::string& word) { refuse_word(entry, workloads, word); },
          "one of " + joined(names_of(workloads)));
  std::string footer = "With a workload named, the help lists its own options too: " + title_ +
                       " " + (workloads.empty() ? "WORKLOAD" : workloads.front()->info().name) +
                       " --help";
  if (!app_->get_footer().empty()) footer += "\n\n" + app_->get_footer();
  app_->footer(footer);
}

std::string Parser::help() const {
  return app_->get_formatter()->make_help(app_, title_, CLI::AppFormatMode::Normal);
}

Words Parser::options() const {
  Words names;
  for (const CLI::Option* option : std::as_const(*app_).get_options())
    for (const std::string& name : option->get_lnames())
      if (name.find('_') == std::string::npos) names.push_back("--" + name);
  return names;
}

/// A switch may stand before its value, "--antialias off"; CLI11 knows "--antialias=off" alone.
void Parser::join_switches(Words& args) const {
  constexpr std::array values{"on", "off", "true", "false", "1", "0"};
  for (std::size_t i = 0; i + 1 < args.size(); ++i) {
    const CLI::Option* switched = option(args[i]);
    if (!switched || switched->get_expected_max() > 0 || switched->get_disable_flag_override() ||
        std::ranges::find(values, args[i + 1]) == values.end())
      continue;
    args[i] += "=" + args[i + 1];
    args.erase(args.begin() + std::ptrdiff_t(i) + 1);
  }
}

void Parser::parse(Words args, const Unknown& unknown) {
  join_switches(args);
  if (app_ != &root_) args.insert(args.begin(), app_->get_name());
  std::ranges::reverse(args);  // as CLI11 wants them
  try {
    root_.parse(std::move(args));
  } catch (const CLI::ParseError& error) {
    check_unknown(unknown);
    refuse(error);
  } catch (const Error&) {
    check_unknown(unknown);  // whose value may have been taken for an argument
    throw;
  }
  check_unknown(unknown);
  check_rest();
}

void Parser::check_unknown(const Unknown& unknown) const {
  for (const std::string& word : root_.remaining(true)) {
    const std::size_t name = word.find_first_not_of('-');
    if (name == 0 || name == std::string::npos) continue;
    const std::string typed = "--" + word.substr(name, word.find('=') - name);
    unknown(typed);
    const std::string near = nearest_name(typed, options());
    throw Error("unknown option " + typed,
                near.empty() ? title_ + " --help lists the options" : "did you mean " + near + "?");
  }
}

void Parser::check_rest() const {
  if (const Words rest = root_.remaining(true); !rest.empty())
    throw Error("unexpected argument " + rest.front(), title_ + " --help shows the usage");
  if (app_ != &root_ || root_.get_subcommands().empty()) return;
  const std::string command = root_.get_subcommands().front()->get_name();
  throw Error("unexpected argument " + command, "a command comes first: livewarp " + command);
}

/// What CLI11 finds wrong, in the words of this program.
void Parser::refuse(const CLI::ParseError& error) const {
  const std::string what = error.what(), usage = title_ + " --help shows the usage";
  const std::string name = what.substr(0, what.find_first_of(": "));
  const CLI::Option* about = option(name);
  if (!about) about = option("--" + name);
  if (!about) throw Error(what, usage);
  if (about->get_positional())
    throw Error(name + " is missing: " + about->get_description(), usage);
  if (about->get_disable_flag_override()) throw Error(about->get_name() + " takes no value");
  if (about->count() > 1) throw Error(name + " is given more than once", "give it once");
  throw Error(name + " needs a value", "values: " + about->get_type_name());
}

/// Takes the first word away that names a workload and is no option's value.
const Workload* take_workload(const Entry& entry, const Workloads& workloads,
                              const Machine& machine, Words& args) {
  // Whose options are in question: all workloads that words could name.
  std::vector<std::unique_ptr<Parser>> parsers;
  for (const std::string& word : args)
    if (const Workload* workload = named(workloads, word))
      parsers.push_back(std::make_unique<Parser>(entry, workloads, scope_of(machine, workload)));
  const auto takes_value = [&](const std::string& word) {
    return std::ranges::any_of(parsers, [&](const auto& parser) {
      const CLI::Option* option = parser->option(word);
      return option && option->get_expected_max() > 0;
    });
  };
  for (std::size_t i = 0; i < args.size(); ++i) {
    const Workload* workload = named(workloads, args[i]);
    if (!workload || (i > 0 && takes_value(args[i - 1]))) continue;
    args.erase(args.begin() + std::ptrdiff_t(i));
    return workload;
  }
  return nullptr;
}

/// The rows whose options a help shows: those named, else all.
void narrow(CommandScope& scope, const Words& args) {
  std::vector<const VariantInfo*> rows;
  for (std::size_t i = 0; scope.workload && i < args.size(); ++i) {
    std::string name = args[i].starts_with("--variant=") ? args[i].substr(10) : "";
    if (args[i] == "--variant" && i + 1 < args.size()) name = args[i + 1];
    if (const VariantInfo* row = scope.workload->find(name)) rows.push_back(row);
  }
  if (!rows.empty()) scope.variants = rows;
}

bool has(const Words& args, const char* option) {
  return std::ranges::find(args, option) != args.end();
}

}  // namespace

Invocation parse_command_line(const Workloads& workloads, const Machine& machine,
                              const Words& args) {
  if (args == Words{"--version"}) return {nullptr, "livewarp " + version_text() + "\n"};
  const Entry& entry = entry_of(args);
  Words rest(args.begin() + (*entry.name ? 1 : 0), args.end());
  const WorkloadArgument argument = entry.make()->info().workload;
  const Workload* workload = nullptr;
  if (argument != WorkloadArgument::none) {
    const std::string first = rest.empty() ? "" : rest.front();
    const bool is_unknown = !first.empty() && first[0] != '-' && !named(workloads, first);
    if (is_unknown && &entry == &window) refuse_word(entry, workloads, first);
    workload = take_workload(entry, workloads, machine, rest);
    if (is_unknown && !workload) refuse_word(entry, workloads, first);
  }
  CommandScope scope = scope_of(machine, workload);
  if (has(args, "--help") || has(args, "-h")) {
    narrow(scope, rest);
    return {nullptr, Parser(entry, workloads, scope).help()};
  }
  if (&entry == &window && !workload && !workloads.empty())
    scope = scope_of(machine, workloads.front());
  Parser parser(entry, workloads, scope);
  parser.parse(std::move(rest), [&](const std::string& option) {
    if (scope.workload || argument == WorkloadArgument::none) return;
    for (const Workload* other : workloads)
      if (Parser(entry, workloads, scope_of(machine, other)).option(option))
        throw Error(option + " needs a workload",
                    "for example livewarp " + std::string(entry.name) + " " + other->info().name +
                        " " + option + " \u2026");
  });
  parser.command()->finish();
  return {std::move(parser.command()), {}};
}

Words command_names() {
  Words names;
  for (const Entry& entry : entries) names.emplace_back(entry.name);
  return names;
}

Words reserved_options() {
  Words names{"--help", "--version", "--variant", "--backend", "--memory"};
  const Machine machine;
  const auto add = [&](const Entry& entry) {
    // One without a workload has options that cannot be mistaken for a row's.
    if (entry.make()->info().workload == WorkloadArgument::none) return;
    const Parser parser(entry, {}, scope_of(machine, nullptr));
    std::ranges::copy(parser.options(), std::back_inserter(names));
  };
  add(window);
  for (const Entry& entry : entries) add(entry);
  return names;
}

}  // namespace livewarp
