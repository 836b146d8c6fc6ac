#include "app/record/live_recorder.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

namespace livewarp {

using std::chrono::duration;

/// A recording and the thread that writes it.
struct LiveRecorder::Work {
  struct Picture {
    PixelImage image;
    double seconds = 0;
  };
  static constexpr std::size_t most_waiting = 4;

  std::unique_ptr<Recording> recording;
  std::string path;
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<Picture> waiting;
  std::optional<double> end;  ///< seconds
  int left_out = 0;
  std::optional<Error> failure;
  std::atomic<bool> done{false};
  std::jthread thread;  // last: it uses all the others

  Work(std::unique_ptr<Recording> made, std::string to)
      : recording(std::move(made)), path(std::move(to)), thread([this] { run(); }) {}
  ~Work() {
    {
      const std::lock_guard lock(mutex);
      if (!end) end = waiting.empty() ? 0 : waiting.back().seconds;
    }
    changed.notify_one();
  }

  void add(Picture picture) {
    {
      const std::lock_guard lock(mutex);
      if (waiting.size() >= most_waiting)
        ++left_out;
      else
        waiting.push_back(std::move(picture));
    }
    changed.notify_one();
  }

  void run() {
    double last = 0;
    try {
      while (const std::optional<Picture> picture = next()) {
        recording->add(picture->image, picture->seconds);
        last = picture->seconds;
      }
    } catch (const Error& error) {
      failure = error;
    }
    try {
      recording->finish(std::max(last + 1.0 / pictures_a_second, end.value_or(0)));
    } catch (const Error& error) {
      if (!failure) failure = error;
    }
    done = true;
  }

  /// Waits for one; none after the last.
  std::optional<Picture> next() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return !waiting.empty() || end; });
    if (waiting.empty()) return {};
    std::optional<Picture> first = std::move(waiting.front());
    waiting.pop_front();
    return first;
  }
};

LiveRecorder::LiveRecorder() = default;
LiveRecorder::~LiveRecorder() = default;

bool LiveRecorder::recording() const { return !path_.empty(); }

std::optional<double> LiveRecorder::seconds(Clock::time_point now) const {
  if (!recording()) return {};
  return began_ ? duration<double>(now - *began_).count() : 0;
}

void LiveRecorder::begin(const std::string& path) {
  require_recordable(path);
  if (work_) throw Error("a recording is still being written: " + work_->path);
  path_ = path;
  began_.reset();
}

bool LiveRecorder::due(Clock::time_point now) const {
  return recording() && (!began_ || now >= next_);
}

void LiveRecorder::take(PixelImage picture, Clock::time_point now) {
  if (!began_) {
    RecordingFormat format{.path = path_, .width = picture.width, .height = picture.height};
    format.pictures_a_second = pictures_a_second;
    try {
      work_ = std::make_unique<Work>(make_recording(format), path_);
    } catch (const Error&) {
      path_.clear();
      throw;
    }
    began_ = next_ = now;
  }
  // Frames come when they come: one that is late does not move those after it.
  const Clock::duration period = std::chrono::nanoseconds(1'000'000'000 / pictures_a_second);
  next_ = std::max(next_ + period, now - period);
  work_->add({std::move(picture), duration<double>(now - *began_).count()});
}

void LiveRecorder::end(Clock::time_point now) {
  if (!recording()) return;
  path_.clear();
  if (!work_) return;
  {
    const std::lock_guard lock(work_->mutex);
    work_->end = duration<double>(now - *began_).count();
  }
  work_->changed.notify_one();
}

bool LiveRecorder::has_news() const { return work_ && work_->done; }

std::optional<LiveRecorder::Ended> LiveRecorder::poll() {
  if (!has_news()) return {};
  const std::unique_ptr<Work> work = std::move(work_);
  path_.clear();
  return Ended{work->path, work->recording->pictures(), work->left_out, work->failure};
}

}  // namespace livewarp
