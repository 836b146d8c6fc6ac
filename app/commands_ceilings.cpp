#include <optional>
#include <ostream>

#include "app/commands.h"
#include "app/json_report.h"
#include "app/output_file.h"
#include "app/table.h"
#include "app/version.h"
#include "kernels/core/error.h"

namespace livewarp {

namespace {

/// The device that a ceiling belongs to.
std::string device_name(const Context& context, Backend backend) {
  if (backend == Backend::cpu) return context.machine->cpu.name;
  const GpuInfo* gpu = context.machine->gpu(context.device);
  return gpu ? gpu->name : "GPU";
}

Ceilings measure_all(const Context& context, const CeilingsRequest& request) {
  Progress progress(context);
  Ceilings all;
  const int threads = request.threads ? request.threads : context.machine->cpu.cores;
  for (const Backend backend : {Backend::cuda, Backend::cpu}) {
    if (request.backend && backend != *request.backend) continue;
    if (backend == Backend::cuda && !context.machine->has_gpu()) continue;
    progress.begin("measuring " + device_name(context, backend));
    const Ceilings some = context.measure_ceilings({backend, threads, {}}, request.seconds);
    all.all.insert(all.all.end(), some.all.begin(), some.all.end());
  }
  return all;
}

}  // namespace

int run_ceilings(const Context& context, const CeilingsRequest& request) {
  std::optional<OutputFile> file;
  if (!request.json.empty()) file.emplace(request.json);
  if (request.backend == Backend::cuda && !context.machine->has_gpu()) {
    *context.err << "livewarp: no GPU to measure: " << context.machine->gpu_reason << "\n";
    return exit_wrong;
  }
  const Ceilings ceilings = measure_all(context, request);
  TextTable table({{"ceiling"},
                   {"value", Align::right},
                   {"unit"},
                   {"threads", Align::right},
                   {"device"},
                   {"method"}});
  for (const Ceiling& ceiling : ceilings.all)
    table.add({ceiling.label, plain_number(in_unit(ceiling), 4), ceiling.unit,
               ceiling.backend == Backend::cpu ? std::to_string(ceiling.threads) : "",
               device_name(context, ceiling.backend), ceiling.method});
  *context.out << table.text();
  if (!context.machine->has_gpu() && !request.backend)
    *context.out << "No GPU: " << context.machine->gpu_reason << "\n";
  if (file)
    file->write(Json{{"machine", to_json(*context.machine)},
                     {"version", version_text()},
                     {"ceilings", to_json(ceilings)}}
                    .dump(2) +
                "\n");
  return exit_ok;
}

}  // namespace livewarp
