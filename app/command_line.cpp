#include "app/command_line.h"

#include <algorithm>

#include "app/choice_options.h"
#include "app/command_specs.h"
#include "app/suggest.h"
#include "app/version.h"
#include "kernels/core/error.h"

namespace livewarp {

namespace {

using Workloads = std::vector<const Workload*>;

/// What the first look at the arguments finds.
struct Scan {
  const CommandInfo* command = nullptr;
  const Workload* workload = nullptr;
  std::vector<std::string> rest;  ///< arguments without command and workload
};

const Workload* named(const Workloads& workloads, const std::string& name) {
  for (const Workload* workload : workloads)
    if (workload->info().name == name) return workload;
  return nullptr;
}

[[noreturn]] void refuse_word(const Workloads& workloads, const Scan& scan,
                              const std::string& word) {
  std::vector<std::string> known;
  for (const Workload* workload : workloads) known.push_back(workload->info().name);
  if (scan.command->name.empty())
    known.insert(known.end(), command_names().begin(), command_names().end());
  throw Error((scan.command->name.empty() ? "unknown command or workload " : "unknown workload ") +
                  word,
              advice_among(word, known));
}

/// True for an argument that stands after an option which takes a file name: never a workload.
bool is_file_name(const Workloads& workloads, const Scan& scan, std::size_t i) {
  const std::vector<std::string>& args = scan.rest;
  if (i == 0) return false;
  for (const OptionSpec& option : scan.command->options)
    if ((option.values == "FILE" || option.values == "FOLDER") &&
        option_name(option.id) == args[i - 1])
      return true;
  for (const Workload* workload : workloads)
    for (const Param& param : workload->info().params)
      if (param.kind == ParamKind::file && option_name(param.id) == args[i - 1]) return true;
  return false;
}

Scan scan_arguments(const Workloads& workloads, const std::vector<std::string>& args) {
  Scan scan;
  scan.rest = args;
  scan.command = args.empty() ? nullptr : find_command(args.front());
  if (scan.command)
    scan.rest.erase(scan.rest.begin());
  else
    scan.command = &commands().front();
  if (scan.command->subject == Subject::none) return scan;
  const auto is_unknown_word = [&] {
    return !scan.rest.empty() && !scan.rest.front().starts_with("-") &&
           !named(workloads, scan.rest.front());
  };
  if (scan.command->name.empty() && is_unknown_word())
    refuse_word(workloads, scan, scan.rest.front());

  for (std::size_t i = 0; i < scan.rest.size() && !scan.workload; ++i) {
    scan.workload = is_file_name(workloads, scan, i) ? nullptr : named(workloads, scan.rest[i]);
    if (scan.workload) scan.rest.erase(scan.rest.begin() + std::ptrdiff_t(i));
  }
  const bool may_be_file = !scan.command->positionals.empty() && scan.rest.size() == 1;
  if (!scan.workload && !may_be_file && is_unknown_word())
    refuse_word(workloads, scan, scan.rest.front());
  return scan;
}

bool has(const std::vector<std::string>& args, const char* option) {
  return std::ranges::find(args, option) != args.end();
}

/// The rows whose options a help shows: those named, else all.
std::vector<const VariantInfo*> rows_for_help(const Scan& scan) {
  std::vector<const VariantInfo*> rows;
  if (!scan.workload) return rows;
  for (std::size_t i = 0; i < scan.rest.size(); ++i) {
    const std::string& arg = scan.rest[i];
    std::string name = arg.starts_with("--variant=") ? arg.substr(10) : "";
    if (arg == "--variant" && i + 1 < scan.rest.size()) name = scan.rest[i + 1];
    if (const VariantInfo* row = scan.workload->find(name)) rows.push_back(row);
  }
  if (rows.empty()) rows.assign(scan.workload->variants().begin(), scan.workload->variants().end());
  return rows;
}

/// An option of a workload that nobody named: says so, instead of calling it unknown.
void check_orphans(const Scan& scan, const Workloads& workloads) {
  if (scan.workload || scan.command->subject != Subject::rows) return;
  for (const std::string& arg : scan.rest)
    for (const Workload* workload : workloads)
      for (const OptionSpec& option :
           choice_options(*workload, {workload->variants().begin(), workload->variants().end()}))
        if (option.id != "backend" && arg.substr(0, arg.find('=')) == option_name(option.id))
          throw Error(option_name(option.id) + " needs a workload",
                      "for example livewarp " + scan.command->name + " " + workload->info().name +
                          " " + option_name(option.id) + " \u2026");
}

}  // namespace

Invocation parse_command_line(const Workloads& workloads, const Machine& machine,
                              const std::vector<std::string>& args) {
  if (args.size() == 1 && args.front() == "--version")
    return {-1, TextRequest{"livewarp " + version_text() + "\n"}};
  const Scan scan = scan_arguments(workloads, args);
  if (has(args, "--help") || has(args, "-h"))
    return {-1, TextRequest{help_text(
                    command_spec(*scan.command, workloads, scan.workload, rows_for_help(scan)))}};
  check_orphans(scan, workloads);

  // Parsing knows the options of all rows: whether the chosen one has them is said in its own words.
  const bool default_workload = scan.command->command == Command::window && !workloads.empty();
  const Workload* workload = scan.workload || !default_workload ? scan.workload : workloads.front();
  std::vector<const VariantInfo*> rows;
  if (workload) rows.assign(workload->variants().begin(), workload->variants().end());
  Given given = parse_options(command_spec(*scan.command, workloads, workload, rows), scan.rest);
  if (workload) given = with_selected(*workload, std::move(given));
  return {device_from(given, machine),
          request_from(scan.command->command, workload, given, machine)};
}

const std::vector<std::string>& command_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const CommandInfo& info : commands())
      if (!info.name.empty()) all.push_back(info.name);
    return all;
  }();
  return names;
}

std::vector<std::string> reserved_options() {
  std::vector<std::string> ids{"help", "version", "variant", "backend", "memory"};
  for (const CommandInfo& info : commands())
    for (const OptionSpec& option : info.options)
      // `ceilings` takes no workload: its threads cannot be mistaken for a row's.
      if (info.command != Command::ceilings) ids.push_back(option.id);
  for (const OptionSpec& option : display_options()) ids.push_back(option.id);
  return ids;
}

}  // namespace livewarp
