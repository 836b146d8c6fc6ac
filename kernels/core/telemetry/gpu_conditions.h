#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kernels/core/telemetry/gpu_reading.h"

namespace livewarp {

/// Least, median and greatest of readings.
struct ReadingRange {
  std::size_t count = 0;  ///< 0: not told
  double min = 0, median = 0, max = 0;
};

/// In which state the GPU was while something was measured on it.
struct GpuConditions {
  std::string unknown = "not measured on a GPU";  ///< why nothing is told; empty if something is
  std::size_t readings = 0;
  ReadingRange sm_mhz, memory_mhz, power_w, temperature_c;
  unsigned throttle = 0;              ///< `Throttle` bits that were seen
  std::size_t throttled_samples = 0;  ///< taken while it was throttled
  std::vector<GpuProcess> others;     ///< who else computed on it
  std::size_t shared_samples = 0;     ///< taken while somebody did
  std::vector<std::string> not_told;  ///< "power: Not Supported"
  std::optional<double> energy_j;     ///< of a time step
  std::string no_energy;              ///< why there is none
};

/// "power cap in 30 of 120 samples"; empty if it was not throttled.
std::string throttled_text(const GpuConditions& conditions, std::size_t samples);
/// "python of anna (pid 4711) computed in 30 of 120 samples"; empty if nobody else did.
std::string shared_text(const GpuConditions& conditions, std::size_t samples);

/// Sums up readings. Samples that were taken since the reading before share its marks: what came in
/// between is not known, so a mark at either end counts.
class GpuLog {
 public:
  void add(const GpuReading& reading, std::size_t new_samples);
  GpuConditions conditions() const;

 private:
  struct Marks {
    bool throttled = false, shared = false;
  };
  std::vector<double> sm_, memory_, power_, temperature_;
  GpuConditions found_;
  std::string unknown_;
  Marks last_;
  bool any_ = false;
};

/// Looks at a GPU now and then while samples are taken on it.
class GpuLooks {
 public:
  /// `read` may be empty: then nothing is known. What it stands in outlives this.
  explicit GpuLooks(const std::function<GpuReading()>& read) : read_(&read) {}
  /// Looks at most every 0.05 s; `spent` in seconds, `samples` all until now. Those since the look
  /// before share its marks, so that it is to be called `at_end` too.
  void look(double spent, std::size_t samples, bool at_end = false);
  GpuConditions conditions() const { return log_.conditions(); }

 private:
  const std::function<GpuReading()>* read_;
  double next_ = 0;
  std::size_t marked_ = 0;  ///< samples that the log knows
  GpuLog log_;
};

/// Energy of a step, from a counter that moves now and then: what it grew by between two of its
/// movements that lie far enough apart, over the steps between them.
class EnergyMeter {
 public:
  explicit EnergyMeter(double least_seconds) : least_seconds_(least_seconds) {}

  /// The counter's present value, and what was done since the last call.
  void add(double joules, double seconds, double steps);
  bool done() const { return span_.seconds >= least_seconds_ && span_.joules > 0; }
  /// J a step; nothing before it is done.
  std::optional<double> joules_a_step() const;
  /// The counter fell: another driver, or another GPU.
  bool reset() const { return reset_; }
  double seconds() const { return seconds_; }  ///< all that was added

 private:
  struct Span {
    double joules = 0, seconds = 0, steps = 0;
  };
  double least_seconds_;
  std::optional<double> counter_;
  bool moved_ = false, reset_ = false;
  double seconds_ = 0;
  Span span_, since_;  ///< up to its last movement, and since then
};

}  // namespace livewarp
