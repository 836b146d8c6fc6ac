#include "app/window/exporter.h"

#include <ctime>
#include <filesystem>
#include <utility>

#include "app/base/dated_name.h"
#include "app/base/output_file.h"
#include "app/base/platform.h"
#include "app/measure/json_report.h"
#include "app/pictures/graph_picture.h"
#include "app/pictures/off_screen.h"
#include "app/record/vpx_encoder.h"
#include "app/report/session_report.h"
#include "kernels/core/base/text.h"

namespace livewarp {

void Exporter::save_window(std::string path) {
  if (path.empty()) path = dated_name("livewarp", "png", std::time(nullptr));
  wrote_ = true;
  or_notice(session_.notices(), "the picture could not be saved", [&] {
    const PixelImage image = screen_.pixels();
    OutputFile file(path);
    write_picture(image, file);
    // Who started the program from a menu does not know in which folder it runs.
    session_.notices().add(Severity::info, "picture written: " + absolute_path(path));
  });
}

void Exporter::begin_recording(std::string path) {
  if (path.empty()) path = dated_name("livewarp", "webm", std::time(nullptr));
  or_notice(session_.notices(), "the window cannot be recorded",
            [&] { recorder_.begin(absolute_path(path)); });
}

void Exporter::end_recording() { recorder_.end(LiveRecorder::Clock::now()); }

void Exporter::record_window() {
  const auto now = LiveRecorder::Clock::now();
  if (!recorder_.due(now)) return;
  or_notice(session_.notices(), "the window cannot be recorded",
            [&] { recorder_.take(screen_.pixels(), now); });
}

void Exporter::describe(ui::Model& model) const {
  model.filmed = recorder_.seconds(LiveRecorder::Clock::now());
  model.no_video = video_unavailable();
}

void Exporter::take_recording() {
  const auto ended = recorder_.poll();
  if (!ended) return;
  if (ended->failure) session_.notices().add(*ended->failure);
  std::string text = "recorded: " + ended->path + ", " + grouped(ended->pictures) + " pictures";
  if (ended->left_out > 0)
    text += "; " + grouped(ended->left_out) + " were left out, as compressing takes longer here";
  session_.notices().add(Severity::info, text);
}

void Exporter::look_for_place(Item item) {
  const bool csv = item == Item::graph_csv, graph = csv || item == Item::graph_png;
  if (graph && sweep_.results().empty()) return;
  const std::string suffix = csv ? "csv" : "png";
  const std::string name =
      dated_name("livewarp-" + session_.workload().info().name + (graph ? "-sweep" : ""), suffix,
                 std::time(nullptr));
  if (dialog_.unavailable().empty()) {
    dialog_.save(graph ? "Save the sweep" : "Save the result", name, {suffix},
                 csv ? "Tables" : "Pictures");
    looking_for_ = item;
  } else if (dialog_.is_open()) {
    session_.notices().add(Severity::info, dialog_.unavailable());
  } else {
    save(item, name);
  }
}

bool Exporter::has_news() const {
  return saver_.is_done() || recorder_.has_news() || report_saver_.is_done() ||
         (looking_for_ && dialog_.is_done());
}

bool Exporter::take_wrote() { return std::exchange(wrote_, false); }

void Exporter::poll() {
  take_chosen();
  take_saved();
  take_report();
  take_recording();
}

void Exporter::save_report() {
  wrote_ = true;
  or_notice(session_.notices(), "the report could not be saved", [&] {
    ReportContent content =
        session_report(session_, device_, sweep_.graphs_of(session_.workload()));
    PixelImage window = screen_.pixels();
    content.pictures.push_back({.caption = "The window when this was written",
                                .width = window.width,
                                .height = window.height,
                                .rgba = std::move(window.rgba),
                                .reason = "nothing was drawn"});
    const std::string name = dated_name("livewarp-" + session_.workload().info().name + "-report",
                                        "html", std::time(nullptr));
    report_saver_.save(std::move(content),
                       std::filesystem::path(name).replace_extension().string());
  });
}

void Exporter::take_report() {
  const auto saved = report_saver_.take();
  if (!saved) return;
  if (saved->failure)
    session_.notices().add(*saved->failure);
  else
    session_.notices().add(Severity::info, "report written: " + absolute_path(saved->path));
}

void Exporter::take_chosen() {
  if (!looking_for_ || !dialog_.is_done()) return;
  const Item item = *std::exchange(looking_for_, std::nullopt);
  or_notice(session_.notices(), "the dialog cannot be opened", [&] {
    if (const std::string path = dialog_.take().value_or(""); !path.empty()) save(item, path);
  });
}

void Exporter::save(Item item, const std::string& path) {
  const bool bare = std::filesystem::path(path).extension().empty();
  const bool csv = item == Item::graph_csv;
  const std::string whole = bare ? path + (csv ? ".csv" : ".png") : path;
  if (item != Item::result) return save_graph(whole, !csv);
  or_notice(session_.notices(), "the result could not be saved",
            [&] { saver_.save(session_.result(), whole); });
}

void Exporter::save_graph(const std::string& path, bool picture) {
  wrote_ = true;
  or_notice(session_.notices(), "the graph could not be saved", [&] {
    const std::vector<VariantResult> results = sweep_.results();
    if (picture) {
      const std::string origin = origin_text(session_.machine(), results, device_);
      const PixelImage image =
          screen_.draw_graphs(sweep_.graphs(), origin, graph_width, graph_height);
      OutputFile file(path);
      write_picture(image, file);
    } else {
      OutputFile(path).write(csv_report(results));
    }
    session_.notices().add(Severity::info, "graph written: " + absolute_path(path));
  });
}

void Exporter::take_saved() {
  const auto saved = saver_.take();
  if (!saved) return;
  if (saved->failure)
    session_.notices().add(*saved->failure);
  else
    session_.notices().add(Severity::info, "result written: " + saved->path);
}

}  // namespace livewarp
