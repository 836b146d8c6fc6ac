#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/core/workload/variant.h"
#include "ui/model/format.h"
#include "ui/model/model.h"
#include "ui/views/ladder_view.h"

/// A ladder in figures and words, for charts, tables and files alike.
namespace livewarp::ui {

/// What texts say of a variant with these values of its axes.
std::vector<TextFigure> history_of(const VariantInfo& variant, const Values& launch);

/// The rung of a variant without what was measured of it.
LadderRung rung_of(const VariantInfo& variant, const Values& launch);
/// Rungs that call a library stand last, in their order.
void put_libraries_last(Ladder& ladder);
/// Leaves the rungs that compute with those operands, and says so in the title where others were
/// there: tensor cores are so much faster that beside their bars nobody could tell the others
/// apart.
void keep_operands(Ladder& ladder, const std::string& operands);
/// Of the variants of the running one's backend and operands, by their benches.
Ladder ladder_of(const Model& model);

/// The rung that factors are against: the first with a time.
const LadderRung* base_of(const Ladder& ladder);
/// The figures of a text are drawn where its first rung is timed here, and where there are two: one
/// alone compares nothing.
LadderHistory history_of(const Ladder& ladder);
/// Of the fastest rung that does not outrun it.
std::optional<LadderBound> bound_of(const Ladder& ladder);

/// How many times as fast as the base a step of so many ms is; 0 without a base. Bars are as long:
/// a ladder climbs, and its limit is a line on the right.
double speed_of(const Ladder& ladder, double ms);
/// The highest speed that is drawn; 0 without any. The ceiling's is among them unless it is more
/// than twice the others: beside it they would be slivers, so it is told in words at the edge.
double highest_of(const Ladder& ladder, const LadderHistory& history);
/// "copy bandwidth alone 26.2 µs · model": at the ceiling's line; where that lies beyond what is
/// drawn, how far.
std::string bound_text(const Ladder& ladder, const LadderBound& bound, double highest);
/// One unit for all times.
ColumnUnit unit_of(const Ladder& ladder);
/// "60 µs", "8.054 ms": as the text has it.
std::string figure_text(const TextFigure& figure);
/// "noisy" where the samples spread too far to be compared; else empty.
std::string doubt_of(const LadderRung& rung);
/// "2.86×": how many times as fast as the base.
std::string factor_text(double ratio);
/// "Han & Sharma 2019, ch. 2, V100: history, scaled so that Naive is as fast as here".
std::string source_text(const Ladder& ladder, const LadderSource& source);
/// Lines: all that is known of a rung.
std::string about_rung(const Ladder& ladder, std::size_t rung);

}  // namespace livewarp::ui
