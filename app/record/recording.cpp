#include "app/record/recording.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <system_error>
#include <utility>

#include "app/base/output_file.h"
#include "app/base/version.h"
#include "app/record/vpx_encoder.h"
#include "app/record/webm_file.h"
#include "kernels/core/base/error.h"
#include "render/gl/png.h"

namespace livewarp {

namespace {

namespace fs = std::filesystem;

bool is_video(const std::string& path) { return fs::path(path).extension() == ".webm"; }

/// What all recordings ask of their pictures.
class SizedRecording : public Recording {
 public:
  explicit SizedRecording(const RecordingFormat& format) : format_(format) {}
  int pictures() const final { return pictures_; }
  void add(const PixelImage& picture, double seconds) final {
    if (picture.width != format_.width || picture.height != format_.height)
      throw Error("pictures of a recording all have one size: it began with " +
                  std::to_string(format_.width) + "\u00d7" + std::to_string(format_.height));
    take(picture, seconds);
    ++pictures_;
  }

 protected:
  virtual void take(const PixelImage& picture, double seconds) = 0;
  const RecordingFormat& format() const { return format_; }

 private:
  RecordingFormat format_;
  int pictures_ = 0;
};

std::int64_t milliseconds(double seconds) { return std::llround(seconds * 1000); }

class Video final : public SizedRecording {
 public:
  explicit Video(const RecordingFormat& format)
      : SizedRecording(format), file_(format.path, {.width = format.width,
                                                    .height = format.height,
                                                    .program = "Livewarp " + version_text()}),
        encoder_(format.width, format.height, format.pictures_a_second,
                 [this](std::string_view bytes, std::int64_t at, bool key) {
                   file_.add(bytes, at, key);
                 }) {}

  void finish(double seconds) override {
    encoder_.flush();
    file_.finish(milliseconds(seconds));
  }

 private:
  void take(const PixelImage& picture, double seconds) override {
    encoder_.encode(picture, milliseconds(seconds));
  }
  WebmFile file_;
  VpxEncoder encoder_;
};

/// Files frame-00000.png, frame-00001.png and so on, as other programs read a sequence.
class PngSequence final : public SizedRecording {
 public:
  explicit PngSequence(const RecordingFormat& format) : SizedRecording(format) {
    std::error_code refused;
    fs::create_directories(format.path, refused);
    if (refused) throw Error("the folder " + format.path + " cannot be made: " + refused.message());
    if (fs::exists(file_of(0)))
      throw Error(format.path + " holds a recording already", "name another folder, or empty it");
  }
  void finish(double) override {}

 private:
  std::string file_of(int number) const {
    std::string digits = std::to_string(number);
    digits.insert(0, std::size_t(std::max<std::ptrdiff_t>(0, 5 - std::ssize(digits))), '0');
    return (fs::path(format().path) / ("frame-" + digits + ".png")).string();
  }
  void take(const PixelImage& picture, double) override {
    OutputFile(file_of(pictures()), OutputFile::Reaches::cache)
        .write(png_bytes(picture.width, picture.height, picture.rgba.data()));
  }
};

}  // namespace

void require_recordable(const std::string& path) {
  if (is_video(path)) {
    if (!video_unavailable().empty()) throw Error(video_unavailable());
    return;
  }
  if (fs::path(path).has_extension() && !fs::is_directory(path))
    throw Error(path + ": a recording is FILE.webm, or a folder for pictures");
}

std::unique_ptr<Recording> make_recording(const RecordingFormat& format) {
  require_recordable(format.path);
  if (is_video(format.path)) return std::make_unique<Video>(format);
  return std::make_unique<PngSequence>(format);
}

}  // namespace livewarp
