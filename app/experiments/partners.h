#pragma once

#include <functional>
#include <iosfwd>
#include <stop_token>
#include <string>
#include <vector>

#include "kernels/core/launches/small.h"

/// Processes of this program that solve small problems on one GPU at once. They take no turn on the
/// GPU: who starts them has it.
namespace livewarp {

/// What each of them does: all problems in one stream, again and again.
struct PartnerTask {
  SmallProblem problem = SmallProblem::plates;
  int count = 0;
  double seconds = 0;
};

/// The work of one, on the current GPU: verifies, writes "ready", reads when to start (nanoseconds
/// of the steady clock), works, verifies, and writes what it has done as JSON. False where a result
/// is wrong. Throws `Error`, and `Cancelled` on stop or where nobody says when.
bool work_as_partner(const PartnerTask& task, std::istream& in, std::ostream& out,
                     const std::stop_token& stop);

/// How one is started: "livewarp partner ..."; empty where the program's own file is not known.
std::vector<std::string> partner_command(const PartnerTask& task, int device);

struct PartnersRequest {
  std::vector<std::string> command;
  std::vector<std::string> environment = {};  ///< as `ChildRequest` has it
  int processes = 1;
  double seconds = 0;
  double seconds_to_start = 60;  ///< that they may take until all are ready
  std::stop_token stop = {};
  /// Once all are ready, before they start. What it throws ends them.
  std::function<void()> ready = [] {};
};

struct PartnersResult {
  std::vector<double> per_second;  ///< problems, of each; empty: no figure
  std::string why_not;             ///< why there is none
  bool wrong = false;
};

/// Starts them together. What fails or does not end is told in the result, and ended, all of them.
/// Throws `Cancelled`.
PartnersResult run_partners(const PartnersRequest& request);

}  // namespace livewarp
