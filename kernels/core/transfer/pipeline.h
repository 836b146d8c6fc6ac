#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/core/measure/statistics.h"

/// A sequence of pictures goes to a GPU, through a filter and back, in chunks: what of it overlaps
/// is a matter of streams, and of the order in which it is issued.
namespace livewarp {

/// serial: all on one stream. blocked: calls that wait, no streams. depth_first: chunk by chunk,
/// all three stages of each. breadth_first: all copies in, then all kernels, then all copies out.
/// synchronised: depth first, and the host waits for each chunk.
enum class PipelineSchedule { serial, blocked, depth_first, breadth_first, synchronised };
struct PipelineScheduleInfo {
  PipelineSchedule schedule;
  const char* id;
  const char* label;
  bool in_streams = true;  ///< uses as many as it is given
};
std::span<const PipelineScheduleInfo> pipeline_schedules();
const PipelineScheduleInfo& info_of(PipelineSchedule schedule);
/// Null if there is none.
const PipelineScheduleInfo* find_pipeline_schedule(std::string_view id);

inline constexpr int most_pipeline_chunks = 32, most_pipeline_streams = 8;

struct PipelineShape {
  PipelineSchedule schedule = PipelineSchedule::depth_first;
  int chunks = 8, streams = 4;
  bool threads = false;    ///< each stream has a host thread that issues what the stream is given
  bool callbacks = false;  ///< behind each chunk the host looks at its pictures, in the stream
  bool operator==(const PipelineShape&) const = default;

  /// Streams that it is spread over.
  int used_streams() const;
  /// Host threads that issue.
  int issuers() const;
};

enum class PipelineStage { copy_in, kernel, copy_out, host, wait };
/// What is issued: a stage of a chunk on a stream, a function of the host among them, or that the
/// host waits for the stream.
struct PipelineCommand {
  PipelineStage stage = PipelineStage::copy_in;
  int chunk = 0, stream = 0;
  bool operator==(const PipelineCommand&) const = default;
};
/// In the order in which the host issues them; with threads, each of them those of its stream.
std::vector<PipelineCommand> pipeline_plan(const PipelineShape& shape);

/// What is the same for all shapes.
struct PipelineRequest {
  int pictures = 32, width = 1920, height = 1080;
  bool pinned = true;
  /// Of the filter, rounds of arithmetic a pixel; nothing: so much that it takes as long as a copy.
  std::optional<unsigned> work;
  double seconds = 0.5;        ///< for each shape, once it has the least number of samples
  std::size_t host_bytes = 0;  ///< that are free; 0: not known

  std::size_t picture_pixels() const { return std::size_t(width) * std::size_t(height); }
  std::size_t picture_bytes() const { return picture_pixels() * sizeof(std::uint32_t); }
  std::size_t bytes() const { return std::size_t(pictures) * picture_bytes(); }
};
/// The first picture of a chunk: chunks are as equal as whole pictures can be.
int chunk_begin(int pictures, int chunks, int chunk);

/// One command as it ran, for a timeline.
struct PipelineSpan {
  std::string name;  ///< "kernel 3"
  std::string lane;  ///< "copy in", "kernel, stream 2", "copy out", "host"
  PipelineCommand command;
  /// Since the pipeline began: when its stream came to it, and when the stream went on.
  double begin_ms = 0, end_ms = 0;
};
std::string pipeline_lane(const PipelineCommand& command);
std::string pipeline_name(const PipelineCommand& command);

/// The stages alone, copies while both directions run: none of them can be hidden, so that no
/// schedule is faster than the longest.
struct PipelineBound {
  double copy_in_ms = 0, kernel_ms = 0, copy_out_ms = 0;
  double ms() const;
  const char* longest() const;
};

struct PipelineResult {
  PipelineShape shape;
  Summary ms;                       ///< count 0: no time
  double serial_ms = 0;             ///< of the serial schedule in as many chunks, no callbacks
  PipelineBound bound;              ///< in as many chunks
  std::uint64_t hash = 0;           ///< of all pictures that came back
  std::vector<PipelineSpan> spans;  ///< of one run, whose events cost a little
  std::string why_not;              ///< why there is no time
  bool wrong = false;               ///< a picture is not what it must be
  bool timed() const { return ms.count > 0; }
  double speed_up() const { return timed() ? serial_ms / ms.median : 0; }
  /// How near to the bound it comes: at most 1, but for noise.
  double share_of_bound() const { return timed() ? bound.ms() / ms.median : 0; }
};

/// Pictures in memory, and a GPU that they go through.
class PipelineRunner {
 public:
  virtual ~PipelineRunner() = default;
  /// Of the filter: rounds of arithmetic a pixel.
  virtual unsigned work() const = 0;
  /// Forgets the pictures that came back.
  virtual void clear() = 0;
  /// Milliseconds of a run; `spans` of its commands where they are asked for. Throws `Error`.
  virtual double run(const PipelineShape& shape, std::vector<PipelineSpan>* spans) = 0;
  virtual PipelineBound bound(int chunks) = 0;
  /// Which picture is not what the host computes on its own, or which callback did not see the
  /// pictures of its chunk; empty if all is well.
  virtual std::string mismatch() = 0;
  /// Of all pictures that came back.
  virtual std::uint64_t hash() = 0;
};
class PipelineFilter;
using MakePipelineFilter = std::function<std::unique_ptr<PipelineFilter>(const PipelineRequest&)>;
/// On the current GPU, with a filter; without one, sums of nine pixels. Throws `Error` where memory
/// is short, and in builds without CUDA.
std::unique_ptr<PipelineRunner> make_pipeline_runner(const PipelineRequest& request,
                                                     const MakePipelineFilter& filter = {});

/// Told of every shape: before each of its samples, those of the serial schedule beside it among
/// them, and when it is done.
struct PipelineWatch {
  std::function<void(const PipelineShape&)> samples = [](const PipelineShape&) {};
  std::function<void(const PipelineResult&)> done;
  std::stop_token stop = {};
};
/// Measures shapes, one after another, each beside the serial schedule of as many chunks. Every
/// shape is verified by itself, picture by picture, and must give the serial one's hash. What fails
/// is told in its result. Throws `Cancelled` between samples.
void measure_pipelines(PipelineRunner& runner, std::span<const PipelineShape> shapes,
                       double seconds, const PipelineWatch& watch);

}  // namespace livewarp
