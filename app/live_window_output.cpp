#include <glad/gl.h>

#include <algorithm>
#include <ctime>
#include <filesystem>

#include "app/graph_picture.h"
#include "app/json_report.h"
#include "app/live_window.h"
#include "app/off_screen.h"
#include "app/output_file.h"
#include "kernels/core/error.h"

namespace livewarp {
namespace {

/// "livewarp-20260131-235959.png" in the present folder.
std::string dated_name(const std::string& beginning, const std::string& suffix) {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  char text[64];
  std::strftime(text, sizeof text, "-%Y%m%d-%H%M%S.", &local);
  return beginning + text + suffix;
}

}  // namespace

PixelImage LiveWindow::pixels() const {
  PixelImage image{window_.framebuffer_width(), window_.framebuffer_height(), {}};
  const auto row_bytes = 4 * static_cast<std::size_t>(image.width);
  std::vector<std::uint8_t> upward(row_bytes * static_cast<std::size_t>(image.height));
  glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, image.width, image.height, GL_RGBA, GL_UNSIGNED_BYTE, upward.data());
  image.rgba.reserve(upward.size());
  for (int y = image.height - 1; y >= 0; --y) {
    const auto row = upward.begin() + static_cast<std::ptrdiff_t>(row_bytes) * y;
    image.rgba.insert(image.rgba.end(), row, row + static_cast<std::ptrdiff_t>(row_bytes));
  }
  for (std::size_t i = 3; i < image.rgba.size(); i += 4) image.rgba[i] = 255;
  return image;
}

void LiveWindow::save_picture(std::string path) {
  if (path.empty()) path = dated_name("livewarp", "png");
  wrote_file_ = true;
  try {
    const PixelImage image = pixels();
    OutputFile file(path);
    write_picture(image, file);
    session_.notices().add(ui::Severity::info, "picture written: " + path);
  } catch (const Error& error) {
    session_.notices().add(error);
  }
}

/// Where no dialog can be opened it goes where pictures of the window go.
void LiveWindow::look_for_place(Saved what) {
  const bool csv = what == Saved::graph_csv, graph = csv || what == Saved::graph_png;
  if (graph && course_.results().empty()) return;
  const std::string suffix = csv ? "csv" : "png";
  const std::string name =
      dated_name("livewarp-" + session_.workload().info().name + (graph ? "-course" : ""), suffix);
  if (dialog_.unavailable().empty()) {
    dialog_saves_ = what;
    dialog_.save(graph ? "Save the course graph" : "Save the result", name, {suffix});
  } else if (dialog_.is_open()) {
    session_.notices().add(ui::Severity::info, dialog_.unavailable());
  } else {
    save(what, name);
  }
}

void LiveWindow::save(Saved what, const std::string& path) {
  const bool bare = std::filesystem::path(path).extension().empty();
  if (what == Saved::result) return save_result(bare ? path + ".png" : path);
  const bool picture = what == Saved::graph_png;
  save_graph(bare ? path + (picture ? ".png" : ".csv") : path, picture);
}

void LiveWindow::save_result(const std::string& path) {
  try {
    saver_.save(session_.result(), path);
  } catch (const Error& error) {
    session_.notices().add(error);
  }
}

void LiveWindow::save_graph(const std::string& path, bool picture) {
  const std::vector<RowResult> results = course_.results();
  wrote_file_ = true;
  try {
    if (picture) {
      const std::string origin =
          origin_text(session_.machine(), results, std::max(0, options_.device));
      const PixelImage image = draw_graphs(course_.graphs(), origin, graph_width, graph_height);
      OutputFile file(path);
      write_picture(image, file);
    } else {
      OutputFile(path).write(csv_report(results));
    }
    session_.notices().add(ui::Severity::info, "graph written: " + path);
  } catch (const Error& error) {
    session_.notices().add(error);
  }
}

void LiveWindow::take_saved() {
  const auto saved = saver_.take();
  if (!saved) return;
  if (saved->failure)
    session_.notices().add(*saved->failure);
  else
    session_.notices().add(ui::Severity::info, "result written: " + saved->path);
}

}  // namespace livewarp
