// What warps do with memory, as a table of source lines.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <ostream>

#include "app/base/version.h"
#include "app/code/code_table.h"
#include "app/code/machine_code.h"
#include "app/commands/commands.h"
#include "app/explain/lens_table.h"
#include "app/measure/lens_view.h"
#include "app/options/choice_options.h"
#include "app/warps/warp_table.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/exec/waves.h"
#include "kernels/emulator/lens/lens.h"
#include "kernels/emulator/lens/warp_trace.h"

namespace livewarp {

namespace {

bool has_warps(const LensLook& look) {
  return std::ranges::any_of(
      look.lens.kernels, [](const emulator::KernelAccesses& kernel) { return kernel.warps > 0; });
}

class LensCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {
        "memory accesses of warps, counted line by line",
        "Executes the kernels of CUDA variants on the emulator and counts the requests of their "
        "warps, 32-byte sectors, shared-memory wavefronts and active lanes: of all variants in a "
        "table, or, where one is named, for each line of its source. Needs no GPU. Of a small "
        "problem, but for parameters that are given; of the block in the middle of the grid. With "
        "--trace it follows one warp, line by line. With --ptx or --sass it shows what a compiler "
        "makes of the same lines.",
        WorkloadArgument::required};
  }
  void declare(CLI::App& app, const CommandScope& scope) override;
  void finish() override;
  int run(const Context& context) override;

 private:
  Choice small_choice(const ParsedOptions& given) const;
  bool for_all() const { return !given_.contains("variant") && !given_.contains("backend"); }
  std::string name() const;
  int run_on_gpu(const Context& context) const;
  int run_trace(const Context& context);
  int run_code(const Context& context);
  bool shows_code() const { return ptx_ || sass_; }
  std::vector<LensLook> look(const Context& context) const;
  void tell_sums(const Context& context, const LensLook& look) const;
  int refuse(const Context& context, const LensLook& look) const;

  const Workload* workload_ = nullptr;
  ParsedOptions given_;
  std::vector<Choice> choices_;
  bool whole_grid_ = false;
  std::optional<unsigned> warp_;
  bool trace_ = false;                  ///< follows one warp, in place of counts
  std::optional<std::uint64_t> block_;  ///< whose warp; none: in the middle of the grid
  std::size_t from_ = 1, steps_ = 100;  ///< which of its steps are shown
  bool on_gpu_ = false;                 ///< makes the step there, once, and counts nothing
  bool ptx_ = false, sass_ = false;     ///< what a compiler makes of it, in place of counts
  std::string architecture_;
  NamedOutput json_, csv_;
};

void LensCommand::declare(CLI::App& app, const CommandScope& scope) {
  workload_ = scope.workload;
  if (workload_) declare_choice(app, *workload_, scope.variants, given_);
  OptionGroup lens(app, "Lens:"), code(app, "Code:"), output(app, "Output:");
  lens.flag("whole-grid", whole_grid_, "Trace all blocks.");
  lens.integer("warp", "0\u202631", 0, 31, warp_, "Trace this warp of the block alone.");
  lens.flag("trace", trace_,
            "Follow one warp line by line: its lanes, and what they ask of memory. Whole with "
            "--json.");
  lens.integer("at-block", "INDEX", 0, std::numeric_limits<std::int64_t>::max(), block_,
               "Whose warp --trace follows, x first. Default: of the block in the middle.");
  lens.integer("from-step", "STEP", 1, std::numeric_limits<std::int64_t>::max(), from_,
               "The first step of --trace that is shown. Default 1.");
  lens.integer("most-steps", "NUMBER", 1, 1'000'000, steps_, "How many are shown. Default 100.");
  lens.flag("on-gpu", on_gpu_,
            "Make the same step on the GPU instead, once and alone, for a profiler.");
  code.flag(
      "ptx", ptx_,
      "The PTX that NVRTC makes of each line, with registers and spills, in place of counts.");
  code.flag("sass", sass_,
            "The machine code: NVRTC compiles it, nvdisasm of the CUDA toolkit reads it.");
  code.text("arch", "X.Y", architecture_, "Compute capability that is compiled for, 8.6.");
  declare_json(output, json_);
  output.text("csv", "FILE", csv_.path, "Write the accesses to this file, one a line.");
}

/// Of a small size, but for what was given.
Choice LensCommand::small_choice(const ParsedOptions& given) const {
  Choice choice = choice_from(*workload_, given, Backend::cuda);
  choice.problem = emulator::lens_problem(*workload_, choice);
  for (const auto& [id, value] : given_params(*workload_, with_selected(*workload_, given), false))
    choice.problem[id] = value;
  return choice;
}

void LensCommand::finish() {
  if (block_ && !trace_) throw Error("--at-block goes with --trace", "add --trace");
  if (trace_ && (on_gpu_ || whole_grid_ || shows_code() || !csv_.path.empty()))
    throw Error("--trace follows one warp on the host",
                "leave out --on-gpu, --whole-grid, --ptx, --sass and --csv");
  if (trace_ && for_all())
    throw Error("--trace follows a warp of one variant", "name it with --variant");
  if (on_gpu_ && (whole_grid_ || warp_ || !json_.path.empty() || !csv_.path.empty()))
    throw Error("--on-gpu makes the step and counts nothing",
                "leave out --whole-grid, --warp, --json and --csv");
  if (ptx_ && sass_) throw Error("--ptx and --sass are two kinds of code", "leave out one");
  if (shows_code() && (on_gpu_ || whole_grid_ || warp_))
    throw Error("--ptx and --sass execute nothing", "leave out --on-gpu, --whole-grid and --warp");
  if (shows_code() && !csv_.path.empty())
    throw Error("--csv holds counts, and --ptx and --sass show code", "leave out one");
  if (!json_.path.empty() && json_.path == csv_.path)
    throw Error("cannot write " + json_.path + ": --json and --csv name the same file");
  if (shows_code() && for_all())
    throw Error("--ptx and --sass show one variant", "name it with --variant");
  if (!architecture_.empty()) {
    if (!shows_code()) throw Error("--arch goes with --ptx or --sass");
    parse_compute(architecture_);
  }
  if (on_gpu_ || !for_all()) {
    choices_.push_back(small_choice(given_));
    return;
  }
  choices_ = choices_of_cuda(*workload_, given_,
                             [&](const ParsedOptions& named) { return small_choice(named); });
}

std::string LensCommand::name() const {
  const std::string& workload = workload_->info().name;
  return for_all() && !on_gpu_ ? workload : workload + " " + choices_.front().variant;
}

/// The step that is looked at, once and alone, for a profiler to count what the lens has counted.
/// Derived fields are taken as they are: no kernel runs before it.
int LensCommand::run_on_gpu(const Context& context) const {
  Choice choice = choices_.front();
  choice.launch = undivided(choice.launch);
  const SelectedVariant variant = selected_variant(context, choice);
  if (!variant.skip.empty()) {
    *context.err << "livewarp: " << cannot_run_text(variant, variant.skip) << "\n";
    return exit_wrong;
  }
  HostState in = workload_->initial_state(choice.problem);
  in.primed = true;
  const auto exec = context.make_exec(Executor::cuda);
  const auto simulation = workload_->simulate(choice, Executor::cuda, &in);
  simulation->step(*exec);
  exec->synchronize();
  *context.out << name() << ", " << problem_text(*workload_, choice.problem)
               << ": one step was made\n";
  return exit_ok;
}

std::vector<LensLook> LensCommand::look(const Context& context) const {
  Progress progress(context);
  std::vector<LensLook> looks;
  for (const Choice& choice : choices_) {
    progress.begin("tracing " + workload_->info().name + " " + choice.variant);
    looks.push_back(
        {choice, emulator::look(*workload_, choice, {whole_grid_, warp_, context.stop})});
  }
  return looks;
}

int LensCommand::run_code(const Context& context) {
  const ui::CodeRequest request{choices_.front(), sass_ ? ui::CodeKind::sass : ui::CodeKind::ptx,
                                architecture_.empty() ? 0 : parse_compute(architecture_)};
  const ui::CodeView view = MachineCode().look(*workload_, request, context.stop);
  if (!view.refusal.empty()) {
    *context.err << "livewarp: " << name() << ": " << view.refusal << "\n";
    return exit_wrong;
  }
  *context.out << name() << ", " << code_text(view);
  Json report{{"version", version_text()}, {"workload", workload_->info().name}};
  report.update(to_json(view));
  json_.write(report.dump(2) + "\n");
  return exit_ok;
}

int LensCommand::run_trace(const Context& context) {
  const Choice& choice = choices_.front();
  emulator::WarpAim aim{.block = block_, .warp = warp_.value_or(0)};
  aim.stop = context.stop;
  const emulator::WarpTrace trace = emulator::trace_warp(*workload_, choice, aim);
  if (!trace.refusal.empty()) {
    *context.err << "livewarp: " << name() << ": " << trace.refusal << "\n";
    return exit_wrong;
  }
  *context.out << name() << ", " << problem_text(*workload_, trace.problem) << "\nwarp "
               << trace.warp << " of block " << grouped(std::int64_t(trace.block_number)) << " of "
               << trace.kernel << ", grid " << to_text(trace.grid) << ", block "
               << to_text(trace.block) << "\n"
               << warp_table(trace, from_, steps_);
  if (json_.path.empty()) return exit_ok;  // of a long trace it takes longer than the warp itself
  Json report{{"version", version_text()}, {"workload", workload_->info().name}};
  report.update(to_json(choice, trace));
  json_.write(report.dump(2) + "\n");
  return exit_ok;
}

/// What the cost model notes, of the whole grid, and what was counted if that was looked at.
void LensCommand::tell_sums(const Context& context, const LensLook& look) const {
  Choice choice = look.choice;
  choice.problem = look.lens.problem;
  const std::string note = workload_->cost(choice).note;
  if (note.empty()) return;
  *context.out << "\nof the whole grid: " << note << "\n";
  if (whole_grid_ && !warp_)
    *context.out << "counted: " << sectors_text(sectors_of(look.lens)) << "\n";
}

/// Why there is nothing to see.
int LensCommand::refuse(const Context& context, const LensLook& look) const {
  *context.err << "livewarp: " << name() << ": ";
  if (!look.lens.refusal.empty()) {
    *context.err << look.lens.refusal << "\n";
    return exit_wrong;
  }
  *context.err << "its blocks have no warp " << warp_.value_or(0) << ", the first is 0\n";
  return exit_bad_request;
}

int LensCommand::run(const Context& context) {
  json_.open();
  csv_.open();
  if (choices_.empty() || workload_->find(choices_.front().variant)->backend != Backend::cuda) {
    *context.err << "livewarp: " << name() << " is no CUDA variant: it has no warps to trace\n";
    return exit_wrong;
  }
  if (on_gpu_) return run_on_gpu(context);
  if (trace_) return run_trace(context);
  if (shows_code()) return run_code(context);
  const std::vector<LensLook> looks = look(context);
  const auto shown = std::ranges::find_if(looks, has_warps);
  if (shown == looks.end()) return refuse(context, looks.front());
  *context.out << name() << ", " << problem_text(*workload_, shown->lens.problem)
               << "\ncounted on the host, "
               << (whole_grid_ ? "all blocks" : "the block in the middle of each grid")
               << "; sectors, wavefronts and lanes per request\n"
               << "accesses as they are written: a GPU's compiler may merge neighbouring ones\n";
  Json report{{"version", version_text()}, {"workload", workload_->info().name}};
  if (for_all()) {
    *context.out << "\n"
                 << lens_overview(looks) << "\nlivewarp lens " << name()
                 << " --variant NAME shows one line by line\n";
    for (const LensLook& each : looks)
      if (has_warps(each)) report["variants"].push_back(to_json(each));
  } else {
    for (const emulator::KernelAccesses& kernel : shown->lens.kernels)
      if (!kernel.lines.empty()) *context.out << lens_table(kernel);
    tell_sums(context, *shown);
    report.update(to_json(*shown));
  }
  json_.write(report.dump(2) + "\n");
  csv_.write(lens_csv(looks));
  return exit_ok;
}

}  // namespace

std::unique_ptr<Command> make_lens_command() { return std::make_unique<LensCommand>(); }

}  // namespace livewarp
