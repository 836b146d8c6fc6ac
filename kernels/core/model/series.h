// Numbers that a workload reports, over the time of a run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/core/model/readout.h"

namespace livewarp {

/// One number: from the start of the run to now, in at most `most_points` points. When they are
/// full every second one is dropped, and from then on only every second of what comes is kept: a
/// long run is as even as a short one, and coarser.
class Series {
 public:
  static constexpr std::size_t most_points = 2048;

  explicit Series(const Readout& readout)
      : id_(readout.id), label_(readout.label), unit_(readout.unit), help_(readout.help) {}

  const std::string& id() const { return id_; }
  const std::string& label() const { return label_; }
  const std::string& unit() const { return unit_; }
  const std::string& help() const { return help_; }
  /// Of the simulation, ascending, one for each value.
  const std::vector<double>& times() const { return times_; }
  const std::vector<double>& values() const { return values_; }

  /// Nothing new happens in no time, and what is not finite is left out. A time before the last one
  /// begins anew.
  void add(double time, double value);

 private:
  void thin();

  std::string id_, label_, unit_, help_;
  std::vector<double> times_, values_;
  double latest_ = 0;
  std::int64_t stride_ = 1, offered_ = 0;
};

/// Records what is worth a plot.
class SeriesRecorder {
 public:
  void add(double time, const std::vector<Readout>& readouts);
  void clear() { all_.clear(); }
  /// In the order in which they first came.
  const std::vector<Series>& all() const { return all_; }

 private:
  std::vector<Series> all_;
};

}  // namespace livewarp
