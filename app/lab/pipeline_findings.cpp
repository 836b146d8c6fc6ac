#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "app/base/table.h"
#include "app/lab/pipeline_report.h"
#include "kernels/core/base/text.h"
#include "ui/model/format.h"

namespace livewarp {

namespace {

std::string setting_of(const PipelineResults& results) {
  const PipelineRequest& request = results.request;
  const std::string work = grouped(std::int64_t(results.work));
  return fmt::format("{} pictures of {} x {}, {} each way, {}; {}", grouped(request.pictures),
                     grouped(request.width), grouped(request.height), memory_size(request.bytes()),
                     request.pinned ? "pinned" : "pageable",
                     results.filter == "convolution"
                         ? "blurred with radius " + work
                         : "a filter of nine pixels and " + work + " rounds of arithmetic");
}

/// A row a shape. Columns that no row has anything in are left out where they are shown.
FindingsTable schedule_table(const PipelineResults& results) {
  FindingsTable table{"Speed-up: over the serial schedule in as many chunks, without callbacks",
                      {{"schedule", false},
                       {"chunks"},
                       {"streams"},
                       {"threads"},
                       {"callbacks", false},
                       {"time"},
                       {"p95"},
                       {"speed-up"},
                       {"bound"},
                       {"of the bound"}},
                      {}};
  for (const PipelineResult& result : results.results) {
    const PipelineShape& shape = result.shape;
    const PipelineScheduleInfo& info = info_of(shape.schedule);
    std::vector<std::string> cells{info.label, std::to_string(shape.chunks),
                                   info.in_streams ? std::to_string(shape.streams) : "",
                                   shape.threads ? std::to_string(shape.issuers()) : "",
                                   shape.callbacks ? "yes" : ""};
    if (result.timed())
      cells.insert(cells.end(),
                   {ui::time_text(result.ms.median), ui::time_text(result.ms.p95),
                    fmt::format("{:.2f}", result.speed_up()), ui::time_text(result.bound.ms()),
                    ui::percent(result.share_of_bound())});
    else
      cells.insert(cells.end(), 5, missing);
    table.rows.push_back(std::move(cells));
  }
  return table;
}

/// Of every number of chunks once.
FindingsTable stage_table(const PipelineResults& results) {
  FindingsTable table{
      "Each stage alone, copies while both directions run: the longest is the bound",
      {{"chunks"}, {"copy in"}, {"kernel"}, {"copy out"}, {"longest", false}},
      {}};
  std::vector<int> told;
  for (const PipelineResult& result : results.results) {
    const int chunks = result.shape.chunks;
    if (!result.timed() || std::ranges::find(told, chunks) != told.end()) continue;
    told.push_back(chunks);
    const PipelineBound& bound = result.bound;
    table.rows.push_back({std::to_string(chunks), ui::time_text(bound.copy_in_ms),
                          ui::time_text(bound.kernel_ms), ui::time_text(bound.copy_out_ms),
                          bound.longest()});
  }
  return table;
}

std::string best_sentence(const PipelineResult& best) {
  return "Fastest: " + shape_text(best.shape) + ": " + ui::time_text(best.ms.median) +
         fmt::format(", {:.2f} times as fast as the serial schedule with its ", best.speed_up()) +
         ui::time_text(best.serial_ms) + ".";
}

std::string bound_sentence(const PipelineResult& best) {
  return std::string("No schedule hides its longest stage: ") + best.bound.longest() +
         " alone lasts " + ui::time_text(best.bound.ms()) +
         ", of which bound the fastest reaches " + ui::percent(best.share_of_bound()) + ".";
}

/// Without threads and callbacks, in so many chunks.
const PipelineResult* plain(const PipelineResults& results, int chunks, PipelineSchedule schedule) {
  return fastest_of(results, [&](const PipelineShape& shape) {
    return shape.schedule == schedule && shape.chunks == chunks && !shape.threads &&
           !shape.callbacks;
  });
}

bool overlaps(PipelineSchedule schedule) {
  return info_of(schedule).in_streams && schedule != PipelineSchedule::synchronised;
}

/// What textbooks tell of 1.0, 1.4 and 0.8 ms, with the figures of this machine.
std::optional<std::string> story(const PipelineResults& results) {
  const PipelineResult* const best = fastest_of(results, [](const PipelineShape& shape) {
    return overlaps(shape.schedule) && !shape.threads && !shape.callbacks;
  });
  if (!best) return {};
  const int chunks = best->shape.chunks;
  const PipelineResult *const blocked = plain(results, chunks, PipelineSchedule::blocked),
                              *const waits = plain(results, chunks, PipelineSchedule::synchronised);
  if (!blocked) return {};
  const auto relative = [](const PipelineResult& result) {
    return fmt::format("{:.2f}", result.ms.median / result.serial_ms);
  };
  std::string text = "In " + std::to_string(chunks) + (chunks == 1 ? " chunk" : " chunks") +
                     ", serial 1.00: blocked without streams " + relative(*blocked) +
                     ", overlapped " + relative(*best);
  if (waits) text += ", synchronised in the loop " + relative(*waits);
  text += ". Textbooks have 1.0, 1.4 and 0.8 of an old GPU.";
  const bool gains = best->speed_up() > 1.05 && blocked->speed_up() < 1.05;
  return gains ? text + " Chunks gain by calls that do not wait, on several streams." : text;
}

/// The fastest with something and without it, alike in all else.
template <class Has>
std::optional<std::string> with_and_without(const PipelineResults& results, const Has& has,
                                            bool PipelineShape::*what, const std::string& words) {
  const PipelineResult* const with = fastest_of(results, has);
  if (!with) return {};
  const PipelineResult* const without = fastest_of(results, [&](PipelineShape shape) {
    const bool other = !(shape.*what);
    shape.*what = true;
    return other && shape == with->shape;
  });
  if (!without) return {};
  return words + ui::time_text(with->ms.median) + ", without " + ui::time_text(without->ms.median) +
         " (" + shape_text(without->shape) + ").";
}

/// How long callbacks keep their streams; nothing without any.
std::optional<std::string> callback_sentence(const PipelineResults& results) {
  const PipelineResult* const with =
      fastest_of(results, [](const PipelineShape& shape) { return shape.callbacks; });
  if (!with) return {};
  std::vector<double> lasted;
  for (const PipelineSpan& span : with->spans)
    if (span.command.stage == PipelineStage::host) lasted.push_back(span.end_ms - span.begin_ms);
  if (lasted.empty()) return {};
  return "A callback keeps its stream for " + ui::time_text(summarize(lasted).median) +
         " (median of " + std::to_string(lasted.size()) + ").";
}

std::vector<std::string> left_out_of(const PipelineResults& results) {
  std::vector<std::string> lines;
  for (const PipelineResult& result : results.results)
    if (!result.why_not.empty())
      lines.push_back((result.wrong ? "Wrong: " : "Left out: ") + shape_text(result.shape) + ": " +
                      result.why_not + ".");
  return lines;
}

}  // namespace

std::vector<std::string> pipeline_verdict(const PipelineResults& results) {
  const PipelineResult* const best = fastest_of(results, [](const PipelineShape&) { return true; });
  if (!best) return {};
  std::vector<std::string> verdict{best_sentence(*best), bound_sentence(*best)};
  const auto add = [&](std::optional<std::string> sentence) {
    if (sentence) verdict.push_back(std::move(*sentence));
  };
  add(story(results));
  add(with_and_without(
      results, [](const PipelineShape& shape) { return shape.threads; }, &PipelineShape::threads,
      "With a host thread for each stream the fastest takes "));
  add(callback_sentence(results));
  add(with_and_without(
      results, [](const PipelineShape& shape) { return shape.callbacks; },
      &PipelineShape::callbacks, "With callbacks the fastest takes "));
  return verdict;
}

Findings pipeline_findings(const PipelineResults& results) {
  Findings findings;
  findings.setting = setting_of(results);
  findings.verdict = pipeline_verdict(results);
  const bool timed = std::ranges::any_of(results.results, &PipelineResult::timed);
  if (timed) findings.tables = {schedule_table(results), stage_table(results)};
  findings.timelines = pipeline_timelines(results);
  findings.graphs = pipeline_graphs(results);
  findings.left_out = left_out_of(results);
  findings.wrong = std::ranges::any_of(results.results, &PipelineResult::wrong);
  findings.partial = results.interrupted;
  return findings;
}

}  // namespace livewarp
