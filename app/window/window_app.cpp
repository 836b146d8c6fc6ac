#include "app/window/window_app.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "app/base/kept_text.h"
#include "app/base/output_file.h"
#include "app/base/platform.h"
#include "app/lecture/lecture_shelf.h"
#include "app/measure/context.h"
#include "app/session/fit.h"
#include "app/window/key_player.h"
#include "app/window/live_loop.h"
#include "app/window/window_screen.h"
#include "kernels/core/base/error.h"
#include "kernels/core/telemetry/nvml.h"
#include "kernels/core/telemetry/read_topology.h"

namespace livewarp {
namespace {

/// The CUDA device must be the one that draws, else its buffers cannot be shared.
void select_device(const Machine& machine, LiveOptions& options) {
  if (!machine.has_gpu()) return;
  const GlCudaDevice drawing = cuda_device_of_gl_context();
  if (options.device < 0) options.device = std::max(0, drawing.index);
  select_cuda_device(options.device);
  if (drawing.index < 0)
    options.interop_reason = drawing.reason + (drawing.advice.empty() ? "" : ". " + drawing.advice);
  else if (drawing.index != options.device)
    options.interop_reason = "CUDA device " + std::to_string(options.device) +
                             " computes, device " + std::to_string(drawing.index) +
                             " draws. --device " + std::to_string(drawing.index) + " can share";
}

/// The choice with what the workload prefers in a window, and with a size that moves well here, but
/// for what the command line named.
Fitted fitted_start(const Registry& registry, Choice start, const LiveOptions& options,
                    const Fitter& fitter) {
  const Workload& workload = *registry.find(start.workload);
  const Backend backend = workload.find(start.variant)->backend;
  for (const auto& [id, value] : workload.info().window_start(backend))
    if (!options.given.contains(id)) start.problem[id] = value;
  for (const auto& [id, value] : workload.info().window_view)
    if (!options.given.contains(id)) start.view[id] = value;
  for (const std::string& id : workload.info().size_params)
    if (options.given.contains(id)) return {start, {}};
  return fitter(workload, start);
}

/// What a lecture begins with, if it can run here: the window need not begin with anything else.
const Choice* first_shown(const Lecture& lecture, const Registry& registry,
                          const Machine& machine) {
  const auto& choice = lecture.slides.front().on(machine.has_gpu()).choice;
  if (!choice) return nullptr;
  const Workload& workload = *registry.find(choice->workload);
  const bool on_gpu = workload.find(choice->variant)->backend == Backend::cuda;
  const Executor executor = on_gpu ? Executor::cuda : Executor::cpu;
  const bool can = !on_gpu || (machine.has_gpu() && workload.compiled_for(executor));
  return can && workload.refusal(*choice, executor).empty() ? &*choice : nullptr;
}

/// Where the user's settings are kept.
struct SettingsPlace {
  std::filesystem::path folder;  ///< it is there; empty: none are kept
  std::string why;               ///< why not, where they should be

  std::filesystem::path file(const char* name) const {
    return folder.empty() ? folder : folder / name;
  }
};

SettingsPlace settings_place(const LiveOptions& options) {
  if (!options.keep_settings) return {};
  const std::filesystem::path folder = settings_folder();
  if (folder.empty()) return {{}, "no home folder is known"};
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (!failure) return {folder, {}};
  return {{}, "the folder " + folder.string() + " cannot be made: " + failure.message()};
}

constexpr const char* not_kept = "settings will not be kept";
constexpr const char* settings_advice = "XDG_CONFIG_HOME=FOLDER names another place";

void make_folder(const std::string& path) {
  std::error_code failure;
  std::filesystem::create_directories(path, failure);
  if (failure) throw Error("cannot make the folder " + path + ": " + failure.message());
}

}  // namespace

ui::UiOptions ui_options(const LiveOptions& options) {
  ui::UiOptions result;
  result.font_folders = font_folders();
  result.text_scale = options.text_size;
  result.theme = options.theme;
  result.presenter = options.presenter;
  return result;
}

namespace {

class WindowPlace final : public LivePlace {
 public:
  explicit WindowPlace(const WindowOptions& options) : window_(options) {}
  std::unique_ptr<Screen> make_screen() override { return std::make_unique<WindowScreen>(window_); }

 private:
  Window window_;
};

void show(const Registry& registry, const Machine& machine, const Choice& start,
          LiveOptions options, const MakePlace& make_place) {
  std::optional<KeyScript> script;
  if (!options.keys.empty()) script = read_key_script(options.keys);
  if (script)
    options.keep_settings = false;  // it begins as on a new machine, and changes nothing there
  if (!options.shots.empty()) make_folder(options.shots);
  std::optional<Lecture> lecture;
  if (!options.lecture.empty()) lecture = find_lecture(options.lecture, workloads_of(registry));
  const SettingsPlace place_of_settings = settings_place(options);
  options.presets = place_of_settings.file("presets.lecture").string();
  options.settings = place_of_settings.folder.string();
  const std::unique_ptr<LivePlace> place = make_place(options);
  select_device(machine, options);
  FittedSizes sizes(place_of_settings.file("sizes.json"));
  options.fitter = [&](const Workload& workload, const Choice& choice) {
    return fit_to_machine(workload, choice, machine, sizes);
  };
  const Choice* const first = lecture ? first_shown(*lecture, registry, machine) : nullptr;
  const Fitted fitted =
      first ? Fitted{*first, {}} : fitted_start(registry, start, options, options.fitter);
  options.fitted = fitted.text;
  if (const GpuInfo* gpu = machine.has_gpu() ? machine.gpu(options.device) : nullptr)
    options.gpu_state = [pci = gpu->pci] {
      GpuReading reading = shared_nvml().read(pci);
      reading.energy_j.reset();  // it moves with every look, and panels do not show it
      return reading;
    };
  options.topology = [gpus = machine.gpus] { return read_topology(gpus, shared_nvml()); };
  KeptText settings(place_of_settings.file("window.ini").string());
  ui::UiOptions looks = ui_options(options);
  looks.settings = settings.text();
  ui::Ui ui(looks);
  const std::unique_ptr<Screen> screen = place->make_screen();
  LiveLoop live(*screen, ui, registry, machine, fitted.choice, options);
  if (lecture) live.give(std::move(*lecture));
  if (!place_of_settings.why.empty())
    live.session().notices().add(
        Severity::warning, std::string(not_kept) + ": " + place_of_settings.why, settings_advice);
  std::optional<KeyPlayer> player;
  if (script)
    player.emplace(live, *script,
                   KeyPlayerOptions{options.keys_speed, options.shots, options.words});
  try {
    while (!live.finished()) {
      const bool due = live.wait(), playing = player && !player->finished();
      if (!due && !playing) continue;
      if (player) player->before_frame();
      live.frame();
      live.after_frame();
      if (std::optional<std::string> changed = ui.changed_settings())
        settings.keep(std::move(*changed));
      if (const std::optional<Error> why = settings.failure())
        live.session().notices().add(Severity::warning, std::string(not_kept) + ": " + why->what(),
                                     settings_advice);
    }
  } catch (...) {
    settings.keep(ui.settings());
    throw;
  }
  settings.keep(ui.settings());
  if (!options.report.empty()) OutputFile(options.report).write(to_json(live.report()));
}

}  // namespace

int run_live(const Registry& registry, const Machine& machine, const Choice& start,
             const LiveOptions& given, const MakePlace& make_place) {
  give_back_freed_memory();
  LiveOptions options = given;
  std::vector<std::string> again;
  options.restart = [&](std::vector<std::string> with) { again = std::move(with); };
  show(registry, machine, start, options, make_place);
  if (!again.empty()) {
    if (options.words) options.words->flush();
    restart_program(again);
  }
  return options.stop.stop_requested() ? exit_interrupted : exit_ok;
}

int run_window(const Registry& registry, const Machine& machine, const Choice& start,
               const LiveOptions& options) {
  return run_live(registry, machine, start, options, [](const LiveOptions& of) {
    WindowOptions look;
    look.vsync = of.vsync;
    look.width = of.width;  // 0: fitted to the screen
    look.height = of.height;
    return std::make_unique<WindowPlace>(look);
  });
}

}  // namespace livewarp
