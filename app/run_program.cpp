#include "app/run_program.h"

#include <cerrno>
#include <cstring>
#include <exception>
#include <ostream>

#include "app/command_line.h"
#include "app/commands.h"
#include "app/output_file.h"
#include "app/platform.h"
#include "app/rows.h"
#include "kernels/core/error.h"
#include "kernels/core/executors.h"

namespace livewarp {

namespace {

/// Runs what was asked for; one function for each kind of request.
struct Dispatch {
  const Registry& registry;
  const Context& context;

  int operator()(const TextRequest& request) const {
    *context.out << request.text;
    return exit_ok;
  }
  int operator()(const WindowRequest& request) const {
    LiveOptions options = request.options;
    options.stop = context.stop;
    options.words = context.out;
    // Tried and removed again: they are written when the window closes, an hour of lecture later.
    for (const std::string& path : {options.report, options.screenshot})
      if (!path.empty()) OutputFile{path};
    const Row row = row_of(context, request.choice);
    if (!row.skip.empty()) {
      *context.err << "livewarp: " << cannot_run_text(row, row.skip) << "\n";
      return exit_wrong;
    }
    return run_window(registry, *context.machine, row.choice, options);
  }
  int operator()(const ListRequest& request) const { return run_list(context, request); }
  int operator()(const InfoRequest& request) const { return run_info(context, request); }
  int operator()(const BenchRequest& request) const { return run_bench(context, request); }
  int operator()(const SweepRequest& request) const { return run_sweep(context, request); }
  int operator()(const VerifyRequest& request) const { return run_verify(context, request); }
  int operator()(const CeilingsRequest& request) const { return run_ceilings(context, request); }
  int operator()(const LensRequest& request) const { return run_lens(context, request); }
  int operator()(const ShotRequest& request) const { return run_shot(context, request); }
  int operator()(const TourRequest& request) const { return run_tour(context, request); }
};

int run_request(const std::vector<std::string>& args, const InterruptWatch& interrupt,
                std::ostream& out, std::ostream& err) {
  const Registry registry;
  const Machine machine = detect_machine();
  const Invocation invocation = parse_command_line(workloads_of(registry), machine, args);
  Context context = make_context(registry, machine, out, err, interrupt.token());
  context.progress = error_stream_is_terminal();
  // A window selects its device itself, by what drives it.
  if (invocation.device >= 0 && !std::holds_alternative<WindowRequest>(invocation.request)) {
    context.device = invocation.device;
    select_cuda_device(invocation.device);
  }
  return std::visit(Dispatch{registry, context}, invocation.request);
}

int run_safely(const std::vector<std::string>& args, const InterruptWatch& interrupt,
               std::ostream& out, std::ostream& err) {
  try {
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
