#include "app/explain/pipeline_report.h"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "app/base/table.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "ui/model/format.h"

namespace livewarp {

namespace {

std::string schedule_ids() {
  std::vector<std::string> ids;
  for (const PipelineScheduleInfo& info : pipeline_schedules()) ids.emplace_back(info.id);
  return joined(ids);
}

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
  json["median_ms"] = known(result.ms.median);
  json["min_ms"] = known(result.ms.min);
  json["p95_ms"] = known(result.ms.p95);
  json["count"] = result.ms.count;
  json["serial_ms"] = known(result.serial_ms);
  json["speed_up"] = known(result.speed_up());
  json["bound_ms"] = known(result.bound.ms());
  json["copy_in_ms"] = known(result.bound.copy_in_ms);
  json["kernel_ms"] = known(result.bound.kernel_ms);
  json["copy_out_ms"] = known(result.bound.copy_out_ms);
  json["hash"] = result.timed() ? Json(hash_text(result.hash)) : Json();
  json["wrong"] = result.wrong;
  json["why_not"] = result.why_not;
  return json;
}

std::string bounds_text(const PipelineResults& results) {
  std::string text;
  std::vector<int> told;
  for (const PipelineResult& result : results.results) {
    const int chunks = result.shape.chunks;
    if (!result.timed() || std::ranges::find(told, chunks) != told.end()) continue;
    told.push_back(chunks);
    const PipelineBound& bound = result.bound;
    text += fmt::format("Alone, in {} {}: copy in {}, kernel {}, copy out {}; bound: {}\n", chunks,
                        chunks == 1 ? "chunk" : "chunks", ui::time_text(bound.copy_in_ms),
                        ui::time_text(bound.kernel_ms), ui::time_text(bound.copy_out_ms),
                        bound.longest());
  }
  return text;
}

}  // namespace

std::vector<PipelineSchedule> parse_pipeline_schedules(const std::string& text) {
  std::vector<PipelineSchedule> schedules;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, ',');) {
    for (const PipelineScheduleInfo& info : pipeline_schedules())
      if ((part == "all" || part == info.id) &&
          std::ranges::find(schedules, info.schedule) == schedules.end())
        schedules.push_back(info.schedule);
    if (part != "all" && !find_pipeline_schedule(part))
      throw Error("--pipeline " + printable(part) + ": must be all, or of " + schedule_ids());
  }
  if (schedules.empty()) throw Error("--pipeline: must be all, or of " + schedule_ids());
  return schedules;
}

std::vector<int> parse_counts(const std::string& text, const std::string& option, int most) {
  std::vector<int> counts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, ',');) {
    std::int64_t count = 0;
    if (!read_integer(part, count) || count < 1 || count > most)
      throw Error("--" + option + " " + printable(part) + ": must be 1 \u2026 " + grouped(most));
    if (std::ranges::find(counts, int(count)) == counts.end()) counts.push_back(int(count));
  }
  if (counts.empty()) throw Error("--" + option + ": must be 1 \u2026 " + grouped(most));
  return counts;
}

std::vector<PipelineShape> pipeline_shapes(const std::vector<PipelineSchedule>& schedules,
                                           const std::vector<int>& chunks,
                                           const std::vector<int>& streams) {
  std::vector<PipelineShape> shapes;
  for (const PipelineSchedule schedule : schedules)
    for (const int count : chunks) {
      if (!info_of(schedule).in_streams) {
        shapes.push_back({schedule, count, 1});
        continue;
      }
      for (const int width : streams) shapes.push_back({schedule, count, width});
    }
  return shapes;
}

std::string pipeline_text(const PipelineResults& results) {
  const PipelineRequest& request = results.request;
  std::string text = fmt::format(
      "{} pictures of {} x {}, {} each way, {}; a filter of nine pixels and {} rounds of "
      "arithmetic\n\n",
      grouped(request.pictures), grouped(request.width), grouped(request.height),
      memory_size(request.bytes()), request.pinned ? "pinned" : "pageable",
      grouped(std::int64_t(results.work)));
  TextTable table({{"schedule"},
                   {"chunks", ColumnAlign::right},
                   {"streams", ColumnAlign::right},
                   {"time", ColumnAlign::right},
                   {"speed-up", ColumnAlign::right},
                   {"of the bound", ColumnAlign::right},
                   {""}});
  for (const PipelineResult& result : results.results) {
    const bool timed = result.timed();
    table.add({info_of(result.shape.schedule).label, std::to_string(result.shape.chunks),
               in_streams(result.shape) ? std::to_string(result.shape.streams) : "",
               timed ? ui::time_text(result.ms.median) : missing,
               timed ? fmt::format("{:.2f}", result.speed_up()) : missing,
               timed ? fmt::format("\u00d7 {:.2f}", result.ms.median / result.bound.ms()) : missing,
               result.why_not});
  }
  if (table.empty()) return text + "Nothing was measured\n";
  text += table.text() + "\nspeed-up: over the serial schedule in as many chunks\n";
  return text + bounds_text(results);
}

Json to_json(const PipelineResults& results) {
  const PipelineRequest& request = results.request;
  Json json{{"pictures", request.pictures},
            {"width", request.width},
            {"height", request.height},
            {"bytes", request.bytes()},
            {"memory", request.pinned ? "pinned" : "pageable"},
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
