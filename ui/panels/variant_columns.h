#pragma once

#include <string>

#include "ui/frame/frame.h"
#include "ui/model/format.h"

/// How the variants table shares its width.
namespace livewarp::ui {

/// Where the parts of a row stand.
struct RowBoxes {
  Box all, key, mark, title, median, compulsory, requested, times, other, badge;
};

/// What the table's times have in common.
struct VariantTimes {
  ColumnUnit unit;
  double slowest = 0;
  /// Widths of the columns, px: as wide as what stands in them, so that titles have the rest.
  float median = 0, bandwidth = 0, times_a = 0, other = 0;
};

/// Only verified times exist.
const Summary* bench_of(const VariantEntry& variant);
/// "partial", "disturbed" or "noisy", which a time alone does not tell; else empty.
const char* doubt_about(const VariantEntry& variant);
/// What the emulator found, beside the title and away from recorded figures: as many of its words
/// as have room, its sign at least.
void put_emulated(const Look& look, const CheckResult& found, const Box& box);
/// "bench ms".
std::string median_header(const VariantTimes& times);

// The column of another machine: there as long as its results are loaded.
void put_other(const Frame& frame, const VariantEntry& variant, const RowBoxes& boxes);
/// Its name; where several are loaded a click leads to the next one.
void other_header(Frame& frame, const RowBoxes& boxes);
/// GB/s by compulsory and by requested bytes: there where titles keep their room.
void put_bandwidths(const Frame& frame, const VariantEntry& variant, const RowBoxes& boxes);
void bandwidth_headers(const Frame& frame, const RowBoxes& boxes);
/// "compulsory 3.1 GB/s, requested 9.4 GB/s"; empty without a time.
std::string bandwidths_text(const VariantEntry& variant);
/// The recorded figure of a variant that cannot run here, muted; returns where it begins. The title
/// has the rest.
float put_recorded(const Frame& frame, const VariantEntry& variant, RowBoxes& boxes);
/// The name of a group of variants, and of which GPU recorded figures are.
void group_line(const Frame& frame, Backend backend, const VariantTimes& times);

VariantTimes times_of(const Frame& frame);
RowBoxes boxes_of(const Look& look, const Box& row, const VariantTimes& times);

}  // namespace livewarp::ui
