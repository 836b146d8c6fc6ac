#include <algorithm>
#include <filesystem>
#include <optional>
#include <ostream>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "app/base/platform.h"
#include "app/base/table.h"
#include "app/commands/commands.h"
#include "app/pictures/off_screen.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/measure/verification.h"

namespace livewarp {

namespace {

/// Frames before the picture of a workload is taken.
constexpr int tour_frames = 40;

/// One workload's stop of the tour.
struct Stop {
  const Workload* workload = nullptr;
  std::vector<VariantResult> results;
  OutputFile file;
};

/// The folder may be new, its parent not: a mistyped path is refused, not made.
void make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directory(folder, error);
  if (error || !std::filesystem::is_directory(folder, error))
    throw Error("cannot write into " + folder + ": " +
                    (error ? error.message() : "it is no folder"),
                "name a folder that exists or can be made");
}

std::vector<Stop> plan(const Context& context, const std::string& folder) {
  make_folder(folder);
  std::vector<Stop> stops;
  for (const Workload* workload : context.workloads) {
    Stop& stop = stops.emplace_back();
    stop.workload = workload;
    stop.file = OutputFile(folder + "/livewarp-" + workload->info().name + ".png");
    VariantSelection selection;
    selection.workload = workload;
    // Variants that cannot be timed here are at least checked, from their source.
    for (SelectedVariant& variant : select_variants(context, selection, Purpose::check)) {
      stop.results.emplace_back();
      stop.results.back().variant = std::move(variant);
    }
  }
  return stops;
}

/// False where it was interrupted: the rest of the results is as it was.
bool run_variants(Workbench& bench, double seconds, Stop& stop) {
  BenchOptions options;
  options.seconds = seconds;
  options.min_samples = 3;
  try {
    for (VariantResult& result : stop.results) {
      if (result.variant.executor == Executor::emulator)
        bench.check_sizes(result);
      else
        bench.measure(result, options);
    }
  } catch (const Cancelled&) {
    return false;
  }
  return true;
}

/// Draws with the fastest verified variant. Returns what hindered it, empty if nothing did.
std::string draw(const Context& context, Progress& progress, const PictureRequest& picture,
                 Stop& stop) {
  const VariantResult* best = nullptr;
  for (const VariantResult& result : stop.results)
    if (result.measurement && result.verified() &&
        (!best || result.measurement->rate() > best->measurement->rate()))
      best = &result;
  if (!best) return "no verified variant can draw " + stop.workload->info().name;
  try {
    const Offscreen gl = off_screen_for(context, best->variant);
    write_picture(draw_off_screen(context, progress, best->variant, picture), stop.file);
    return {};
  } catch (const Error& error) {
    return error.what();
  }
}

std::string time_text(const VariantResult& result) {
  if (!result.measurement || !result.verified()) return missing;
  const double ms = result.measurement->step.median;
  return ms < 1 ? fmt::format("{:.1f} \u00b5s", 1000 * ms) : plain_number(ms, 4) + " ms";
}

std::string rate_text(const VariantResult& result) {
  if (!result.measurement || !result.verified()) return missing;
  const double rate = result.measurement->rate();
  const Prefix prefix = prefix_for(rate);
  return plain_number(rate / prefix.factor, 4) + " " + prefix.name +
         (prefix.name.empty() ? "" : " ") + result.variant.workload->info().item_rate;
}

std::string remark(const VariantResult& result) {
  if (!result.variant.skip.empty()) return "not run: " + result.variant.skip;
  if (!result.broken.empty()) return result.broken;
  if (result.check().verdict == Verdict::failed) return result.check().failure;
  if (!result.verified()) return "interrupted";
  return result.variant.executor == Executor::emulator ? "emulated: checked, not timed"
                                                       : "verified";
}

void print(const Context& context, const Stop& stop) {
  TextTable table({{stop.workload->info().name},
                   {"executor"},
                   {"error", ColumnAlign::right},
                   {"time", ColumnAlign::right},
                   {"rate", ColumnAlign::right},
                   {"verdict"}});
  for (const VariantResult& result : stop.results) {
    const bool compared = result.check().verdict != Verdict::unchecked;
    table.add({result.variant.info->name, std::string(name_of(result.variant.executor)),
               compared ? error_text(result.check().error) : missing, time_text(result),
               rate_text(result), remark(result)});
  }
  *context.out << table.text() << std::endl;
}

void say_how_to_get_a_window(const Context& context) {
  if (has_display())
    *context.out << "\nThe window: livewarp. Measuring in depth: livewarp bench WORKLOAD.\n";
  else
    *context.out
        << "\nNo display here. For the window, start livewarp in a desktop session, or set DISPLAY "
           "or\n"
           "WAYLAND_DISPLAY (over ssh: ssh -X). Without one: livewarp --help lists the commands.\n";
}

class TourCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {"short verified run through all workloads, with pictures",
            "Runs through all workloads, verifies their variants, measures those that can be timed "
            "here, prints a table and writes pictures. Needs no display."};
  }
  void declare(CLI::App& app, const CommandScope& scope) override {
    OptionGroup output(app, "Output:"), run(app, "Run:"), picture(app, "Picture:");
    output.text("out", "FOLDER", folder_, "Where the pictures go. Default: the current folder.");
    run.real("time", "SECONDS", shortest_time, longest_time, seconds_,
             "Longest time for each variant. Default 0.5.");
    declare_device(run, *scope.machine, device_);
    picture.size("size", picture_.width, picture_.height, "Pictures in pixels. Default 1280x720.");
  }
  int run(const Context& context) override;

 private:
  std::string folder_ = ".";
  double seconds_ = 0.5;
  PictureRequest picture_{.frames = tour_frames};
};

int TourCommand::run(const Context& context) {
  std::vector<Stop> stops = plan(context, folder_);
  Progress progress(context);
  Workbench bench(context, progress);
  std::vector<std::string> pictures, hindrances;
  bool interrupted = false;
  try {
    for (Stop& stop : stops) {
      interrupted = !run_variants(bench, seconds_, stop);
      progress.wipe();
      print(context, stop);
      if (interrupted) break;
      const std::string hindrance = draw(context, progress, picture_, stop);
      if (hindrance.empty())
        pictures.push_back(stop.file.path());
      else if (std::ranges::find(hindrances, hindrance) == hindrances.end())
        hindrances.push_back(hindrance);
    }
  } catch (const Cancelled&) {
    interrupted = true;
  }
  progress.wipe();
  if (!pictures.empty()) *context.out << "Pictures: " << joined(pictures) << "\n";
  for (const std::string& hindrance : hindrances)
    *context.out << "\nNo picture: " << hindrance << "\n";
  if (interrupted) {
    complain(context, interrupted, {});
    return exit_interrupted;
  }
  say_how_to_get_a_window(context);
  const auto failed = [](const Stop& stop) {
    return std::ranges::any_of(stop.results, &VariantResult::failed);
  };
  return stops.empty() || std::ranges::any_of(stops, failed) ? exit_wrong : exit_ok;
}

}  // namespace

std::unique_ptr<Command> make_tour_command() { return std::make_unique<TourCommand>(); }

}  // namespace livewarp
