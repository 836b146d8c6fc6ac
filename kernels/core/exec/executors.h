#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "kernels/core/exec/exec.h"
#include "kernels/core/exec/multiprocessors.h"
#include "kernels/core/exec/stage_span.h"
#include "kernels/core/exec/step_time.h"

namespace livewarp {

/// Runs variants on the current CUDA device, on a stream of its own (never the legacy one).
/// Immediate mode issues commands as they come. Queued mode keeps them until `pump`, so that a
/// frame issues at most what the device can do in it, and what is not issued yet can be dropped.
class CudaExec : public KernelExec, public GpuOnly {
 public:
  /// Whose blocks the device takes first where those of several streams wait.
  enum class Priority { usual, high };
  /// Throws `Error` without a usable device or in a build without CUDA. `stop` ends what is paced.
  static std::unique_ptr<CudaExec> create(std::stop_token stop = {},
                                          Priority priority = Priority::usual);

  GpuOnly& gpu() final { return *this; }
  virtual void* stream() const = 0;  ///< cudaStream_t

  // -- queued mode ------------------------------------------------------------------------------
  virtual void set_queued(bool queued) = 0;
  /// Pieces that `slices` makes of a step, at least 1.
  virtual void set_slice_count(int count) = 0;
  /// In immediate mode a launch waits until no more than one is in flight, so that others have
  /// their turn, and what is stopped ends soon: then it throws `Cancelled`.
  virtual void set_paced(bool paced) = 0;
  /// Issues waiting commands, at most `max_launches` kernel launches. Returns launches issued.
  virtual int pump(int max_launches) = 0;
  virtual std::size_t waiting() const = 0;  ///< commands not issued yet
  virtual void drop_waiting() = 0;
  /// Launches issued and not finished, found by event queries, never waiting.
  virtual int in_flight() = 0;
  /// Remembers the place that the stream has reached; whether the device has passed it, never
  /// waiting. Throws `Error` if what came before it failed.
  virtual void set_mark() = 0;
  virtual bool passed_mark() = 0;

  // -- timing -----------------------------------------------------------------------------------
  /// Around steps that are shorter than the host takes to issue them: the device waits from hold()
  /// until all up to release() is issued, or some milliseconds. In queued mode both are commands.
  virtual void hold() = 0;
  virtual void release() = 0;
  /// Brackets one timed step: the commands between get events around each stage, read late from a
  /// ring (no synchronisation). In queued mode both are commands too.
  virtual void begin_step() = 0;
  virtual void end_step() = 0;
  /// Times of steps that have finished since the last call, oldest first. Throws `Error` on a CUDA
  /// error that a step left behind.
  virtual std::vector<StepTime> collect() = 0;
  /// Milliseconds of publish intervals finished since the last call.
  virtual std::vector<double> collect_publish() = 0;

  // -- for those who look on ---------------------------------------------------------------------
  /// How profilers call its steps from now on: the ranges of their stages stand in one of that
  /// name.
  virtual void call_steps(const std::string& name) = 0;
  /// Whether stages and publishes are kept with their moments, as far as those are known: in queued
  /// mode.
  virtual void keep_spans(bool keep) = 0;
  /// Those that the collecting calls have seen end since the last call.
  virtual std::vector<StageSpan> take_spans() = 0;

  void synchronize() override = 0;  ///< throws `Error` with the kernel's name where known
};

/// The same for any executor; of those that are not CUDA's nobody hears.
void call_steps(Exec& exec, const std::string& name);

/// Selects the device of this process. Throws `Error`.
void select_cuda_device(int index);
/// That device, made current for the calling thread: the runtime's own setting is one per thread,
/// and checks run on threads of their own. Throws `Error`.
int use_cuda_device();
/// As long as it lives, the calling thread uses another device than the process: streams, events,
/// memory and executors that it makes then belong to that one, and what it gives to them goes
/// there. Scopes nest. Throws `Error` where there is no such device.
class DeviceScope {
 public:
  explicit DeviceScope(int device);
  ~DeviceScope();
  DeviceScope(const DeviceScope&) = delete;
  DeviceScope& operator=(const DeviceScope&) = delete;

 private:
  int before_;
};
/// Until all is done that the current device was given, by any stream. Throws `Error`.
void wait_for_device();
/// Bytes free on the current device; 0 without one.
std::size_t cuda_free_bytes();
/// PCI bus id of the current device, "0000:17:00.0"; empty without one.
std::string cuda_pci_bus_id();
/// The current device as the driver's own interface knows it.
struct DriverContext {
  void* context = nullptr;  ///< CUcontext; null without one
  int device = 0;
};
/// Throws `Error` without a usable device.
DriverContext cuda_driver_context();
/// Empty, or what a sticky error of the current device says.
std::string cuda_sticky_error();

/// Makes executors whose work ends when the token is set; maybe called on several threads.
using ExecMaker = std::function<std::unique_ptr<Exec>(Executor, std::stop_token)>;

/// Runs CPU variants on the calling thread and on TBB's; reads `stop` between pieces.
std::unique_ptr<Exec> make_cpu_exec(std::stop_token stop = {});

}  // namespace livewarp
