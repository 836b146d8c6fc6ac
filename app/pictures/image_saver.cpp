#include "app/pictures/image_saver.h"

#include <chrono>
#include <utility>

#include "app/base/output_file.h"
#include "app/base/platform.h"
#include "app/pictures/off_screen.h"

namespace livewarp {

void ImageSaver::save(Image image, const std::string& path) {
  if (writing_.valid()) throw Error("cannot write " + path + ": another picture is being written");
  const auto write = [](const Image& pixels, OutputFile file) -> Saved {
    lower_thread_priority();
    try {
      write_picture(pixels, file);
      return {file.path(), {}};
    } catch (const Error& error) {
      return {file.path(), error};
    } catch (const std::exception& error) {
      return {file.path(), Error("cannot write " + file.path() + ": " + error.what())};
    }
  };
  writing_ = std::async(std::launch::async, write, std::move(image), OutputFile(path));
}

bool ImageSaver::is_done() const {
  return writing_.valid() &&
         writing_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

std::optional<ImageSaver::Saved> ImageSaver::take() {
  if (!is_done()) return {};
  return writing_.get();
}

}  // namespace livewarp
