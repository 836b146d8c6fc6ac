#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "app/record/recording.h"
#include "kernels/core/base/error.h"

namespace livewarp {

/// Records what a loop of frames shows, as it goes: compressing and writing happen beside the
/// frames. Where that cannot keep up, pictures are left out, and counted.
class LiveRecorder {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr int pictures_a_second = 30;

  LiveRecorder();
  ~LiveRecorder();  ///< completes what is under way

  bool recording() const;
  /// Seconds since its first picture; nothing while nothing is recorded.
  std::optional<double> seconds(Clock::time_point now) const;
  /// Throws `Error` if that cannot be recorded; the first picture gives the size.
  void begin(const std::string& path);
  /// Whether a picture of this moment is wanted.
  bool due(Clock::time_point now) const;
  /// The picture of that moment. Throws `Error` where nothing can be written.
  void take(PixelImage picture, Clock::time_point now);
  /// Completes the recording, beside the frames.
  void end(Clock::time_point now);

  struct Ended {
    std::string path;
    int pictures = 0, left_out = 0;
    std::optional<Error> failure;  ///< what was recorded before it is kept, where it can be
  };
  /// The recording that has been completed, or has failed; once.
  std::optional<Ended> poll();
  bool has_news() const;

 private:
  struct Work;
  std::string path_;
  std::optional<Clock::time_point> began_;  ///< of the first picture
  Clock::time_point next_{};
  std::unique_ptr<Work> work_;
};

}  // namespace livewarp
