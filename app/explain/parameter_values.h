// Over which values of which parameters predicted, counted and timed stand side by side.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/core/workload/workload.h"
#include "ui/views/curves_view.h"

namespace livewarp {

/// Which values a parameter takes: those that are listed, else those that it offers, or evenly
/// spread ones of its range, within bounds.
struct ValueRange {
  std::vector<std::string> listed;
  std::optional<double> from, to;
  int points = 0;  ///< at most so many; 0: as many as it offers, or `usual_points`
};
inline constexpr int usual_points = 17, most_points = 64;

/// Numbers of a variant's axes and of the problem over which something changes that is predicted of
/// the choice.
std::vector<const Param*> telling_params(const Workload& workload, const Choice& choice);

/// The parameter of that name. Throws `Error` where the variant has none, or one that it ignores.
const Param& telling_param(const Workload& workload, const Choice& choice, const std::string& id);

/// The settings with the values of a parameter, ascending, with what is predicted of each or why it
/// cannot be. Throws `Error` on values that no setting may have.
std::vector<ui::CurvePoint> curve_points(const Workload& workload, const Choice& choice,
                                         const Param& param, const ValueRange& range = {});

/// The same for the lines of what is predicted: real numbers stand closer.
std::vector<ui::CurvePoint> predicted_points(const Workload& workload, const Choice& choice,
                                             const Param& param,
                                             const std::vector<ui::CurvePoint>& points);

/// The parameter's value.
std::optional<double> curve_place(const Workload& workload, const Choice& choice,
                                  const Param& param);

/// "Share expensive", "Bytes per lane, B".
std::string curve_label(const Param& param);

}  // namespace livewarp
