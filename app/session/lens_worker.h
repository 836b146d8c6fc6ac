#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "kernels/core/workload/workload.h"
#include "ui/model/lens_view.h"

namespace livewarp {

/// Looks into the steps that panels ask for, on a thread of its own. One at a time; a newer request
/// ends the older one.
class LensWorker {
 public:
  LensWorker();
  ~LensWorker();
  LensWorker(const LensWorker&) = delete;
  LensWorker& operator=(const LensWorker&) = delete;

  /// Asked for every frame; nothing: nobody looks.
  void want(const Workload* workload, const std::optional<Choice>& choice);
  /// What was seen last; null: nothing yet. It stays as long as this frame.
  const ui::LensView* seen();
  /// Whether something was seen that nobody was shown.
  bool has_news() const;

 private:
  struct Request {
    const Workload* workload = nullptr;
    Choice choice;
  };
  void work(std::stop_token quit);

  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::optional<Choice> wanted_;  ///< what was asked for last
  std::optional<Request> next_;
  std::stop_source looking_;
  std::shared_ptr<const ui::LensView> seen_, shown_;
  std::jthread worker_;  ///< last: it starts when all else stands
};

}  // namespace livewarp
