#include <algorithm>
#include <cmath>
#include <ostream>
#include <sstream>

#include <fmt/format.h>

#include "app/base/output_file.h"
#include "app/base/suggest.h"
#include "app/commands/commands.h"
#include "app/measure/json_report.h"
#include "app/options/choice_options.h"
#include "app/telemetry/gpu_json.h"
#include "app/tune/contest.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/measure/ab_run.h"

namespace livewarp {

namespace {

using Outcome = PairedTest::Verdict;

/// "register, block=128, memory=pinned" as changes of A's options. The axes of another variant are
/// at their defaults, but for the precision: that belongs to what is computed.
ParsedOptions changed_options(const Workload& workload, ParsedOptions given,
                              const std::string& text) {
  ParsedOptions changes;
  std::string spaced = text;
  std::ranges::replace(spaced, ',', ' ');
  std::istringstream words(spaced);
  for (std::string word; words >> word;) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos)
      changes["variant"] = word;
    else
      changes[word.substr(0, equals)] = word.substr(equals + 1);
  }
  if (changes.empty()) throw Error("--against names nothing", "for example --against block=128");
  if (changes.contains("variant")) {
    const VariantInfo& b = named_variant(workload, changes.at("variant"));
    for (const VariantInfo* variant : workload.variants())
      for (const Param& axis : variant->axes)
        if (axis.id != "precision" || !find_param(b.axes, axis.id)) given.erase(axis.id);
    given.erase("backend");
  }
  for (const auto& [id, value] : changes) given[id] = value;
  return given;
}

/// `choice_from` overlooks what it does not know.
void require_known(const Workload& workload, const Choice& b, const ParsedOptions& given) {
  const VariantInfo& variant = named_variant(workload, b.variant);
  std::vector<std::string> known{"variant", "memory", "backend", "executor"};
  for (const Param& axis : variant.axes) known.push_back(axis.id);
  for (const Param& param : workload.info().params) known.push_back(param.id);
  for (const auto& [id, value] : given)
    if (std::ranges::find(known, id) == known.end())
      throw Error("--against " + id + ": " + variant.name + " has no such setting",
                  advice_among(id, known));
}

std::string setting_text(const Choice& choice) {
  std::string text = choice.variant;
  for (const auto& [id, value] : choice.launch) text += ", " + id + " " + to_text(value);
  return text + ", " + std::string(name_of(choice.memory));
}

class AbCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {
        "compare two settings, measured in turn until the difference is decided",
        "Measures two settings of a workload in turn, in random order, until a test that may be "
        "looked at after every pair has decided: B is faster, slower, or the same within 1\u00a0%. "
        "All that it says is wrong with a probability of at most 1\u00a0%. Both are verified first.",
        WorkloadArgument::required};
  }
  void declare(CLI::App& app, const CommandScope& scope) override {
    workload_ = scope.workload;
    machine_ = scope.machine;
    declare_variants(app, scope, given_);
    OptionGroup run(app, "Run:"), output(app, "Output:");
    run.text("against", "SETTING", against_,
             "B: what it has otherwise than A, \"register\" or \"block=128\" or "
             "\"register,items=2\".");
    run.real("time", "SECONDS", shortest_time, longest_time, options_.seconds,
             "Longest time. Default 10.");
    run.flag("cold", options_.cold, "Flush the last-level cache before each sample.");
    declare_device(run, *scope.machine, device_);
    declare_no_wait(run, no_wait_);
    declare_json(output, json_);
  }
  void finish() override {
    const Backend usual = usual_backend(*workload_, *machine_);
    if (against_.empty()) throw Error("--against is missing", "for example --against block=128");
    const ParsedOptions a = with_selected(*workload_, given_);
    const ParsedOptions b = changed_options(*workload_, a, against_);
    a_ = choice_from(*workload_, a, usual);
    b_ = choice_from(*workload_, b.contains("variant") ? b : with_variant(b, a_.variant), usual);
    require_known(*workload_, b_, b);
    if (differences(a_, b_).empty()) throw Error("--against " + against_ + ": that is A itself");
  }
  int run(const Context& context) override;

 private:
  static ParsedOptions with_variant(ParsedOptions options, const std::string& variant) {
    options["variant"] = variant;
    return options;
  }
  InTurn measure(const Context& context, Workbench& bench, Progress& progress);
  void print(std::ostream& out, const InTurn& outcome) const;
  std::string to_json(const Context& context, const InTurn& outcome) const;
  double rate_of(double time_ratio) const { return rate_ratio(*workload_, a_, b_, time_ratio); }

  const Workload* workload_ = nullptr;
  const Machine* machine_ = nullptr;
  ParsedOptions given_;
  std::string against_;
  Choice a_, b_;
  VariantResult of_a_, of_b_;
  InTurnOptions options_;
  bool no_wait_ = false;
  NamedOutput json_;
};

InTurn AbCommand::measure(const Context& context, Workbench& bench, Progress& progress) {
  progress.begin("measuring in turn");
  options_.progress = [&](const PairedTest::Result&, double fraction) { progress.at(fraction); };
  const auto side = [&](const SelectedVariant& variant) {
    return AbSide(*workload_, variant.choice, context.make_exec(variant.executor),
                  &bench.start(variant));
  };
  const AbSide a = side(of_a_.variant), b = side(of_b_.variant);
  return compare_in_turn(a.contender(), b.contender(), options_, context.stop);
}

void AbCommand::print(std::ostream& out, const InTurn& outcome) const {
  const PairedTest::Result& result = outcome.result;
  out << workload_->info().title << ", " << problem_text(*workload_, a_.problem) << "\n"
      << "A: " << setting_text(a_) << "\nB: " << setting_text(b_)
      << " (other: " << joined(differences(a_, b_)) << ")\n\n"
      << verdict_text(result.verdict) << ": " << ratio_text(outcome) << "\n";
  if (result.pairs == 0) return;
  out << rate_text(rate_of(result.ratio.value)) << "\n";
  if (result.verdict == Outcome::undecided)
    out << undecided_text(outcome) << ": --time lets it take longer\n";
  if (const std::string text = disturbance_text(outcome.gpu, result.pairs); !text.empty())
    out << text << "\n";
}

std::string AbCommand::to_json(const Context& context, const InTurn& outcome) const {
  const PairedTest::Result& result = outcome.result;
  const auto setting = [](const Choice& choice, const VariantResult& of) {
    Json launch = Json::object(), problem = Json::object();
    for (const auto& [id, value] : choice.launch) launch[id] = to_text(value);
    for (const auto& [id, value] : choice.problem) problem[id] = to_text(value);
    return Json{{"variant", choice.variant},   {"memory", name_of(choice.memory)},
                {"launch", std::move(launch)}, {"problem", std::move(problem)},
                {"error", of.check().error},   {"verified", of.verified()}};
  };
  Json json = report_head(context);
  json.update(Json{{"workload", workload_->info().name},
                   {"a", setting(a_, of_a_)},
                   {"b", setting(b_, of_b_)},
                   {"differ", differences(a_, b_)},
                   {"verdict", name_of(result.verdict)},
                   {"time_ratio", result.pairs ? Json(result.ratio.value) : Json()},
                   {"low", result.ratio.low},
                   {"high", std::isfinite(result.ratio.high) ? Json(result.ratio.high) : Json()},
                   {"error_rate", options_.test.error_rate},
                   {"equivalence", options_.test.equivalence},
                   {"pairs", result.pairs},
                   {"rate_ratio", result.pairs ? Json(rate_of(result.ratio.value)) : Json()},
                   {"partial", outcome.interrupted},
                   {"gpu", livewarp::to_json(outcome.gpu, result.pairs)}});
  return json.dump(1) + "\n";
}

int AbCommand::run(const Context& context) {
  json_.open();
  of_a_.variant = selected_variant(context, a_);
  of_b_.variant = selected_variant(context, b_);
  for (const VariantResult* side : {&of_a_, &of_b_}) {
    if (!side->variant.skip.empty())
      throw Error(cannot_run_text(side->variant, side->variant.skip));
    require_memory(side->variant);
  }
  Progress progress(context);
  Workbench bench(context, progress);
  if (no_wait_) bench.refuse_to_wait({of_a_.variant.executor, of_b_.variant.executor});
  bench.take_turn({&of_a_.variant, &of_b_.variant});
  for (VariantResult* side : {&of_a_, &of_b_}) {
    bench.check_sizes(*side);
    bench.check_here(*side);
    if (side->verified()) continue;
    progress.wipe();
    *context.err << "livewarp: " << side->variant.info->name << ": " << side->why_not_done()
                 << "\nNo time is shown for it.\n";
    return exit_wrong;
  }
  const InTurn outcome = measure(context, bench, progress);
  progress.wipe();
  print(*context.out, outcome);
  json_.write(to_json(context, outcome));
  return outcome.interrupted ? exit_interrupted : exit_ok;
}

}  // namespace

std::unique_ptr<Command> make_ab_command() { return std::make_unique<AbCommand>(); }

}  // namespace livewarp
