#pragma once

#include <functional>
#include <stop_token>

namespace livewarp {

/// Long work that can be stopped and says how far it is (0..1).
struct Job {
  std::stop_token stop;
  std::function<void(double)> progress = {};
  /// Told when steps begin and end: of such work only they keep a GPU busy.
  std::function<void(bool)> stepping = {};
  /// Throws `Cancelled` if stop was asked, else reports.
  void at(double fraction) const;
};

/// While it lives, a job makes steps.
class Stepping {
 public:
  explicit Stepping(const Job& job) : job_(job) {
    if (job_.stepping) job_.stepping(true);
  }
  ~Stepping() {
    if (job_.stepping) job_.stepping(false);
  }
  Stepping(const Stepping&) = delete;
  Stepping& operator=(const Stepping&) = delete;

 private:
  const Job& job_;
};

}  // namespace livewarp
