#include "app/program/run_program.h"

#include <cerrno>
#include <cstring>
#include <exception>
#include <ostream>

#include "app/base/platform.h"
#include "app/program/command_line.h"
#include "app/program/fault_plan.h"
#include "kernels/core/base/error.h"
#include "kernels/core/exec/executors.h"

namespace livewarp {

namespace {

int run_request(const std::vector<std::string>& args, const InterruptWatch& interrupt,
                std::ostream& out, std::ostream& err) {
  const Registry registry;
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
