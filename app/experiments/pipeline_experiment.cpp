// Pictures in chunks over streams: what of copies and kernels overlaps.
#include <algorithm>
#include <memory>
#include <optional>

#include "app/base/platform.h"
#include "app/experiments/experiments.h"
#include "app/lab/pipeline_report.h"
#include "kernels/convolution/convolution.h"
#include "kernels/convolution/convolution_pipeline.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

constexpr ExperimentInfo pipeline_info{
    "pipeline", "Pipeline",
    "What of copies and kernels overlaps, and in how many chunks and streams it does best.",
    "Pictures go to the GPU, through a filter and back, in chunks: serial, by calls that wait, "
    "depth first or breadth first over streams, or synchronised in the loop. Every picture that "
    "comes back is compared with what the host computes before a time counts. Beside each time "
    "stand the serial schedule's and the longest stage's, which nothing hides."};
constexpr double pipeline_seconds = 0.2;

std::vector<Option> schedule_options() {
  std::vector<Option> options{{"all", "all", {}}};
  for (const PipelineScheduleInfo& info : pipeline_schedules())
    options.push_back({info.id, info.label, {}});
  return options;
}

/// "off", "on", "both".
Param compared(std::string id, std::string label, std::string help) {
  return choice_axis(std::move(id), std::move(label),
                     {{"off", "off", {}}, {"on", "on", {}}, {"both", "both, to compare", {}}},
                     "off", std::move(help));
}
std::vector<bool> compared(const Values& values, const char* id) {
  const std::string& text = get_text(values, id);
  return text == "both" ? std::vector{false, true} : std::vector{text == "on"};
}

bool blurs(const Values& values) { return get_text(values, "filter") == "convolution"; }

class PipelineExperiment final : public Experiment {
 public:
  const ExperimentInfo& info() const override { return pipeline_info; }
  std::vector<Param> params() const override;
  void declare(OptionGroup& options) override;
  void check(const Values& values) const override;
  void run(const Values& values, const LabTools& tools, LabReport& report) override;

 private:
  PipelineRequest request_of(const Values& values) const;
  PipelineChoice choice_of(const Values& values) const;

  /// What the command line said; it counts before what a control shows.
  std::vector<PipelineSchedule> schedules_;
  std::vector<int> chunks_, streams_;
  std::optional<unsigned> work_;
  PipelineRequest size_;
};

std::vector<Param> PipelineExperiment::params() const {
  const PipelineShape usual;
  return {
      choice_axis("schedule", "Schedule", schedule_options(), "all",
                  "The order in which copies and kernels are issued."),
      integer_param("chunks", "Chunks", "", 1, most_pipeline_chunks, usual.chunks,
                    "Chunks in which the pictures go."),
      integer_param("streams", "Streams", "", 1, most_pipeline_streams, usual.streams,
                    "Streams over which chunks are spread."),
      choice_axis("filter", "Filter",
                  {{"sum", "sums, any work", {}}, {"convolution", "Convolution", {}}}, "sum",
                  "What happens to a picture: sums of nine pixels with so much arithmetic as work "
                  "says, or the blur of the workload Convolution, whose work is its radius."),
      log_scaled(integer_param("pictures", "Pictures", "", 1, 4096, size_.pictures,
                               "How many pictures; a chunk has one at least.")),
      choice_axis("memory", "Memory", {{"pinned", "pinned", {}}, {"pageable", "pageable", {}}},
                  "pinned", "Where the pictures lie on the host."),
      compared("host_threads", "Host threads",
               "A host thread for each stream, which issues what the stream is given: copies from "
               "pageable memory keep their thread."),
      compared("callbacks", "Callbacks",
               "Behind each chunk a function of the host, in the stream's turn, looks at some "
               "pixels of its pictures."),
      automatic(integer_axis("work", "Work", "rounds", {0, 4, 16, 64, 256, 1024, 4096, 16'384}, 0,
                             "Rounds of arithmetic for each pixel, or the radius; 0: so much that "
                             "the kernel takes as long as a copy."))};
}

void PipelineExperiment::declare(OptionGroup& options) {
  options.value(
      "schedule", "all|NAME,NAME",
      [this](const std::string& text) { schedules_ = parse_pipeline_schedules(text); },
      "Schedules: serial, blocked, depth-first, breadth-first, synchronised. Default all.");
  options.value(
      "chunks", "COUNT,COUNT",
      [this](const std::string& text) {
        chunks_ = parse_counts(text, "chunks", most_pipeline_chunks);
      },
      "Chunks in which the pictures go, at most 32. Default 8.");
  options.value(
      "streams", "COUNT,COUNT",
      [this](const std::string& text) {
        streams_ = parse_counts(text, "streams", most_pipeline_streams);
      },
      "Streams over which chunks are spread, at most 8. Default 4.");
  options.size("picture", size_.width, size_.height, "Size of the pictures. Default 1920x1080.");
  options.integer("work", "COUNT", 0, 1'000'000, work_,
                  "Rounds of arithmetic for each pixel, or the radius. Default: so much that the "
                  "kernel takes as long as a copy.");
}

PipelineRequest PipelineExperiment::request_of(const Values& values) const {
  PipelineRequest request = size_;
  request.pictures = int(get_integer(values, "pictures"));
  request.pinned = get_text(values, "memory") == "pinned";
  request.work = work_;
  if (const std::int64_t work = get_integer(values, "work"); !work_ && work > 0)
    request.work = unsigned(work);
  return request;
}

PipelineChoice PipelineExperiment::choice_of(const Values& values) const {
  PipelineChoice choice;
  choice.schedules =
      schedules_.empty() ? parse_pipeline_schedules(get_text(values, "schedule")) : schedules_;
  choice.chunks = chunks_.empty() ? std::vector{int(get_integer(values, "chunks"))} : chunks_;
  choice.streams = streams_.empty() ? std::vector{int(get_integer(values, "streams"))} : streams_;
  choice.threads = compared(values, "host_threads");
  choice.callbacks = compared(values, "callbacks");
  return choice;
}

void PipelineExperiment::check(const Values& values) const {
  const std::vector<int> chunks = choice_of(values).chunks;
  const int most = *std::ranges::max_element(chunks), pictures = request_of(values).pictures;
  if (most > pictures)
    throw Error("--chunks " + grouped(most) + ": there are " + grouped(pictures) +
                " pictures, and a chunk has one at least");
  const std::optional<unsigned> work = request_of(values).work;
  if (blurs(values) && work && (*work < 1 || *work > unsigned(Convolution::most_radius)))
    throw Error("--work " + grouped(std::int64_t(*work)) + ": the radius is 1 \u2026 " +
                grouped(Convolution::most_radius));
}

void PipelineExperiment::run(const Values& values, const LabTools& tools, LabReport& report) {
  check(values);
  const std::vector<PipelineShape> shapes = pipeline_shapes(choice_of(values));
  PipelineResults results;
  results.request = request_of(values);
  results.filter = get_text(values, "filter");
  const auto tell = [&](bool interrupted) {
    results.interrupted = interrupted;
    report.findings = pipeline_findings(results);
    report.json = to_json(results);
    report.csv = pipeline_csv(results);
  };
  tell(false);
  const auto measure = [&] {
    tools.take_turn(Executor::cuda);
    tools.at("pictures", 0);
    results.request.host_bytes = host_free_bytes();
    MakePipelineFilter filter;
    if (blurs(values))
      filter = [](const PipelineRequest& request) { return make_convolution_filter(request); };
    const auto runner = make_pipeline_runner(results.request, filter);
    results.work = runner->work();
    PipelineWatch watch;
    watch.stop = tools.stop;
    watch.samples = [&](const PipelineShape& shape) {
      tools.at(shape_text(shape), double(results.results.size()) / double(shapes.size()));
    };
    watch.done = [&](const PipelineResult& result) {
      results.results.push_back(result);
      tell(false);
      tools.found(report.findings);
    };
    measure_pipelines(*runner, shapes, tools.seconds_or(pipeline_seconds), watch);
  };
  measure_and_tell(measure, tell);
}

}  // namespace

std::unique_ptr<Experiment> make_pipeline_experiment() {
  return std::make_unique<PipelineExperiment>();
}

}  // namespace livewarp
