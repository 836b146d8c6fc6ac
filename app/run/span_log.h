#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/base/time_span.h"
#include "kernels/core/exec/exec.h"

namespace livewarp {

/// Who did what an interval tells of: on one track intervals follow or contain one another.
enum class Track {
  frame,    ///< the thread that draws frames
  worker,   ///< steps of the host
  stream,   ///< steps and publishes of a GPU
  picture,  ///< pictures that CUDA or the host drew, which OpenGL then shows
  scene,    ///< pictures that OpenGL drew or shows
  panels,   ///< panels likewise
  check,    ///< verification and what else is done beside the run
  job       ///< what measures while the run rests
};

/// What is at the end of names of what had not ended.
inline constexpr const char* goes_on = " (goes on)";

struct NotedSpan {
  Track track = Track::frame;
  std::string name;
  TimeSpan span;
  double uncertainty_ms = 0;        ///< of both ends, where another clock than the host's told them
  std::optional<Stage> stage = {};  ///< of a GPU's step, or its publish; empty: another interval
};

class SpanReader;

/// Intervals of a run, as whoever does the work notes them: any thread may. While nobody reads them
/// none are kept, and a question costs the read of a flag.
class SpanLog {
 public:
  bool wanted() const { return readers_ > 0; }
  void add(const NotedSpan& span) {
    if (!wanted() || span.span.empty()) return;
    const std::lock_guard lock(mutex_);
    hand_out(span);
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
  friend class SpanReader;
  /// What a reader that does not take it has of it at most.
  static constexpr std::size_t most_kept = 200'000;

  void hand_out(const NotedSpan& span) {
    for (auto& [reader, ended] : ended_)
      if (ended.size() < most_kept) ended.push_back(span);
  }
  void begins(const void* who, Track track, std::string name) {
    const std::lock_guard lock(mutex_);
    open_[who] = {track, std::move(name), {steady_ms(), 0}};
  }
  void ends(const void* who) {
    const std::lock_guard lock(mutex_);
    const auto found = open_.find(who);
    if (found == open_.end()) return;
    found->second.span.end = steady_ms();
    if (!found->second.span.empty()) hand_out(found->second);
    open_.erase(found);
  }

  std::atomic<int> readers_ = 0;
  mutable std::mutex mutex_;
  std::map<const SpanReader*, std::vector<NotedSpan>> ended_;  ///< by who has not taken it
  std::map<const void*, NotedSpan> open_;
};

/// As long as it lives, intervals are kept for it: each reader gets all of them. The log outlives
/// it.
class SpanReader {
 public:
  explicit SpanReader(SpanLog& log) : log_(log) {
    const std::lock_guard lock(log_.mutex_);
    log_.ended_[this];
    ++log_.readers_;
  }
  ~SpanReader() {
    const std::lock_guard lock(log_.mutex_);
    log_.ended_.erase(this);
    --log_.readers_;
  }
  SpanReader(const SpanReader&) = delete;
  SpanReader& operator=(const SpanReader&) = delete;

  /// What has ended since the last call.
  std::vector<NotedSpan> take() {
    const std::lock_guard lock(log_.mutex_);
    return std::exchange(log_.ended_[this], {});
  }

 private:
  SpanLog& log_;
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
