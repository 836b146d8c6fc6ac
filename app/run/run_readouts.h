#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/run/runner.h"
#include "app/run/verification_worker.h"
#include "kernels/core/model/series.h"

namespace livewarp {

/// Numbers about the state of a run (energy, residual), their course over its time, and how far
/// what is conserved has drifted. They are found beside the steps; of a state that they are known
/// of already, and of a run where they could not be found, nothing is asked again. A copy is what
/// was known then.
class RunReadouts {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// Where they come from.
  struct Source {
    Runner& runner;
    VerificationWorker& verification_worker;
    const Workload& workload;
    const Choice& choice;
    double time = 0;  ///< of the simulation
    /// The present state; nothing where it cannot be copied.
    std::function<std::optional<HostState>()> copy;
  };

  /// Takes what was found and, if it is allowed to, asks for more. Why there is none, said once;
  /// empty while all is well.
  std::string poll(const Source& from, bool may_ask);
  /// Whether they are to be asked for by now.
  bool due(Runner& runner) const;

  /// Another run begins: nothing is known of it.
  void forget() { *this = RunReadouts(); }
  /// The setting has changed, or another runner goes on: what is known may be of another state, and
  /// what could not be found may be found now.
  void ask_anew();
  /// The view has changed: what is drawn over the picture may be another.
  void ask_soon();
  /// What is conserved has been changed from outside.
  void disturb();

  const std::vector<Readout>& latest() const { return latest_; }
  /// What is drawn over the picture by a view; null: nothing was found for it yet.
  std::shared_ptr<const Outline> outline(const Values& view) const;
  /// Of those that are worth a plot, since the start of the run.
  const std::vector<Series>& series() const { return series_.all(); }
  /// From which the drift is counted; nothing while it cannot be told.
  std::optional<double> first_conserved() const { return first_conserved_; }

 private:
  static constexpr std::int64_t no_state = -1;

  void take(std::vector<Readout> found, std::int64_t of);
  void ask(const Source& from, Time now);
  void add_drifts();

  std::vector<Readout> latest_;
  std::shared_ptr<const Outline> outline_;
  Values outline_view_;
  SeriesRecorder series_;
  std::optional<double> first_conserved_;
  /// When they were asked for last, and when something came in from outside: what was asked for
  /// before is no beginning of a drift.
  Time asked_at_{}, disturbed_at_{};
  Time next_{};                                             ///< before it they are not asked for
  double asked_time_ = 0;                                   ///< of the simulation
  std::int64_t asked_of_ = no_state, known_of_ = no_state;  ///< see Runner::changes
  bool failed_ = false;
};

}  // namespace livewarp
