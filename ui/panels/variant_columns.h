#pragma once

#include <string>

#include "ui/frame/frame.h"
#include "ui/model/format.h"

/// How the variants table shares its width.
namespace livewarp::ui {

/// Where the parts of a row stand.
struct RowBoxes {
  Box all, key, mark, title, median, times, badge;
};

/// What the table's times have in common.
struct VariantTimes {
  ColumnUnit unit;
  double slowest = 0;
  /// Widths of the columns, px: as wide as what stands in them, so that titles have the rest.
  float median = 0, times_a = 0;
};

/// Only verified times exist.
const Summary* bench_of(const VariantEntry& variant);
/// "partial", "disturbed" or "noisy", which a time alone does not tell; else empty.
const char* doubt_about(const VariantEntry& variant);
/// "bench ms".
std::string median_header(const VariantTimes& times);

VariantTimes times_of(const Frame& frame);
RowBoxes boxes_of(const Look& look, const Box& row, const VariantTimes& times);

}  // namespace livewarp::ui
