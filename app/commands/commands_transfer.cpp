// The transfer lab without a window: one experiment of its list.
#include <algorithm>
#include <optional>
#include <ostream>
#include <utility>

#include <CLI/App.hpp>

#include "app/base/version.h"
#include "app/commands/commands.h"
#include "app/lab/experiment.h"
#include "app/options/choice_options.h"
#include "app/pictures/graph_picture.h"
#include "app/pictures/off_screen.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "render/gl/offscreen.h"

namespace livewarp {

namespace {

class TransferCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {.brief = "where data lie, how they move, what overlaps: the experiments of the lab",
            .summary = experiment_ ? experiment_->info().about
                                   : "Runs an experiment on where data lie, how they move between "
                                     "host and GPU, and what overlaps.",
            .experiments = experiment_ids()};
  }
  void declare(CLI::App& app, const CommandScope& scope) override;
  void finish() override;
  int run(const Context& context) override;

 private:
  void measure(const Context& context, Progress& progress, Workbench& bench, LabReport& report);
  std::string heading(const Context& context, const LabReport& report) const;
  void write(const Context& context, const LabReport& report);

  std::unique_ptr<Experiment> experiment_;
  ParsedOptions given_;
  Values values_;
  double seconds_ = 0;
  bool no_wait_ = false, interrupted_ = false;
  std::string failure_;  ///< what ended it early, if something did
  ReportFiles files_;
  NamedOutput png_;
};

void TransferCommand::declare(CLI::App& app, const CommandScope& scope) {
  experiment_ =
      scope.experiment.empty() ? experiments().front()() : make_experiment(scope.experiment);
  app.description(experiment_->info().about);
  OptionGroup what(app, "Experiment:"), run(app, "Run:"), output(app, "Output:");
  experiment_->declare(what);
  declare_params(app, "Experiment:", experiment_->params(), given_);
  run.real("time", "SECONDS", shortest_time, longest_time, seconds_,
           "Time for each figure, once it has the least number of samples. Default: as the "
           "experiment has it.");
  declare_device(run, *scope.machine, device_);
  declare_no_wait(run, no_wait_);
  declare_json(output, files_.json);
  output.text("csv", "FILE", files_.csv.path, "Write the points or tables to this file.");
  output.text("png", "FILE", png_.path, "Draw the graphs into this PNG file, off-screen.");
}

void TransferCommand::finish() {
  if (!png_.path.empty()) require_png(png_.path);
  values_ = read_params(experiment_->params(), given_);
  experiment_->check(values_);
}

void TransferCommand::measure(const Context& context, Progress& progress, Workbench& bench,
                              LabReport& report) {
  LabTools tools;
  tools.machine = context.machine;
  tools.device = context.device;
  tools.workloads = context.workloads;
  tools.make_exec = context.make_exec;
  tools.seconds = seconds_;
  tools.stop = context.stop;
  tools.take_turn = [&](Executor executor) {
    SelectedVariant there;
    there.executor = executor;
    bench.take_turn({&there});
  };
  tools.at = [&](const std::string& what, double fraction) {
    if (context.stop.stop_requested()) throw Cancelled();
    progress.begin(what);
    progress.at(fraction);
  };
  try {
    experiment_->run(values_, tools, report);
  } catch (const Cancelled&) {
    interrupted_ = true;
    report.findings.partial = true;
  } catch (const std::exception& error) {
    if (report.findings.empty()) throw;
    failure_ = error.what();  // what is known by then is told all the same
    report.findings.partial = true;
  }
}

std::string TransferCommand::heading(const Context& context, const LabReport& report) const {
  const GpuInfo* const gpu =
      context.machine->has_gpu() ? context.machine->gpu(context.device) : nullptr;
  std::string text = gpu ? gpu->name + ", " : "";
  text += context.machine->cpu.name;
  return report.findings.setting.empty() ? text : text + "; " + report.findings.setting;
}

void TransferCommand::write(const Context& context, const LabReport& report) {
  Json json = report_head(context);
  json["experiment"] = experiment_->info().id;
  json["values"] = to_json(values_);
  if (report.json.is_object()) json.update(report.json);
  json["verdict"] = report.findings.verdict;
  json["left_out"] = report.findings.left_out;
  json["interrupted"] = interrupted_;
  if (!failure_.empty()) json["failure"] = failure_;
  files_.json.write(json.dump(2) + "\n");
  files_.csv.write(report.csv.empty() ? findings_csv(report.findings) : report.csv);
  if (!png_.file.is_open()) return;
  if (report.findings.graphs.empty())
    *context.err << "livewarp: " << png_.path << " is not written: there is no graph to draw\n";
  else
    write_picture(draw_graphs(report.findings.graphs,
                              heading(context, report) + " \u00b7 Livewarp " + version_text(),
                              graph_width, graph_height),
                  png_.file);
}

int TransferCommand::run(const Context& context) {
  if (const std::string refusal = lab_refusal(experiment_->info(), *context.machine);
      !refusal.empty()) {
    *context.err << "livewarp: " << refusal << "\n";
    return exit_wrong;
  }
  files_.open();
  png_.open();
  std::optional<Offscreen> gl;  // refused before the work, where there is no OpenGL
  if (png_.file.is_open())
    gl.emplace(OffscreenOptions{.cuda_device = context.machine->has_gpu() ? context.device : -1});
  Progress progress(context);
  Workbench bench(context, progress);
  if (no_wait_) bench.refuse_to_wait({context.machine->has_gpu() ? Executor::cuda : Executor::cpu});
  LabReport report;
  measure(context, progress, bench, report);
  progress.wipe();
  *context.out << heading(context, report) << "\n\n" << findings_text(report.findings);
  if (interrupted_) complain(context, true, {});
  if (!failure_.empty()) *context.err << "livewarp: " << failure_ << "\n";
  if (!report.unmet.empty()) *context.err << "livewarp: " << report.unmet << "\n";
  write(context, report);
  if (interrupted_) return exit_interrupted;
  const bool nothing = report.findings.tables.empty() && report.findings.graphs.empty();
  return report.findings.wrong || nothing || !failure_.empty() || !report.unmet.empty() ? exit_wrong
                                                                                        : exit_ok;
}

}  // namespace

std::unique_ptr<Command> make_transfer_command() { return std::make_unique<TransferCommand>(); }

}  // namespace livewarp
