#pragma once

#include <cmath>
#include <cstddef>
#include <optional>

#include "ui/model/format.h"
#include "ui/model/ladder.h"
#include "ui/views/ladder_view.h"
#include "ui/widgets/widgets.h"

/// What stands in the rows of a ladder: shared by the files of its chart.
namespace livewarp::ui {

inline constexpr double running_mark = 1.1;  ///< em, before the names

/// Where names and bars stand.
struct LadderPlane {
  const Ladder& ladder;
  const LadderHistory& history;
  std::optional<LadderBound> bound = {};
  ColumnUnit unit = {};
  double highest = 0;  ///< speed, which reaches to `bars_x1`
  Box bars = {};       ///< of all, with what is written behind them
  float bars_x1 = 0, names_x0 = 0;
  float row_height = 0;

  /// Where a bar of that many times the base's speed ends.
  float x(double speed) const {
    const double share = highest > 0 ? speed / highest : 0;
    return std::round(bars.x0 + (bars_x1 - bars.x0) * float(share));
  }
  float end(const LadderRung& rung) const { return x(speed_of(ladder, rung.ms)); }
  Box row(std::size_t i) const {
    const float top = bars.y0 + float(i) * row_height;
    return {names_x0, top, bars.x1, top + row_height};
  }
};

/// A bar by what it stands for; a library's has another colour and a stripe.
void put_measured_bar(const Look& look, bool library, const Box& bar);
/// The first source is hatched, the next ones are only outlined.
void put_ghost_bar(const Look& look, std::size_t source, const Box& bar);

/// Of what is written behind the bar, px.
float value_width(const Look& look, const LadderPlane& plane, const LadderRung& rung);
float value_width(const Look& look, const LadderGhost& ghost);

/// Name and bars of a rung; then the ceiling's line crosses them; then what is written behind them.
void put_rung_bars(const Look& look, const LadderPlane& plane, std::size_t index);
void put_bound(const Look& look, const LadderPlane& plane);
void put_rung_figures(const Look& look, const LadderPlane& plane, std::size_t index, bool hovered);

}  // namespace livewarp::ui
