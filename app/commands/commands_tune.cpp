#include <ostream>

#include "app/commands/commands.h"
#include "app/options/choice_options.h"
#include "app/tune/tune_report.h"
#include "app/tune/tuner.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

/// The problem without what is varied.
Values fixed_problem(const SettingSpace& space) {
  Values problem = space.settings.front().variant.choice.problem;
  for (const SpaceSetting& setting : space.settings)
    std::erase_if(problem, [&](const auto& one) {
      return setting.variant.choice.problem.at(one.first) != one.second;
    });
  return problem;
}

/// "Varied: variant (7), block (10): 70 settings".
std::string varied_text(const SettingSpace& space) {
  std::vector<std::string> parts;
  for (const Dimension& dimension : space.dimensions)
    if (dimension.values.size() > 1)
      parts.push_back(dimension.id + " (" + std::to_string(dimension.values.size()) + ")");
  return "Varied: " + (parts.empty() ? "nothing" : joined(parts)) + ": " +
         grouped(std::int64_t(space.settings.size())) +
         (space.settings.size() == 1 ? " setting" : " settings");
}

class TuneCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {"search the fastest setting: variant, block, axes, memory mode, size",
            "Searches the combinations of what is varied for the fastest. Each is verified before "
            "it is timed; one that is more than 3 times as slow as the best is cut off after its "
            "first samples. A space larger than the time is searched from coarse to fine. The best "
            "is then measured in turn with the next, until the difference is decided.",
            WorkloadArgument::required};
  }
  void declare(CLI::App& app, const CommandScope& scope) override;
  void finish() override;
  int run(const Context& context) override;

 private:
  void write(const Context& context, const Tuner& tuner, const Ceilings& ceilings);

  const Workload* workload_ = nullptr;
  const Machine* machine_ = nullptr;
  ParsedOptions given_;
  std::string over_text_;
  SpaceOver over_{.any_block = true};
  VariantSelection selection_;
  TuneOptions options_;
  bool no_wait_ = false;
  ReportFiles files_;
};

void TuneCommand::declare(CLI::App& app, const CommandScope& scope) {
  constexpr std::int64_t largest = std::int64_t{1} << 40;
  workload_ = scope.workload;
  machine_ = scope.machine;
  declare_variants(app, scope, given_);
  OptionGroup tune(app, "Tune:"), run(app, "Run:"), output(app, "Output:");
  tune.text("over", "NAME,NAME,\u2026", over_text_,
            "What is varied, in all combinations: variant, memory, size, or axes of the variants, "
            "block or precision for example. Default: variants, blocks and the variants' own axes, "
            "without the precision; an option that is given is fixed.");
  tune.integer("from", "COUNT", 1, largest, over_.from,
               "The first size, where it is varied. Default: an eighth of the problem's.");
  tune.integer("to", "COUNT", 1, largest, over_.to, "The last one. Default: eight times.");
  tune.integer("points", "1\u2026100", 1, 100, over_.points,
               "At most so many sizes, evenly spread. Default: all.");
  tune.flag(
      "presets", [this](const std::string&) { over_.any_block = false; },
      "Of blocks only those that the variants offer, not every shape that they allow.");
  tune.flag("exhaustive", options_.exhaustive, "Measure all settings, however long that takes.");
  run.real("time", "SECONDS", shortest_time, longest_time, options_.seconds,
           "Longest time of all. Default 20.");
  run.flag("cold", options_.cold, "Flush the last-level cache before each sample.");
  declare_device(run, *scope.machine, device_);
  declare_no_wait(run, no_wait_);
  files_.declare(output);
}

void TuneCommand::finish() {
  selection_ = variant_selection(workload_, given_);
  if (selection_.memories.size() > 1)
    throw Error("--memory names several modes", "--over memory varies them");
  const Backend usual = usual_backend(*workload_, *machine_);
  if (over_text_.empty()) {
    VariantSelection asked = selection_;
    if (!asked.backend && asked.variants.empty()) asked.backend = usual;
    over_.ids = usual_over(*workload_, asked);
  } else {
    over_.ids = read_over(over_text_);
  }
  // Whoever names a variant has said which.
  ParsedOptions given = given_;
  if (over_text_.empty()) given.erase("variant");
  selection_ = selection_over(selection_, over_, given, usual);
}

void TuneCommand::write(const Context& context, const Tuner& tuner, const Ceilings& ceilings) {
  const std::vector<VariantResult> results = seen_results(tuner);
  files_.csv.write(csv_report(results));
  Json report = Json::parse(json_report(context, results, ceilings, tuner.interrupted()));
  report["tune"] = tune_json(tuner);
  files_.json.write(report.dump(2) + "\n");
}

int TuneCommand::run(const Context& context) {
  files_.open();
  const std::vector<SelectedVariant> variants = select_variants(context, selection_, Purpose::time);
  const GpuInfo* gpu = context.machine->gpu(context.device);
  Progress progress(context);
  Workbench bench(context, progress);
  if (no_wait_) bench.refuse_to_wait(executors_of(variants));
  Tuner tuner(tune_tools(context, bench, progress), make_space(variants, over_, gpu), options_);
  const SettingSpace& space = tuner.space();
  *context.out << workload_->info().title << ", " << problem_text(*workload_, fixed_problem(space))
               << "\non " << device_text(space.settings.front().variant, context) << "\n"
               << varied_text(space) << "\n"
               << std::endl;
  std::vector<const SelectedVariant*> all;
  for (const SpaceSetting& setting : space.settings) all.push_back(&setting.variant);
  bench.take_turn(all);  // of all of them: what leads is measured in turn in the end
  tuner.run();
  progress.wipe();
  *context.out << tune_text(tuner, options_.seconds) << skipped_text(variants);
  complain(context, tuner.interrupted(), variants);
  write(context, tuner, bench.ceilings());
  if (tuner.interrupted()) return exit_interrupted;
  return tuner.best() && tuner.search().count(Finding::Kind::wrong) == 0 ? exit_ok : exit_wrong;
}

}  // namespace

std::unique_ptr<Command> make_tune_command() { return std::make_unique<TuneCommand>(); }

}  // namespace livewarp
