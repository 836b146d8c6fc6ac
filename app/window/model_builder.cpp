#include "app/window/model_builder.h"

#include <algorithm>
#include <numeric>

#include "app/telemetry/gpu_json.h"
#include "kernels/core/base/text.h"
#include "kernels/core/measure/verification.h"
#include "kernels/core/workload/shared_reserve.h"

namespace livewarp {
namespace {

constexpr int wanted_samples = 20;

std::vector<ui::VariantEntry> variant_entries(const Session& session) {
  std::vector<ui::VariantEntry> variants;
  int key = 0;
  const Backend active = session.variant().backend;
  for (const bool of_active : {true, false}) {
    for (const VariantInfo* info : session.workload().variants()) {
      if ((info->backend == active) != of_active) continue;
      ui::VariantEntry variant;
      variant.info = info;
      variant.key = of_active && key < 9 ? ++key : 0;
      variant.reason = session.unavailable(*info);
      variant.running = info == &session.variant();
      // Badge and time belong to one setting: the present one, or the one that a click begins with.
      variant.choice = session.variant_choice(*info);
      if (variant.reason.empty())
        variant.cost = session.workload().cost(variant.choice).of_one_time_step();
      if (variant.running) {
        variant.check = session.check();
        variant.check_progress = session.check_progress();
      } else {
        variant.check = session.result_cache()
                            .check(variant.choice, session.executor_of(*info))
                            .value_or(CheckResult{});
      }
      variant.emulator_checked =
          session.executor_of(*info) == Executor::emulator && variant.check.ok();
      // A variant that was found wrong shows no time anywhere, nor does one whose run is being
      // prepared.
      if (variant.check.ok())
        if (const auto bench = session.result_cache().bench(variant.choice)) {
          variant.bench = bench->step;
          variant.partial = bench->interrupted;
          variant.disturbed = disturbance_text(*bench);
          variant.bench_state = bench_state_text(session.workload().info(), *bench);
        }
      variants.push_back(std::move(variant));
    }
  }
  return variants;
}

const GpuInfo* gpu_in_use(const Session& session, int device) {
  return session.machine().has_gpu() ? session.machine().gpu(device) : nullptr;
}

/// All modes that there are for the variant's backend, those that variant or GPU cannot have
/// greyed.
std::vector<Option> memory_options(const VariantInfo& variant, const GpuInfo* gpu) {
  std::vector<Option> options;
  std::vector<MemoryMode> modes = variant.memory_modes;
  for (const MemoryRefusal& refusal : variant.memory_refusals) modes.push_back(refusal.mode);
  options.reserve(modes.size());
  for (const MemoryMode mode : modes)
    options.push_back({std::string(name_of(mode)), std::string(label_of(mode)),
                       memory_reason(variant, mode, gpu)});
  return options;
}

/// Of what runs on the GPU, for whoever tunes it.
std::optional<ui::KernelUse> kernel_use(const Session& session, int device) {
  const std::optional<MainLaunch> launch = session.main_launch();
  if (!launch) return {};
  ui::KernelUse use{.kernel = launch->kernel.name,
                    .registers = launch->resources.registers,
                    .local_bytes = launch->resources.local_bytes,
                    .shared_bytes = launch->resources.static_shared + launch->shared_bytes};
  const GpuInfo* gpu = session.machine().gpu(device);
  if (const auto fits = gpu ? occupancy_of(*launch, *gpu) : std::nullopt) {
    use.occupancy = fits->share;
    use.blocks = fits->blocks;
    use.limiter = fits->limiter;
  }
  return use;
}

ui::IntervalRow interval(std::string label, ui::Slot slot, Clock clock, const SampleRing& samples,
                         std::string reason = {}) {
  return {std::move(label), slot, clock, samples.summary(), std::move(reason)};
}

std::vector<ui::IntervalRow> interval_rows(const Session& session, const FrameStats& frame,
                                           DisplayPath path, Clock step_clock) {
  const StepStats& step = session.step_stats();
  const bool copies = step.copies.summary().max > 0;
  const SampleRing none;
  std::vector<ui::IntervalRow> rows;
  // No time of a step whose result is not verified.
  const bool verified = session.check().ok();
  const std::string unverified = "a time is shown once the result is verified";
  rows.push_back(interval("Kernel", ui::Slot::kernel, step_clock, verified ? step.kernel : none,
                          verified ? "" : unverified));
  rows.push_back(interval("Copies", ui::Slot::copy, step_clock,
                          verified && copies ? step.copies : none,
                          !verified ? unverified
                          : copies  ? ""
                                    : "this memory mode copies nothing"));
  rows.push_back(interval("Publish", ui::Slot::publish, step_clock, step.publish));
  if (shares_memory(path)) {
    rows.push_back(interval("Map", ui::Slot::map, Clock::steady, frame.map));
    rows.push_back(interval("Unmap", ui::Slot::map, Clock::steady, frame.unmap));
  } else {
    const std::string reason = "nothing is mapped: the picture is copied";
    rows.push_back(interval("Map", ui::Slot::map, Clock::steady, none, reason));
    rows.push_back(interval("Upload", ui::Slot::upload, Clock::steady, frame.upload));
  }
  rows.push_back(interval("Draw", ui::Slot::draw, frame.draw_clock, frame.draw));
  rows.push_back(interval("UI", ui::Slot::ui, Clock::steady, frame.ui));
  rows.push_back(interval("Frame", ui::Slot::wait, Clock::steady, frame.frame));
  return rows;
}

/// "Preparing N 4,194,304".
ui::JobStrip preparing_strip(const Session& session) {
  const WorkloadInfo& info = session.workload().info();
  const Param* size = info.size();
  const std::string what =
      size ? size->label + " " + grouped(get_integer(session.choice().problem, size->id))
           : info.title;
  return ui::JobStrip{"Preparing " + what, 0, 0, 0, 0, false};
}

/// "Waiting for the GPU: ...", for as long as others measure.
ui::JobStrip waiting_strip(const MeasuringJob::Progress& progress) {
  std::string text = progress.waiting;
  text.front() = 'W';
  return ui::JobStrip{text, progress.done, progress.total, 0, 0, true, true, true};
}

std::optional<ui::JobStrip> job_strip(const Session& session) {
  if (session.preparing()) return preparing_strip(session);
  if (!session.job()) return std::nullopt;
  const MeasuringJob::Progress progress = session.job()->progress();
  if (!progress.waiting.empty()) return waiting_strip(progress);
  return ui::JobStrip{"Measuring " + progress.what,
                      progress.done,
                      progress.total,
                      (progress.done + progress.fraction) / std::max(1, progress.total),
                      progress.seconds_left,
                      true,
                      true};
}

void fill_number(ui::Model& model, const Session& session) {
  const StepStats& step_stats = session.step_stats();
  model.check = session.check();
  model.check_progress = session.check_progress();
  model.checking = session.checking();
  if (model.check.ok()) {
    model.step = step_stats.step.summary();
    model.kernel_ms = step_stats.kernel.summary().median;
    model.copies_ms = step_stats.copies.summary().median;
    model.recent_steps = step_stats.step.in_order();
    model.steps_together = step_stats.together;
    model.slices = step_stats.slices;
    model.steps_beside_drawing = step_stats.beside_drawing;
    model.steps_kept_beside = step_stats.kept_beside;
    model.steps_unsorted = step_stats.unsorted;
    model.clocks_uncertainty_ms = session.clocks_uncertainty_ms();
  }
  const bool of_project = !session.edited_run();
  if (model.check.ok() && of_project)
    model.clocks = session.result_cache().clocks(session.choice());
  if (session.executor() == Executor::emulator)
    model.clocks_reason = "The variant is executed from its source here, and has no time.";
  if (of_project) model.counters = session.result_cache().counters(session.choice());
  if (session.executor() != Executor::cuda)
    model.counters_reason = "Only steps on a GPU are counted by its hardware.";
  model.wanted_samples = wanted_samples;
  model.predicted_ms = session.predicted_ms();
  if (model.predicted_ms > 0)
    model.step_fraction = std::min(1.0, session.running_ms() / model.predicted_ms);
  const CostModel pass = session.workload().cost(session.choice());
  model.cost = pass.of_one_time_step();
  model.time_steps = pass.time_steps;
  model.steps_per_second =
      session.choice().paused ? 0 : pass.time_steps * step_stats.steps_per_second();
}

/// Where the time of a typical frame goes; what is not accounted for is waiting.
std::vector<ui::FramePart> frame_parts(const Session& session, const FrameStats& frame) {
  if (frame.frame.size() < 10 || frame.drew.size() == 0) return {};
  const auto median = [](const SampleRing& samples) { return samples.summary().median; };
  const double frame_ms = median(frame.frame);
  const double steps = session.workload().time_steps(session.choice()) *
                       session.step_stats().steps_per_second() * frame_ms / 1000;  // in a frame
  const bool ok = session.check().ok();
  std::vector<ui::FramePart> parts;
  // CPU variants compute beside the frame, not in it.
  if (session.executor() == Executor::cuda && ok) {
    parts.push_back({ui::Slot::kernel, steps * median(session.step_stats().kernel)});
    parts.push_back({ui::Slot::copy, steps * median(session.step_stats().copies)});
  }
  const std::vector<double> drew = frame.drew.in_order();
  const double pictures = std::reduce(drew.begin(), drew.end()) / static_cast<double>(drew.size());
  parts.push_back({ui::Slot::publish, pictures * median(session.step_stats().publish)});
  parts.push_back({ui::Slot::upload, pictures * median(frame.upload)});
  parts.push_back({ui::Slot::map, pictures * (median(frame.map) + median(frame.unmap))});
  parts.push_back({ui::Slot::draw, pictures * median(frame.draw)});
  parts.push_back({ui::Slot::ui, median(frame.ui)});
  double used = 0;
  for (const ui::FramePart& part : parts) used += part.ms;
  parts.push_back({ui::Slot::wait, std::max(0.0, frame_ms - used)});
  return parts;
}

}  // namespace

void describe(Session& session, int device, OfferedAxes& axes, ui::Model& model) {
  model.machine = &session.machine();
  model.device = device;
  model.workload = &session.workload();
  model.variant = &session.variant();
  model.runs_edited = session.edited_run() != nullptr;
  model.choice = session.choice();
  for (const auto& workload : session.registry().workloads()) {
    const bool active = workload.get() == &session.workload();
    model.workloads.push_back({workload->info().name, workload->info().title, active,
                               active ? session.choice() : session.choice_of(*workload)});
  }
  model.variants = variant_entries(session);
  model.axes = axes.of(session, device);
  model.kernel_use = kernel_use(session, device);
  model.params = session.workload().info().params;
  model.memory_modes = memory_options(session.variant(), gpu_in_use(session, device));
  model.clock = session.executor() == Executor::cuda ? Clock::events : Clock::steady;
  fill_number(model, session);
  const auto times_by = [&](const char* axis) {
    return session.result_cache().live_by(axis, session.choice(), session.executor());
  };
  model.block_times = times_by("block");
  model.reserve_times = times_by(reserve_axis_id);
  model.readouts = session.readouts();
  model.series = &session.series();
  model.steps = session.steps();
  model.time = session.time();
  model.view = session.view();
  model.ceilings = session.ceilings(session.choice());
  model.fitted = session.fitted_text();
  model.result_is_picture = session.workload().result_size(session.choice().problem).has_value();
  model.gpu_error = session.gpu_error();
  model.notices = session.notices().current();
  model.job = job_strip(session);
}

void describe(Study& study, const Session& session, int device, OfferedAxes& axes,
              ui::Model& model) {
  const std::optional<Choice>& studied = study.choice();
  for (ui::VariantEntry& variant : model.variants) {
    if (variant.reason.empty() || variant.running) continue;
    variant.choice = study.as_chosen(std::move(variant.choice));
    variant.emulated = study.found(variant.choice);
    if (!studied || studied->workload != variant.choice.workload ||
        studied->variant != variant.info->name)
      continue;
    ui::StudyView view;
    view.choice = variant.choice;
    view.axes = axes.of(session.workload(), view.choice, session.machine(), device);
    view.memory_modes = memory_options(*variant.info, gpu_in_use(session, device));
    view.emulator_reason = study.emulator_reason(session.workload(), view.choice);
    view.verifying = study.verifying();
    view.emulated = variant.emulated;
    model.studied = std::move(view);
  }
  if (!model.job && study.verifying()) model.job = study.strip();
}

void describe(const FrameStats& frames, const Session& session, bool resting, ui::Model& model) {
  model.intervals = interval_rows(session, frames, model.path, model.clock);
  model.frame_parts = frame_parts(session, frames);
  const Summary frame = frames.frame.summary();
  model.frame_ms = frame.median;
  model.frames_per_second = frame.median > 0 && !resting ? 1000 / frame.median : 0;
}

}  // namespace livewarp
