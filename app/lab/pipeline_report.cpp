#include "app/lab/pipeline_report.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/lab/option_list.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

bool in_streams(const PipelineShape& shape) { return info_of(shape.schedule).in_streams; }

std::string hash_text(std::uint64_t hash) { return fmt::format("{:016x}", hash); }

Json span_json(const PipelineSpan& span) {
  return {{"name", span.name},           {"lane", span.lane},
          {"chunk", span.command.chunk}, {"stream", span.command.stream},
          {"begin_ms", span.begin_ms},   {"end_ms", span.end_ms}};
}

Json result_json(const PipelineResult& result) {
  const auto known = [&](double value) { return result.timed() ? Json(value) : Json(); };
  Json json{{"schedule", info_of(result.shape.schedule).id}, {"chunks", result.shape.chunks}};
  json["streams"] = in_streams(result.shape) ? Json(result.shape.streams) : Json();
  json["host_threads"] = result.shape.issuers();
  json["callbacks"] = result.shape.callbacks;
  json["median_ms"] = known(result.ms.median);
  json["min_ms"] = known(result.ms.min);
  json["p95_ms"] = known(result.ms.p95);
  json["count"] = result.ms.count;
  json["serial_ms"] = known(result.serial_ms);
  json["speed_up"] = known(result.speed_up());
  json["bound_ms"] = known(result.bound.ms());
  json["share_of_bound"] = known(result.share_of_bound());
  json["copy_in_ms"] = known(result.bound.copy_in_ms);
  json["kernel_ms"] = known(result.bound.kernel_ms);
  json["copy_out_ms"] = known(result.bound.copy_out_ms);
  json["hash"] = result.timed() ? Json(hash_text(result.hash)) : Json();
  json["wrong"] = result.wrong;
  json["why_not"] = result.why_not;
  return json;
}

std::string counted(int count, const char* what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

}  // namespace

std::vector<PipelineSchedule> parse_pipeline_schedules(const std::string& text) {
  std::vector<PipelineSchedule> schedules;
  for (const std::string& part : list_parts(text)) {
    for (const PipelineScheduleInfo& info : pipeline_schedules())
      if (part == "all" || part == info.id) add_once(schedules, info.schedule);
    if (part != "all" && !find_pipeline_schedule(part))
      throw Error("--schedule " + printable(part) + ": must be all, or of " +
                  list_ids(pipeline_schedules()));
  }
  if (schedules.empty())
    throw Error("--schedule: must be all, or of " + list_ids(pipeline_schedules()));
  return schedules;
}

std::vector<int> parse_counts(const std::string& text, const std::string& option, int most) {
  std::vector<int> counts;
  for (const std::string& part : list_parts(text)) {
    std::int64_t count = 0;
    if (!read_integer(part, count) || count < 1 || count > most)
      throw Error("--" + option + " " + printable(part) + ": must be 1 \u2026 " + grouped(most));
    add_once(counts, int(count));
  }
  if (counts.empty()) throw Error("--" + option + ": must be 1 \u2026 " + grouped(most));
  return counts;
}

std::vector<PipelineShape> pipeline_shapes(const PipelineChoice& choice) {
  std::vector<PipelineShape> shapes;
  for (const PipelineSchedule schedule : choice.schedules)
    for (const int chunks : choice.chunks)
      for (const int streams : choice.streams)
        for (const bool threads : choice.threads)
          for (const bool callbacks : choice.callbacks) {
            const bool spread = info_of(schedule).in_streams;
            add_once(shapes, PipelineShape{schedule, chunks, spread ? streams : 1,
                                           spread && threads, callbacks});
          }
  return shapes;
}

std::string shape_text(const PipelineShape& shape) {
  std::string text =
      std::string(info_of(shape.schedule).label) + ", " + counted(shape.chunks, "chunk");
  if (in_streams(shape)) text += ", " + counted(shape.streams, "stream");
  if (shape.threads) text += ", a thread each";
  if (shape.callbacks) text += ", callbacks";
  return text;
}

Json to_json(const PipelineResults& results) {
  const PipelineRequest& request = results.request;
  Json json{{"pictures", request.pictures},
            {"width", request.width},
            {"height", request.height},
            {"bytes", request.bytes()},
            {"memory", request.pinned ? "pinned" : "pageable"},
            {"filter", results.filter},
            {"work", results.work}};
  json["pipelines"] = Json::array();
  for (const PipelineResult& result : results.results) {
    Json one = result_json(result);
    one["spans"] = Json::array();
    for (const PipelineSpan& span : result.spans) one["spans"].push_back(span_json(span));
    json["pipelines"].push_back(std::move(one));
  }
  json["interrupted"] = results.interrupted;
  return json;
}

std::string pipeline_csv(const PipelineResults& results) {
  const Json columns = result_json({});
  std::string text;
  for (const auto& [column, value] : columns.items()) text += (text.empty() ? "" : ",") + column;
  text += "\r\n";
  for (const PipelineResult& result : results.results) {
    const Json json = result_json(result);
    std::string line;
    for (const auto& [column, value] : json.items())
      line += (line.empty() ? "" : ",") + csv_cell(value);
    text += line + "\r\n";
  }
  return text;
}

}  // namespace livewarp
