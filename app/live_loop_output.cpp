#include <algorithm>
#include <ctime>
#include <filesystem>

#include "app/dated_name.h"
#include "app/graph_picture.h"
#include "app/json_report.h"
#include "app/live_loop.h"
#include "app/off_screen.h"
#include "app/output_file.h"
#include "app/platform.h"

namespace livewarp {
void LiveLoop::save_picture(std::string path) {
  if (path.empty()) path = dated_name("livewarp", "png", std::time(nullptr));
  wrote_file_ = true;
  or_notice(session_.notices(), "the picture could not be saved", [&] {
    const PixelImage image = screen_.pixels();
    OutputFile file(path);
    write_picture(image, file);
    // Who started the program from a menu does not know in which folder it runs.
    session_.notices().add(ui::Severity::info, "picture written: " + absolute_path(path));
  });
}

/// Where no dialog can be opened it goes where pictures of the window go.
void LiveLoop::look_for_place(Saved what) {
  const bool csv = what == Saved::graph_csv, graph = csv || what == Saved::graph_png;
  if (graph && course_.results().empty()) return;
  const std::string suffix = csv ? "csv" : "png";
  const std::string name =
      dated_name("livewarp-" + session_.workload().info().name + (graph ? "-course" : ""), suffix,
                 std::time(nullptr));
  if (dialog_.unavailable().empty()) {
    dialog_saves_ = what;
    dialog_.save(graph ? "Save the course graph" : "Save the result", name, {suffix},
                 csv ? "Tables" : "Pictures");
  } else if (dialog_.is_open()) {
    session_.notices().add(ui::Severity::info, dialog_.unavailable());
  } else {
    save(what, name);
  }
}

void LiveLoop::save(Saved what, const std::string& path) {
  const bool bare = std::filesystem::path(path).extension().empty();
  if (what == Saved::result) return save_result(bare ? path + ".png" : path);
  const bool picture = what == Saved::graph_png;
  save_graph(bare ? path + (picture ? ".png" : ".csv") : path, picture);
}

void LiveLoop::save_result(const std::string& path) {
  or_notice(session_.notices(), "the result could not be saved",
            [&] { saver_.save(session_.result(), path); });
}

void LiveLoop::save_graph(const std::string& path, bool picture) {
  const std::vector<RowResult> results = course_.results();
  wrote_file_ = true;
  or_notice(session_.notices(), "the graph could not be saved", [&] {
    if (picture) {
      const std::string origin =
          origin_text(session_.machine(), results, std::max(0, options_.device));
      const PixelImage image =
          screen_.draw_graphs(course_.graphs(), origin, graph_width, graph_height);
      OutputFile file(path);
      write_picture(image, file);
    } else {
      OutputFile(path).write(csv_report(results));
    }
    session_.notices().add(ui::Severity::info, "graph written: " + absolute_path(path));
  });
}

void LiveLoop::take_saved() {
  const auto saved = saver_.take();
  if (!saved) return;
  if (saved->failure)
    session_.notices().add(*saved->failure);
  else
    session_.notices().add(ui::Severity::info, "result written: " + saved->path);
}

}  // namespace livewarp
