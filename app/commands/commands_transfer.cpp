// How fast bytes move between host and GPU, and on the host, against how many they are.
#include <algorithm>
#include <optional>
#include <ostream>
#include <set>

#include <CLI/App.hpp>

#include "app/base/platform.h"
#include "app/base/version.h"
#include "app/commands/commands.h"
#include "app/explain/pipeline_options.h"
#include "app/explain/pipeline_report.h"
#include "app/explain/transfer_report.h"
#include "app/pictures/graph_picture.h"
#include "app/pictures/off_screen.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/telemetry/nvml.h"
#include "render/gl/offscreen.h"

namespace livewarp {

namespace {

class TransferCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {"bandwidth between host and GPU against size, for every kind of memory",
            "Measures how fast bytes move between the host and the GPU, in powers of two of their "
            "number: pageable, page-locked, write-combined, mapped and managed memory, each way "
            "and both at once, in one copy or in many; and on the host memcpy and the first touch "
            "of fresh pages. What arrives is compared with what was sent before a time counts. "
            "With --pipeline a sequence of pictures goes to the GPU, through a filter and back, in "
            "chunks over streams: what overlaps, and how near it comes to its longest stage. "
            "Ctrl+C keeps what is measured."};
  }
  void declare(CLI::App& app, const CommandScope& scope) override;
  void finish() override;
  int run(const Context& context) override;

 private:
  int run_pipeline(const Context& context);
  std::vector<TransferKind> kinds(bool of_gpu) const;
  void measure(const Context& context, Progress& progress, Workbench& bench,
               TransferResults& results) const;
  std::string heading(const Context& context, const TransferResults& results) const;
  void write(const Context& context, const TransferResults& results);
  int exit_code(const TransferResults& results) const;

  TransferRequest request_{.kinds = {}, .ways = {}};
  bool kinds_given_ = false;
  CLI::App* app_ = nullptr;  ///< while options are parsed and finished
  PipelineOptions pipeline_;
  bool no_wait_ = false;
  ReportFiles files_;
  NamedOutput png_;
};

std::string ids(const auto& infos) {
  std::string text;
  for (const auto& info : infos) text += (text.empty() ? "" : ", ") + std::string(info.id);
  return text;
}

void TransferCommand::declare(CLI::App& app, const CommandScope& scope) {
  app_ = &app;
  for (const TransferKindInfo& kind : transfer_kinds()) request_.kinds.push_back(kind.kind);
  request_.ways = {TransferWay::to_gpu, TransferWay::from_gpu, TransferWay::both};
  OptionGroup what(app, "Transfers:"), pipeline(app, "Pipeline:"), run(app, "Run:"),
      output(app, "Output:");
  what.value(
      "kinds", "NAME,NAME",
      [this](const std::string& text) {
        request_.kinds = parse_transfer_kinds(text);
        kinds_given_ = true;
      },
      "Only these: " + ids(transfer_kinds()) + ". The last three need no GPU.");
  what.value(
      "ways", "NAME,NAME",
      [this](const std::string& text) { request_.ways = parse_transfer_ways(text); },
      "Only these ways: " + ids(transfer_ways().first(3)) + ".");
  what.value(
      "from", "SIZE",
      [this](const std::string& text) { request_.from = parse_transfer_size(text, "from"); },
      "The least size, a power of two: 64K. Default 1K.");
  what.value(
      "to", "SIZE",
      [this](const std::string& text) { request_.to = parse_transfer_size(text, "to"); },
      "The greatest size. Default 1G; managed memory ends at 512M.");
  what.integer("pieces", "COUNT", 1, most_transfer_pieces, request_.pieces,
               "Move the same bytes as so many small copies. Default 1.");
  pipeline_.declare(pipeline);
  run.real("time", "SECONDS", shortest_time, longest_time, request_.seconds,
           "Time for each point, of 5 samples at least and 20 at most. Default 0.2.");
  declare_device(run, *scope.machine, device_);
  declare_no_wait(run, no_wait_);
  declare_json(output, files_.json);
  output.text("csv", "FILE", files_.csv.path, "Write the points to this file, one a line.");
  output.text("png", "FILE", png_.path,
              "Draw bandwidth against size into this PNG file, off-screen.");
}

void TransferCommand::finish() {
  if (request_.from > request_.to)
    throw Error("--from " + memory_size(request_.from) + " is more than --to " +
                memory_size(request_.to));
  if (!png_.path.empty()) require_png(png_.path);
  // What would be ignored is refused.
  const std::vector<std::string> of_sizes{"kinds", "ways", "from", "to", "pieces", "png"};
  for (const std::string& id : pipeline_.wanted() ? of_sizes : PipelineOptions::ids())
    if (app_->count(option_name(id)) > 0)
      throw Error(option_name(id) + (pipeline_.wanted() ? " is not for a pipeline"
                                                        : " is for a pipeline: --pipeline all"));
  pipeline_.check();
}

std::vector<TransferKind> TransferCommand::kinds(bool of_gpu) const {
  std::vector<TransferKind> some;
  for (const TransferKind kind : request_.kinds)
    if (info_of(kind).needs_gpu == of_gpu) some.push_back(kind);
  return some;
}

/// The GPU's part and then the host's, each in its turn.
void TransferCommand::measure(const Context& context, Progress& progress, Workbench& bench,
                              TransferResults& results) const {
  const GpuInfo* const gpu =
      context.machine->has_gpu() ? context.machine->gpu(context.device) : nullptr;
  for (const bool of_gpu : {true, false}) {
    TransferRequest part = request_;
    part.kinds = kinds(of_gpu);
    part.host_bytes = host_free_bytes();
    if (part.kinds.empty()) continue;
    if (of_gpu && !gpu) {
      results.no_gpu = context.machine->gpu_reason;
      results.without_gpu = part.kinds;
      continue;
    }
    SelectedVariant there;
    there.executor = of_gpu ? Executor::cuda : Executor::cpu;
    bench.take_turn({&there});
    if (of_gpu) results.link = shared_nvml().link(gpu->pci);
    TransferWatch watch;
    watch.stop = context.stop;
    watch.begins = [&](const TransferPoint& point) {
      progress.begin(std::string(info_of(point.kind).label) + ", " + info_of(point.way).label +
                     ", " + memory_size(point.bytes));
    };
    watch.done = [&](const TransferPoint& point) { results.points.push_back(point); };
    measure_transfers(part, gpu, watch);
  }
}

std::string TransferCommand::heading(const Context& context, const TransferResults& results) const {
  const bool gpu = results.without_gpu.empty() && !kinds(true).empty();
  const GpuInfo* const found = context.machine->gpu(context.device);
  std::string text = gpu && found ? found->name + ", " : "";
  text += context.machine->cpu.name + "; " + memory_size(request_.from) + " \u2026 " +
          memory_size(request_.to);
  if (request_.pieces > 1) text += ", in " + grouped(request_.pieces) + " pieces";
  return text;
}

void TransferCommand::write(const Context& context, const TransferResults& results) {
  Json report = report_head(context);
  report.update(to_json(results));
  files_.json.write(report.dump(2) + "\n");
  files_.csv.write(transfer_csv(results));
  if (!png_.file.is_open()) return;
  const std::vector<Graph> graphs = transfer_graphs(results);
  if (graphs.empty())
    *context.err << "livewarp: " << png_.path << " is not written: there is no point to draw\n";
  else
    write_picture(draw_graphs(graphs,
                              heading(context, results) + " \u00b7 Livewarp " + version_text(),
                              graph_width, graph_height),
                  png_.file);
}

int TransferCommand::exit_code(const TransferResults& results) const {
  if (results.interrupted) return exit_interrupted;
  if (std::ranges::any_of(results.points, &TransferPoint::wrong)) return exit_wrong;
  if (kinds_given_ && !results.without_gpu.empty()) return exit_wrong;
  return std::ranges::any_of(results.points, &TransferPoint::timed) ? exit_ok : exit_wrong;
}

int TransferCommand::run_pipeline(const Context& context) {
  if (!context.machine->has_gpu()) {
    *context.err << "livewarp: a pipeline needs a GPU: " << context.machine->gpu_reason << "\n";
    return exit_wrong;
  }
  Progress progress(context);
  Workbench bench(context, progress);
  if (no_wait_) bench.refuse_to_wait({Executor::cuda});
  SelectedVariant there;
  there.executor = Executor::cuda;
  PipelineResults results;
  results.request = pipeline_.request;
  results.request.host_bytes = host_free_bytes();
  try {
    bench.take_turn({&there});
    progress.begin("making pictures");
    const auto runner = make_pipeline_runner(results.request);
    results.work = runner->work();
    const std::vector<PipelineShape> shapes =
        pipeline_shapes(pipeline_.schedules, pipeline_.chunks, pipeline_.streams);
    progress.begin("measuring pipelines");
    measure_pipelines(*runner, shapes, request_.seconds, context.stop,
                      [&](const PipelineResult& result) {
                        results.results.push_back(result);
                        progress.at(double(results.results.size()) / double(shapes.size()));
                      });
  } catch (const Cancelled&) {
    results.interrupted = true;
  }
  progress.wipe();
  *context.out << pipeline_text(results);
  if (results.interrupted) complain(context, true, {});
  Json report = report_head(context);
  report.update(to_json(results));
  files_.json.write(report.dump(2) + "\n");
  files_.csv.write(pipeline_csv(results));
  if (results.interrupted) return exit_interrupted;
  return std::ranges::all_of(results.results, &PipelineResult::timed) ? exit_ok : exit_wrong;
}

int TransferCommand::run(const Context& context) {
  files_.open();
  if (pipeline_.wanted()) return run_pipeline(context);
  png_.open();
  std::optional<Offscreen> gl;  // refused before the work, where there is no OpenGL
  if (png_.file.is_open())
    gl.emplace(OffscreenOptions{.cuda_device = context.machine->has_gpu() ? context.device : -1});
  Progress progress(context);
  Workbench bench(context, progress);
  std::set<Executor> executors;
  if (context.machine->has_gpu() && !kinds(true).empty()) executors.insert(Executor::cuda);
  if (!kinds(false).empty()) executors.insert(Executor::cpu);
  if (no_wait_) bench.refuse_to_wait(executors);
  TransferResults results;
  try {
    measure(context, progress, bench, results);
  } catch (const Cancelled&) {
    results.interrupted = true;
  }
  progress.wipe();
  *context.out << heading(context, results) << "\n\n" << transfer_text(results);
  if (results.interrupted) complain(context, true, {});
  if (kinds_given_ && !results.without_gpu.empty())
    *context.err << "livewarp: no GPU to measure: " << results.no_gpu << "\n";
  write(context, results);
  return exit_code(results);
}

}  // namespace

std::unique_ptr<Command> make_transfer_command() { return std::make_unique<TransferCommand>(); }

}  // namespace livewarp
