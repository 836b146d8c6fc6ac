#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/edit/edited_run.h"
#include "app/run/span_log.h"
#include "kernels/core/exec/executors.h"
#include "kernels/core/measure/measurement.h"
#include "kernels/core/model/display_target.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

/// What happened since results of a runner were last collected.
struct RunStatus {
  std::vector<StepTime>
      finished;  ///< steps that ended, oldest first; short ones are timed together
  /// Steps that ended too, but were cut so small or begun so late that they tell no time.
  int untimed = 0;
  std::vector<double> publish_ms;  ///< publish intervals that ended
  double predicted_ms = 0;         ///< of the next step; 0 unknown
  double running_ms = 0;           ///< age of the step under way; 0 when none is
  int under_way = 0;               ///< steps of a GPU that began and have not ended
  std::string error;               ///< what broke the run; empty while it is sound
};

/// Numbers about a state, and which one it was: see `Runner::changes`.
struct DeviceReadouts {
  std::vector<Readout> readouts;
  std::int64_t of = 0;
};

/// Steps a simulation while a window draws. No call waits for a step: `collect` polls, `start` tops
/// up; a step under way writes the next state only, so the present one can be read meanwhile.
class Runner {
 public:
  virtual ~Runner() = default;
  virtual Executor executor() const = 0;
  /// What has ended; once a frame, before its picture is published.
  virtual RunStatus collect() = 0;
  /// Once a frame, when it is drawn. At most `allowance` steps may start before the next call, and
  /// on a GPU no more than fit into `budget_ms`; 0 pauses.
  virtual void start(int allowance, double budget_ms) = 0;
  /// Whether a GPU is at work on steps that were started; always false of a CPU.
  virtual bool computing() { return false; }
  /// Whether something that was asked for is under way, or has ended and is not collected yet.
  virtual bool busy() = 0;
  /// Counts what has changed the present state, or how it is shown.
  virtual std::int64_t changes() = 0;
  /// One more step, whatever the allowance.
  virtual void single_step() = 0;
  /// Paints along a stroke before the next step begins; at once while no step is under way.
  virtual void paint(const Stroke& stroke) = 0;
  /// The part of a field that is published from now on.
  virtual void look(const Viewport& viewport) = 0;
  /// Writes the present picture if it is newer than the last one written (or `always`), and returns
  /// whether it did. Called by the thread that owns the OpenGL context.
  virtual bool publish(DisplayTarget& target, bool always) = 0;
  /// Drops the step under way (within 50 ms on a CPU, the launch that a GPU is at) and edits the
  /// simulation. No other step begins before the next `start`. `change` returns the milliseconds
  /// that a step should take from now on, 0 if it is not known.
  virtual void edit(const std::function<double(Simulation&)>& change) = 0;
  /// While held, the run rests: the step under way is dropped, and none begins whatever is asked
  /// for. What a GPU has begun of it may go on a while.
  virtual void hold(bool held) = 0;
  /// Whether `edit` would wait for a launch that holds a GPU for longer than a frame.
  virtual bool edit_waits() { return false; }
  /// Changes how the state is shown and painted; the step under way goes on.
  virtual void restyle(const Values& view) = 0;
  /// Reads the present state; the step under way goes on. On a GPU a frame waits for the copy.
  virtual HostState snapshot() = 0;
  /// Has the readouts of the present state computed beside the steps, where the workload can do
  /// that on a GPU: returns false where it cannot. What came out is there some frames later, once.
  virtual bool enqueue_readouts() { return false; }
  virtual std::optional<DeviceReadouts> finished_readouts() { return {}; }
  /// Notes its steps there from now on, under that name, by which profilers know them too.
  virtual void note_steps(SpanLog& /*log*/, const std::string& /*name*/) {}
  /// Calls `use` while the present state stands still.
  virtual void read(const std::function<void(const Simulation&)>& use) = 0;
};

/// Milliseconds that a step of the present choice should take, found by a short run; 0 if unknown.
/// Called on the runner's own thread before the first step.
using Predictor = std::function<double(std::stop_token)>;

/// CPU variants, and CUDA variants executed from their source (by the emulator): a worker thread of
/// low priority does the steps.
std::unique_ptr<Runner> make_cpu_runner(std::unique_ptr<Simulation> simulation, Executor executor,
                                        Predictor predictor, ExecMaker make_exec);

/// CUDA variants: commands are queued from the frame, at most a frame's worth at a time. Throws
/// `Error` without a usable device.
std::unique_ptr<Runner> make_cuda_runner(std::unique_ptr<Simulation> simulation,
                                         double predicted_ms, std::unique_ptr<CudaExec> exec);

}  // namespace livewarp
