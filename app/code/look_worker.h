#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

#include "app/base/platform.h"
#include "kernels/core/base/error.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

/// Looks into what panels ask for, on a thread of its own. One request at a time; a newer one ends
/// the older one.
template <class Request, class View>
class LookWorker {
 public:
  /// What is seen; throws `Cancelled` once it is to stop. Called by the worker's thread alone.
  using Look =
      std::function<std::shared_ptr<const View>(const Workload&, const Request&, std::stop_token)>;
  explicit LookWorker(Look look)
      : look_(std::move(look)), worker_([this](std::stop_token quit) { work(quit); }) {}
  ~LookWorker() {
    std::lock_guard lock(mutex_);
    next_.reset();
    looking_.request_stop();
  }
  LookWorker(const LookWorker&) = delete;
  LookWorker& operator=(const LookWorker&) = delete;

  /// Asked for every frame; nothing: nobody looks.
  void want(const Workload* workload, const std::optional<Request>& request) {
    std::lock_guard lock(mutex_);
    if (request == wanted_) return;
    wanted_ = request;
    looking_.request_stop();
    next_.reset();
    if (request && workload) next_.emplace(workload, *request);
    changed_.notify_all();
  }
  /// What was seen last; null: nothing yet. It stays as long as this frame.
  const View* seen() { return seen_shared().get(); }
  /// The same, which stays as long as somebody holds it.
  std::shared_ptr<const View> seen_shared() {
    std::lock_guard lock(mutex_);
    shown_ = seen_;
    return shown_;
  }
  /// Whether something was seen that nobody was shown.
  bool has_news() const {
    std::lock_guard lock(mutex_);
    return seen_ != shown_;
  }

 protected:
  /// For a look that takes long: what is seen until then.
  void show(std::shared_ptr<const View> seen, const std::stop_token& stop) {
    std::lock_guard lock(mutex_);
    if (!stop.stop_requested()) seen_ = std::move(seen);
  }

 private:
  void work(std::stop_token quit) {
    lower_thread_priority();
    while (true) {
      std::pair<const Workload*, Request> request;
      std::stop_token stop;
      {
        std::unique_lock lock(mutex_);
        if (!changed_.wait(lock, quit, [this] { return next_.has_value(); })) return;
        request = *std::exchange(next_, std::nullopt);
        looking_ = std::stop_source();
        stop = looking_.get_token();
      }
      std::shared_ptr<const View> seen;
      try {
        seen = look_(*request.first, request.second, stop);
      } catch (const Cancelled&) {
        continue;
      }
      std::lock_guard lock(mutex_);
      if (seen) seen_ = std::move(seen);
    }
  }

  const Look look_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::optional<Request> wanted_;  ///< what was asked for last
  std::optional<std::pair<const Workload*, Request>> next_;
  std::stop_source looking_;
  std::shared_ptr<const View> seen_, shown_;
  std::jthread worker_;  ///< last: it starts when all else stands
};

}  // namespace livewarp
