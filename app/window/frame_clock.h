#pragma once

#include <chrono>
#include <optional>
#include <vector>

namespace livewarp {

/// When frames are drawn and how long they take. While something goes on or has just come, one
/// follows the other; where nothing does, none is drawn.
class FrameClock {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// `for_seconds`: when the last frame is due; 0: never. `keeps_all`: for a report.
  FrameClock(double for_seconds, bool keeps_all, Time now);

  /// Something goes on, or has come. Frames are due for a moment after it: panels settle over some
  /// of them, and hold their numbers for a quarter of a second.
  void stir(Time now);
  /// Whether a frame is due. Of those at rest the first one is: it says that the picture rests.
  bool due(Time now);
  /// Frames are drawn now and then only: their rate means nothing.
  bool resting() const { return resting_; }

  /// A frame has ended. Its time in ms, if it was one of a running picture; `counts` says whether
  /// it was drawn like others.
  std::optional<double> ended(bool counts, Time now);
  bool is_over(Time now) const;

  double seconds(Time now) const;  ///< since the first frame
  /// All frames but those of the first second, in ms.
  const std::vector<double>& all() const { return all_; }

 private:
  double for_seconds_;
  bool keeps_all_;
  Time started_, last_, stirred_;
  int since_stir_ = 0;  ///< frames
  bool resting_ = false, slept_ = false;
  std::vector<double> all_;
};

}  // namespace livewarp
