// Pipelines over time, and their times against chunks.
#include <algorithm>
#include <map>
#include <string>
#include <tuple>

#include "app/lab/pipeline_report.h"

namespace livewarp {

namespace {

constexpr SpanKind kind_of(PipelineStage stage) {
  switch (stage) {
  case PipelineStage::copy_in: return SpanKind::copy_in;
  case PipelineStage::kernel: return SpanKind::kernel;
  case PipelineStage::copy_out: return SpanKind::copy_out;
  case PipelineStage::host: return SpanKind::host;
  case PipelineStage::wait: break;
  }
  return SpanKind::wait;
}

/// Copies of one direction run one after another, and so do callbacks: only kernels have a lane a
/// stream. Pageable copies that several threads issue overlap, and have one too.
bool one_after_another(const PipelineSpan& span, const PipelineResult& result, bool pinned) {
  if (span.command.stage == PipelineStage::kernel) return false;
  return pinned || span.command.stage == PipelineStage::host || !result.shape.threads;
}

/// Lanes from the top as a chunk passes them.
std::vector<PipelineSpan> by_lane(const PipelineResult& result, bool pinned) {
  std::vector<PipelineSpan> spans = result.spans;
  for (PipelineSpan& span : spans)
    if (!one_after_another(span, result, pinned) && span.command.stage != PipelineStage::kernel)
      span.lane += ", stream " + std::to_string(span.command.stream);
  std::ranges::stable_sort(spans, {}, [](const PipelineSpan& span) {
    return std::tuple(span.command.stage, span.lane, span.end_ms);
  });
  return spans;
}

/// A span begins when its stream comes to it. Where its engine then still does what is before it,
/// it waits until that is done.
Timeline timeline_of(const PipelineResult& result, bool pinned) {
  Timeline timeline;
  timeline.title = shape_text(result.shape);
  std::map<std::size_t, double> free;  // since when a lane is
  for (const PipelineSpan& span : by_lane(result, pinned)) {
    const std::size_t lane = timeline.lane(span.lane);
    double begin = std::max(0.0, span.begin_ms);
    if (one_after_another(span, result, pinned)) begin = std::max(begin, free[lane]);
    begin = std::min(begin, span.end_ms);
    free[lane] = span.end_ms;
    timeline.spans.push_back({lane, span.name, kind_of(span.command.stage), begin, span.end_ms});
    timeline.end_ms = std::max(timeline.end_ms, span.end_ms);
  }
  return timeline;
}

void add_point(Curve& curve, const PipelineResult& result) {
  curve.points.push_back({double(result.shape.chunks), result.ms.median, result.ms.p05,
                          result.ms.p95, std::to_string(result.shape.chunks)});
}

}  // namespace

std::vector<Timeline> pipeline_timelines(const PipelineResults& results) {
  std::vector<const PipelineResult*> best;
  for (const PipelineScheduleInfo& info : pipeline_schedules()) {
    const PipelineResult* const fastest = fastest_of(
        results, [&](const PipelineShape& shape) { return shape.schedule == info.schedule; });
    if (fastest && !fastest->spans.empty()) best.push_back(fastest);
  }
  std::ranges::stable_sort(best, {},
                           [](const PipelineResult* result) { return result->ms.median; });
  std::vector<Timeline> timelines;
  for (const PipelineResult* result : best)
    timelines.push_back(timeline_of(*result, results.request.pinned));
  return timelines;
}

std::vector<Graph> pipeline_graphs(const PipelineResults& results) {
  std::vector<int> chunks;
  for (const PipelineResult& result : results.results)
    if (result.timed()) chunks.push_back(result.shape.chunks);
  std::ranges::sort(chunks);
  chunks.erase(std::unique(chunks.begin(), chunks.end()), chunks.end());
  if (chunks.size() < 2) return {};
  Graph graph;
  graph.title = "Time against chunks";
  graph.setting = "each schedule with the streams that suit it best";
  graph.x_label = "chunks";
  graph.partial = results.interrupted;
  Curve bound{"bound", CurveKind::bound, int(pipeline_schedules().size()), {}};
  for (const PipelineScheduleInfo& info : pipeline_schedules()) {
    Curve curve{info.label, CurveKind::bench, int(info.schedule), {}};
    for (const int count : chunks)
      if (const PipelineResult* const best = fastest_of(results, [&](const PipelineShape& shape) {
            return shape.schedule == info.schedule && shape.chunks == count;
          }))
        add_point(curve, *best);
    if (!curve.points.empty()) graph.curves.push_back(std::move(curve));
  }
  for (const int count : chunks) {
    const PipelineResult* const any =
        fastest_of(results, [&](const PipelineShape& shape) { return shape.chunks == count; });
    const double ms = any->bound.ms();
    bound.points.push_back({double(count), ms, ms, ms, std::to_string(count)});
  }
  graph.curves.push_back(std::move(bound));
  return {graph};
}

}  // namespace livewarp
