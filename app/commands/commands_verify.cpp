#include <algorithm>
#include <optional>
#include <ostream>

#include "app/base/table.h"
#include "app/commands/commands.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/measure/verification.h"
#include "kernels/emulator/check/memory_checker.h"

namespace livewarp {

namespace {

struct VerifyRequest {
  VariantSelection selection;
  bool all_launches = false;  ///< every offered value of every axis, not only the outermost
};

/// The values of an axis that a check tries: those at its ends, or all; of named ones (precision,
/// instruction set) all.
std::vector<Value> tried_values(const Param& axis, bool all) {
  std::vector<Value> values;
  for (const Option& option : axis.options)
    if (option.reason.empty()) values.push_back(parse_value(axis, option.id));
  if (axis.options.empty() && axis.kind == ParamKind::integer)
    values = {std::int64_t(axis.min), std::int64_t(axis.max)};
  const bool named = axis.kind == ParamKind::choice && axis.id != "block";
  if (all || named || values.size() < 3) return values;
  return {values.front(), values.back()};
}

/// The launch itself, or the nearest one with that value of `axis` that the variant can compute:
/// some values go together with some others only. None if there is none.
std::optional<Values> possible_launch(const SelectedVariant& variant, const Values& launch,
                                      const Param& axis) {
  const auto possible = [&](const Values& some) {
    Choice tried = variant.choice;
    tried.launch = some;
    return variant.workload->refusal(tried, variant.executor).empty();
  };
  if (possible(launch)) return launch;
  for (const Param& other : variant.info->axes) {
    if (other.id == axis.id || other.aside) continue;
    for (const Value& value : tried_values(other, true)) {
      Values changed = launch;
      changed[other.id] = value;
      if (possible(changed)) return changed;
    }
  }
  return {};
}

/// The variant's launch as it stands first, then one change at a time in each axis that was not
/// given.
std::vector<Values> launches_to_try(const SelectedVariant& variant, const VerifyRequest& request) {
  std::vector<Values> launches{variant.choice.launch};
  for (const Param& axis : variant.info->axes) {
    if (request.selection.axes.contains(axis.id) || !axis.reason.empty() || axis.aside) continue;
    for (const Value& value : tried_values(axis, request.all_launches)) {
      Values launch = variant.choice.launch;
      launch[axis.id] = value;
      const std::optional<Values> possible = possible_launch(variant, launch, axis);
      if (possible && std::ranges::find(launches, *possible) == launches.end())
        launches.push_back(*possible);
    }
  }
  return launches;
}

/// All results of one variant, and which of them speaks for it: the first failure, else the one
/// that comes nearest to its tolerance.
struct Verified {
  SelectedVariant variant;
  std::vector<VariantResult> results;

  const VariantResult& speaker() const {
    const auto failure = std::ranges::find_if(results, &VariantResult::failed);
    if (failure != results.end()) return *failure;
    return *std::ranges::max_element(results, {}, [](const VariantResult& r) {
      return r.check().error / tolerance_of(*r.variant.workload, r.variant.choice).rms;
    });
  }
};

/// A present size whose step takes longer than this is checked only where the variant was named.
constexpr double longest_present_step = 60;

void check_present_size(Workbench& bench, const VerifyRequest& request, VariantResult& result) {
  const double seconds =
      request.selection.variants.empty() ? bench.predicted_seconds(result.variant) : 0;
  if (seconds > longest_present_step)
    result.broken = "a step at the present size would take about " + plain_number(seconds, 2) +
                    " s; name the variant with --variant to wait for it";
  else
    bench.check_here(result);
}

void verify_variant(Workbench& bench, const VerifyRequest& request, Verified& verified) {
  if (!verified.variant.skip.empty()) return;
  for (const Values& launch : launches_to_try(verified.variant, request)) {
    const bool first = verified.results.empty();
    VariantResult result;
    result.variant = verified.variant;
    result.variant.choice.launch = launch;
    bench.check_sizes(result);
    if (first && !request.selection.problem.empty()) check_present_size(bench, request, result);
    verified.results.push_back(std::move(result));
  }
}

/// Where another launch than the first has the errors that are shown: what of it is another.
std::string speaking_launch(const Verified& verified) {
  std::string text;
  const Values& first = verified.results.front().variant.choice.launch;
  for (const auto& [id, value] : verified.speaker().variant.choice.launch)
    if (first.at(id) != value)
      text += (text.empty() ? "; errors with " : ", ") + id + " " + to_text(value);
  return text;
}

std::string verdict_text(const Verified& verified) {
  const VariantResult& speaker = verified.speaker();
  if (!speaker.failed()) {
    const CheckResult& here = verified.results.front().here;
    return "verified: " + speaker.sizes.scope + (here.ok() ? ", " + here.scope + " here" : "") +
           speaking_launch(verified);
  }
  const std::string what =
      speaker.broken.empty() ? speaker.check().failure : "stopped: " + speaker.broken;
  return "FAILED (" + launch_text(speaker.variant) + "): " + what;
}

std::vector<std::string> cells_of(const Context& context, const Verified& verified) {
  const SelectedVariant& variant = verified.variant;
  std::vector<std::string> cells{variant.workload->info().name, variant.info->name,
                                 std::string(name_of(variant.executor)),
                                 device_text(variant, context)};
  if (!variant.skip.empty()) {
    cells.insert(cells.end(), {missing, missing, missing, missing, "not run: " + variant.skip});
    return cells;
  }
  const VariantResult& speaker = verified.speaker();
  const bool compared = speaker.broken.empty();
  cells.push_back(std::to_string(verified.results.size()));
  cells.push_back(compared ? error_text(speaker.check().error) : missing);
  cells.push_back(compared ? error_text(speaker.check().worst) : missing);
  const Tolerance tolerance = tolerance_of(*variant.workload, speaker.variant.choice);
  cells.push_back(error_text(tolerance.rms) + ", " + error_text(tolerance.worst));
  cells.push_back(verdict_text(verified));
  return cells;
}

std::string table_of(const Context& context, const std::vector<Verified>& all) {
  TextTable table({{"workload"},
                   {"variant"},
                   {"executor"},
                   {"device"},
                   {"launches", ColumnAlign::right},
                   {"error", ColumnAlign::right},
                   {"worst", ColumnAlign::right},
                   {"tolerance"},
                   {"verdict"}});
  for (const Verified& verified : all) table.add(cells_of(context, verified));
  return table.text();
}

int exit_code(const std::vector<Verified>& variants, bool interrupted) {
  if (interrupted) return exit_interrupted;
  bool any = false;
  for (const Verified& verified : variants) {
    if (!verified.variant.skip.empty() && verified.variant.requested) return exit_wrong;
    if (std::ranges::any_of(verified.results, &VariantResult::failed)) return exit_wrong;
    any = any || !verified.results.empty();
  }
  return any ? exit_ok : exit_wrong;
}

std::vector<VariantResult> flattened(const std::vector<Verified>& variants) {
  std::vector<VariantResult> results;
  for (const Verified& verified : variants) {
    if (!verified.variant.skip.empty()) results.push_back({verified.variant});
    results.insert(results.end(), verified.results.begin(), verified.results.end());
  }
  return results;
}

/// Whether any variant's kernels are here in the form that tells its accesses.
void require_checked_kernels(const std::vector<SelectedVariant>& variants) {
  const auto watched = [](const SelectedVariant& variant) {
    return variant.skip.empty() && variant.workload->simulate_traced(variant.choice) != nullptr;
  };
  if (std::ranges::any_of(variants,
                          [](const SelectedVariant& variant) { return variant.skip.empty(); }) &&
      std::ranges::none_of(variants, watched))
    throw Error("--sanitize: this program was built without the kernels that are watched",
                "a build from source has them");
}

/// With executors that check every access of the kernels they execute.
Context sanitizing(Context context) {
  context.make_exec = [stop = context.stop](Executor) { return make_checked_exec(1, stop); };
  return context;
}

class VerifyCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {"compare every variant with the fp64 reference",
            "Compares variants with the fp64 reference at the check sizes, and at the present size "
            "where a parameter is given. Exit code 1 if a result is wrong, a requested variant did "
            "not run, or there is none at all.",
            WorkloadArgument::optional};
  }
  void declare(CLI::App& app, const CommandScope& scope) override;
  void finish() override;
  int run(const Context& context) override;

 private:
  const Workload* workload_ = nullptr;
  ParsedOptions given_;
  VerifyRequest request_;
  bool sanitize_ = false;  ///< CUDA variants on the host, every access checked
  ReportFiles files_;
};

void VerifyCommand::declare(CLI::App& app, const CommandScope& scope) {
  workload_ = scope.workload;
  declare_variants(app, scope, given_);
  OptionGroup run(app, "Run:"), output(app, "Output:");
  run.given("executor", "cuda|emulator|cpu", given_,
            "Who runs CUDA variants: a GPU, or the emulator, which executes the kernels' own "
            "source on the host. cpu: CPU variants alone. Default: cuda where there is a GPU.");
  run.flag("all-launches", request_.all_launches,
           "Check every offered value of every axis, not only default, first and last.");
  run.flag("sanitize", sanitize_,
           "Execute CUDA variants on the emulator and check every access: out of range, races, "
           "missing or divergent barriers, shared memory that nobody wrote. Needs no GPU.");
  declare_device(run, *scope.machine, device_);
  files_.declare(output);
}

void VerifyCommand::finish() {
  // Only kernels that the host executes can be checked access by access.
  if (sanitize_)
    for (const auto& [id, value] : ParsedOptions{{"executor", "emulator"}, {"backend", "cuda"}})
      if (const auto [at, added] = given_.try_emplace(id, value); !added && at->second != value)
        throw Error("--sanitize checks CUDA variants on the host",
                    "leave out --" + id + " " + at->second + ", or --sanitize");
  request_.selection = variant_selection(workload_, given_);
}

int VerifyCommand::run(const Context& given) {
  Context context = sanitize_ ? sanitizing(given) : given;
  context.turns = nullptr;  // it needs no quiet machine: nothing that it shows was timed
  files_.open();
  const std::vector<SelectedVariant> variants =
      select_variants(context, request_.selection, Purpose::check);
  for (const SelectedVariant& variant : variants)
    if (variant.skip.empty() && !request_.selection.problem.empty()) require_memory(variant);
  if (sanitize_) require_checked_kernels(variants);

  Progress progress(context);
  Workbench bench(context, progress);
  std::vector<Verified> all;
  bool interrupted = false;
  try {
    for (const SelectedVariant& variant : variants)
      verify_variant(bench, request_, all.emplace_back(Verified{variant, {}}));
  } catch (const Cancelled&) {
    interrupted = true;
    if (all.back().results.empty()) all.pop_back();
  }
  progress.wipe();
  *context.out << table_of(context, all);
  const int code = exit_code(all, interrupted);
  if (sanitize_ && code == exit_ok)
    *context.out << "every access checked: bounds, races, barriers, unwritten shared memory\n";
  if (all.empty() && !interrupted) *context.err << "livewarp: there is no variant to verify\n";
  complain(context, interrupted, variants);
  files_.write(context, flattened(all), {}, interrupted);
  return code;
}

}  // namespace

std::unique_ptr<Command> make_verify_command() { return std::make_unique<VerifyCommand>(); }

}  // namespace livewarp
