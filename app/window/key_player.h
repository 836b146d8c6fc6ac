#pragma once

#include <chrono>
#include <cstddef>
#include <iosfwd>
#include <string>
#include <vector>

#include "app/lecture/key_script.h"
#include "ui/widgets/widgets.h"

namespace livewarp {

class LiveLoop;

struct KeyPlayerOptions {
  double speed = 1;         ///< waits are divided by it
  std::string shot_folder;  ///< empty: no shots
  std::ostream* log = nullptr;
};

/// Plays a key script into a window, frame by frame, by the way that real keys take.
class KeyPlayer {
 public:
  KeyPlayer(LiveLoop& loop, KeyScript script, const KeyPlayerOptions& options);
  ~KeyPlayer();
  KeyPlayer(const KeyPlayer&) = delete;
  KeyPlayer& operator=(const KeyPlayer&) = delete;

  /// To be called before each frame. Throws `std::runtime_error` where what is expected did not
  /// come, after a picture of what is there instead, `unexpected.png` beside the shots.
  void before_frame();
  bool finished() const { return next_ == script_.lines.size(); }

 private:
  using Time = std::chrono::steady_clock::time_point;
  // Each does its part of a line in this frame and says whether the line is done.
  bool play(const script::Press& press);
  bool play(const script::Type& type);
  bool play(const script::Wait& wait);
  bool play(const script::Say& say);
  bool play(const script::Expect& expect);
  bool play(const script::Shot& shot);
  bool play(const script::Report& report);
  /// A stroke takes three frames: down, up, and one for what came of it. True after the last one.
  bool strike(const KeyStroke& stroke);
  std::string missing(const script::Expect& expect) const;
  void shoot(const std::string& name);  ///< the window, after this frame
  double seconds() const;               ///< since the line began

  LiveLoop& loop_;
  KeyScript script_;
  KeyPlayerOptions options_;
  std::vector<ui::Written> words_;  ///< of the last frame
  Time started_, line_started_;
  std::size_t next_ = 0;
  std::string failure_;         ///< what did not come; one frame later it is thrown
  int strokes_ = 0, part_ = 0;  ///< of the line: strokes done, frames of the present one
};

}  // namespace livewarp
