#pragma once

#include <string>

#include "ui/model/model.h"

/// Times of other machines, in words.
namespace livewarp::ui {

/// "1.62 ms", "166 G/s", or a dash; with its unit, since both stand in one column.
std::string other_cell(const OtherTime& time);
/// What hover says of a variant: each machine's figure, beside that of this one where both are
/// known, and what is behind it. Lines; empty where nothing is loaded or recorded.
std::string others_text(const Model& model, const VariantEntry& variant);
/// "recorded: NVIDIA H200, N 16,384"; empty if no variant shows a recorded figure.
std::string recorded_head(const Model& model);

}  // namespace livewarp::ui
