#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/core/measure/compare_in_turn.h"
#include "kernels/core/model/choice.h"

namespace livewarp {

/// One of two settings that are compared, ready to make steps on an executor of its own. Knows
/// nothing of verification: no time may be said of a setting whose result was not compared.
class AbSide {
 public:
  /// `start`: what its steps begin with, copied; null: its initial state. The workload outlives
  /// this.
  AbSide(const Workload& workload, const Choice& choice, std::unique_ptr<Exec> exec,
         const HostState* start);
  AbSide(const AbSide&) = delete;
  AbSide& operator=(const AbSide&) = delete;
  ~AbSide();

  /// For `compare_in_turn`; valid as long as this lives.
  const Contender& contender() const;

 private:
  class States;
  std::unique_ptr<States> states_;
};

/// What B has otherwise: "variant", "block", "n". Of another variant the axes that A has not do not
/// count.
std::vector<std::string> differences(const Choice& a, const Choice& b);

/// "B is FASTER".
std::string verdict_text(PairedTest::Verdict verdict);
/// Why there is no pair.
std::string no_pair_text(bool interrupted);
/// "B takes 0.7513 times A's time (99 % interval 0.7490 \u2026 0.7533, 42 pairs)"; without any pair
/// why there is none.
std::string ratio_text(const InTurn& outcome);
/// "0.9731 times the other's time (99 % interval 0.9700 \u2026 0.9760, 31 pairs)".
std::string ratio_text(const PairedTest::Result& result, const std::string& of);
/// "B's rate is 1.331 times A's".
std::string rate_text(double rate_ratio);
/// Why it ended undecided.
std::string undecided_text(const InTurn& outcome);

/// Items a second of B over those of A, where B takes `time_ratio` of A's time.
double rate_ratio(const Workload& workload, const Choice& a, const Choice& b, double time_ratio);

}  // namespace livewarp
