#pragma once

#include <functional>
#include <stop_token>

namespace livewarp {

/// Long work that can be stopped and says how far it is (0..1).
struct Job {
  std::stop_token stop;
  std::function<void(double)> progress;
  /// Throws `Cancelled` if stop was asked, else reports.
  void at(double fraction) const;
};

}  // namespace livewarp
