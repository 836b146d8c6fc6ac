#include "app/program/run_program.h"

#include <cerrno>
#include <cstring>
#include <exception>
#include <optional>
#include <ostream>
#include <string>
#include <utility>

#include "app/base/platform.h"
#include "app/base/version.h"
#include "app/program/command_line.h"
#include "app/program/fault_plan.h"
#include "kernels/core/base/error.h"
#include "kernels/core/decomposition/ranks.h"
#include "kernels/core/decomposition/team.h"
#include "kernels/core/exec/executors.h"
#include "kernels/core/workload/leading_simulation.h"

namespace livewarp {

namespace {

/// As one of several processes that mpirun has started: each uses a GPU of its own where there are
/// as many on its machine.
class StartedRanks {
 public:
  explicit StartedRanks(std::stop_token stop) : ranks_(version_text(), std::move(stop)) {
    const std::vector<int> devices = part_devices();
    if (devices.empty()) return;
    try {
      select_cuda_device(devices[std::size_t(ranks_.local_rank()) % devices.size()]);
    } catch (const Error& error) {
      ranks_.give_up(error.what());
    }
  }
  Ranks& ranks() { return ranks_; }

 private:
  Ranks ranks_;
  PresentRanks present_{ranks_};
};

/// What ranks but the first do: nothing of their own.
int follow(Ranks& ranks, const Registry& registry, const InterruptWatch& interrupt) {
  const auto make = [&](Executor executor) { return make_exec(executor, interrupt.token()); };
  FollowedSimulations(ranks, workloads_of(registry), make).run();
  return exit_ok;
}

int run_request(const std::vector<std::string>& args, const InterruptWatch& interrupt,
                std::ostream& out, std::ostream& err) {
  std::optional<StartedRanks> started;
  if (Mpi::is_asked_for()) started.emplace(interrupt.token());
  if (started && !started->ranks().disagreement().empty()) {
    if (started->ranks().leads()) throw Error(started->ranks().disagreement());
    return exit_bad_request;
  }
  const Registry registry;
  if (started && !started->ranks().leads()) return follow(started->ranks(), registry, interrupt);
  const Machine machine = detect_machine();
  const Invocation asked = parse_command_line(workloads_of(registry), machine, args);
  if (!asked.command) {
    out << asked.text;
    return exit_ok;
  }
  const Turns turns;
  Context context = make_context(registry, machine, out, err, interrupt.token());
  context.turns = &turns;
  context.progress = error_stream_is_terminal();
  if (asked.command->device() >= 0) {
    context.device = asked.command->device();
    select_cuda_device(context.device);
  }
  return asked.command->run(context);
}

int run_safely(const std::vector<std::string>& args, const InterruptWatch& interrupt,
               std::ostream& out, std::ostream& err) {
  try {
    const FaultPlan faults(environment("LIVEWARP_FAULT"));
    return run_request(args, interrupt, out, err);
  } catch (const Error& error) {
    err << "livewarp: " << error.what() << "\n";
    if (!error.advice().empty()) err << "  " << error.advice() << "\n";
    return exit_bad_request;
  } catch (const Cancelled&) {
    err << "livewarp: interrupted\n";
    return exit_interrupted;
  } catch (const std::exception& error) {
    err << "livewarp: stopped by the unexpected: " << error.what() << "\n";
    return exit_wrong;
  }
}

/// The code, or another where what was printed has not arrived.
int delivered(int code, std::ostream& out, std::ostream& err) {
  errno = 0;
  if (out.flush()) return code;
  if (errno == 0) {  // it failed earlier: once more, for the reason
    out.clear();
    out.put('\n').flush();
  }
  err << "livewarp: cannot write to the standard output"
      << (errno ? std::string(": ") + std::strerror(errno) : "") << "\n";
  return code == exit_ok ? exit_bad_request : code;
}

}  // namespace

int run_program(const std::vector<std::string>& args, std::ostream& out, std::ostream& err) {
  hold_standard_streams();
  // Before a driver starts threads: they inherit which signals are waited for.
  const InterruptWatch interrupt;
  const int code = delivered(run_safely(args, interrupt, out, err), out, err);
  return code == exit_interrupted ? interrupt.exit_code() : code;
}

}  // namespace livewarp
