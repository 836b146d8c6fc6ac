#include "ui/fake_model.h"

#include <algorithm>
#include <cmath>

#include "kernels/core/error.h"

namespace livewarp::ui {

namespace {

const char* no_device = "the driver says: no CUDA-capable device is detected";

Param bodies_param() {
  Param n = integer_param("n", "N", "bodies", 1, 1 << 20, 16384, "Number of bodies.");
  n.log_scale = true;
  return n;
}

WorkloadInfo nbody_info() {
  WorkloadInfo info{.name = "nbody", .title = "N-body", .summary = "Gravity, all pairs.",
                    .item = "interaction", .item_rate = "interactions/s", .topic = "L1"};
  Param softening =
      real_param("softening", "Softening", "", 0, 1, 0.01, "Smooths close encounters.");
  softening.log_scale = true;
  Param step = real_param("dt", "Time step", "", 1e-5, 1e-1, 1e-3, "Leapfrog step.");
  step.log_scale = true;
  Param seed = integer_param("seed", "Seed", "", 0, 999, 1, "Of the random start.");
  seed.group = ParamGroup::start;
  Param shape = choice_param("start", "Bodies", {{"plummer", "Plummer sphere", {}},
                                                 {"discs", "Two discs", {}}},
                             "plummer", "Where bodies begin.");
  shape.group = ParamGroup::start;
  Param size = real_param("size", "Point size", "", 0.1, 10, 1, "Of a body in the picture.");
  size.group = ParamGroup::view;
  info.params = {bodies_param(), step, softening, shape, seed, size};
  info.default_cuda = "shared";
  info.default_cpu = "threads";
  info.reference = "reference";
  info.size_param = "n";
  return info;
}

VariantInfo row(const char* name, const char* title, Backend backend, const char* lesson) {
  VariantInfo info{.name = name, .title = title, .lesson = lesson, .topic = "L1.2",
                   .source = "own", .file = "kernels/nbody/nbody.cuh", .backend = backend};
  info.tolerance = {5e-6, 1e-4, ""};
  if (backend == Backend::cuda) {
    info.axes = {block_axis({"32", "64", "128", "256", "512", "1024"}, "128")};
    info.memory_modes = {MemoryMode::device, MemoryMode::pinned, MemoryMode::mapped};
  } else {
    info.memory_modes = {MemoryMode::host};
  }
  return info;
}

std::vector<VariantInfo> nbody_rows() {
  std::vector<VariantInfo> rows{
      row("naive", "Naive", Backend::cuda,
          "Every thread owns one body and reads all the others from global memory. The caches save "
          "it from ruin: neighbours of a warp read the same body at the same time. Count the bytes "
          "that it asks for beside the bytes that it needs."),
      row("shared", "Shared tile", Backend::cuda,
          "A block loads a tile of bodies into shared memory once, and all its threads read them "
          "from there. Each body crosses the bus once a block instead of once a thread. Larger "
          "blocks share more, until too few of them are left to fill the machine."),
      row("register", "Register tile", Backend::cuda,
          "Each thread keeps several bodies in registers, so that one load from shared memory "
          "serves all of them. Arithmetic becomes the limit, which is where one wants to be."),
      row("reference", "Reference fp64", Backend::cpu,
          "The plain double loop in double precision. Slow on purpose: every other row is compared "
          "with it."),
      row("scalar", "Scalar", Backend::cpu, "The plain loop in single precision, one pair at a time."),
      row("vector", "Vectorised", Backend::cpu,
          "Eight or sixteen bodies per instruction, an approximate reciprocal root and one Newton "
          "step. The same work on one core, in a tenth of the time."),
      row("threads", "Threads", Backend::cpu,
          "The vectorised loop on every core. Bodies are dealt out in slices of a fixed grain, so "
          "that a slow core does not hold up the others; the sums do not depend on the number of "
          "threads.")};
  rows[2].axes.push_back(
      integer_axis("items", "Bodies a thread", "", {1, 2, 4, 8}, 4, "Kept in registers."));
  for (std::size_t i : {5, 6})
    rows[i].axes.push_back(choice_param("isa", "Instruction set",
                                        {{"avx2", "AVX2", {}},
                                         {"avx512", "AVX-512", {}}},
                                        "avx2", "Width of a vector."));
  rows[6].axes.push_back(integer_param("threads", "Threads", "", 1, 16, 2, "Cores at work."));
  rows[6].axes.back().group = ParamGroup::launch;
  return rows;
}

WorkloadInfo all_kinds_info() {
  WorkloadInfo info{.name = "kinds", .title = "Kinds", .summary = "Every kind of parameter.",
                    .item = "cell", .item_rate = "cells/s", .topic = "L0"};
  Param whole = integer_param("whole", "Whole", "cells", 1, 100, 10, "A whole number.");
  Param power = integer_param("power", "Power", "", 1, 4096, 64, "A power of two.");
  power.log_scale = true;
  Param real = real_param("real", "Real", "m", 0, 2, 0.5, "A real number.");
  Param choice = choice_param("choice", "Choice", {{"a", "One", {}}, {"b", "Two", {}}}, "a", "");
  Param long_choice =
      choice_param("long", "Long choice",
                   {{"a", "A rather long label", {}},
                    {"b", "Another rather long label", {}},
                    {"c", "A third one, not possible", "needs 4 GiB, this machine has 2"}},
                   "a", "");
  long_choice.group = ParamGroup::start;
  Param toggle{.id = "toggle", .label = "Toggle", .kind = ParamKind::toggle,
               .default_value = false, .group = ParamGroup::view};
  Param action{.id = "action", .label = "Do it", .kind = ParamKind::action,
               .default_value = false, .group = ParamGroup::start};
  Param greyed = real_param("greyed", "Greyed", "", 0, 1, 0.25, "");
  greyed.reason = "not on this machine";
  info.params = {whole, power, real, choice, greyed, long_choice, action, toggle};
  info.default_cpu = "plain";
  info.reference = "plain";
  info.size_param = "power";
  return info;
}

void complete(Model& model) {
  const WorkloadInfo& info = model.workload->info();
  model.choice = default_choice(*model.workload, model.variant->name, model.variant->backend);
  model.params = info.params;
  model.axes = model.variant->axes;
  int key = 0;
  for (const bool active : {true, false})
    for (const VariantInfo* each : model.workload->variants()) {
      if ((each->backend == model.variant->backend) != active) continue;
      VariantRow row{.info = each, .key = active ? ++key : 0, .running = each == model.variant};
      if (!model.machine->has_gpu() && each->backend == Backend::cuda) row.reason = no_device;
      model.rows.push_back(row);
    }
  for (const MemoryMode mode : model.variant->memory_modes)
    model.memory_modes.push_back({std::string(name_of(mode)), std::string(label_of(mode)), {}});
}

Summary around(double ms, std::size_t count) {
  return {count, ms, ms * 0.97, ms * 1.2, ms * 0.975, ms * 0.992, ms * 1.012, ms * 1.05, ms * 1.1,
          0.006, ms * 0.002};
}

CheckResult verified(double error) {
  return {Verdict::here, error, error * 20, {5e-6, 1e-4, ""}, "acceleration", "all 16,384 bodies",
          ""};
}

void add_figures(Model& model, double kernel, double copies) {
  model.check = verified(3.1e-7);
  model.step = around(kernel + copies, 240);
  model.kernel_ms = kernel;
  model.copies_ms = copies;
  const double n = 16384;
  model.work = {n * n, n * n * 20, n * 40, n * n * 16};
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
  model.frame_parts = {{Slot::kernel, std::min(kernel, 9.0)}, {Slot::publish, 0.4},
                       {Slot::map, 0.3}, {Slot::draw, 1.84}, {Slot::ui, 1.12}, {Slot::wait, 3.6}};
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
  model.readouts = {{.id = "energy", .label = "Energy drift", .value = 1.2e-6, .digits = 2,
                     .good_max = 1e-3, .help = "Change of the total energy since the start."},
                    {.id = "momentum", .label = "Momentum", .value = 3.4e-8, .digits = 2}};
  model.steps = 12345;
  model.time = 12.345;
  model.view.legend = "speed";
  model.view.legend_max = 1.4;
  model.view.hint = "drag turns, wheel zooms";
  return model;
}

}  // namespace

FakeWorkload::FakeWorkload(WorkloadInfo info, std::vector<VariantInfo> rows)
    : info_(std::move(info)), rows_(std::move(rows)) {
  for (const VariantInfo& row : rows_) pointers_.push_back(&row);
}

std::unique_ptr<Simulation> FakeWorkload::simulate(const Choice&, Executor,
                                                   const HostState*) const {
  throw Error("a fake workload computes nothing");
}

std::vector<Discrepancy> FakeWorkload::compare(const Values&, const HostState&, const HostState&,
                                               const CompareScope&, const Job&) const {
  return {};
}

std::vector<Readout> FakeWorkload::diagnose(const Values&, const HostState&, const Job&) const {
  return {};
}

FakeWorld::FakeWorld() {
  cpu_only.cpu = {"AMD EPYC 9554", 2, {"sse4", "avx2", "avx512"}, std::size_t(24) << 30};
  cpu_only.gpu_reason = no_device;
  with_gpu = cpu_only;
  with_gpu.gpu_reason.clear();
  with_gpu.runtime_cuda = with_gpu.driver_cuda = 13000;
  GpuInfo gpu;
  gpu.name = "NVIDIA H200";
  gpu.major = 9;
  gpu.max_threads_per_block = 1024;
  with_gpu.gpus.push_back(gpu);
  nbody = std::make_unique<FakeWorkload>(nbody_info(), nbody_rows());
  VariantInfo plain = row("plain", "Plain", Backend::cpu, "A loop.");
  all_kinds = std::make_unique<FakeWorkload>(all_kinds_info(), std::vector{plain});
}

Model running_model(const FakeWorld& world) {
  Model model = nbody_model(world, world.with_gpu, "shared");
  model.clock = Clock::events;
  for (const DisplayPath path : {DisplayPath::automatic, DisplayPath::interop, DisplayPath::copy})
    model.display_paths.push_back({std::string(name_of(path)), std::string(label_of(path)), {}});
  model.path = DisplayPath::interop;
  model.gl_renderer = "NVIDIA H200/PCIe/SSE2";
  add_figures(model, 8.37, 0);
  model.block_times = {{"32", 14.1}, {"64", 9.9}, {"128", 8.37}, {"256", 8.2}};
  for (VariantRow& row : model.rows) {
    if (row.info->name == "reference") continue;
    row.check = verified(2.4e-7);
    row.bench = around(row.info->backend == Backend::cuda ? 8.3 : 71.5, 60);
  }
  model.rows[0].bench = around(12.9, 60);
  model.rows[2].bench = around(6.231, 60);
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
  for (VariantRow& row : model.rows)
    if (row.running) row.check = verified(3.1e-7);
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
  model.readouts = {{.id = "residual", .label = "Residual", .value = 1.5e-4, .digits = 2,
                     .good_max = 1e-5, .origin = Origin::counted},
                    {.id = "psnr", .label = "PSNR", .unit = "dB", .value = 41.25, .digits = 4,
                     .origin = Origin::model},
                    {.id = "mass", .label = "Mass", .unit = "kg", .value = 1},
                    {.id = "extra", .label = "Extra", .value = 7, .origin = Origin::sampled}};
  return model;
}

void switch_to(Model& model, const std::string& variant) {
  const VariantInfo* before = model.variant;
  model.variant = model.workload->find(variant);
  model.choice = default_choice(*model.workload, variant, before->backend);
  model.axes = model.variant->axes;
  for (VariantRow& row : model.rows) row.running = row.info == model.variant;
  model.step = {};
  model.recent_steps.clear();
  model.check = {};
}

}  // namespace livewarp::ui
