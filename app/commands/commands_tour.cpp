#include <algorithm>
#include <filesystem>
#include <optional>
#include <ostream>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "app/base/platform.h"
#include "app/base/table.h"
#include "app/base/version.h"
#include "app/commands/commands.h"
#include "app/pictures/tour_stop.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/measure/verification.h"

namespace livewarp {

namespace {

/// The folder may be new, its parent not: a mistyped path is refused, not made.
void make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directory(folder, error);
  if (error || !std::filesystem::is_directory(folder, error))
    throw Error("cannot write into " + folder + ": " +
                    (error ? error.message() : "it is no folder"),
                "name a folder that exists or can be made");
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
  const bool emulated = result.variant.executor == Executor::emulator;
  if (!result.verified() || (!emulated && !result.measurement)) return "interrupted";
  return emulated ? "emulated: checked, not timed" : "verified";
}

void print(const Context& context, const TourStop& stop) {
  TextTable table({{stop.workload->info().name},
                   {"executor"},
                   {"error", ColumnAlign::right},
                   {"time", ColumnAlign::right},
                   {"rate", ColumnAlign::right},
                   {"verdict"}});
  for (const VariantResult& result : stop.results) {
    const bool compared = result.check().verdict != Verdict::unchecked;
    table.add({result.variant.info->name, std::string(name_of(result.variant.executor)),
               compared ? error_text(result.check().error) : missing, step_time_text(result),
               rate_text(result), remark(result)});
  }
  *context.out << table.text() << std::endl;
}

/// What is wanted of the tour's pictures: each workload's, and all of them on one sheet.
class Album {
 public:
  Album(const std::string& folder, const std::vector<const Workload*>& workloads, int width,
        int height)
      : width_(width), height_(height), sheet_(folder + "/livewarp-tour.png") {
    for (const Workload* workload : workloads)
      files_.emplace_back(folder + "/livewarp-" + workload->info().name + ".png");
  }

  /// Draws the next stop.
  void add(const Context& context, Progress& progress, const TourStop& stop) {
    std::optional<PixelImage> pixels;
    std::string hindrance;
    try {
      pixels = draw_stop(context, progress, stop, width_, height_);
      OutputFile& file = files_.at(pictures_.size());
      write_picture(*pixels, file);
      written_.push_back(file.path());
    } catch (const Error& error) {
      hindrance = error.what();
      if (std::ranges::find(hindrances_, hindrance) == hindrances_.end())
        hindrances_.push_back(hindrance);
    }
    pictures_.push_back(contact_picture(stop, std::move(pixels), hindrance));
  }

  /// The sheet of all of them, if there is a picture.
  void finish(const Context& context, Progress& progress) {
    if (written_.empty()) return;
    progress.chapter("");
    progress.begin("drawing the contact sheet");
    try {
      const Offscreen gl;
      write_picture(draw_contact_sheet(head(context), pictures_, width_, height_), sheet_);
      written_.insert(written_.begin(), sheet_.path());
    } catch (const Error& error) {
      hindrances_.emplace_back(error.what());
    }
  }

  void print(std::ostream& out) const {
    if (!written_.empty()) out << "Pictures: " << joined(written_) << "\n";
    for (const std::string& hindrance : hindrances_) out << "\nNo picture: " << hindrance << "\n";
  }

 private:
  static ui::ContactHead head(const Context& context) {
    const Machine& machine = *context.machine;
    std::string where = machine.cpu.name + ", " + std::to_string(machine.cpu.cores) +
                        (machine.cpu.cores == 1 ? " core" : " cores");
    if (const GpuInfo* gpu = machine.gpu(context.device)) where = gpu->name + "; " + where;
    return {"Livewarp",
            {"Every picture was computed here by the variant that is named, the fastest whose "
             "result agrees with an fp64 reference. The time is that of one step.",
             where, "Livewarp " + version_text()}};
  }

  int width_, height_;
  std::vector<OutputFile> files_;
  OutputFile sheet_;
  std::vector<ContactPicture> pictures_;
  std::vector<std::string> written_, hindrances_;
};

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
            "here, prints a table, and writes pictures and a contact sheet of them. Needs no "
            "display."};
  }
  void declare(CLI::App& app, const CommandScope& scope) override {
    OptionGroup output(app, "Output:"), run(app, "Run:"), picture(app, "Picture:");
    output.text("out", "FOLDER", folder_, "Where the pictures go. Default: the current folder.");
    run.real("time", "SECONDS", shortest_time, longest_time, seconds_,
             "Longest time for each variant. Default 0.07.");
    declare_device(run, *scope.machine, device_);
    declare_no_wait(run, no_wait_);
    picture.size("size", width_, height_, "Pictures in pixels. Default 1280x720.");
  }
  int run(const Context& context) override;

 private:
  std::string folder_ = ".";
  double seconds_ = 0.07;
  bool no_wait_ = false;
  int width_ = 1280, height_ = 720;
};

int TourCommand::run(const Context& context) {
  make_folder(folder_);
  Album album(folder_, context.workloads, width_, height_);
  Progress progress(context);
  Workbench bench(context, progress, CheckDepth::some);
  if (no_wait_) bench.refuse_to_wait(executors_here(context));
  std::size_t number = 0;
  bool interrupted = false, failed = context.workloads.empty();
  try {
    for (const Workload* workload : context.workloads) {
      TourStop stop = tour_stop(context, *workload);
      progress.chapter(
          fmt::format("{} ({} of {})", workload->info().title, ++number, context.workloads.size()));
      interrupted = !run_stop(bench, seconds_, stop);
      progress.wipe();
      print(context, stop);
      failed |= stop.failed();
      if (interrupted) break;
      album.add(context, progress, stop);
    }
    if (!interrupted) album.finish(context, progress);
  } catch (const Cancelled&) {
    interrupted = true;
  }
  progress.wipe();
  album.print(*context.out);
  if (interrupted) {
    complain(context, interrupted, {});
    return exit_interrupted;
  }
  say_how_to_get_a_window(context);
  return failed ? exit_wrong : exit_ok;
}

}  // namespace

std::unique_ptr<Command> make_tour_command() { return std::make_unique<TourCommand>(); }

}  // namespace livewarp
