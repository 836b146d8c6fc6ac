#pragma once

#include <memory>
#include <string>

#include "render/gl/picture.h"

namespace livewarp {

/// Pictures one after another, in a file or a folder. All have the size of the first.
class Recording {
 public:
  virtual ~Recording() = default;
  /// `seconds`: when it is shown, from the first one's 0 on, later than the one before. Throws
  /// `Error` if it cannot be written or has another size.
  virtual void add(const PixelImage& picture, double seconds) = 0;
  /// Completes it, once; without this call a file does not appear, while pictures that are written
  /// stay. Throws `Error`.
  virtual void finish(double seconds) = 0;
  virtual int pictures() const = 0;
};

/// How a recording is made.
struct RecordingFormat {
  std::string path;  ///< FILE.webm: a video (VP9); else a folder, made if it is not there, for PNG
  int width = 0, height = 0;
  int pictures_a_second = 30;  ///< as planned: the times that come with pictures count
};

/// Throws `Error` if the path says neither, or a video is wanted and cannot be made here: without
/// any work done.
void require_recordable(const std::string& path);

/// Throws `Error` likewise, and where nothing can be written.
std::unique_ptr<Recording> make_recording(const RecordingFormat& format);

}  // namespace livewarp
