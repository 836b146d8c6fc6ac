#include <optional>
#include <ostream>

#include "app/base/table.h"
#include "app/base/version.h"
#include "app/commands/commands.h"
#include "app/measure/json_report.h"
#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

/// The device that a ceiling belongs to.
std::string device_name(const Context& context, Backend backend) {
  if (backend == Backend::cpu) return context.machine->cpu.name;
  const GpuInfo* gpu = context.machine->gpu(context.device);
  return gpu ? gpu->name : "GPU";
}

Ceilings measure_all(const Context& context, std::optional<Backend> wanted, int threads,
                     double seconds, bool no_wait) {
  Progress progress(context);
  Workbench bench(context, progress);
  const std::set<Executor> executors = executors_here(context, wanted);
  if (no_wait) bench.refuse_to_wait(executors);
  Ceilings all;
  for (const Backend backend : {Backend::cuda, Backend::cpu}) {
    SelectedVariant there;
    there.executor = backend == Backend::cuda ? Executor::cuda : Executor::cpu;
    if (!executors.contains(there.executor)) continue;
    bench.take_turn({&there});
    progress.begin("measuring " + device_name(context, backend));
    const Ceilings some = context.measure_ceilings(roof_key(backend, threads), seconds);
    all.all.insert(all.all.end(), some.all.begin(), some.all.end());
  }
  return all;
}

class CeilingsCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {
        "measured limits: bandwidths of memory and caches, rates of arithmetic",
        "Measures what this machine can do at best: bandwidths of memory, caches and the GPU's "
        "shared memory, rates of fp32 and fp64 with and without FMA, of special functions, tensor "
        "cores and texture fetches, and transfers between GPU and host."};
  }
  void declare(CLI::App& app, const CommandScope& scope) override {
    threads_ = scope.machine->cpu.cores;
    OptionGroup run(app, "Run:"), output(app, "Output:");
    run.value(
        "backend", "cuda|cpu", [this](const std::string& text) { backend_ = parse_backend(text); },
        "Only this one.");
    run.integer("threads", "COUNT", 1, threads_, threads_,
                "Threads on the CPU. Default: all cores.");
    run.real("time", "SECONDS", 0.1, longest_time, seconds_, "Time for each backend. Default 1.");
    declare_device(run, *scope.machine, device_);
    declare_no_wait(run, no_wait_);
    declare_json(output, json_);
  }
  int run(const Context& context) override;

 private:
  std::optional<Backend> backend_;
  int threads_ = 1;
  double seconds_ = 1;
  bool no_wait_ = false;
  NamedOutput json_;
};

int CeilingsCommand::run(const Context& context) {
  json_.open();
  if (backend_ == Backend::cuda && !context.machine->has_gpu()) {
    *context.err << "livewarp: no GPU to measure: " << context.machine->gpu_reason << "\n";
    return exit_wrong;
  }
  const Ceilings ceilings = measure_all(context, backend_, threads_, seconds_, no_wait_);
  TextTable table({{"ceiling"},
                   {"value", ColumnAlign::right},
                   {"unit"},
                   {"threads", ColumnAlign::right},
                   {"device"},
                   {"method"}});
  for (const Ceiling& ceiling : ceilings.all)
    table.add({ceiling.label, plain_number(in_unit(ceiling), 4), ceiling.unit,
               ceiling.backend == Backend::cpu ? std::to_string(ceiling.threads) : "",
               device_name(context, ceiling.backend), ceiling.method});
  *context.out << table.text();
  if (!context.machine->has_gpu() && !backend_)
    *context.out << "No GPU: " << context.machine->gpu_reason << "\n";
  json_.write(Json{{"machine", to_json(*context.machine)},
                   {"version", version_text()},
                   {"ceilings", to_json(ceilings)}}
                  .dump(2) +
              "\n");
  return exit_ok;
}

}  // namespace

std::unique_ptr<Command> make_ceilings_command() { return std::make_unique<CeilingsCommand>(); }

}  // namespace livewarp
