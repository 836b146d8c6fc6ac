#include "app/requests.h"

#include <algorithm>

#include "app/choice_options.h"
#include "kernels/core/error.h"
#include "kernels/core/text.h"
#include "kernels/simt/lens.h"

namespace livewarp {

namespace {

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

/// Reads "1280x720"; sides 16 ... 16,384.
void read_size(const std::string& text, int& width, int& height) {
  constexpr std::int64_t least = 16, most = 16'384;
  const std::size_t x = text.find('x');
  std::int64_t w = 0, h = 0;
  if (x == std::string::npos || !read_integer(std::string_view(text).substr(0, x), w) ||
      !read_integer(std::string_view(text).substr(x + 1), h))
    throw Error("size " + text + ": must be like 1280x720");
  if (std::min(w, h) < least || std::max(w, h) > most)
    throw Error("size " + grouped(w) + "x" + grouped(h) + ": both sides must be " + grouped(least) +
                " \u2026 " + grouped(most));
  width = int(w);
  height = int(h);
}

constexpr double longest = 86'400, shortest_time = 0.01;

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
  options.device = device_from(given, machine);
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

/// Of a small size, but for what was given.
LensRequest lens_request(const Workload& workload, const Given& given) {
  LensRequest request;
  request.workload = &workload;
  request.choice = choice_from(workload, given, Backend::cuda);
  request.choice.problem = simt::lens_problem(workload, request.choice);
  for (const auto& [id, value] : given_params(workload, given, false))
    request.choice.problem[id] = value;
  request.whole_grid = given.contains("whole-grid");
  if (given.contains("warp")) request.warp = unsigned(integer_of(given, "warp", 0, 31, 0));
  request.on_gpu = given.contains("on-gpu");
  if (request.on_gpu && (request.whole_grid || request.warp || given.contains("json")))
    throw Error("--on-gpu makes the step and counts nothing",
                "leave out --whole-grid, --warp and --json");
  request.json = text_of(given, "json");
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

/// Only kernels that the host executes can be checked access by access.
VerifyRequest verify_request(const Workload* workload, Given given) {
  VerifyRequest request;
  request.sanitize = given.contains("sanitize");
  if (request.sanitize)
    for (const auto& [id, value] : Given{{"executor", "simt"}, {"backend", "cuda"}})
      if (const auto [at, added] = given.try_emplace(id, value); !added && at->second != value)
        throw Error("--sanitize checks CUDA rows on the host",
                    "leave out --" + id + " " + at->second + ", or --sanitize");
  request.rows = row_request(workload, given);
  request.all_launches = given.contains("all-launches");
  request.json = text_of(given, "json");
  request.csv = text_of(given, "csv");
  return request;
}

Request interpreted(Command command, const Workload* workload, const Given& given,
                    const Machine& machine) {
  switch (command) {
  case Command::window: return window_request(*workload, given, machine);
  case Command::list: return ListRequest{workload, text_of(given, "json")};
  case Command::info: return InfoRequest{text_of(given, "json")};
  case Command::bench:
    return BenchRequest{row_request(workload, given),
                        real_of(given, "time", shortest_time, longest, 3), given.contains("cold"),
                        text_of(given, "json"), text_of(given, "csv")};
  case Command::sweep: return sweep_request(*workload, given);
  case Command::verify: return verify_request(workload, given);
  case Command::ceilings: return ceilings_request(given, machine);
  case Command::lens: return lens_request(*workload, given);
  case Command::shot: return shot_request(*workload, given, machine);
  case Command::tour: break;
  }
  return tour_request(given);
}

}  // namespace

Request request_from(Command command, const Workload* workload, const Given& given,
                     const Machine& machine) {
  Request request = interpreted(command, workload, given, machine);
  const std::string json = text_of(given, "json");
  if (!json.empty() && json == text_of(given, "csv"))
    throw Error("cannot write " + json + ": --json and --csv name the same file");
  return request;
}

int device_from(const Given& given, const Machine& machine) {
  const int device = integer_of(given, "device", 0, 1023, -1);
  if (device < 0 || machine.gpu(device)) return device;
  const std::string count =
      machine.gpus.size() == 1 ? "1 GPU" : std::to_string(machine.gpus.size()) + " GPUs";
  throw Error("device " + std::to_string(device) + ": " +
                  (machine.gpus.empty() ? machine.gpu_reason
                                        : "this machine has " + count + ", counted from 0"),
              "livewarp info lists them");
}

}  // namespace livewarp
