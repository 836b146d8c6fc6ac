#pragma once

#include <string>
#include <vector>

#include "app/measure/json_report.h"
#include "kernels/core/transfer/pipeline.h"

/// What is said and written of pipelines.
namespace livewarp {

struct PipelineResults {
  PipelineRequest request;
  unsigned work = 0;  ///< rounds of arithmetic a pixel
  std::vector<PipelineResult> results;
  bool interrupted = false;
};

/// "serial,depth-first", or "all"; throws `Error` on a name that is none.
std::vector<PipelineSchedule> parse_pipeline_schedules(const std::string& text);
/// "1,2,4": numbers from 1 to `most`, each once. Throws `Error`, which names `option`.
std::vector<int> parse_counts(const std::string& text, const std::string& option, int most);
/// All combinations; those that use no streams once.
std::vector<PipelineShape> pipeline_shapes(const std::vector<PipelineSchedule>& schedules,
                                           const std::vector<int>& chunks,
                                           const std::vector<int>& streams);

std::string pipeline_text(const PipelineResults& results);
/// With the spans of every command.
Json to_json(const PipelineResults& results);
std::string pipeline_csv(const PipelineResults& results);

}  // namespace livewarp
