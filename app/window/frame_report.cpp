#include "app/window/frame_report.h"

#include <nlohmann/json.hpp>

#include "app/base/version.h"
#include "app/telemetry/gpu_json.h"

namespace livewarp {
namespace {

nlohmann::ordered_json to_object(const Summary& summary) {
  if (summary.count == 0) return nullptr;
  return {{"median", summary.median}, {"min", summary.min}, {"p95", summary.p95},
          {"p99", summary.p99},       {"max", summary.max}, {"count", summary.count}};
}

nlohmann::ordered_json to_object(const ui::ServedView& served) {
  return {{"viewers", served.viewers},
          {"encode_ms", served.encode_ms},
          {"bytes_a_frame", served.bytes_a_frame},
          {"round_trip_ms", served.round_trip_ms},
          {"frames_sent", served.sent},
          {"frames_dropped", served.dropped},
          {"failure", served.failure}};
}

nlohmann::ordered_json to_array(const std::vector<Notice>& notices) {
  nlohmann::ordered_json array = nlohmann::ordered_json::array();
  for (const Notice& notice : notices)
    array.push_back(
        {{"severity", name_of(notice.severity)}, {"text", notice.text}, {"advice", notice.advice}});
  return array;
}

}  // namespace

std::string to_json(const FrameReport& report) {
  const Summary frames = summarize(report.frames);
  nlohmann::ordered_json json = {{"version", version_text()},
                                 {"window", report.window},
                                 {"gl_renderer", report.gl_renderer},
                                 {"display_path", report.display_path},
                                 {"path_reason", report.path_reason},
                                 {"workload", report.workload},
                                 {"variant", report.variant},
                                 {"memory", report.memory},
                                 {"command_line", report.command_line},
                                 {"verified", report.verified},
                                 {"error", report.error},
                                 {"conditions", "live"},
                                 {"seconds", report.seconds},
                                 {"frames", frames.count},
                                 {"frame_p50_ms", frames.median},
                                 {"frame_p99_ms", frames.p99},
                                 {"frame_max_ms", frames.max},
                                 {"frame_ms", to_object(report.frame)},
                                 {"publish_ms", to_object(report.publish)},
                                 {"map_ms", to_object(report.map)},
                                 {"unmap_ms", to_object(report.unmap)},
                                 {"upload_ms", to_object(report.upload)},
                                 {"draw_ms", to_object(report.draw)},
                                 {"ui_ms", to_object(report.ui)},
                                 {"step_ms", to_object(report.step)},
                                 {"kernel_ms", to_object(report.kernel)},
                                 {"copies_ms", to_object(report.copies)},
                                 {"steps", report.steps},
                                 {"steps_a_sample", report.steps_together},
                                 {"steps_beside_drawing", report.steps_beside_drawing},
                                 {"clocks_uncertainty_ms", report.clocks_uncertainty_ms},
                                 {"gpu", to_json(report.gpu, std::size_t(report.steps))},
                                 {"energy_j", nullptr},
                                 {"items_per_joule", nullptr},
                                 {"no_energy", report.gpu.no_energy},
                                 {"gl_errors", report.gl_errors},
                                 {"first_gl_error", report.first_gl_error},
                                 {"cuda_errors", report.cuda_error.empty() ? 0 : 1},
                                 {"first_cuda_error", report.cuda_error},
                                 {"notices", to_array(report.notices)}};
  if (report.served) json["served"] = to_object(*report.served);
  return json.dump(1) + "\n";
}

}  // namespace livewarp
