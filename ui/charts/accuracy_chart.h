#pragma once

#include <span>
#include <string>
#include <vector>

#include "ui/model/model.h"
#include "ui/widgets/widgets_graph.h"

/// Errors beside times: what exactness costs, as a plane of variants and settings.
namespace livewarp::ui {

/// A verified setting of a variant that was timed.
struct AccuracyPoint {
  std::string variant, title;
  std::string setting;  ///< of its axes, in words
  double error = 0;     ///< RMS; 0: within rounding error
  bool small = false;   ///< the error is that of the check sizes: nobody has looked at the present
  double ms = 0;        ///< of a time step
  bool live = false;    ///< by the running simulation, not by a bench
  bool running = false;
  bool operator==(const AccuracyPoint&) const = default;
};

/// The variants of the workload that are verified and timed; of what runs its live time, if it has
/// no bench.
std::vector<AccuracyPoint> accuracy_points(const Model& model);

/// Adds where the running setting stands, if it is among the points; while it stays the same, its
/// place moves with its time. The oldest are forgotten.
void follow_running(std::vector<AccuracyPoint>& trail, std::span<const AccuracyPoint> points);

/// Errors to the right, times upwards, both logarithmic. What has no error stands at the left edge.
RoofPlot accuracy_plot(std::span<const AccuracyPoint> points, std::span<const AccuracyPoint> trail);

/// Lines: all that is known of it.
std::string about_point(const AccuracyPoint& point);

}  // namespace livewarp::ui
