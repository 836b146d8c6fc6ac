#pragma once

#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "app/measure/json_report.h"
#include "app/options/option_group.h"
#include "kernels/core/base/machine.h"
#include "kernels/core/measure/verification.h"
#include "kernels/core/model/choice.h"
#include "kernels/core/model/findings.h"
#include "kernels/core/model/param.h"

/// The transfer lab: experiments on where data lie, how they move and what overlaps. The command
/// line and the window run the same ones.
namespace livewarp {

class Workload;

struct ExperimentInfo {
  const char* id;       ///< "pipeline": as typed, and in files
  const char* label;    ///< "Pipeline"
  const char* answers;  ///< one sentence, which question of the texts it answers
  const char* about;    ///< for its help: a sentence or three on what is measured, and how
  bool needs_gpu = true;
};

/// What an experiment works with.
struct LabTools {
  const Machine* machine = nullptr;
  int device = 0;
  /// What experiments on whole workloads take theirs from; null or empty where there are none.
  std::vector<const Workload*> workloads = {};
  ExecFactory make_exec = {};
  double seconds = 0;  ///< for each time that is measured; 0: as the experiment likes
  double seconds_or(double usual) const { return seconds > 0 ? seconds : usual; }
  std::stop_token stop = {};
  /// Before it measures on an executor: waits until no other process does. Throws `Cancelled`.
  std::function<void(Executor)> take_turn = [](Executor) {};
  /// Between samples: what is being measured, and how far all of it has come, 0 ... 1. A window may
  /// draw meanwhile.
  std::function<void(const std::string& what, double fraction)> at = [](const std::string&,
                                                                        double) {};
  /// What is known by now, as often as there is more of it.
  std::function<void(const Findings&)> found = [](const Findings&) {};

  /// The GPU that is to be used; null without one.
  const GpuInfo* gpu() const { return machine->has_gpu() ? machine->gpu(device) : nullptr; }
};

/// What a run of an experiment leaves.
struct LabReport {
  Findings findings;
  Json json;          ///< all of it at full precision: an object, whose keys go into the report
  std::string csv;    ///< likewise, a heading line first; empty: the tables as they are shown
  std::string unmet;  ///< what was asked for by name and cannot be had; empty: nothing
};

/// One experiment. A new one is a file with a class of this kind and a line in experiments.cpp;
/// command line, window, help and tests read that list.
class Experiment {
 public:
  Experiment() = default;
  virtual ~Experiment() = default;
  Experiment(const Experiment&) = delete;
  Experiment& operator=(const Experiment&) = delete;

  virtual const ExperimentInfo& info() const = 0;
  /// What can be chosen: options of the command line and controls of the window.
  virtual std::vector<Param> params() const { return {}; }
  /// What the command line has beyond them, or in place of one of the same id (a list of numbers in
  /// place of one), bound to members.
  virtual void declare(OptionGroup& /*options*/) {}
  /// What values and options say together. Throws `Error`.
  virtual void check(const Values& /*values*/) const {}
  /// Measures, and keeps `report` at what is known by now, so that it holds when it ends early.
  /// What cannot be measured has its reason in `report.findings.left_out`; that it ended early is
  /// noted by who runs it. Throws `Cancelled`, and
  /// `Error` where nothing can be measured.
  virtual void run(const Values& values, const LabTools& tools, LabReport& report) = 0;
};

/// Measures, and tells what is known then, however it ends; `tell` hears whether it ended early.
template <class Measure, class Tell>
void measure_and_tell(const Measure& measure, const Tell& tell) {
  try {
    measure();
  } catch (...) {
    tell(true);
    throw;
  }
  tell(false);
}

using MakeExperiment = std::unique_ptr<Experiment> (*)();
/// All of them, in the order in which they are told; the first one is that of whoever names none.
std::span<const MakeExperiment> experiments();
std::vector<std::string> experiment_ids();
/// Null if there is none of that id.
std::unique_ptr<Experiment> make_experiment(std::string_view id);

/// Why it cannot run on this machine; empty if it can.
std::string lab_refusal(const ExperimentInfo& info, const Machine& machine);

/// Verdict, tables and reasons as text.
std::string findings_text(const Findings& findings);
/// The tables as comma-separated values (RFC 4180), a heading line each, an empty line between.
std::string findings_csv(const Findings& findings);
/// Timelines as JSON: lanes, spans.
Json to_json(const Timeline& timeline);

}  // namespace livewarp
