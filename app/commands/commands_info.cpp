#include <optional>
#include <ostream>

#include <fmt/format.h>

#include "app/base/platform.h"
#include "app/base/table.h"
#include "app/base/version.h"
#include "app/commands/commands.h"
#include "app/lab/experiment.h"
#include "app/measure/json_report.h"
#include "app/telemetry/gpu_json.h"
#include "app/telemetry/topology_words.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/exec/executors.h"
#include "kernels/core/telemetry/nvml.h"
#include "kernels/core/telemetry/read_topology.h"
#include "render/gl/offscreen.h"

namespace livewarp {

namespace {

std::string cuda_version(int version) {
  return version ? std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10)
                 : "none";
}

/// Who draws off-screen, or why nobody does.
struct GlFinding {
  std::optional<GlInfo> info;
  std::string device, reason;
};

GlFinding find_gl(const Machine& machine) {
  try {
    const Offscreen context({.cuda_device = machine.has_gpu() ? machine.gpus.front().index : -1});
    return {context.gl(), context.device(), {}};
  } catch (const Error& error) {
    return {{}, {}, error.what()};
  }
}

std::string gpu_text(const GpuInfo& gpu) {
  return fmt::format(
      "{}, compute capability {}.{}, {} multiprocessors, {}, peak clock {} MHz, L2 {}, PCI {}",
      gpu.name, gpu.major, gpu.minor, gpu.multiprocessors, memory_size(gpu.memory_bytes),
      gpu.clock_khz / 1000, memory_size(gpu.l2_bytes), gpu.pci);
}

/// The memory modes that it has, and how it reaches the host's memory.
std::string memory_text(const GpuInfo& gpu) {
  std::vector<std::string> modes;
  for (const MemoryMode mode : cuda_memory_modes())
    if (memory_refusal(mode, gpu).empty()) modes.emplace_back(name_of(mode));
  std::string text = joined(modes);
  if (gpu.pageable_access)
    text += gpu.host_page_tables ? "; kernels can read plain host memory by the host's page tables"
                                 : "; kernels can read plain host memory";
  return text;
}

/// Who tells clocks, power and energy, or why nobody does.
std::string nvml_text() {
  const Nvml& nvml = shared_nvml();
  return nvml.reason().empty() ? "driver " + nvml.driver() : nvml.reason();
}

/// One entry a GPU: what it is doing now.
Json gpu_states(const Machine& machine) {
  Json states = Json::array();
  for (const GpuInfo& gpu : machine.gpus) {
    GpuLog log;
    log.add(shared_nvml().read(gpu.pci), 0);
    states.push_back(to_json(log.conditions(), 0));
  }
  return states;
}

/// What keeps parts of the program from working here, each with what to do.
std::vector<std::string> misfits(const Machine& machine, const GlFinding& gl) {
  std::vector<std::string> all;
  if (!machine.gpu_reason.empty()) all.push_back("CUDA variants cannot run: " + machine.gpu_reason);
  for (const GpuInfo& gpu : machine.gpus) {
    if (!gpu.reason.empty()) all.push_back(gpu.name + ": " + gpu.reason);
    for (const MemoryMode mode : cuda_memory_modes())
      if (const std::string reason = memory_refusal(mode, gpu); !reason.empty())
        all.push_back(gpu.name + ", memory " + std::string(name_of(mode)) + ": " + reason);
    if (gpu.name.find("MIG") != std::string::npos)
      all.push_back(gpu.name + ": a MIG slice draws no pictures, the window takes the copy path");
  }
  if (machine.driver_cuda && machine.driver_cuda < machine.runtime_cuda / 1000 * 1000)
    all.push_back("the driver knows CUDA " + cuda_version(machine.driver_cuda) +
                  ", this build needs " + cuda_version(machine.runtime_cuda) +
                  ": update the driver, or build with an older toolkit");
  if (!gl.reason.empty()) all.push_back("no pictures off-screen: " + gl.reason);
  if (!has_display())
    all.emplace_back(
        "no display: set DISPLAY or WAYLAND_DISPLAY to open the window; the commands work without");
  for (const std::string& hint : environment_hints()) all.push_back(hint);
  return all;
}

void print(const Context& context, const GlFinding& gl) {
  const Machine& machine = *context.machine;
  TextTable table({{"Livewarp"}, {version_text()}});
  table.add({"CPU", machine.cpu.name});
  table.add({"cores", std::to_string(machine.cpu.cores)});
  table.add({"SIMD sets", machine.cpu.isas.empty() ? missing : joined(machine.cpu.isas)});
  table.add({"memory", memory_size(machine.cpu.memory_bytes) + ", " +
                           memory_size(host_free_bytes()) + " free"});
  for (const GpuInfo& gpu : machine.gpus) {
    table.add({"GPU " + std::to_string(gpu.index), gpu_text(gpu)});
    table.add({"memory modes", memory_text(gpu)});
    table.add({"now", reading_text(shared_nvml().read(gpu.pci))});
  }
  table.add({"CUDA", "driver " + cuda_version(machine.driver_cuda) + ", runtime " +
                         cuda_version(machine.runtime_cuda)});
  table.add({"NVML", nvml_text()});
  if (machine.has_gpu()) table.add({"GPU memory free", memory_size(cuda_free_bytes())});
  table.add({"OpenGL", gl.info
                           ? gl.info->renderer + ", " + gl.info->version + " (" + gl.device + ")"
                           : missing});
  *context.out << table.text();
}

class InfoCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {"this machine, its GPUs, drivers and what does not fit",
            "Says what was found on this machine, and what keeps parts of the program from "
            "working."};
  }
  void declare(CLI::App& app, const CommandScope&) override {
    OptionGroup output(app, "Output:");
    declare_json(output, json_);
  }
  int run(const Context& context) override;

 private:
  NamedOutput json_;
};

int InfoCommand::run(const Context& context) {
  json_.open();
  const GlFinding gl = find_gl(*context.machine);
  const std::vector<std::string> wrong = misfits(*context.machine, gl);
  const Topology topology = read_topology(context.machine->gpus, shared_nvml());
  print(context, gl);
  *context.out << "\n" << findings_text(topology_findings(topology));
  if (!wrong.empty()) *context.out << "\nWhat does not fit\n";
  for (const std::string& line : wrong) *context.out << "  " << wrapped(line, 96, 2) << "\n";
  Json drawing;
  if (gl.info)
    drawing = {{"vendor", gl.info->vendor},
               {"renderer", gl.info->renderer},
               {"version", gl.info->version},
               {"software", gl.info->software}};
  json_.write(Json{{"machine", to_json(*context.machine)},
                   {"version", version_text()},
                   {"nvml", nvml_text()},
                   {"gpu_states", gpu_states(*context.machine)},
                   {"topology", to_json(topology)},
                   {"opengl", drawing},
                   {"misfits", wrong}}
                  .dump(2) +
              "\n");
  return exit_ok;
}

}  // namespace

std::unique_ptr<Command> make_info_command() { return std::make_unique<InfoCommand>(); }

}  // namespace livewarp
