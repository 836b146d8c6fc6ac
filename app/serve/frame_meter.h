#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <vector>

#include "app/serve/frame_server.h"

namespace livewarp {

/// Counts frames and times them. Any thread may ask.
class FrameMeter {
 public:
  void made(std::size_t bytes);
  void sent();
  void dropped(std::size_t count);
  void came_back(std::chrono::duration<double> after);
  void forget_round_trips();  ///< somebody else steers
  void set_viewers(int count, bool steered);

  ServeFigures figures() const;

 private:
  /// The last 120 of something.
  class Recent {
   public:
    void add(double value);
    void clear() { values_.clear(); }
    double median() const;  ///< 0 without any

   private:
    std::vector<double> values_;
    std::size_t next_ = 0;
  };

  mutable std::mutex mutex_;
  ServeFigures counted_;
  Recent bytes_, round_trips_;
};

}  // namespace livewarp
