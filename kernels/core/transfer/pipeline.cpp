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
constexpr std::size_t least_runs = 5, most_runs = 20;

std::vector<PipelineStage> stages_of(const PipelineShape& shape) {
  using enum PipelineStage;
  return shape.callbacks ? std::vector{copy_in, kernel, copy_out, host}
                         : std::vector{copy_in, kernel, copy_out};
}

/// Measures shape after shape.
class PipelineBench {
 public:
  PipelineBench(PipelineRunner& runner, double seconds, const PipelineWatch& watch)
      : runner_(runner), seconds_(seconds), watch_(watch) {}
  void measure(PipelineResult& result);

 private:
  /// The schedule that others are compared with; throws `Error` if it is wrong.
  const PipelineResult& serial(int chunks);
  void verified_times(PipelineResult& result);
  double sample(const PipelineResult& result);
  bool verified(PipelineResult& result, const std::string& when);

  PipelineRunner& runner_;
  double seconds_;
  const PipelineWatch& watch_;
  std::map<int, PipelineResult> serial_;  // by chunks
};

double PipelineBench::sample(const PipelineResult& result) {
  if (watch_.stop.stop_requested()) throw Cancelled();
  watch_.samples(result.shape);
  return runner_.run(result.shape, nullptr);
}

/// Says what is wrong with the pictures that came back; the result then has no time.
bool PipelineBench::verified(PipelineResult& result, const std::string& when) {
  const std::string found = runner_.mismatch();
  result.wrong = !found.empty();
  if (result.wrong) result.why_not = when + found;
  return !result.wrong;
}

/// Timed, verified by what the timed runs left, and watched once, which is verified too.
void PipelineBench::verified_times(PipelineResult& result) {
  using Steady = std::chrono::steady_clock;
  runner_.clear();
  runner_.run(result.shape, nullptr);  // warms up
  std::vector<double> samples;
  const auto begin = Steady::now();
  const auto spent = [&] { return std::chrono::duration<double>(Steady::now() - begin).count(); };
  while (samples.size() < least_runs || (samples.size() < most_runs && spent() < seconds_))
    samples.push_back(sample(result));
  if (!verified(result, "")) return;
  result.hash = runner_.hash();
  runner_.clear();
  runner_.run(result.shape, &result.spans);
  if (verified(result, "watched: ")) result.ms = summarize(samples);
}

const PipelineResult& PipelineBench::serial(int chunks) {
  if (const auto known = serial_.find(chunks); known != serial_.end()) return known->second;
  PipelineResult serial;
  serial.shape = {PipelineSchedule::serial, chunks, 1};
  verified_times(serial);
  if (serial.wrong) throw Error("the serial schedule is wrong: " + serial.why_not);
  serial.serial_ms = serial.ms.median;
  serial.bound = runner_.bound(chunks);
  return serial_[chunks] = serial;
}

void PipelineBench::measure(PipelineResult& result) {
  const PipelineResult& beside = serial(result.shape.chunks);
  if (result.shape == beside.shape) {
    result = beside;
    return;
  }
  result.serial_ms = beside.serial_ms;
  result.bound = beside.bound;
  verified_times(result);
  if (!result.timed() || result.hash == beside.hash) return;
  result.wrong = true;
  result.why_not = "its pictures are not those of the serial schedule";
  result.ms = {};
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

int PipelineShape::used_streams() const { return info_of(schedule).in_streams ? streams : 1; }
int PipelineShape::issuers() const { return threads ? std::min(used_streams(), chunks) : 1; }

std::vector<PipelineCommand> pipeline_plan(const PipelineShape& shape) {
  const int streams = shape.used_streams();
  const std::vector<PipelineStage> stages = stages_of(shape);
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
  case PipelineStage::host:
  case PipelineStage::wait: break;
  }
  return "host";
}

std::string pipeline_name(const PipelineCommand& command) {
  const char* name = command.stage == PipelineStage::copy_in    ? "copy in "
                     : command.stage == PipelineStage::kernel   ? "kernel "
                     : command.stage == PipelineStage::copy_out ? "copy out "
                     : command.stage == PipelineStage::host     ? "callback "
                                                                : "wait ";
  return name + std::to_string(command.chunk);
}

double PipelineBound::ms() const { return std::max({copy_in_ms, kernel_ms, copy_out_ms}); }
const char* PipelineBound::longest() const {
  if (copy_in_ms == ms()) return "copy in";
  return kernel_ms == ms() ? "kernel" : "copy out";
}

void measure_pipelines(PipelineRunner& runner, std::span<const PipelineShape> shapes,
                       double seconds, const PipelineWatch& watch) {
  PipelineBench bench(runner, seconds, watch);
  for (const PipelineShape& shape : shapes) {
    PipelineResult result;
    result.shape = shape;
    try {
      bench.measure(result);
    } catch (const Cancelled&) {
      throw;
    } catch (const std::exception& error) {
      result.why_not = error.what();
      result.spans.clear();
    }
    watch.done(result);
  }
}

#if !LIVEWARP_HAS_CUDA
std::unique_ptr<PipelineRunner> make_pipeline_runner(const PipelineRequest&,
                                                     const MakePipelineFilter&) {
  throw Error("pipeline: this build has no CUDA",
              "build with a CUDA toolkit and -DLIVEWARP_CUDA=ON");
}
#endif

}  // namespace livewarp
