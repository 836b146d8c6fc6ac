#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "app/measure/sweep.h"
#include "app/session/session.h"
#include "ui/model/model.h"

namespace livewarp {

/// The sweep of the window: the time of the running variant against its size, its block, or both,
/// live (while the window draws) and under bench conditions. First the live run goes through all
/// settings, then one job benches them while it rests. What was measured stays when it is
/// cancelled.
class LiveSweep {
 public:
  /// `longest_ms`: sizes whose live step would take longer are left out, since a lecture waits for
  /// them.
  explicit LiveSweep(double longest_ms = 100) : longest_ms_(longest_ms) {}

  /// Why it cannot be measured now; empty if it can.
  static std::string hindrance(const Session& session);

  void begin(Session& session, ui::Varied varied = ui::Varied::both);
  /// To be called after the session has collected.
  void tick(Session& session);
  /// The session goes back to where it was. With no sweep under way, ends the session's own job.
  void cancel(Session& session);
  /// What the user changes is not taken meanwhile.
  bool running() const { return phase_ != Phase::none; }

  /// Writes graphs, progress and what could be varied into what panels read.
  void describe(const Session& session, ui::Model& model);
  /// Of the last run, also while it goes on; empty before the first.
  const std::vector<Graph>& graphs() const { return graphs_; }
  /// The same if they are of that workload; else none.
  std::vector<Graph> graphs_of(const Workload& workload) const {
    return workload_ == &workload ? graphs_ : std::vector<Graph>();
  }
  /// What they are of: graph i of `choice` over `over[i]`. Nothing before the first sweep.
  struct Measured {
    const Workload* workload;
    const VariantInfo* variant;
    Choice choice;
    std::vector<SweepOver> over;
  };
  std::optional<Measured> measured() const;
  /// All its points.
  std::vector<VariantResult> results() const;

 private:
  using Clock = std::chrono::steady_clock;
  enum class Phase { none, live, restore, bench };

  struct Point {
    SweepStep step;
    std::optional<VariantResult> live, bench;
    bool dropped = false;  ///< it would take too long, or cannot run
  };
  struct Sweep {
    SweepOver over;
    std::vector<Point> points;
  };

  static constexpr std::size_t enough = 20;                     ///< live samples
  static constexpr double live_seconds = 1, bench_seconds = 2;  ///< that a point takes, roughly

  /// A pass of the running setting, live; 0: not known yet.
  static double present_ms(const Session& session);
  // live_sweep_offers.cpp
  static std::optional<Sweep> planned(const Session& session, const std::string& over);
  static double scaled_ms(const Workload& workload, const Choice& from, double ms,
                          const Choice& to);
  static double live_time(double ms);  ///< seconds
  void offer(const Session& session);
  ui::JobStrip strip(const Session& session) const;

  double expected_ms(const Point& point) const;
  double longest_allowed(bool present) const;
  Point* present();
  void begin_point(Session& session);
  void next_point(Session& session);
  void drop(bool and_all_after);
  bool measured(const Session& session);
  void watch_live(Session& session);
  void watch_bench(const Session& session);
  void begin_bench(Session& session);
  void go_back(Session& session);
  void finish();
  void draw();
  VariantResult result_of(const Session& session, const Point& point,
                          Measurement measurement) const;

  double longest_ms_;
  Phase phase_ = Phase::none;
  Choice before_;                    ///< what ran, and runs again
  double before_ms_ = 0;             ///< of a pass, live; 0: not known
  std::optional<RunSnapshot> kept_;  ///< how far it had come, where there is memory for it
  const Workload* workload_ = nullptr;
  const VariantInfo* variant_ = nullptr;
  Executor executor_ = Executor::cpu;
  std::vector<Sweep> sweeps_;
  std::size_t sweep_ = 0, point_ = 0;
  std::optional<Measurement> last_;  ///< live: what the next size should take follows from it
  Clock::time_point point_since_{}, samples_since_{};
  std::vector<Graph> graphs_;
  bool partial_ = false;
  std::vector<ui::SweepOffer> offers_;  ///< found anew as the choice changes
  Choice offered_to_;
  double offered_ms_ = 0;  ///< of a pass, when they were found
};

}  // namespace livewarp
