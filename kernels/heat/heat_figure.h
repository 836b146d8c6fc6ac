#pragma once

#include <cstdint>
#include <vector>

#include "kernels/core/model/display_target.h"
#include "kernels/heat/heat.h"

namespace livewarp {

/// The start "Figure": a hot and a cold spiral, held, wound into each other with an even slope
/// between them; a wall of insulator around, with doors; a free lane outside of it, in which hot
/// spots go round, each followed by a cold one; warm corners. It fills plates of any shape: all is
/// laid out on the ellipse that the border touches.
class HeatFigure {
 public:
  explicit HeatFigure(const HeatProblem& problem);

  struct Cell {
    float temperature = 0;
    CellMark mark = CellMark::none;
  };
  Cell at(std::int64_t x, std::int64_t y) const;

  /// Seconds in which a spot goes round.
  static constexpr double period = 9;
  /// What the spots do in the seconds from `from` to `to`, in cells. The cold ones, which wipe off
  /// the trails, are the larger ones.
  std::vector<Spot> spots(double from, double to) const;

 private:
  double half_x_, half_y_;  ///< of the plate, in cells
};

}  // namespace livewarp
