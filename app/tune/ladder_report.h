#pragma once

#include <string>
#include <vector>

#include "app/measure/variant_run.h"
#include "ui/views/ladder_view.h"

/// Variants in teaching order, with what was measured of each: `livewarp sweep --over variant`.
namespace livewarp {

/// One a variant that was selected, a library's last: what came of it, or why nothing did.
std::vector<VariantResult> ladder_results(const std::vector<SelectedVariant>& variants,
                                          const std::vector<VariantResult>& measured);

/// The same as it is drawn; `setting` is what is the same for all.
ui::Ladder make_ladder(const std::vector<VariantResult>& results, const std::string& setting);

/// One line a variant; the texts' figures have a column of their own, and their sources stand
/// below.
std::string ladder_table(const std::vector<VariantResult>& results);

}  // namespace livewarp
