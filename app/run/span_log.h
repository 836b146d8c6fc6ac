#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/base/time_span.h"

namespace livewarp {

/// Who did what an interval tells of: on one track intervals follow or contain one another.
enum class Track {
  frame,   ///< the thread that draws frames
  worker,  ///< steps of the host
  stream,  ///< steps and publishes of a GPU
  scene,   ///< pictures that the GPU drew
  panels,  ///< panels likewise
  check,   ///< verification and what else is done beside the run
  job      ///< what measures while the run rests
};

struct NotedSpan {
  Track track = Track::frame;
  std::string name;
  TimeSpan span;
  double uncertainty_ms = 0;  ///< of both ends, where another clock than the host's told them
};

/// Intervals of a run, as whoever does the work notes them: any thread may. While nobody wants them
/// none are kept, and a question costs the read of a flag.
class SpanLog {
 public:
  void keep(bool wanted) {
    wanted_ = wanted;
    if (!wanted) take();
  }
  bool wanted() const { return wanted_; }
  void add(NotedSpan span) {
    if (!wanted_ || span.span.empty()) return;
    const std::lock_guard lock(mutex_);
    ended_.push_back(std::move(span));
  }
  /// What has ended since the last call.
  std::vector<NotedSpan> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(ended_, {});
  }
  /// What has begun and not ended, until now.
  std::vector<NotedSpan> under_way() const {
    const std::lock_guard lock(mutex_);
    std::vector<NotedSpan> all;
    for (const auto& [who, span] : open_) {
      all.push_back(span);
      all.back().span.end = steady_ms();
    }
    return all;
  }

 private:
  friend class Noting;
  void begins(const void* who, Track track, std::string name) {
    const std::lock_guard lock(mutex_);
    open_[who] = {track, std::move(name), {steady_ms(), 0}};
  }
  void ends(const void* who) {
    const std::lock_guard lock(mutex_);
    const auto found = open_.find(who);
    if (found == open_.end()) return;
    found->second.span.end = steady_ms();
    if (wanted_ && !found->second.span.empty()) ended_.push_back(std::move(found->second));
    open_.erase(found);
  }

  std::atomic<bool> wanted_ = false;
  mutable std::mutex mutex_;
  std::vector<NotedSpan> ended_;
  std::map<const void*, NotedSpan> open_;
};

/// Notes what is done while it lives; null: for nobody. Checks and jobs last: they are known too
/// where they began before anybody wanted to.
class Noting {
 public:
  Noting(SpanLog* log, Track track, std::string name)
      : log_(log && (log->wanted() || track >= Track::check) ? log : nullptr) {
    if (log_) log_->begins(this, track, std::move(name));
  }
  ~Noting() {
    if (log_) log_->ends(this);
  }
  Noting(const Noting&) = delete;
  Noting& operator=(const Noting&) = delete;

 private:
  SpanLog* log_;
};

}  // namespace livewarp
