#include <glad/gl.h>

#include <ctime>
#include <filesystem>

#include "app/live_window.h"
#include "app/off_screen.h"
#include "app/output_file.h"
#include "kernels/core/error.h"

namespace livewarp {
namespace {

/// "livewarp-20260131-235959.png" in the present folder.
std::string dated_name(const std::string& beginning) {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  char text[64];
  std::strftime(text, sizeof text, "-%Y%m%d-%H%M%S.png", &local);
  return beginning + text;
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
  if (path.empty()) path = dated_name("livewarp");
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

/// Where no dialog can be opened the result goes where pictures of the window go.
void LiveWindow::look_for_place() {
  const std::string name = dated_name("livewarp-" + session_.workload().info().name);
  if (dialog_.unavailable().empty()) {
    dialog_saves_ = true;
    dialog_.save("Save the result", name, {"png"});
  } else if (dialog_.is_open()) {
    session_.notices().add(ui::Severity::info, dialog_.unavailable());
  } else {
    save_result(name);
  }
}

void LiveWindow::save_result(const std::string& path) {
  const bool bare = std::filesystem::path(path).extension().empty();
  try {
    saver_.save(session_.result(), bare ? path + ".png" : path);
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
