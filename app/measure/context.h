#pragma once

#include <functional>
#include <iosfwd>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "app/measure/ceiling_store.h"
#include "app/turns/turns.h"
#include "kernels/core/base/machine.h"
#include "kernels/core/measure/verification.h"
#include "kernels/core/workload/workload.h"
#include "kernels/registry.h"

namespace livewarp {

/// Exit codes of the program.
enum ExitCode : int {
  exit_ok = 0,
  exit_wrong = 1,  ///< a wrong result, a requested variant that did not run, or no variant at all
  exit_bad_request = 2,  ///< options, files, sizes: nothing was done; or what was cannot be written
  exit_interrupted = 130  ///< stopped by Ctrl+C; what was finished is reported, marked partial. The
                          ///< program makes 143 of it where SIGTERM stopped it
};

/// What a headless command works with. Tests hand in workloads, streams and a machine of their own.
struct Context {
  const Registry* registry = nullptr;  ///< the window's; null in tests without one
  std::vector<const Workload*> workloads;
  const Machine* machine = nullptr;
  int device = 0;                ///< the CUDA device in use
  std::ostream* out = nullptr;   ///< results
  std::ostream* err = nullptr;   ///< progress and complaints
  bool progress = false;         ///< `err` is a terminal: progress lines are welcome
  const Turns* turns = nullptr;  ///< by which processes measure one after another; null: none
  std::stop_token stop;
  ExecFactory make_exec;
  /// Measured limits of one backend in about so many seconds; `threads` counts on the CPU alone.
  std::function<Ceilings(const CeilingKey&, double seconds)> measure_ceilings;

  /// Null if there is none of that name.
  const Workload* find(const std::string& name) const;
};

/// The workloads of a registry, in its order.
std::vector<const Workload*> workloads_of(const Registry& registry);

/// A context for real work: executors of this process, stopped by `stop`.
Context make_context(const Registry& registry, const Machine& machine, std::ostream& out,
                     std::ostream& err, std::stop_token stop);

}  // namespace livewarp
