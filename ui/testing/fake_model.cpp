#include "ui/testing/fake_model.h"

#include "kernels/core/measure/verification.h"

#include <algorithm>
#include <cmath>

namespace livewarp::ui {

namespace {

void complete(Model& model) {
  const WorkloadInfo& info = model.workload->info();
  model.choice = default_choice(*model.workload, model.variant->name, model.variant->backend);
  model.params = info.params;
  model.axes = model.variant->axes;
  int key = 0;
  for (const bool active : {true, false})
    for (const VariantInfo* each : model.workload->variants()) {
      if ((each->backend == model.variant->backend) != active) continue;
      VariantEntry variant{
          .info = each, .key = active ? ++key : 0, .running = each == model.variant};
      if (!model.machine->has_gpu() && each->backend == Backend::cuda)
        variant.reason = model.machine->gpu_reason;
      model.variants.push_back(variant);
    }
  for (const MemoryMode mode : model.variant->memory_modes)
    model.memory_modes.push_back({std::string(name_of(mode)), std::string(label_of(mode)),
                                  mode == MemoryMode::pool ? "this GPU has no memory pools" : ""});
}

Summary around(double ms, std::size_t count) {
  return {count,      ms,        ms * 0.97, ms * 1.2, ms * 0.975, ms * 0.992,
          ms * 1.012, ms * 1.05, ms * 1.1,  0.006,    ms * 0.002};
}

CheckResult verified(double error) {
  return {Verdict::here,       error, error * 20, {5e-6, 1e-4, ""}, "acceleration",
          "all 16,384 bodies", ""};
}

void add_figures(Model& model, double kernel, double copies) {
  model.check = verified(3.1e-7);
  model.step = around(kernel + copies, 240);
  model.kernel_ms = kernel;
  model.copies_ms = copies;
  const double n = 16384;
  model.cost = {.items = n * n,
                .flops = n * n * 20,
                .compulsory_bytes = n * 40,
                .requested_bytes = n * n * 16};
  const auto interval = [&](const char* label, Slot slot, Clock clock, double ms,
                            const char* reason = "") {
    model.intervals.push_back({label, slot, clock, ms > 0 ? around(ms, 240) : Summary{}, reason});
  };
  interval("Kernel", Slot::kernel, model.clock, kernel);
  interval("Copies", Slot::copy, model.clock, copies, "this memory mode copies nothing");
  interval("Publish", Slot::publish, model.clock, 0.021);
  interval("Map", Slot::map, Clock::steady, 0.016);
  interval("Unmap", Slot::map, Clock::steady, 0.009);
  interval("Draw", Slot::draw, Clock::gl_query, 1.84);
  interval("UI", Slot::ui, Clock::steady, 1.12);
  interval("Frame", Slot::wait, Clock::steady, 16.67);
  model.frame_parts = {{Slot::kernel, std::min(kernel, 9.0)},
                       {Slot::publish, 0.4},
                       {Slot::map, 0.3},
                       {Slot::draw, 1.84},
                       {Slot::ui, 1.12},
                       {Slot::wait, 3.6}};
  for (int i = 0; i < 240; ++i)
    model.recent_steps.push_back((kernel + copies) *
                                 (1 + 0.012 * std::sin(i * 1.7) + (i % 47 == 0 ? 0.12 : 0.0)));
  model.frame_ms = 16.67;
  model.frames_per_second = 60;
  model.steps_per_second = std::min(1000 / (kernel + copies), 960.0);
}

Model nbody_model(const FakeWorld& world, const Machine& machine, const std::string& variant) {
  Model model;
  model.machine = &machine;
  model.workload = world.nbody.get();
  model.variant = world.nbody->find(variant);
  complete(model);
  model.workloads = {{"nbody", "N-body", true, model.choice}, {"basics", "Basics", false, {}}};
  model.readouts = {{.id = "energy",
                     .label = "Energy drift",
                     .value = 1.2e-6,
                     .digits = 2,
                     .good_max = 1e-3,
                     .help = "Change of the total energy since the start."},
                    {.id = "momentum", .label = "Momentum", .value = 3.4e-8, .digits = 2}};
  model.steps = 12345;
  model.time = 12.345;
  model.view.legend = "speed";
  model.view.legend_max = 1.4;
  model.view.hint = "drag rotates, wheel zooms";
  return model;
}

}  // namespace

Model running_model(const FakeWorld& world) {
  Model model = nbody_model(world, world.with_gpu, "shared");
  model.clock = Clock::events;
  for (const DisplayPath path :
       {DisplayPath::automatic, DisplayPath::interop, DisplayPath::buffer, DisplayPath::copy})
    model.display_paths.push_back({std::string(name_of(path)), std::string(label_of(path)), {}});
  model.path = DisplayPath::interop;
  model.gl_renderer = "NVIDIA H200/PCIe/SSE2";
  add_figures(model, 8.37, 0);
  model.sweeps = {{Varied::size, "size", "sizes", 7, 17},
                  {Varied::launch, "block", "blocks", 6, 14},
                  {Varied::both, "", "both", 13, 31}};
  model.kernel_use = KernelUse{.kernel = "nbody_shared<128>",
                               .registers = 72,
                               .shared_bytes = 2048,
                               .occupancy = 0.4375,
                               .blocks = 7,
                               .limiter = "registers"};
  model.gpu_state.emplace().sm_mhz = 1980;
  model.gpu_state->power_w = 351.5;
  model.block_times = {{"32", 14.1}, {"64", 9.9}, {"128", 8.37}, {"256", 8.2}};
  for (VariantEntry& variant : model.variants) {
    if (variant.info->name == "reference") continue;
    variant.check = verified(2.4e-7);
    variant.bench = around(variant.info->backend == Backend::cuda ? 8.3 : 71.5, 60);
  }
  model.variants[0].bench = around(12.9, 60);
  model.variants[2].bench = around(6.231, 60);
  model.measure_all_seconds = 15;
  return model;
}

Model cpu_model(const FakeWorld& world) {
  Model model = nbody_model(world, world.cpu_only, "threads");
  model.display_paths = {{"automatic", "automatic", {}}};
  model.path = DisplayPath::upload;
  model.gl_renderer = "llvmpipe (LLVM 15.0.6, 256 bits)";
  model.fitted = "N 12,288 fitted to this machine";
  add_figures(model, 38.2, 0);
  for (VariantEntry& variant : model.variants)
    if (variant.running) variant.check = verified(3.1e-7);
  return model;
}

Model all_kinds_model(const FakeWorld& world) {
  Model model;
  model.machine = &world.cpu_only;
  model.workload = world.all_kinds.get();
  model.variant = world.all_kinds->find("plain");
  complete(model);
  model.workloads = {{"kinds", "Kinds", true, model.choice}};
  add_figures(model, 0.4, 0.1);
  model.readouts = {{.id = "residual",
                     .label = "Residual",
                     .value = 1.5e-4,
                     .digits = 2,
                     .good_max = 1e-5,
                     .origin = Origin::counted},
                    {.id = "psnr",
                     .label = "PSNR",
                     .unit = "dB",
                     .value = 41.25,
                     .digits = 4,
                     .origin = Origin::model},
                    {.id = "mass", .label = "Mass", .unit = "kg", .value = 1},
                    {.id = "extra", .label = "Extra", .value = 7, .origin = Origin::sampled}};
  return model;
}

Model field_model(const FakeWorld& world) {
  Model model;
  model.machine = &world.cpu_only;
  model.workload = world.field.get();
  model.variant = world.field->find("plain");
  complete(model);
  model.workloads = {{"field", "Field", true, model.choice}};
  add_figures(model, 2.4, 0);
  View& view = model.view;
  view.kind = PictureKind::field;
  view.map = ColorMap::inferno;
  view.legend = "temperature";
  view.legend_unit = "\u00b0C";
  view.legend_max = 100;
  view.unit_scale = 100;
  view.tool = "tool";
  view.paints = true;
  view.brush = 12;
  view.hint = "left button paints, right button pans, wheel zooms";
  model.scene_pixels_per_cell = 0.55;
  model.probe = 43.21;
  model.probe_text = "512, 77";
  return model;
}

void switch_to(Model& model, const std::string& variant) {
  const VariantInfo* before = model.variant;
  model.variant = model.workload->find(variant);
  model.choice = default_choice(*model.workload, variant, before->backend);
  model.axes = model.variant->axes;
  for (VariantEntry& entry : model.variants) entry.running = entry.info == model.variant;
  model.step = {};
  model.recent_steps.clear();
  model.check = {};
}

}  // namespace livewarp::ui
