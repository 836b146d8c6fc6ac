#pragma once

#include <string>
#include <vector>

#include "app/measure/json_report.h"
#include "kernels/core/model/findings.h"
#include "kernels/core/transfer/pipeline.h"

/// What is said, written and drawn of pipelines.
namespace livewarp {

struct PipelineResults {
  PipelineRequest request;
  std::string filter = "sum";  ///< or "convolution"
  unsigned work = 0;           ///< rounds of arithmetic a pixel, or the radius
  std::vector<PipelineResult> results;
  bool interrupted = false;
};

/// "serial,depth-first", or "all"; throws `Error` on a name that is none.
std::vector<PipelineSchedule> parse_pipeline_schedules(const std::string& text);
/// "1,2,4": numbers from 1 to `most`, each once. Throws `Error`, which names `option`.
std::vector<int> parse_counts(const std::string& text, const std::string& option, int most);

/// What shapes are made of.
struct PipelineChoice {
  std::vector<PipelineSchedule> schedules;
  std::vector<int> chunks{8}, streams{4};
  std::vector<bool> threads{false}, callbacks{false};
};
/// All combinations; those that use no streams once, and without threads.
std::vector<PipelineShape> pipeline_shapes(const PipelineChoice& choice);

/// "depth first, 8 chunks, 4 streams, a thread each, callbacks".
std::string shape_text(const PipelineShape& shape);

/// Tables, timelines, graphs and sentences.
Findings pipeline_findings(const PipelineResults& results);
std::vector<std::string> pipeline_verdict(const PipelineResults& results);
/// Of each schedule the fastest, when its commands ran; the fastest of all comes first.
std::vector<Timeline> pipeline_timelines(const PipelineResults& results);
/// Times against chunks, where there are several numbers of them.
std::vector<Graph> pipeline_graphs(const PipelineResults& results);
/// With the spans of every command.
Json to_json(const PipelineResults& results);
std::string pipeline_csv(const PipelineResults& results);

/// The fastest of those that a test lets pass; null without any.
template <class Passes>
const PipelineResult* fastest_of(const PipelineResults& results, const Passes& passes) {
  const PipelineResult* fastest = nullptr;
  for (const PipelineResult& result : results.results)
    if (result.timed() && passes(result.shape) &&
        (!fastest || result.ms.median < fastest->ms.median))
      fastest = &result;
  return fastest;
}

}  // namespace livewarp
