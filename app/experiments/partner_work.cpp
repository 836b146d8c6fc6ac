// The work of a process that shares a GPU with another one like it.
#include <chrono>
#include <istream>
#include <ostream>
#include <thread>

#include "app/base/platform.h"
#include "app/experiments/partners.h"
#include "app/measure/json_report.h"
#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

using Steady = std::chrono::steady_clock;

/// When all are to start. Throws `Cancelled` where nobody says so.
Steady::time_point read_start(std::istream& in) {
  std::chrono::nanoseconds::rep count = 0;
  if (!(in >> count)) throw Cancelled();
  return Steady::time_point(std::chrono::nanoseconds(count));
}

bool tell_wrong(const std::string& mismatch, std::ostream& out) {
  if (!mismatch.empty()) out << Json{{"wrong", mismatch}}.dump() << std::endl;
  return !mismatch.empty();
}

}  // namespace

bool work_as_partner(const PartnerTask& task, std::istream& in, std::ostream& out,
                     const std::stop_token& stop) {
  constexpr SmallWay way;
  const std::vector<double> reference = small_reference(task.problem, task.count);
  const std::unique_ptr<SmallRunner> runner = make_small_runner(task.problem, task.count);
  const auto mismatch = [&] { return small_mismatch(task.problem, runner->result(), reference); };
  runner->run(way);
  if (tell_wrong(mismatch(), out)) return false;
  out << "ready" << std::endl;
  const Steady::time_point start = read_start(in);
  std::this_thread::sleep_until(start);
  const auto spent = [&] { return std::chrono::duration<double>(Steady::now() - start).count(); };
  int runs = 0;
  for (; spent() < task.seconds; ++runs) {
    if (stop.stop_requested()) throw Cancelled();
    runner->run(way);
  }
  const double seconds = spent();
  if (tell_wrong(mismatch(), out)) return false;
  const double problems = double(runs) * task.count;
  out << Json{{"problems", problems}, {"steps", problems * small_steps}, {"seconds", seconds}}
             .dump()
      << std::endl;
  return true;
}

std::vector<std::string> partner_command(const PartnerTask& task, int device) {
  const std::filesystem::path program = program_path();
  // A test program would run its tests.
  if (program.empty() || program.filename().string().ends_with("_test")) return {};
  return {program.string(), "partner",
          "--problem",      task.problem == SmallProblem::plates ? "plates" : "bodies",
          "--count",        std::to_string(task.count),
          "--time",         std::to_string(task.seconds),
          "--device",       std::to_string(device)};
}

}  // namespace livewarp
