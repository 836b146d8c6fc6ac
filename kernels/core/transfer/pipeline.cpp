#include "kernels/core/transfer/pipeline.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>

#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

constexpr std::array schedules{
    PipelineScheduleInfo{PipelineSchedule::serial, "serial", "serial", false},
    PipelineScheduleInfo{PipelineSchedule::blocked, "blocked", "blocked, no streams", false},
    PipelineScheduleInfo{PipelineSchedule::depth_first, "depth-first", "depth first"},
    PipelineScheduleInfo{PipelineSchedule::breadth_first, "breadth-first", "breadth first"},
    PipelineScheduleInfo{PipelineSchedule::synchronised, "synchronised",
                         "synchronised in the loop"},
};
constexpr std::array stages{PipelineStage::copy_in, PipelineStage::kernel, PipelineStage::copy_out};
constexpr std::size_t least_runs = 5, most_runs = 20;

/// What is known of as many chunks.
struct SerialRun {
  double ms = 0;
  std::uint64_t hash = 0;
  PipelineBound bound;
};

/// What is wrong with the pictures that came back; the result then has no time.
void verify(PipelineRunner& runner, PipelineResult& result, const std::string& what) {
  if (std::string found = runner.mismatch(); !found.empty()) result.why_not = what + found;
  result.wrong = !result.why_not.empty();
}

/// Timed, verified by what the timed runs left, and watched once, which is verified too.
Summary verified_times(PipelineRunner& runner, PipelineResult& result, double seconds,
                       const std::stop_token& stop) {
  using Steady = std::chrono::steady_clock;
  runner.clear();
  runner.run(result.shape, nullptr);  // warms up
  std::vector<double> samples;
  const auto begin = Steady::now();
  const auto spent = [&] { return std::chrono::duration<double>(Steady::now() - begin).count(); };
  while (samples.size() < least_runs || (samples.size() < most_runs && spent() < seconds)) {
    if (stop.stop_requested()) throw Cancelled();
    samples.push_back(runner.run(result.shape, nullptr));
  }
  verify(runner, result, "");
  result.hash = runner.hash();
  if (result.wrong) return {};
  runner.clear();
  runner.run(result.shape, &result.spans);
  verify(runner, result, "watched: ");
  return result.wrong ? Summary{} : summarize(samples);
}

SerialRun serial_run(PipelineRunner& runner, int chunks, double seconds,
                     const std::stop_token& stop) {
  PipelineResult serial;
  serial.shape = {PipelineSchedule::serial, chunks, 1};
  serial.ms = verified_times(runner, serial, seconds, stop);
  if (serial.wrong) throw Error("the serial schedule is wrong: " + serial.why_not);
  return {serial.ms.median, serial.hash, runner.bound(chunks)};
}

}  // namespace

std::span<const PipelineScheduleInfo> pipeline_schedules() { return schedules; }
const PipelineScheduleInfo& info_of(PipelineSchedule schedule) {
  return *std::ranges::find(schedules, schedule, &PipelineScheduleInfo::schedule);
}
const PipelineScheduleInfo* find_pipeline_schedule(std::string_view id) {
  const auto found = std::ranges::find(schedules, id, &PipelineScheduleInfo::id);
  return found == schedules.end() ? nullptr : &*found;
}

std::vector<PipelineCommand> pipeline_plan(const PipelineShape& shape) {
  const int streams = info_of(shape.schedule).in_streams ? shape.streams : 1;
  std::vector<PipelineCommand> plan;
  const auto add = [&](PipelineStage stage, int chunk) {
    plan.push_back({stage, chunk, chunk % streams});
  };
  if (shape.schedule == PipelineSchedule::breadth_first) {
    for (const PipelineStage stage : stages)
      for (int chunk = 0; chunk < shape.chunks; ++chunk) add(stage, chunk);
    return plan;
  }
  for (int chunk = 0; chunk < shape.chunks; ++chunk) {
    for (const PipelineStage stage : stages) add(stage, chunk);
    if (shape.schedule == PipelineSchedule::synchronised) add(PipelineStage::wait, chunk);
  }
  return plan;
}

int chunk_begin(int pictures, int chunks, int chunk) {
  return int(std::int64_t{pictures} * chunk / chunks);
}

std::string pipeline_lane(const PipelineCommand& command) {
  switch (command.stage) {
  case PipelineStage::copy_in: return "copy in";
  case PipelineStage::copy_out: return "copy out";
  case PipelineStage::kernel: return "kernel, stream " + std::to_string(command.stream);
  case PipelineStage::wait: break;
  }
  return "host";
}

std::string pipeline_name(const PipelineCommand& command) {
  const char* name = command.stage == PipelineStage::copy_in    ? "copy in "
                     : command.stage == PipelineStage::kernel   ? "kernel "
                     : command.stage == PipelineStage::copy_out ? "copy out "
                                                                : "wait ";
  return name + std::to_string(command.chunk);
}

double PipelineBound::ms() const { return std::max({copy_in_ms, kernel_ms, copy_out_ms}); }
const char* PipelineBound::longest() const {
  if (copy_in_ms == ms()) return "copy in";
  return kernel_ms == ms() ? "kernel" : "copy out";
}

void measure_pipelines(PipelineRunner& runner, std::span<const PipelineShape> shapes,
                       double seconds, const std::stop_token& stop,
                       const std::function<void(const PipelineResult&)>& done) {
  std::map<int, SerialRun> serial;  // by chunks
  for (const PipelineShape& shape : shapes) {
    PipelineResult result;
    result.shape = shape;
    try {
      if (!serial.contains(shape.chunks))
        serial[shape.chunks] = serial_run(runner, shape.chunks, seconds, stop);
      const SerialRun& beside = serial.at(shape.chunks);
      result.serial_ms = beside.ms;
      result.bound = beside.bound;
      result.ms = verified_times(runner, result, seconds, stop);
      if (!result.wrong && result.hash != beside.hash) {
        result.wrong = true;
        result.why_not = "its pictures are not those of the serial schedule";
        result.ms = {};
      }
    } catch (const Cancelled&) {
      throw;
    } catch (const std::exception& error) {
      result.why_not = error.what();
      result.spans.clear();
    }
    done(result);
  }
}

#if !LIVEWARP_HAS_CUDA
std::unique_ptr<PipelineRunner> make_pipeline_runner(const PipelineRequest&) {
  throw Error("pipeline: this build has no CUDA",
              "build with a CUDA toolkit and -DLIVEWARP_CUDA=ON");
}
#endif

}  // namespace livewarp
