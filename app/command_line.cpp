#include "app/command_line.h"

#include <algorithm>
#include <array>

#include "app/command_specs.h"
#include "app/suggest.h"
#include "app/version.h"
#include "kernels/core/error.h"
#include "kernels/core/text.h"

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
bool is_file_name(const Workloads& workloads, const std::vector<std::string>& args, std::size_t i) {
  constexpr std::array takes_file{"--json",       "--csv", "--png",  "--report",
                                  "--screenshot", "--out", "--keys", "--shots"};
  if (i == 0) return false;
  if (std::ranges::find(takes_file, args[i - 1]) != takes_file.end()) return true;
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
    scan.workload =
        is_file_name(workloads, scan.rest, i) ? nullptr : named(workloads, scan.rest[i]);
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

// -- interpreting what was given -----------------------------------------------------------------

std::string text_of(const Given& given, const std::string& id) {
  const auto found = given.find(id);
  return found == given.end() ? std::string() : found->second;
}

double real_of(const Given& given, const std::string& id, double min, double max, double standard) {
  if (!given.contains(id)) return standard;
  return std::get<double>(
      parse_value(real_param(id, id, "", min, max, standard, ""), text_of(given, id)));
}

int integer_of(const Given& given, const std::string& id, int min, int max, int standard) {
  if (!given.contains(id)) return standard;
  return int(std::get<std::int64_t>(
      parse_value(integer_param(id, id, "", min, max, standard, ""), text_of(given, id))));
}

void require_png(const std::string& file) {
  if (!file.ends_with(".png"))
    throw Error("cannot write " + file + ": pictures are PNG files", "let its name end with .png");
}

constexpr double longest = 86'400, shortest_time = 0.01;

int device_of(const Given& given, const Machine& machine) {
  const int device = integer_of(given, "device", 0, 1023, -1);
  if (device < 0 || machine.gpu(device)) return device;
  const std::string count =
      machine.gpus.size() == 1 ? "1 GPU" : std::to_string(machine.gpus.size()) + " GPUs";
  throw Error("device " + std::to_string(device) + ": " +
                  (machine.gpus.empty() ? machine.gpu_reason
                                        : "this machine has " + count + ", counted from 0"),
              "livewarp info lists them");
}

Backend fallback_of(const Workload& workload, const Machine& machine) {
  return machine.has_gpu() && workload.compiled_for(Executor::cuda) ? Backend::cuda : Backend::cpu;
}

std::optional<ui::Theme> theme_of(const Given& given) {
  const std::string text = text_of(given, "theme");
  if (text.empty()) return std::nullopt;
  if (text == "dark") return ui::Theme::dark;
  if (text == "light") return ui::Theme::light;
  throw Error("--theme " + text + ": there is no such theme", "dark or light");
}

WindowRequest window_request(const Workload& workload, const Given& given, const Machine& machine) {
  WindowRequest request;
  request.choice = choice_from(workload, given, fallback_of(workload, machine));
  LiveOptions& options = request.options;
  options.for_seconds = real_of(given, "for", shortest_time, longest, 0);
  options.text_size = real_of(given, "text-size", 0.75, 3, 0);
  options.theme = theme_of(given);
  options.presenter = given.contains("presenter");
  options.report = text_of(given, "report");
  options.screenshot = text_of(given, "screenshot");
  options.keys = text_of(given, "keys");
  options.keys_speed = real_of(given, "keys-speed", 0.1, 1000, 1);
  options.shots = text_of(given, "shots");
  options.no_interop = given.contains("no-interop");
  options.paint = given.contains("paint");
  options.vsync = !given.contains("no-vsync");
  options.device = device_of(given, machine);
  if (given.contains("size")) read_size(text_of(given, "size"), options.width, options.height);
  for (const auto& [id, text] : given) options.given.insert(id);
  return request;
}

ShotRequest shot_request(const Workload& workload, const Given& given, const Machine& machine) {
  ShotRequest request;
  request.workload = &workload;
  request.choice = choice_from(workload, given, fallback_of(workload, machine));
  request.result = given.contains("result");
  if (request.result && given.contains("size"))
    throw Error("size: a result has a size of its own", "leave out --size, or --result");
  if (request.result && !workload.result_size(request.choice.problem))
    throw Error("the result of " + workload.info().name + " is no picture",
                "leave out --result to draw one of it");
  const int frames = request.result ? 1 : request.frames;
  request.frames = integer_of(given, "frames", request.result ? 1 : 0, 1'000'000, frames);
  if (given.contains("size")) read_size(text_of(given, "size"), request.width, request.height);
  request.out = text_of(given, "OUT.png");
  require_png(request.out);
  return request;
}

CeilingsRequest ceilings_request(const Given& given, const Machine& machine) {
  CeilingsRequest request;
  if (given.contains("backend")) request.backend = parse_backend(text_of(given, "backend"));
  request.threads = integer_of(given, "threads", 1, machine.cpu.cores, 0);
  request.seconds = real_of(given, "time", 0.1, longest, request.seconds);
  request.json = text_of(given, "json");
  return request;
}

TourRequest tour_request(const Given& given) {
  TourRequest request;
  if (given.contains("out")) request.folder = text_of(given, "out");
  request.seconds = real_of(given, "time", shortest_time, longest, request.seconds);
  if (given.contains("size")) read_size(text_of(given, "size"), request.width, request.height);
  return request;
}

SweepRequest sweep_request(const Workload& workload, const Given& given) {
  SweepRequest request{row_request(&workload, given),
                       {},
                       1,
                       given.contains("cold"),
                       text_of(given, "json"),
                       text_of(given, "csv"),
                       text_of(given, "png")};
  request.over = sweep_over(request.rows, given);
  request.seconds = real_of(given, "time", shortest_time, longest, request.seconds);
  if (!request.png.empty()) require_png(request.png);
  return request;
}

Request interpret(const Scan& scan, const Given& given, const Workloads& workloads,
                  const Machine& machine) {
  switch (scan.command->command) {
  case Command::window:
    return window_request(scan.workload ? *scan.workload : *workloads.front(), given, machine);
  case Command::list: return ListRequest{scan.workload, text_of(given, "json")};
  case Command::info: return InfoRequest{text_of(given, "json")};
  case Command::bench:
    return BenchRequest{row_request(scan.workload, given),
                        real_of(given, "time", shortest_time, longest, 3), given.contains("cold"),
                        text_of(given, "json"), text_of(given, "csv")};
  case Command::sweep: return sweep_request(*scan.workload, given);
  case Command::verify:
    return VerifyRequest{row_request(scan.workload, given), given.contains("all-launches"),
                         text_of(given, "json"), text_of(given, "csv")};
  case Command::ceilings: return ceilings_request(given, machine);
  case Command::shot: return shot_request(*scan.workload, given, machine);
  case Command::tour: break;
  }
  return tour_request(given);
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
  Invocation invocation{device_of(given, machine), interpret(scan, given, workloads, machine)};
  const std::string json = text_of(given, "json");
  if (!json.empty() && json == text_of(given, "csv"))
    throw Error("cannot write " + json + ": --json and --csv name the same file");
  return invocation;
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

void read_size(const std::string& text, int& width, int& height) {
  constexpr std::int64_t least = 16, most = 16'384;
  const std::size_t x = text.find('x');
  std::int64_t w = 0, h = 0;
  if (x == std::string::npos || !read_integer(std::string_view(text).substr(0, x), w) ||
      !read_integer(std::string_view(text).substr(x + 1), h))
    throw Error("size " + text + ": must be like 1280x720");
  if (std::min(w, h) < least || std::max(w, h) > most)
    throw Error("size " + text + ": both sides must be " + grouped(least) + " \u2026 " +
                grouped(most));
  width = int(w);
  height = int(h);
}

}  // namespace livewarp
