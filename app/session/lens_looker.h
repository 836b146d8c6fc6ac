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

/// Looks into the steps that panels ask for, on a thread of its own. One at a time; a newer wish ends the older one.
class LensLooker {
 public:
  LensLooker();
  ~LensLooker();
  LensLooker(const LensLooker&) = delete;
  LensLooker& operator=(const LensLooker&) = delete;

  /// Asked for every frame; nothing: nobody looks.
  void want(const Workload* workload, const std::optional<Choice>& choice);
  /// What was seen last; null: nothing yet. It stays as long as this frame.
  const ui::LensView* seen();
  /// Whether something was seen that nobody was shown.
  bool has_news() const;

 private:
  struct Wish {
    const Workload* workload = nullptr;
    Choice choice;
  };
  void work(std::stop_token quit);

  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::optional<Choice> wanted_;  ///< what was asked for last
  std::optional<Wish> next_;
  std::stop_source looking_;
  std::shared_ptr<const ui::LensView> seen_, shown_;
  std::jthread worker_;  ///< last: it starts when all else stands
};

}  // namespace livewarp
