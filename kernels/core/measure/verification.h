#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "kernels/core/base/job.h"
#include "kernels/core/model/choice.h"
#include "kernels/core/model/discrepancy.h"
#include "kernels/core/workload/variant.h"

namespace livewarp {

class Workload;
struct HostState;

enum class Verdict { unchecked, checking, at_check_sizes, here, failed };

/// What a check found.
struct CheckResult {
  Verdict verdict = Verdict::unchecked;
  double error = 0, worst = 0;  ///< of the quantity with the largest error
  Tolerance tolerance;
  std::string quantity;  ///< which that was: "acceleration"
  std::string scope;     ///< what was compared: "all 16,384 bodies", "1,024 of 131,072 bodies"
  std::string failure;   ///< in words, when failed: "wrong result: acceleration of body 3, ..."
  bool ok() const { return verdict == Verdict::at_check_sizes || verdict == Verdict::here; }
};

/// Makes an executor; each check runs on its own.
using ExecFactory = std::function<std::unique_ptr<Exec>(Executor)>;

/// The choice at those of its workload's check sizes that its variant can compute, and the one of
/// them with most work.
std::vector<Choice> check_choices(const Workload& workload, const Choice& choice,
                                  Executor executor);
std::optional<Choice> largest_check(const Workload& workload, const Choice& choice,
                                    Executor executor);

/// How many of the check sizes are compared: all that the variant can compute, or some of the
/// smaller ones, spread over what they differ in, a pass each.
enum class CheckDepth { all, some };

/// Of the check sizes every `of`-th from `index` on: others look at the rest meanwhile.
struct CheckShare {
  int index = 0, of = 1;
};

/// Runs the variant of `choice` at its workload's check sizes, whole output against the fp64
/// reference, result memory poisoned before each step. Of a share the scope is that of all: it
/// holds where every share is right.
CheckResult check_sizes(const Workload& workload, const Choice& choice, Executor executor,
                        const ExecFactory& make_exec, const Job& job,
                        CheckDepth depth = CheckDepth::all, CheckShare share = {});

/// One step from `state` at the present problem against the reference; by samples where the whole
/// reference would take over 2 s, or with `some` over 0.1 s.
CheckResult check_here(const Workload& workload, const Choice& choice, Executor executor,
                       const ExecFactory& make_exec, const HostState& state, const Job& job,
                       CheckDepth depth = CheckDepth::all);

/// The tolerance of the chosen variant, as its launch stores the state: for anything but fp32 the
/// workload's.
Tolerance tolerance_of(const Workload& workload, const Choice& choice);

}  // namespace livewarp
