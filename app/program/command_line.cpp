#include "app/program/command_line.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include <CLI/CLI.hpp>

#include "app/base/suggest.h"
#include "app/base/version.h"
#include "app/commands/live/window_command.h"
#include "app/program/command_help.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

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

/// A sub-command, or the window, on a machine with some workloads.
struct Program {
  const Entry& entry;
  const Workloads& workloads;
  const Machine& machine;
  std::string experiment = {};  ///< that was named

  bool is_window() const { return &entry == &window; }
  CommandScope scope(const Workload* workload) const {
    CommandScope scope{&machine, workload, {}, experiment};
    if (workload) scope.variants.assign(workload->variants().begin(), workload->variants().end());
    return scope;
  }
  [[noreturn]] void refuse_word(const std::string& word) const {
    Words known = names_of(workloads);
    if (is_window()) std::ranges::copy(command_names(), std::back_inserter(known));
    throw Error((is_window() ? "unknown command or workload " : "unknown workload ") + word,
                advice_among(word, known));
  }
};

/// The command line of a program about a workload, or about none.
class Parser {
 public:
  Parser(const Program& program, const CommandScope& scope);
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  std::string help() const { return help_text(*app_, title_); }
  /// Reads the options into the command. Throws `Error`.
  std::unique_ptr<Command> parse(Words args);
  /// Null if there is no such option.
  const CLI::Option* option(const std::string& name) const {
    return app_->get_option_no_throw(name);
  }

 private:
  void join_switches(Words& args) const;
  void check_unknown() const;
  void check_rest() const;
  [[noreturn]] void refuse(const CLI::ParseError& error) const;

  const Program& program_;
  const Workload* workload_;
  std::unique_ptr<Command> command_;
  CLI::App root_;
  CLI::App* app_ = &root_;  ///< of the sub-command
  std::string title_;       ///< "livewarp bench nbody"
};

Parser::Parser(const Program& program, const CommandScope& scope)
    : program_(program), workload_(scope.workload), command_(program.entry.make()),
      title_("livewarp") {
  root_.set_help_flag();
  root_.allow_extras();
  root_.require_subcommand(0, 1);
  for (const Entry& other : entries) {
    const CommandInfo about = other.make()->info();
    CLI::App* const sub = root_.add_subcommand(other.name, about.brief);
    sub->group(about.internal ? "" : "Commands, none of which needs a display:");
    if (&other == &program.entry) app_ = sub;
  }
  std::string footer;
  if (program.is_window())
    footer = "livewarp COMMAND --help explains one; livewarp bench WORKLOAD --help lists the "
             "options of that\nworkload too. livewarp --version names this build.";
  else
    title_ += std::string(" ") + program.entry.name;
  const CommandInfo info = command_->info();
  app_->description(info.summary);
  if (!scope.experiment.empty()) {
    title_ += " " + scope.experiment;
  } else if (!info.experiments.empty()) {
    OptionGroup(*app_, "Experiment:")
        .positional(
            "EXPERIMENT", false,
            [](const std::string& word) { throw Error("unexpected argument " + word); },
            "one of " + joined(info.experiments) + "; without it " + info.experiments.front() +
                ". Its help lists its options: " + title_ + " " + info.experiments.back() +
                " --help");
  }
  if (workload_) {
    title_ += " " + workload_->info().name;
  } else if (info.workload != WorkloadArgument::none) {
    // Whatever stands in its place is none.
    const Words names = names_of(program.workloads);
    OptionGroup(*app_, "Workload:")
        .positional(
            "WORKLOAD", info.workload == WorkloadArgument::required,
            [this](const std::string& word) { program_.refuse_word(word); },
            "one of " + joined(names));
    footer = "With a workload named, the help lists its own options too: " + title_ + " " +
             (names.empty() ? "WORKLOAD" : names.front()) + " --help" +
             (footer.empty() ? "" : "\n\n") + footer;
  }
  app_->footer(footer);
  command_->declare(*app_, scope);
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

std::unique_ptr<Command> Parser::parse(Words args) {
  join_switches(args);
  if (app_ != &root_) args.insert(args.begin(), app_->get_name());
  std::ranges::reverse(args);  // as CLI11 wants them
  try {
    root_.parse(std::move(args));
  } catch (const CLI::ParseError& error) {
    check_unknown();
    refuse(error);
  } catch (const Error&) {
    check_unknown();  // whose value may have been taken for an argument
    throw;
  }
  check_unknown();
  check_rest();
  command_->finish();
  return std::move(command_);
}

void Parser::check_unknown() const {
  for (const std::string& word : root_.remaining(true)) {
    const std::size_t begin = word.find_first_not_of('-');
    if (begin == 0 || begin == std::string::npos) continue;
    const std::string typed = "--" + word.substr(begin, word.find('=') - begin);
    // An option of a workload that nobody named.
    if (!workload_ && command_->info().workload != WorkloadArgument::none)
      for (const Workload* other : program_.workloads)
        if (Parser(program_, program_.scope(other)).option(typed))
          throw Error(typed + " needs a workload",
                      "for example " + title_ + " " + other->info().name + " " + typed + " \u2026");
    Words known;
    for (const CLI::Option* option : std::as_const(*app_).get_options())
      if (option->nonpositional()) known.push_back("--" + option->get_lnames().front());
    const std::string near = nearest_name(typed, known);
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
  const CLI::Option* about = option(name) ? option(name) : option("--" + name);
  if (!about) throw Error(what, usage);
  if (about->get_positional())
    throw Error(name + " is missing: " + about->get_description(), usage);
  if (about->get_disable_flag_override()) throw Error(about->get_name() + " takes no value");
  if (about->count() > 1) throw Error(name + " is given more than once", "give it once");
  throw Error(name + " needs a value", "values: " + about->get_type_name());
}

/// Takes the first word away that names a workload and is no option's value.
const Workload* take_workload(const Program& program, Words& args) {
  const auto takes_value = [&](const std::string& word) {
    return std::ranges::any_of(program.workloads, [&](const Workload* workload) {
      const Parser parser(program, program.scope(workload));
      return parser.option(word) && parser.option(word)->get_expected_max() > 0;
    });
  };
  for (std::size_t i = 0; i < args.size(); ++i) {
    const Workload* workload = named(program.workloads, args[i]);
    if (!workload || (i > 0 && takes_value(args[i - 1]))) continue;
    args.erase(args.begin() + std::ptrdiff_t(i));
    return workload;
  }
  return nullptr;
}

/// Takes the first word away if it names an experiment; one that is no option must, but in a help.
std::string take_experiment(const Words& experiments, Words& args, bool helps) {
  if (args.empty() || args.front().starts_with('-')) return {};
  const std::string word = args.front();
  if (std::ranges::find(experiments, word) == experiments.end()) {
    if (helps) return {};
    throw Error("unknown experiment " + printable(word), advice_among(word, experiments));
  }
  args.erase(args.begin());
  return word;
}

/// For a help: only the variants that are named, if there are any.
void narrow(CommandScope& scope, const Words& args) {
  std::vector<const VariantInfo*> variants;
  for (std::size_t i = 0; scope.workload && i < args.size(); ++i) {
    std::string name = args[i].starts_with("--variant=") ? args[i].substr(10) : "";
    if (args[i] == "--variant" && i + 1 < args.size()) name = args[i + 1];
    if (const VariantInfo* variant = scope.workload->find(name)) variants.push_back(variant);
  }
  if (!variants.empty()) scope.variants = variants;
}

}  // namespace

Invocation parse_command_line(const Workloads& workloads, const Machine& machine,
                              const Words& args) {
  if (args == Words{"--version"}) return {nullptr, "livewarp " + version_text() + "\n"};
  const auto has = [&](const char* option) { return std::ranges::count(args, option) > 0; };
  Program program{entry_of(args), workloads, machine};
  Words rest(args.begin() + (program.is_window() ? 0 : 1), args.end());
  const Workload* workload = nullptr;
  const CommandInfo info = program.entry.make()->info();
  const bool helps = has("--help") || has("-h");
  if (!info.experiments.empty())
    program.experiment = take_experiment(info.experiments, rest, helps);
  if (info.workload != WorkloadArgument::none) {
    const std::string first = rest.empty() ? "" : rest.front();
    const bool is_unknown = !first.empty() && first[0] != '-' && !named(workloads, first);
    if (is_unknown && program.is_window()) program.refuse_word(first);
    workload = take_workload(program, rest);
    if (is_unknown && !workload) program.refuse_word(first);
  }
  if (helps) {
    CommandScope scope = program.scope(workload);
    narrow(scope, rest);
    return {nullptr, Parser(program, scope).help()};
  }
  if (info.workload == WorkloadArgument::first && !workload && !workloads.empty())
    workload = workloads.front();
  return {Parser(program, program.scope(workload)).parse(std::move(rest)), {}};
}

Words command_names() {
  Words names;
  for (const Entry& entry : entries)
    if (!entry.make()->info().internal) names.emplace_back(entry.name);
  return names;
}

}  // namespace livewarp
