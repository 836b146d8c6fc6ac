#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "app/measure/selected_variants.h"
#include "kernels/core/measure/compare_in_turn.h"

/// Two settings measured in turn until the difference is decided: what `ab` and the search have in
/// common.
namespace livewarp {

/// One of two settings, ready to make steps.
class Side {
 public:
  /// Begins with `state`; null: with the initial one of its problem.
  Side(const SelectedVariant& variant, const ExecFactory& make_exec, const HostState* state);
  Side(const Side&) = delete;
  Side& operator=(const Side&) = delete;

  /// `items`: of a time step, where the two differ in them and what counts is the time of one.
  Contender contender(double items) const;
  /// In the last pass that was timed, by the SM clock just after it; 0 where the clock is not
  /// known.
  double last_cycles() const { return *cycles_; }

 private:
  int time_steps_;
  std::unique_ptr<Exec> exec_;
  Simulations simulations_;
  TimedSteps timed_;  ///< knows the others' places
  std::shared_ptr<double> cycles_;
};

struct Contest {
  InTurn time;
  /// Of the same pairs in SM clock cycles; nothing where the clock is not known.
  std::optional<PairedTest::Result> cycles;
};

/// Throws what a setting throws that cannot run. `items`: of a time step of A, and of B, where what
/// counts is the time of one.
Contest contest(const Side& a, const Side& b, InTurnOptions options, std::stop_token stop,
                std::pair<double, double> items = {1, 1});

/// A/B where the result is of B/A.
PairedTest::Result inverted(const PairedTest::Result& result);

/// "faster", as in files; "FASTER", as in texts.
std::string_view name_of(PairedTest::Verdict verdict);
std::string verdict_word(PairedTest::Verdict verdict);
/// "0.9731 of A's time (99 % interval 0.9700 ... 0.9760, 31 pairs)".
std::string ratio_text(const PairedTest::Result& result, const std::string& of);

}  // namespace livewarp
