#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "kernels/core/model/graph.h"

/// The search for the fastest setting, as its tab shows it.
namespace livewarp::ui {

/// One thing that can be varied.
struct TunerDimension {
  std::string id, label;
  std::size_t values = 0;  ///< that it has
  bool varied = false;
};

struct TunerView {
  std::vector<TunerDimension> dimensions;
  std::string reason;          ///< why no search can begin; empty: one can
  std::size_t settings = 0;    ///< that a search would go through
  double seconds_for_all = 0;  ///< that this would take, roughly
  double seconds = 20;         ///< that a search may take; 0: until all were seen
  bool searching = false;

  // The last search, or the one under way.
  std::string of;    ///< "Heat, nx 1,024, ny 1,024"; empty: there was none
  std::string seen;  ///< "seen 84 of 1,240 settings"
  std::string counts;
  bool partial = false;                   ///< it was stopped
  std::string best, figures, verdict;     ///< in words
  std::optional<std::size_t> best_place;  ///< of its setting
  bool best_runs = false;                 ///< it is what runs
  std::vector<TunerDimension> axes;       ///< that the picture may have: those that were varied
  std::string x, y;                       ///< ids of those that it has; y is empty for a line
  HeatMap map;
  Graph line;
  bool any() const { return !of.empty(); }
};

/// What the user did in the tab; app and panels agree a frame later.
struct TunerRequest {
  std::optional<std::string> toggle;  ///< vary it, or no longer
  std::optional<std::string> x, y;    ///< axes of the picture
  std::optional<double> seconds;
  std::optional<std::size_t> run;  ///< the setting at this place
};

}  // namespace livewarp::ui
